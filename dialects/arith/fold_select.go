package arith

import (
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constfold"
)

func init() { Select.Fold = foldSelect }

func foldSelect(op *ir.Operation, f *ir.Folding) ir.FoldOutcome {
	condition, ifTrue, ifFalse := op.Operand(0), op.Operand(1), op.Operand(2)
	switch {
	case ifTrue == ifFalse, isOne(f.Operands[0]):
		return f.To(ifTrue)
	case isZero(f.Operands[0]), constfold.IsPoison(f.Operands[1]):
		return f.To(ifFalse)
	case constfold.IsPoison(f.Operands[2]):
		return f.To(ifTrue)
	case ir.IsInt(op.Result(0).Type(), 1) && isOne(f.Operands[1]) && isZero(f.Operands[2]):
		return f.To(condition)
	}
	if v := selectOfEqual(condition, ifTrue, ifFalse); v != nil {
		return f.To(v)
	}
	return f.ToConstant(constfold.Choose(op.Context(), f.Operands[0], f.Operands[1], f.Operands[2]))
}

// selectOfEqual returns the result of a select between a and b on a == b or a != b. It is the value that is selected if
// a and b differ.
func selectOfEqual(condition, ifTrue, ifFalse *ir.Value) *ir.Value {
	cmp := definedBy(condition, &CmpI)
	if cmp == nil {
		return nil
	}
	a, b := cmp.Operand(0), cmp.Operand(1)
	if (a != ifTrue || b != ifFalse) && (a != ifFalse || b != ifTrue) {
		return nil
	}
	switch Predicate(cmp) {
	case EQ:
		return ifFalse
	case NE:
		return ifTrue
	}
	return nil
}
