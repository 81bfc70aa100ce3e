package arithexpand

import (
	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/apfloat"
	"github.com/girih-ir/girih/rewrite/conversion"
)

// exponentShift is the lowest bit of the exponent of an f32. An f8E8M0FNU is such an exponent alone.
const exponentShift = 23

// expandExtFOfF8E8M0 makes the exponent that of an f32, and goes on from there.
func expandExtFOfF8E8M0(rw *conversion.Rewriter, op *ir.Operation, operands conversion.Operands) error {
	if formatOf(op.Operand(0)) != apfloat.F8E8M0FNU {
		return rw.Refuse("it is not an extension of f8E8M0FNU")
	}
	b, err := newBuilder(rw, operands.One(0))
	if err != nil {
		return err
	}
	pattern := b.asBits(operands.One(0))
	nan, nanOfF32, shift := b.bits(8, -1), b.bits(32, -1), b.bits(32, exponentShift)
	number := b.binary(&arith.ShLI, b.cast(&arith.ExtUI, pattern, b.Context().I(32)), shift)
	bits := b.choose(b.compare(arith.EQ, pattern, nan), nanOfF32, number)
	rw.Replace(op, fromF32(rw, op, b.cast(&arith.Bitcast, bits, b.Context().F32())))
	return nil
}

// fromF32 returns an f32 in the format of op's result, with op's flags.
func fromF32(rw *conversion.Rewriter, op *ir.Operation, v *ir.Value) *ir.Value {
	t := op.Result(0).Type()
	switch bits := formatOf(op.Result(0)).Bits(); {
	case bits > apfloat.F32.Bits():
		return castLike(rw, &arith.ExtF, v, t, inherent(op, "fastmath"))
	case bits < apfloat.F32.Bits():
		return castLike(rw, &arith.TruncF, v, t, inherent(op, "fastmath"))
	}
	return v
}

// toF32 returns op's operand v in the format f32, with the flags given.
func toF32(rw *conversion.Rewriter, v *ir.Value, flags ir.NamedAttr) *ir.Value {
	t := rw.Context().WithElement(v.Type(), rw.Context().F32())
	switch bits := formatOf(v).Bits(); {
	case bits > apfloat.F32.Bits():
		return castLike(rw, &arith.TruncF, v, t, flags)
	case bits < apfloat.F32.Bits():
		return castLike(rw, &arith.ExtF, v, t, flags)
	}
	return v
}

// expandTruncFToF8E8M0 takes the exponent of the number as an f32.
func expandTruncFToF8E8M0(rw *conversion.Rewriter, op *ir.Operation, operands conversion.Operands) error {
	if formatOf(op.Result(0)) != apfloat.F8E8M0FNU {
		return rw.Refuse("it is not a truncation to f8E8M0FNU")
	}
	if op.Inherent("roundingmode") != nil {
		return rw.Refuse("only the default rounding mode is supported")
	}
	b, err := newBuilder(rw, operands.One(0))
	if err != nil {
		return err
	}
	pattern := b.asBits(toF32(rw, operands.One(0), inherent(op, "fastmath")))
	exponent := b.binary(&arith.ShRUI, pattern, b.bits(32, exponentShift))
	bits := b.cast(&arith.TruncI, exponent, b.Context().I(8))
	rw.Replace(op, arith.Cast(b.Builder, &arith.Bitcast, bits, op.Result(0).Type()))
	return nil
}
