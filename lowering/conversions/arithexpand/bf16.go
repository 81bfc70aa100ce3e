package arithexpand

import (
	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/apfloat"
	"github.com/girih-ir/girih/rewrite/conversion"
)

// expandExtFOfBF16 shifts the bits of the bf16 into the upper half of an f32.
func expandExtFOfBF16(rw *conversion.Rewriter, op *ir.Operation, operands conversion.Operands) error {
	if formatOf(op.Operand(0)) != apfloat.BF16 || formatOf(op.Result(0)) != apfloat.F32 {
		return rw.Refuse("it is not an extension of bf16 to f32")
	}
	b, err := newBuilder(rw, operands.One(0))
	if err != nil {
		return err
	}
	upper := b.cast(&arith.ExtUI, b.asBits(operands.One(0)), b.Context().I(32))
	pattern := b.binary(&arith.ShLI, upper, b.bits(32, 16))
	rw.Replace(op, b.cast(&arith.Bitcast, pattern, b.Context().F32()))
	return nil
}

// expandTruncFToBF16 rounds an f32 to its upper half, to nearest even. It adds 0x7FFF plus the last bit that stays, so
// that a carry goes into the upper half exactly if the number must be rounded up. All NaNs become the same NaN.
func expandTruncFToBF16(rw *conversion.Rewriter, op *ir.Operation, operands conversion.Operands) error {
	x := operands.One(0)
	if formatOf(op.Operand(0)) != apfloat.F32 || formatOf(op.Result(0)) != apfloat.BF16 {
		return rw.Refuse("it is not a truncation of f32 to bf16")
	}
	if op.Inherent("roundingmode") != nil {
		return rw.Refuse("only the default rounding mode is supported")
	}
	b, err := newBuilder(rw, x)
	if err != nil {
		return err
	}
	const nan = 0x7FC0
	isNaN := arith.NewCmpF(b.Builder, arith.FUNE, x, x)
	nearlyHalf, quiet := b.bits(32, 1<<15-1), b.bits(16, nan)
	sixteen, one := b.bits(32, 16), b.bits(32, 1)
	pattern := b.asBits(x)
	last := b.binary(&arith.AndI, b.binary(&arith.ShRUI, pattern, sixteen), one)
	rounded := b.binary(&arith.AddI, pattern, b.binary(&arith.AddI, last, nearlyHalf))
	upper := b.cast(&arith.TruncI, b.binary(&arith.ShRUI, rounded, sixteen), b.Context().I(16))
	rw.Replace(op, arith.Cast(b.Builder, &arith.Bitcast, b.choose(isNaN, quiet, upper), op.Result(0).Type()))
	return nil
}
