package arith

import (
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/rewrite"
)

func init() {
	rewrite.Canonicalize(&Select,
		pattern("RedundantSelectFalse", 2, func(rw *rewrite.Rewriter, op *ir.Operation) *ir.Value {
			inner := sameCondition(op, 2)
			if inner == nil {
				return nil
			}
			return NewSelect(rw.Builder, op.Operand(0), op.Operand(1), inner.Operand(2))
		}),
		pattern("RedundantSelectTrue", 2, func(rw *rewrite.Rewriter, op *ir.Operation) *ir.Value {
			inner := sameCondition(op, 1)
			if inner == nil {
				return nil
			}
			return NewSelect(rw.Builder, op.Operand(0), inner.Operand(1), op.Operand(2))
		}),
		pattern("SelectNotCond", 3, func(rw *rewrite.Rewriter, op *ir.Operation) *ir.Value {
			not := operandBy(op, 0, &XOrI)
			if not == nil || !isScalarInt(ir.ConstantOf(not.Operand(1))) || !isAllOnes(ir.ConstantOf(not.Operand(1))) {
				return nil
			}
			return NewSelect(rw.Builder, not.Operand(0), op.Operand(2), op.Operand(1))
		}),
		pattern("SelectI1ToNot", 3, func(rw *rewrite.Rewriter, op *ir.Operation) *ir.Value {
			if !ir.IsInt(op.Result(0).Type(), 1) || !selects(op, isZero, isOne) {
				return nil
			}
			return not(rw, op.Operand(0))
		}),
		pattern("SelectToExtUI", 1, selectToExtUI))
}

// sameCondition returns the select of the same condition that defines operand i, or nil.
func sameCondition(op *ir.Operation, i int) *ir.Operation {
	if inner := operandBy(op, i, &Select); inner != nil && inner.Operand(0) == op.Operand(0) {
		return inner
	}
	return nil
}

// selects reports whether a select is between constants that satisfy ifTrue and ifFalse.
func selects(op *ir.Operation, ifTrue, ifFalse func(ir.Attribute) bool) bool {
	return ifTrue(ir.ConstantOf(op.Operand(1))) && ifFalse(ir.ConstantOf(op.Operand(2)))
}

func not(rw *rewrite.Rewriter, condition *ir.Value) *ir.Value {
	return Binary(rw.Builder, &XOrI, condition, NewInt(rw.Builder, condition.Type(), 1))
}

// selectToExtUI turns a select between the integers 1 and 0 into an extension of the condition or its negation.
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
