package arith

import (
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/rewrite"
)

func init() {
	rewrite.Canonicalize(&MulF, withoutSigns("MulFOfNegF", &MulF))
	rewrite.Canonicalize(&DivF, withoutSigns("DivFOfNegF", &DivF))
}

// withoutSigns drops the negations of both operands of a product or quotient.
func withoutSigns(name string, def *ir.OpDef) *rewrite.Pattern {
	return pattern(name, 3, func(rw *rewrite.Rewriter, op *ir.Operation) *ir.Value {
		lhs, rhs := operandBy(op, 0, &NegF), operandBy(op, 1, &NegF)
		if lhs == nil || rhs == nil {
			return nil
		}
		return with(rw, def, "fastmath", op.Inherent("fastmath"), lhs.Operand(0), rhs.Operand(0))
	})
}
