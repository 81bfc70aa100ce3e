package arith

import (
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/apint"
	"github.com/girih-ir/girih/ir/constfold"
	"github.com/girih-ir/girih/rewrite"
)

func init() {
	rewrite.Canonicalize(&AddI,
		reassociation{name: "AddIAddConstant", inner: &AddI, c0: 1, result: &AddI, constant: plus,
			poisonIfCarries: true}.pattern(),
		reassociation{name: "AddISubConstantRHS", inner: &SubI, c0: 1, result: &AddI, constant: reverseMinus}.pattern(),
		reassociation{name: "AddISubConstantLHS", inner: &SubI, c0: 0, result: &SubI, constant: plus,
			constantFirst: true}.pattern())
	negated := rewrite.Op(&MulI, anyY, constantC)
	minusOne := func(m *rewrite.Match) bool { return isAllOnes(m.Attr("c")) }
	rewrite.CanonicalizeBy(
		rule("AddIMulNegativeOneRhs", 3, rewrite.Op(&AddI, anyX, negated), rewrite.Make(&SubI, useX, useY), minusOne),
		rule("AddIMulNegativeOneLhs", 3, rewrite.Op(&AddI, negated, anyX), rewrite.Make(&SubI, useX, useY), minusOne))
	rewrite.Canonicalize(&SubI,
		reassociation{name: "SubIRHSAddConstant", inner: &AddI, c0: 1, result: &AddI, constant: minus,
			wraps: true}.pattern(),
		reassociation{name: "SubILHSAddConstant", at: 1, inner: &AddI, c0: 1, result: &SubI, constant: reverseMinus,
			constantFirst: true}.pattern(),
		reassociation{name: "SubIRHSSubConstantRHS", inner: &SubI, c0: 1, result: &SubI, constant: plus,
			poisonIfCarries: true}.pattern(),
		reassociation{name: "SubIRHSSubConstantLHS", inner: &SubI, c0: 0, result: &SubI, constant: minus,
			constantFirst: true, poisonIfCarries: true}.pattern(),
		reassociation{name: "SubILHSSubConstantRHS", at: 1, inner: &SubI, c0: 1, result: &SubI, constant: plus,
			constantFirst: true}.pattern(),
		reassociation{name: "SubILHSSubConstantLHS", at: 1, inner: &SubI, c0: 0, result: &AddI,
			constant: reverseMinus}.pattern(),
		pattern("SubISubILHSRHSLHS", 2, withoutMinuend))
	rewrite.Canonicalize(&MulI,
		reassociation{name: "MulIMulIConstant", inner: &MulI, c0: 1, result: &MulI, constant: times,
			poisonIfCarries: true}.pattern())
	rewrite.Canonicalize(&XOrI, pattern("XOrINotCmpI", 3, invertedComparison))
	rewrite.CanonicalizeBy(
		outsideOf("AndOfExtUI", &AndI, &ExtUI), outsideOf("AndOfExtSI", &AndI, &ExtSI),
		outsideOf("OrOfExtUI", &OrI, &ExtUI), outsideOf("OrOfExtSI", &OrI, &ExtSI),
		outsideOf("XOrIOfExtUI", &XOrI, &ExtUI), outsideOf("XOrIOfExtSI", &XOrI, &ExtSI))
}

// combination computes the constant of an operation that replaces two operations, from the constants of these.
type combination func(c0, c1 apint.Int) apint.Int

var (
	plus         combination = apint.Int.Add
	minus        combination = apint.Int.Sub
	reverseMinus combination = func(c0, c1 apint.Int) apint.Int { return c1.Sub(c0) }
	times        combination = apint.Int.Mul
)

// keep returns the overflow flags for which the combination of c0 and c1 does not overflow.
func (calc combination) keep(flags uint32, c0, c1 apint.Int) uint32 {
	double, result := 2*c0.Width(), calc(c0, c1)
	if flags&NSW != 0 && !calc(c0.SignExtend(double), c1.SignExtend(double)).Equal(result.SignExtend(double)) {
		flags &^= NSW
	}
	if flags&NUW != 0 && !calc(c0.ZeroExtend(double), c1.ZeroExtend(double)).Equal(result.ZeroExtend(double)) {
		flags &^= NUW
	}
	return flags
}

// reassociation merges an operation on c1 and the result of an inner operation on c0 and x. The merged operation is on
// x and a combination of c0 and c1.
type reassociation struct {
	name          string
	at            int       // index of the operand that the inner operation defines; the other operand is c1
	inner         *ir.OpDef // definition of the inner operation
	c0            int       // index of the operand of the inner operation that is c0; the other operand is x
	result        *ir.OpDef
	constantFirst bool // whether the constant is the first operand of the merged operation
	constant      combination
	wraps         bool // whether the merged operation may overflow although the two operations do not
	// poisonIfCarries says that the flag nuw may stay if the combination of c0 and c1 does not fit in an unsigned
	// number: the two operations with nuw are then poison, or multiply zero.
	poisonIfCarries bool
}

func (r reassociation) pattern() *rewrite.Pattern {
	const operations = 4 // the two operations and the two constants
	return pattern(r.name, operations, func(rw *rewrite.Rewriter, op *ir.Operation) *ir.Value {
		return r.rewritten(rw, op)
	})
}

func (r *reassociation) rewritten(rw *rewrite.Rewriter, op *ir.Operation) *ir.Value {
	inner := operandBy(op, r.at, r.inner)
	if inner == nil {
		return nil
	}
	a0, a1 := ir.ConstantOf(inner.Operand(r.c0)), ir.ConstantOf(op.Operand(1-r.at))
	if !isScalarInt(a0) || !isScalarInt(a1) {
		return nil
	}
	c0, _ := constfold.Int(a0)
	c1, _ := constfold.Int(a1)
	flags := OverflowOf(op) & OverflowOf(inner)
	if r.wraps {
		flags = 0
	}
	if flags != 0 {
		kept := r.constant.keep(flags, c0, c1)
		if r.poisonIfCarries {
			kept |= flags & NUW
		}
		flags = kept
	}
	ctx := op.Context()
	x := inner.Operand(1 - r.c0)
	c := NewConstant(rw.Builder, constfold.IntAttr(ctx, op.Result(0).Type(), r.constant(c0, c1)))
	if r.constantFirst {
		x, c = c, x
	}
	return with(rw, r.result, "overflowFlags", Overflow.Attr(ctx, flags), x, c)
}

// withoutMinuend replaces (a - b) - a by 0 - b.
func withoutMinuend(rw *rewrite.Rewriter, op *ir.Operation) *ir.Value {
	sub := operandBy(op, 0, &SubI)
	if sub == nil || sub.Operand(0) != op.Operand(1) {
		return nil
	}
	zero := constfold.Splat(op.Context(), op.Result(0).Type(), 0)
	if zero == nil {
		return nil
	}
	flags := Overflow.Attr(op.Context(), OverflowOf(op)&OverflowOf(sub))
	return with(rw, &SubI, "overflowFlags", flags, NewConstant(rw.Builder, zero), sub.Operand(1))
}

// outsideOf replaces a bitwise operation on two extensions of one type by the extension of a narrower operation.
func outsideOf(name string, def, ext *ir.OpDef) rewrite.Rule {
	return rule(name, 3, rewrite.Op(def, rewrite.Op(ext, anyX), rewrite.Op(ext, anyY)),
		rewrite.Make(ext, rewrite.Make(def, useX, useY)).LikeRoot(), sameTypes)
}

// invertedComparison replaces the negation of an integer comparison of scalars by the opposite comparison.
func invertedComparison(rw *rewrite.Rewriter, op *ir.Operation) *ir.Value {
	cmp, c := operandBy(op, 0, &CmpI), ir.ConstantOf(op.Operand(1))
	if cmp == nil || !isScalarInt(c) || !isOne(c) {
		return nil
	}
	return NewCmpI(rw.Builder, Inverted(Predicate(cmp)), cmp.Operand(0), cmp.Operand(1))
}
