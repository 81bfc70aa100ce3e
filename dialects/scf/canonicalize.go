package scf

import (
	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/rewrite"
)

// What several operations have in common when they are simplified. Each rule is upstream's; what the patterns of an
// operation do stands in the file of that name.

// replaceWithRegion replaces op by the contents of its region of one block, whose arguments become args, and its
// results by what the region yields.
func replaceWithRegion(rw *rewrite.Rewriter, op *ir.Operation, r *ir.Region, args ...*ir.Value) {
	block := r.Entry()
	yield := block.Last()
	rw.InlineBlockBefore(block, op, args...)
	results := yield.OperandValues()
	rw.Replace(op, results...)
	rw.Erase(yield)
}

// isTrue reports whether v is the constant true.
func isTrue(v *ir.Value) bool {
	b, known := constantBool(v)
	return known && b
}

// constantBool returns the value of an i1 constant.
func constantBool(v *ir.Value) (value, known bool) {
	a, ok := ir.ConstantOf(v).(*ir.IntegerAttr)
	if !ok || !ir.IsInt(a.Type(), 1) {
		return false, false
	}
	return !a.IsZero(), true
}

// negated returns c if v is `arith.xori c, true`, else nil.
func negated(v *ir.Value) *ir.Value {
	if op := v.DefiningOp(); op != nil && op.Is(&arith.XOrI) && ir.IsInt(v.Type(), 1) && isTrue(op.Operand(1)) {
		return op.Operand(0)
	}
	return nil
}

// yieldsOnly reports whether a block has nothing but a terminator.
func yieldsOnly(b *ir.Block) bool { return b.First() == b.Last() }

// setYield replaces the operands of a terminator.
func setYield(rw *rewrite.Rewriter, yield *ir.Operation, values []*ir.Value) {
	rw.Modify(yield, func() { yield.SetOperands(values) })
}
