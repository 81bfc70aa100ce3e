package scf

import (
	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/rewrite"
)

// Functions that the canonicalization of several operations shares. Each rule is upstream's. The patterns of an
// operation are in the file with its name.

// replaceWithRegion replaces op by the contents of its region, which has one block. args replace the block's arguments,
// and the yielded values replace the results of op.
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

// yieldsOnly reports whether a block only contains a terminator.
func yieldsOnly(b *ir.Block) bool { return b.First() == b.Last() }

// setYield replaces the operands of a terminator.
func setYield(rw *rewrite.Rewriter, yield *ir.Operation, values []*ir.Value) {
	rw.Modify(yield, func() { yield.SetOperands(values) })
}
