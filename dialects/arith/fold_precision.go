package arith

import (
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/apfloat"
	"github.com/girih-ir/girih/ir/constfold"
	"github.com/girih-ir/girih/ir/fastmath"
)

func init() {
	ExtF.Fold = foldExtF
	TruncF.Fold = foldTruncF
}

func foldExtF(op *ir.Operation, f *ir.Folding) ir.FoldOutcome {
	// If both casts have the flag contract, they may cancel out, so that the value is not rounded.
	trunc := definedBy(op.Operand(0), &TruncF)
	if trunc != nil && trunc.Operand(0).Type() == op.Result(0).Type() &&
		FastMathOf(trunc)&FastMathOf(op)&fastmath.Contract != 0 {
		return f.To(trunc.Operand(0))
	}
	return convert(op, f)
}

func foldTruncF(op *ir.Operation, f *ir.Folding) ir.FoldOutcome {
	if ext := definedBy(op.Operand(0), &ExtF); ext != nil {
		in := ext.Operand(0)
		have, between, want := formatOf(in.Type()), formatOf(ext.Result(0).Type()), formatOf(op.Result(0).Type())
		if representable(have, between) {
			if have.Bits() > want.Bits() && !f.ConstantsOnly {
				op.SetOperand(0, in)
				return ir.FoldedInPlace
			}
			if have == want {
				return f.To(in)
			}
		}
	}
	return convert(op, f)
}

func formatOf(t ir.Type) *apfloat.Format { return ir.ElementOrSelf(t).(*ir.FloatType).Format }

// representable reports whether every finite number of one format is a number of another format.
func representable(of, in *apfloat.Format) bool {
	return of.Precision() <= in.Precision() && of.MaxExponent() <= in.MaxExponent() && of.MinExponent() >= in.MinExponent()
}

// convert folds a cast of a float constant that the other format represents exactly.
func convert(op *ir.Operation, f *ir.Folding) ir.FoldOutcome {
	to := formatOf(op.Result(0).Type())
	return f.ToConstant(constfold.UnaryFloat(op.Context(), f.Operands[0], op.Result(0).Type(),
		func(v constfold.Float) (constfold.Float, bool) {
			if v.IsNaN(v.Bits) && v.HasInf() && !to.HasInf() {
				return v, false // The target format has only one NaN.
			}
			b := apfloat.Convert(to, v.Format, v.Bits, apfloat.ToNearestEven)
			exact := apfloat.Convert(v.Format, to, b, apfloat.ToNearestEven) == v.Canonical(v.Bits)
			return constfold.Float{Format: to, Bits: b}, exact
		}))
}
