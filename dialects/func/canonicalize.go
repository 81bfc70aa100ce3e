package fn

import (
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/rewrite"
)

func init() { // here, since patterns refer to the definitions that they belong to
	Constant.Fold = func(op *ir.Operation, f *ir.Folding) ir.FoldOutcome { return f.ToConstant(op.Inherent("value")) }
	rewrite.Canonicalize(&CallIndirect, &rewrite.Pattern{Name: "func.call_indirect.constant", Rewrite: callConstant})
}

// callConstant turns an indirect call of a known function into a direct one.
func callConstant(rw *rewrite.Rewriter, op *ir.Operation) bool {
	callee, known := ir.ConstantOf(op.Operand(0)).(*ir.SymbolRefAttr)
	if !known {
		return false
	}
	st := rw.State(&CallOp)
	st.SetInherent("callee", callee)
	st.Operands, st.Types = op.OperandRange(1, op.NumOperands()), op.ResultTypes()
	rw.ReplaceWithOp(op, rw.Create(st))
	return true
}
