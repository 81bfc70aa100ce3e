package arith

import (
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constfold"
	"github.com/girih-ir/girih/rewrite"
)

func init() {
	rewrite.Canonicalize(&AddUIExtended, onlyFirst("AddUIExtendedToAddI", &AddI))
	rewrite.Canonicalize(&MulSIExtended, onlyFirst("MulSIExtendedToMulI", &MulI),
		&rewrite.Pattern{Name: "MulSIExtendedRHSOne", Benefit: 2, Rewrite: timesOne})
	rewrite.Canonicalize(&MulUIExtended, onlyFirst("MulUIExtendedToMulI", &MulI))
}

// onlyFirst replaces an extended operation whose second result is unused by the ordinary operation.
func onlyFirst(name string, def *ir.OpDef) *rewrite.Pattern {
	return &rewrite.Pattern{Name: name, Benefit: 1, Rewrite: func(rw *rewrite.Rewriter, op *ir.Operation) bool {
		if op.Result(1).HasUses() {
			return false
		}
		rw.ReplaceAllUses(op.Result(0), Binary(rw.Builder, def, op.Operand(0), op.Operand(1)))
		rw.Erase(op)
		return true
	}}
}

// timesOne replaces the extended signed product of x and 1 by x and its sign in all bits. It does not handle i1, in
// which the bit 1 stands for -1.
func timesOne(rw *rewrite.Rewriter, op *ir.Operation) bool {
	x := op.Operand(0)
	one, ok := constfold.Int(ir.ConstantOf(op.Operand(1)))
	zero := constfold.Splat(op.Context(), x.Type(), 0)
	if !ok || !one.IsOne() || one.Width() == 1 || zero == nil || ir.IsIndex(ir.ElementOrSelf(x.Type())) {
		return false
	}
	negative := NewCmpI(rw.Builder, SLT, x, NewConstant(rw.Builder, zero))
	rw.Replace(op, x, Cast(rw.Builder, &ExtSI, negative, x.Type()))
	return true
}
