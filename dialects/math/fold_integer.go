package math

import (
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/apint"
	"github.com/girih-ir/girih/ir/constfold"
)

func init() {
	AbsI.Fold = intFold(apint.Int.Abs)
	CtLZ.Fold = intFold(func(v apint.Int) apint.Int { return apint.New(v.Width(), uint64(v.LeadingZeros())) })
	CtTZ.Fold = intFold(func(v apint.Int) apint.Int { return apint.New(v.Width(), uint64(v.TrailingZeros())) })
	CtPop.Fold = intFold(func(v apint.Int) apint.Int { return apint.New(v.Width(), uint64(v.OnesCount())) })
	IPowI.Fold = func(op *ir.Operation, f *ir.Folding) ir.FoldOutcome {
		return f.ToConstant(constfold.BinaryInt(op.Context(), f.Operands[0], f.Operands[1], op.Result(0).Type(), power))
	}
}

func intFold(calc func(v apint.Int) apint.Int) folder {
	return func(op *ir.Operation, f *ir.Folding) ir.FoldOutcome {
		return f.ToConstant(constfold.UnaryInt(op.Context(), f.Operands[0], op.Result(0).Type(),
			func(v apint.Int) (apint.Int, bool) { return calc(v), true }))
	}
}

// power returns base to the power of a signed exponent, wrapped around. For a negative exponent the result is zero
// unless base is 1 or -1, and undefined if base is 0.
func power(base, exponent apint.Int) (apint.Int, bool) {
	result := apint.New(base.Width(), 1)
	if exponent.IsNegative() {
		switch {
		case base.IsZero():
			return base, false
		case !base.IsOne() && !base.IsAllOnes():
			return apint.New(base.Width(), 0), true
		case base.IsAllOnes() && exponent.IsOdd():
			return base, true
		}
		return result, true
	}
	for one := apint.New(base.Width(), 1); !exponent.IsZero(); exponent = exponent.ShiftRight(one) {
		if exponent.IsOdd() {
			result = result.Mul(base)
		}
		base = base.Mul(base)
	}
	return result, true
}
