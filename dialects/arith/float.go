package arith

import (
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/apfloat"
	"github.com/girih-ir/girih/ir/constfold"
	"github.com/girih-ir/girih/ir/constraints"
	"github.com/girih-ir/girih/ir/fastmath"
	"github.com/girih-ir/girih/rewrite"
)

// NegF defines `arith.negf`: it flips the sign, of NaN too.
var NegF = ir.OpDef{
	Name:     "arith.negf",
	Summary:  "floating point negation",
	Operands: []ir.ValueDef{{Name: "operand", Type: constraints.FloatLike}},
	Results:  []ir.ValueDef{{Name: "result", Type: constraints.FloatLike}},
	Attrs:    []ir.OpAttr{defaultFastMath()},
	Traits:   elementwise | ir.Pure | ir.SameOperandsAndResultType,
	Assembly: `$operand ('fastmath' '' $fastmath^)? attr-dict ':' type($result)`,
}

// Floating-point arithmetic. MaximumF and MinimumF give NaN if an operand is NaN, MaxNumF and MinNumF then give the
// other operand.
var (
	AddF     = float("addf", "floating point addition operation", ir.Commutative)
	SubF     = float("subf", "floating point subtraction operation", 0)
	MulF     = float("mulf", "floating point multiplication operation", ir.Commutative)
	DivF     = float("divf", "floating point division operation", 0)
	RemF     = float("remf", "floating point division remainder operation", 0)
	MaximumF = float("maximumf", "floating-point maximum operation", ir.Commutative)
	MaxNumF  = float("maxnumf", "floating-point maximum operation", ir.Commutative)
	MinimumF = float("minimumf", "floating-point minimum operation", ir.Commutative)
	MinNumF  = float("minnumf", "floating-point minimum operation", ir.Commutative)
)

func float(name, summary string, traits ir.Trait) ir.OpDef {
	return ir.OpDef{
		Name:    "arith." + name,
		Summary: summary,
		Operands: []ir.ValueDef{
			{Name: "lhs", Type: constraints.FloatLike},
			{Name: "rhs", Type: constraints.FloatLike},
		},
		Results:  []ir.ValueDef{{Name: "result", Type: constraints.FloatLike}},
		Attrs:    []ir.OpAttr{defaultFastMath()},
		Traits:   elementwise | ir.Pure | ir.SameOperandsAndResultType | traits,
		Assembly: `$lhs ',' $rhs ('fastmath' '' $fastmath^)? attr-dict ':' type($result)`,
	}
}

func init() {
	NegF.Fold = foldNegF
	AddF.Fold = foldAddF
	SubF.Fold = foldSubF
	MulF.Fold = foldMulF
	DivF.Fold = foldDivF
	RemF.Fold = func(op *ir.Operation, f *ir.Folding) ir.FoldOutcome {
		return binaryFloat(op, f, (*apfloat.Format).Rem)
	}
	MaximumF.Fold = extremumFloat((*apfloat.Format).Maximum, isInfinity(true))
	MinimumF.Fold = extremumFloat((*apfloat.Format).Minimum, isInfinity(false))
	MaxNumF.Fold = extremumFloat((*apfloat.Format).MaxNum, isNaN)
	MinNumF.Fold = extremumFloat((*apfloat.Format).MinNum, isNaN)
}

// floatOperation is a computation on numbers of one format.
type floatOperation func(t *apfloat.Format, a, b apfloat.Bits) apfloat.Bits

// binaryFloat folds two float constants.
func binaryFloat(op *ir.Operation, f *ir.Folding, calc floatOperation) ir.FoldOutcome {
	return f.ToConstant(constfold.BinaryFloat(op.Context(), f.Operands[0], f.Operands[1], op.Result(0).Type(),
		func(a, b constfold.Float) (constfold.Float, bool) {
			return constfold.Float{Format: a.Format, Bits: calc(a.Format, a.Bits, b.Bits)}, true
		}))
}

// nearest makes a computation round to nearest even.
func nearest(calc func(t *apfloat.Format, a, b apfloat.Bits, mode apfloat.Mode) apfloat.Bits) floatOperation {
	return func(t *apfloat.Format, a, b apfloat.Bits) apfloat.Bits { return calc(t, a, b, apfloat.ToNearestEven) }
}

var (
	sum        = nearest((*apfloat.Format).Add)
	difference = nearest((*apfloat.Format).Sub)
	product    = nearest((*apfloat.Format).Mul)
	ratio      = nearest((*apfloat.Format).Div)
)

func foldNegF(op *ir.Operation, f *ir.Folding) ir.FoldOutcome {
	if neg := definedBy(op.Operand(0), &NegF); neg != nil {
		return f.To(neg.Operand(0))
	}
	return f.ToConstant(constfold.UnaryFloat(op.Context(), f.Operands[0], op.Result(0).Type(),
		func(a constfold.Float) (constfold.Float, bool) {
			return constfold.Float{Format: a.Format, Bits: a.Neg(a.Bits)}, true
		}))
}

// foldAddF does not fold x + 0, which is +0 if x is -0.
func foldAddF(op *ir.Operation, f *ir.Folding) ir.FoldOutcome {
	if isFloatZero(f.Operands[1], true) {
		return f.To(op.Operand(0))
	}
	return binaryFloat(op, f, sum)
}

func foldSubF(op *ir.Operation, f *ir.Folding) ir.FoldOutcome {
	if isFloatZero(f.Operands[1], false) {
		return f.To(op.Operand(0))
	}
	return binaryFloat(op, f, difference)
}

func foldMulF(op *ir.Operation, f *ir.Folding) ir.FoldOutcome {
	const zeroIsZero = fastmath.NNaN | fastmath.NSZ
	switch {
	case isFloatOne(f.Operands[1]):
		return f.To(op.Operand(0))
	case FastMathOf(op)&zeroIsZero == zeroIsZero &&
		(isFloatZero(f.Operands[1], false) || isFloatZero(f.Operands[1], true)):
		return f.To(op.Operand(1))
	}
	return binaryFloat(op, f, product)
}

func foldDivF(op *ir.Operation, f *ir.Folding) ir.FoldOutcome {
	if isFloatOne(f.Operands[1]) {
		return f.To(op.Operand(0))
	}
	return binaryFloat(op, f, ratio)
}

// extremumFloat returns the fold of a maximum or minimum. neutral reports whether a constant has no effect on the
// result.
func extremumFloat(calc floatOperation, neutral func(ir.Attribute) bool) folder {
	return func(op *ir.Operation, f *ir.Folding) ir.FoldOutcome {
		switch {
		case op.Operand(0) == op.Operand(1):
			return f.To(op.Operand(1))
		case neutral(f.Operands[1]):
			return f.To(op.Operand(0))
		}
		return binaryFloat(op, f, calc)
	}
}

func isFloatZero(a ir.Attribute, negative bool) bool {
	v, ok := constfold.FloatOf(a)
	return ok && v.IsZero(v.Bits) && v.Signbit(v.Bits) == negative
}

func isFloatOne(a ir.Attribute) bool {
	v, ok := constfold.FloatOf(a)
	return ok && v.Bits == v.FromInt64(1, apfloat.ToNearestEven)
}

func isNaN(a ir.Attribute) bool {
	v, ok := constfold.FloatOf(a)
	return ok && v.IsNaN(v.Bits)
}

func isInfinity(negative bool) func(ir.Attribute) bool {
	return func(a ir.Attribute) bool {
		v, ok := constfold.FloatOf(a)
		return ok && v.IsInf(v.Bits) && v.Signbit(v.Bits) == negative
	}
}

func init() {
	rewrite.CanonicalizeBy(withoutSigns("MulFOfNegF", &MulF), withoutSigns("DivFOfNegF", &DivF))
}

// withoutSigns removes negations if both operands of a product or quotient are negated.
func withoutSigns(name string, def *ir.OpDef) rewrite.Rule {
	return rule(name, 3, rewrite.Op(def, rewrite.Op(&NegF, anyX), rewrite.Op(&NegF, anyY)),
		rewrite.Make(def, useX, useY).Keeping("fastmath"))
}
