package arithexpand

import (
	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/apfloat"
	"github.com/girih-ir/girih/rewrite/conversion"
)

// extremumOfFloats returns a pattern that selects the first operand if the predicate holds, else the second one. The
// predicate is unordered, so it holds if an operand is NaN. Then, if operand nan is NaN, the result is the second
// operand.
func extremumOfFloats(predicate, nan int) func(*conversion.Rewriter, *ir.Operation, conversion.Operands) error {
	return func(rw *conversion.Rewriter, op *ir.Operation, operands conversion.Operands) error {
		rw.Replace(op, selectFloat(rw.Builder, predicate, nan, operands.One(0), operands.One(1)))
		return nil
	}
}

func selectFloat(b *ir.Builder, predicate, nan int, x, y *ir.Value) *ir.Value {
	chosen := arith.NewSelect(b, arith.NewCmpF(b, predicate, x, y), x, y)
	suspect := [2]*ir.Value{x, y}[nan]
	return arith.NewSelect(b, arith.NewCmpF(b, arith.FUNO, suspect, suspect), y, chosen)
}

// expandScalingExtF converts the value and the scale to the wider format, and multiplies them.
func expandScalingExtF(rw *conversion.Rewriter, op *ir.Operation, operands conversion.Operands) error {
	t, flags := op.Result(0).Type(), inherent(op, "fastmath")
	scale, err := scaleAs(rw, operands.One(1), t, flags)
	if err != nil {
		return err
	}
	value := castLike(rw, &arith.ExtF, operands.One(0), t, flags)
	rw.Replace(op, withFlags(rw, &arith.MulF, value, scale, flags))
	return nil
}

// expandScalingTruncF divides by the scale in the wider format, and truncates the quotient.
func expandScalingTruncF(rw *conversion.Rewriter, op *ir.Operation, operands conversion.Operands) error {
	value, flags := operands.One(0), inherent(op, "fastmath")
	scale, err := scaleAs(rw, operands.One(1), value.Type(), flags)
	if err != nil {
		return err
	}
	quotient := withFlags(rw, &arith.DivF, value, scale, flags)
	rw.Replace(op, castLike(rw, &arith.TruncF, quotient, op.Result(0).Type(), inherent(op, "roundingmode"), flags))
	return nil
}

// scaleAs converts a scale to type t, by way of f8E8M0FNU, which makes it a power of two.
func scaleAs(rw *conversion.Rewriter, scale *ir.Value, t ir.Type, flags ir.NamedAttr) (*ir.Value, error) {
	exponents := rw.Context().Float(apfloat.F8E8M0FNU.Name())
	switch f := formatOf(scale); {
	case f.Bits() > exponents.Width():
		scale = castLike(rw, &arith.TruncF, scale, rw.Context().WithElement(scale.Type(), exponents), flags)
	case f != exponents.Format:
		return nil, rw.Refuse("a scale of type %s cannot be converted to %s", ir.Quote(scale.Type()), ir.Quote(exponents))
	}
	if ir.BitWidth(ir.ElementOrSelf(t)) <= exponents.Width() {
		return nil, rw.Refuse("%s is not wider than the scale", ir.Quote(t))
	}
	return castLike(rw, &arith.ExtF, scale, t, flags), nil
}

// withFlags creates an operation on floats with fast-math flags, if any are given.
func withFlags(rw *conversion.Rewriter, def *ir.OpDef, x, y *ir.Value, flags ir.NamedAttr) *ir.Value {
	if flags.Value == nil {
		return arith.Binary(rw.Builder, def, x, y)
	}
	return rw.Build(def, []*ir.Value{x, y}, flags).Result(0)
}
