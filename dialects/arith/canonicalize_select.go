package arith

import (
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/rewrite"
)

func init() {
	rewrite.CanonicalizeBy(
		rule("RedundantSelectFalse", 2, rewrite.Op(&Select, anyC, anyX, rewrite.Op(&Select, anyC, anyZ, anyY)),
			rewrite.Make(&Select, useC, useX, useY)),
		rule("RedundantSelectTrue", 2, rewrite.Op(&Select, anyC, rewrite.Op(&Select, anyC, anyX, anyZ), anyY),
			rewrite.Make(&Select, useC, useX, useY)),
		rule("SelectNotCond", 3, rewrite.Op(&Select, rewrite.Op(&XOrI, anyZ, constantC), anyX, anyY),
			rewrite.Make(&Select, rewrite.Use("z"), useY, useX),
			func(m *rewrite.Match) bool { return isScalarInt(m.Attr("c")) && isAllOnes(m.Attr("c")) }))
	rewrite.Canonicalize(&Select,
		pattern("SelectI1ToNot", 3, func(rw *rewrite.Rewriter, op *ir.Operation) *ir.Value {
			if !ir.IsInt(op.Result(0).Type(), 1) || !selects(op, isZero, isOne) {
				return nil
			}
			return not(rw, op.Operand(0))
		}),
		pattern("SelectToExtUI", 1, selectToExtUI))
}

// selects reports whether a select is between a constant that satisfies ifTrue and one that satisfies ifFalse.
func selects(op *ir.Operation, ifTrue, ifFalse func(ir.Attribute) bool) bool {
	return ifTrue(ir.ConstantOf(op.Operand(1))) && ifFalse(ir.ConstantOf(op.Operand(2)))
}

func not(rw *rewrite.Rewriter, condition *ir.Value) *ir.Value {
	return Binary(rw.Builder, &XOrI, condition, NewInt(rw.Builder, condition.Type(), 1))
}

// selectToExtUI replaces a select between the integers 1 and 0 by an extension of the condition or its negation.
func selectToExtUI(rw *rewrite.Rewriter, op *ir.Operation) *ir.Value {
	t, ok := op.Result(0).Type().(*ir.IntegerType)
	if !ok || t.Width == 1 {
		return nil
	}
	switch condition := op.Operand(0); {
	case selects(op, isOne, isZero):
		return Cast(rw.Builder, &ExtUI, condition, t)
	case selects(op, isZero, isOne):
		return Cast(rw.Builder, &ExtUI, not(rw, condition), t)
	}
	return nil
}
