package arith

import (
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/apfloat"
	"github.com/girih-ir/girih/ir/apint"
	"github.com/girih-ir/girih/ir/constfold"
	"github.com/girih-ir/girih/ir/constraints"
	"github.com/girih-ir/girih/ir/enums"
	"github.com/girih-ir/girih/rewrite"
)

// Predicates of integer comparisons, by upstream's numbers.
const (
	EQ = iota
	NE
	SLT
	SLE
	SGT
	SGE
	ULT
	ULE
	UGT
	UGE
)

// IntPredicate is the enumeration of integer predicates.
var IntPredicate = enums.NewKeyword("predicate", "", 64,
	"eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge")

// Predicates of float comparisons, by upstream's numbers. If an operand is NaN, an ordered comparison (O...) is false
// and an unordered one (U...) is true.
const (
	AlwaysFalse = iota
	FOEQ
	FOGT
	FOGE
	FOLT
	FOLE
	FONE
	FORD
	FUEQ
	FUGT
	FUGE
	FULT
	FULE
	FUNE
	FUNO
	AlwaysTrue
)

// FloatPredicate is the enumeration of float predicates.
var FloatPredicate = enums.NewKeyword("predicate", "", 64,
	"false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord",
	"ueq", "ugt", "uge", "ult", "ule", "une", "uno", "true")

// CmpI defines `arith.cmpi`.
var CmpI = comparison("cmpi", "integer comparison operation", IntPredicate, constraints.SignlessIntegerOrIndexLike)

// CmpF defines `arith.cmpf`.
var CmpF = withFastMath(comparison("cmpf", "floating-point comparison operation", FloatPredicate,
	constraints.FloatLike))

// NewCmpI creates an integer comparison by one of the predicates EQ to UGE and returns its result.
func NewCmpI(b *ir.Builder, predicate int, lhs, rhs *ir.Value) *ir.Value {
	return compare(b, &CmpI, IntPredicate.Attr(b.Context(), predicate), lhs, rhs)
}

// NewCmpF creates a float comparison by one of the predicates AlwaysFalse to AlwaysTrue and returns its result.
func NewCmpF(b *ir.Builder, predicate int, lhs, rhs *ir.Value) *ir.Value {
	return compare(b, &CmpF, FloatPredicate.Attr(b.Context(), predicate), lhs, rhs)
}

func compare(b *ir.Builder, def *ir.OpDef, predicate ir.Attribute, lhs, rhs *ir.Value) *ir.Value {
	return b.Build(def, []*ir.Value{lhs, rhs}, ir.NamedAttr{Name: "predicate", Value: predicate}).Result(0)
}

func comparison(name, summary string, predicate *enums.Keyword, operand ir.TypeConstraint) ir.OpDef {
	return ir.OpDef{
		Name:     "arith." + name,
		Summary:  summary,
		Operands: []ir.ValueDef{{Name: "lhs", Type: operand}, {Name: "rhs", Type: operand}},
		Results:  []ir.ValueDef{{Name: "result", Type: constraints.BoolLike}},
		Attrs:    []ir.OpAttr{{Name: "predicate", Attr: predicate.Constraint()}},
		Traits:   elementwise | ir.Pure | ir.SameTypeOperands,
		TypeRules: []ir.TypeRule{{From: "lhs", To: "result", Map: BoolLike,
			Summary: "result type has i1 element type and same shape as operands"}},
		Assembly: `$predicate ',' $lhs ',' $rhs attr-dict ':' type($lhs)`,
	}
}

func withFastMath(def ir.OpDef) ir.OpDef {
	def.Attrs = append(def.Attrs, defaultFastMath())
	def.Assembly = `$predicate ',' $lhs ',' $rhs ('fastmath' '' $fastmath^)? attr-dict ':' type($lhs)`
	return def
}

// BoolLike returns i1, or the vector or tensor of i1 of t's shape.
func BoolLike(ctx *ir.Context, t ir.Type) ir.Type {
	if _, shaped := t.(ir.ShapedType); !shaped {
		return ctx.I(1)
	}
	return ctx.WithElement(t, ctx.I(1))
}

func init() {
	CmpI.Fold = foldCmpI
	CmpF.Fold = foldCmpF
}

// Predicate returns the predicate of an integer or float comparison.
func Predicate(cmp *ir.Operation) int {
	a, _ := cmp.Inherent("predicate").(*ir.IntegerAttr)
	if a == nil {
		return 0
	}
	return int(a.Int64())
}

// Inverted returns the integer predicate that is true exactly if p is false.
func Inverted(p int) int {
	return [...]int{EQ: NE, NE: EQ, SLT: SGE, SLE: SGT, SGT: SLE, SGE: SLT, ULT: UGE, ULE: UGT, UGT: ULE, UGE: ULT}[p]
}

// swapped returns the integer predicate that is true for y and x exactly if p is true for x and y.
func swapped(p int) int {
	return [...]int{EQ: EQ, NE: NE, SLT: SGT, SLE: SGE, SGT: SLT, SGE: SLE, ULT: UGT, ULE: UGE, UGT: ULT, UGE: ULE}[p]
}

// compareInt returns the result of an integer predicate for a and b.
func compareInt(p int, a, b apint.Int) bool {
	switch p {
	case EQ:
		return a.Equal(b)
	case NE:
		return !a.Equal(b)
	case SLT:
		return a.SignedLess(b)
	case SLE:
		return !b.SignedLess(a)
	case SGT:
		return b.SignedLess(a)
	case SGE:
		return !a.SignedLess(b)
	case ULT:
		return a.Less(b)
	case ULE:
		return !b.Less(a)
	case UGT:
		return b.Less(a)
	}
	return !a.Less(b)
}

// compareFloat returns the result of a float predicate for two numbers in the given order.
func compareFloat(p int, order apfloat.Ordering) bool {
	const lt, eq, gt, un = 1, 2, 4, 8
	holds := [...]uint8{AlwaysFalse: 0, FOEQ: eq, FOGT: gt, FOGE: gt | eq, FOLT: lt, FOLE: lt | eq, FONE: lt | gt,
		FORD: lt | eq | gt, FUEQ: un | eq, FUGT: un | gt, FUGE: un | gt | eq, FULT: un | lt, FULE: un | lt | eq,
		FUNE: un | lt | gt, FUNO: un, AlwaysTrue: un | lt | eq | gt}[p]
	switch order {
	case apfloat.Less:
		return holds&lt != 0
	case apfloat.Equal:
		return holds&eq != 0
	case apfloat.Greater:
		return holds&gt != 0
	}
	return holds&un != 0
}

func foldCmpI(op *ir.Operation, f *ir.Folding) ir.FoldOutcome {
	p, lhs, rhs := Predicate(op), op.Operand(0), op.Operand(1)
	if lhs == rhs {
		return toBool(op, f, compareInt(p, apint.Int{}, apint.Int{}))
	}
	if v := sameBool(p, lhs, f.Operands[1]); v != nil {
		return f.To(v)
	}
	switch {
	case !hasConstant(f):
		return ir.NotFolded
	case constfold.IsPoison(f.Operands[0]) && f.Operands[1] != nil, constfold.IsPoison(f.Operands[1]):
		return ir.NotFolded
	case f.Operands[0] != nil && f.Operands[1] == nil && !f.ConstantsOnly:
		op.SetOperand(0, rhs)
		op.SetOperand(1, lhs)
		op.SetAttr("predicate", IntPredicate.Attr(op.Context(), swapped(p)))
		return ir.FoldedInPlace
	}
	return binaryIntIf(op, f, func(a, b apint.Int) (apint.Int, bool) {
		return apint.FromBool(compareInt(p, a, b)), true
	})
}

// sameBool returns an i1 that is equal to a comparison of v with a constant, or nil. It is v for `v != 0` and `v == 1`
// if v is an i1, and x for `v != 0` if v is an extension of an i1 x.
func sameBool(p int, v *ir.Value, constant ir.Attribute) *ir.Value {
	isBool := ir.IsInt(ir.ElementOrSelf(v.Type()), 1)
	switch {
	case p == NE && isZero(constant):
		if isBool {
			return v
		}
		ext := v.DefiningOp()
		if ext == nil || !ext.Is(&ExtSI) && !ext.Is(&ExtUI) {
			return nil
		}
		if in := ext.Operand(0); ir.IsInt(ir.ElementOrSelf(in.Type()), 1) && !isTensor(in.Type()) {
			return in
		}
	case p == EQ && isBool && isOne(constant):
		return v
	}
	return nil
}

func isTensor(t ir.Type) bool {
	_, ranked := t.(*ir.TensorType)
	return ranked || isUnranked(t)
}

// toBool folds op to a constant whose elements are all true or all false.
func toBool(op *ir.Operation, f *ir.Folding, v bool) ir.FoldOutcome {
	if v {
		return toInt(op, f, 1)
	}
	return toInt(op, f, 0)
}

// foldCmpF folds a comparison of scalars. Like upstream, it does not fold comparisons of vectors.
func foldCmpF(op *ir.Operation, f *ir.Folding) ir.FoldOutcome {
	a, _ := f.Operands[0].(*ir.FloatAttr)
	b, _ := f.Operands[1].(*ir.FloatAttr)
	isNaN := func(x *ir.FloatAttr) bool { return x != nil && x.Format().IsNaN(x.Bits()) }
	switch {
	case isNaN(a), isNaN(b):
		return toBool(op, f, compareFloat(Predicate(op), apfloat.Unordered))
	case a == nil || b == nil:
		return ir.NotFolded
	}
	return toBool(op, f, compareFloat(Predicate(op), a.Format().Compare(a.Bits(), b.Bits())))
}

func init() {
	rewrite.CanonicalizeBy(beforeExtension("CmpIExtSI", &ExtSI), beforeExtension("CmpIExtUI", &ExtUI))
	rewrite.Canonicalize(&CmpF, pattern("CmpFIntToFPConst", 1, compareAsInt))
}

// beforeExtension replaces an equality test of two extensions of one type by one of their operands.
func beforeExtension(name string, ext *ir.OpDef) rewrite.Rule {
	return rule(name, 3, rewrite.Op(&CmpI, rewrite.Op(ext, anyX), rewrite.Op(ext, anyY)),
		rewrite.Make(&CmpI, useX, useY).Keeping("predicate"), sameTypes,
		func(m *rewrite.Match) bool { p := Predicate(m.Root()); return p == EQ || p == NE })
}

// compareAsInt replaces the comparison of a converted integer with a float constant by an integer comparison or by a
// constant. It only handles scalars.
func compareAsInt(rw *rewrite.Rewriter, op *ir.Operation) *ir.Value {
	rhs, ok := ir.ConstantOf(op.Operand(1)).(*ir.FloatAttr)
	if !ok || rhs.Format().IsNaN(rhs.Bits()) {
		return nil
	}
	signed := true
	conversion := operandBy(op, 0, &SIToFP)
	if conversion == nil {
		conversion, signed = operandBy(op, 0, &UIToFP), false
	}
	if conversion == nil {
		return nil
	}
	t, ok := conversion.Operand(0).Type().(*ir.IntegerType)
	if !ok || t.Width == 0 {
		return nil
	}
	c := conversionTest{width: int(t.Width), signed: signed, format: rhs.Format(), rhs: rhs.Bits()}
	test, ok := c.asInt(Predicate(op))
	switch {
	case !ok:
		return nil
	case test.constant:
		return NewConstant(rw.Builder, op.Context().Bool(test.holds))
	}
	with := NewConstant(rw.Builder, constfold.IntAttr(op.Context(), t, test.with))
	return NewCmpI(rw.Builder, test.predicate, conversion.Operand(0), with)
}
