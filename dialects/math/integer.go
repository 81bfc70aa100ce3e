package math

import (
	"strings"

	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/apint"
	"github.com/girih-ir/girih/ir/constfold"
	"github.com/girih-ir/girih/ir/constraints"
)

// Functions of integers.
var (
	AbsI  = integer("absi", "integer absolute-value operation", "operand")
	CtLZ  = integer("ctlz", "counts the leading zeros an integer value", "operand")
	CtTZ  = integer("cttz", "counts the trailing zeros an integer value", "operand")
	CtPop = integer("ctpop", "counts the number of set bits of an integer value", "operand")
	IPowI = integer("ipowi", "signed integer raised to the power of operation", "lhs", "rhs")
)

func integer(name, summary string, operands ...string) ir.OpDef {
	def := ir.OpDef{
		Name:     "math." + name,
		Summary:  summary,
		Results:  []ir.ValueDef{{Name: "result", Type: constraints.SignlessIntegerOrIndexLike}},
		Traits:   elementwise | ir.SameOperandsAndResultType,
		Assembly: "$" + strings.Join(operands, " ',' $") + " attr-dict ':' type($result)",
	}
	for _, o := range operands {
		def.Operands = append(def.Operands, ir.ValueDef{Name: o, Type: constraints.SignlessIntegerOrIndexLike})
	}
	return def
}

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
