package arithexpand

import (
	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/apfloat"
	"github.com/girih-ir/girih/rewrite/conversion"
)

// exponentShift is the position of the lowest exponent bit of an f32. An f8E8M0FNU consists of such an exponent only.
const exponentShift = 23

// expandExtFOfF8E8M0 shifts the exponent to make an f32, and converts that to the result's format.
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

// fromF32 converts an f32 to the format of op's result, with op's fast-math flags.
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

// toF32 converts v to f32, with the given fast-math flags.
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

// expandTruncFToF8E8M0 converts the number to f32 and takes its exponent.
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
