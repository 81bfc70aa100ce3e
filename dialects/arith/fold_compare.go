package arith

import (
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/apfloat"
	"github.com/girih-ir/girih/ir/apint"
	"github.com/girih-ir/girih/ir/constfold"
)

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
