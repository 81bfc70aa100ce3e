package cf

import (
	"slices"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/branch"
	"github.com/girih-ir/girih/ir/constraints"
	"github.com/girih-ir/girih/rewrite"
)

// Branch defines `cf.br`.
var Branch = branch.Def("cf.br", "Branch operation", constraints.AnyType)

// NewBranch creates a branch.
func NewBranch(b *ir.Builder, dest *ir.Block, args ...*ir.Value) *ir.Operation {
	return branch.New(b, &Branch, dest, args...)
}

// CondBranch defines `cf.cond_br`.
var CondBranch = branch.CondDef("cf.cond_br", "Conditional branch operation", constraints.AnyType)

// NewCondBranch creates a conditional branch.
func NewCondBranch(b *ir.Builder, condition *ir.Value, ifTrue *ir.Block, trueArgs []*ir.Value, ifFalse *ir.Block,
	falseArgs []*ir.Value) *ir.Operation {
	return branch.NewCond(b, &CondBranch, condition, ifTrue, trueArgs, ifFalse, falseArgs)
}

func init() { // here, since patterns refer to the definitions that they belong to
	rewrite.Canonicalize(&Assert, &rewrite.Pattern{Name: "cf.assert.true", Rewrite: eraseTrueAssert})
	rewrite.Canonicalize(&Branch,
		&rewrite.Pattern{Name: "cf.br.merge-blocks", Rewrite: mergeWithSuccessor},
		&rewrite.Pattern{Name: "cf.br.pass-through", Rewrite: passThroughBranch},
	)
	rewrite.Canonicalize(&CondBranch,
		&rewrite.Pattern{Name: "cf.cond_br.constant", Rewrite: foldConstantCondition},
		&rewrite.Pattern{Name: "cf.cond_br.pass-through", Rewrite: passThroughCondBranch},
		&rewrite.Pattern{Name: "cf.cond_br.same-successors", Rewrite: mergeSuccessors},
		&rewrite.Pattern{Name: "cf.cond_br.same-condition", Rewrite: foldRepeatedCondition},
		&rewrite.Pattern{Name: "cf.cond_br.propagate-condition", Rewrite: propagateCondition},
		&rewrite.Pattern{Name: "cf.cond_br.unreachable", Rewrite: dropUnreachable},
	)
}

// target is a block with the values that a branch passes to it.
type target struct {
	block *ir.Block
	args  []*ir.Value
}

func (t target) equal(o target) bool { return t.block == o.block && slices.Equal(t.args, o.args) }

// targetOf returns successor i of a branch.
func targetOf(op *ir.Operation, b ir.Branch, i int) target {
	from, to := b.SuccessorOperands(op, i)
	return target{op.Successor(i), op.OperandRange(from, to)}
}

func condTargets(op *ir.Operation) (ifTrue, ifFalse target) {
	return targetOf(op, branch.TrueOrFalse{}, 0), targetOf(op, branch.TrueOrFalse{}, 1)
}

// branchTo replaces a terminator by a branch.
func branchTo(rw *rewrite.Rewriter, op *ir.Operation, t target) bool {
	NewBranch(rw.Builder, t.block, t.args...)
	rw.Erase(op)
	return true
}

func constantBool(v *ir.Value) (value, known bool) {
	a, ok := ir.ConstantOf(v).(*ir.IntegerAttr)
	if !ok {
		return false, false
	}
	return a.Bool(), true
}

func eraseTrueAssert(rw *rewrite.Rewriter, op *ir.Operation) bool {
	if value, known := constantBool(op.Operand(0)); !known || !value {
		return false
	}
	rw.Erase(op)
	return true
}

// onlyEdge returns the terminator with the only edge to b; nil if there are other edges.
func onlyEdge(b *ir.Block) *ir.Operation {
	var only *ir.Operation
	for op := range b.Predecessors() {
		if only != nil {
			return nil
		}
		only = op
	}
	return only
}

// mergeWithSuccessor appends the only successor to the block if no other edge leads to it.
func mergeWithSuccessor(rw *rewrite.Rewriter, op *ir.Operation) bool {
	b, succ := op.Block(), op.Successor(0)
	if succ == b || succ.IsEntry() || onlyEdge(succ) != op {
		return false
	}
	args := op.OperandValues()
	rw.Erase(op)
	rw.MergeBlocks(succ, b, args...)
	return true
}

// maxChain bounds the number of blocks that are followed to find a cycle.
const maxChain = 256

// skip returns the target of a block that only branches, with the values that the block passes on.
func (t target) skip() (target, bool) {
	br := t.block.First()
	if br == nil || !br.Is(&Branch) {
		return t, false
	}
	for _, arg := range t.block.Args() {
		for u := range arg.Uses() {
			if u.Owner() != br {
				return t, false
			}
		}
	}
	next := br.Successor(0)
	if next == t.block || leadsBack(t.block, next) {
		return t, false
	}
	args := br.OperandValues()
	for i, v := range args {
		if v.ArgumentOf() == t.block {
			args[i] = t.args[v.Index()]
		}
	}
	return target{next, args}, true
}

// leadsBack reports whether unconditional branches from b lead into a cycle. Such a cycle must not be unrolled.
func leadsBack(from, b *ir.Block) bool {
	visited := map[*ir.Block]bool{from: true}
	for range maxChain {
		if visited[b] {
			return true
		}
		visited[b] = true
		br := b.Last()
		if br == nil || !br.Is(&Branch) {
			return false
		}
		b = br.Successor(0)
	}
	return true
}

// passThroughBranch replaces the target of a branch by the target of a block that only branches.
func passThroughBranch(rw *rewrite.Rewriter, op *ir.Operation) bool {
	t := targetOf(op, branch.AllOperands{}, 0)
	if t.block == op.Block() {
		return false
	}
	next, ok := t.skip()
	return ok && branchTo(rw, op, next)
}

// foldConstantCondition replaces a branch on a constant condition by an unconditional branch.
func foldConstantCondition(rw *rewrite.Rewriter, op *ir.Operation) bool {
	ifTrue, ifFalse := condTargets(op)
	switch value, known := constantBool(op.Operand(0)); {
	case !known:
		return false
	case value:
		return branchTo(rw, op, ifTrue)
	}
	return branchTo(rw, op, ifFalse)
}

// passThroughCondBranch replaces targets of a conditional branch by the targets of blocks that only branch.
func passThroughCondBranch(rw *rewrite.Rewriter, op *ir.Operation) bool {
	ifTrue, ifFalse := condTargets(op)
	ifTrue, first := ifTrue.skip()
	ifFalse, second := ifFalse.skip()
	if !first && !second {
		return false
	}
	by := NewCondBranch(rw.Builder, op.Operand(0), ifTrue.block, ifTrue.args, ifFalse.block, ifFalse.args)
	by.SetAttr("branch_weights", op.Inherent("branch_weights"))
	rw.Erase(op)
	return true
}

// mergeSuccessors makes a conditional branch unconditional if both successors are the same block. If no other edge
// leads to this block, selects choose between different values.
func mergeSuccessors(rw *rewrite.Rewriter, op *ir.Operation) bool {
	ifTrue, ifFalse := condTargets(op)
	if ifTrue.block != ifFalse.block {
		return false
	}
	if !ifTrue.equal(ifFalse) {
		for pred := range ifTrue.block.Predecessors() {
			if pred != op {
				return false
			}
		}
	}
	for i, v := range ifTrue.args {
		if w := ifFalse.args[i]; v != w {
			ifTrue.args[i] = arith.NewSelect(rw.Builder, op.Operand(0), v, w)
		}
	}
	return branchTo(rw, op, ifTrue)
}

// foldRepeatedCondition makes a conditional branch unconditional if its block is only reached by a branch on the same
// condition.
func foldRepeatedCondition(rw *rewrite.Rewriter, op *ir.Operation) bool {
	pred := onlyEdge(op.Block())
	if pred == nil || op.Block().IsEntry() || !pred.Is(&CondBranch) || pred.Operand(0) != op.Operand(0) {
		return false
	}
	ifTrue, ifFalse := condTargets(op)
	if pred.Successor(0) == op.Block() {
		return branchTo(rw, op, ifTrue)
	}
	return branchTo(rw, op, ifFalse)
}

// propagateCondition replaces the condition by its known value in successors that no other edge leads to.
func propagateCondition(rw *rewrite.Rewriter, op *ir.Operation) bool {
	condition := op.Operand(0)
	if condition.HasOneUse() {
		return false
	}
	changed := false
	for i, value := range []int64{1, 0} {
		succ := op.Successor(i)
		if succ.IsEntry() || onlyEdge(succ) != op {
			continue
		}
		users := usersIn(condition, succ)
		if len(users) == 0 {
			continue
		}
		known := arith.NewInt(rw.Builder, rw.Context().I(1), value)
		for _, u := range users {
			rw.Modify(u.Owner(), func() { u.Set(known) })
		}
		changed = true
	}
	return changed
}

// usersIn returns the uses of v by operations directly in b. It walks the uses and the block at the same time and stops
// when either ends, since a shared condition may have many uses.
func usersIn(v *ir.Value, b *ir.Block) (found []*ir.Operand) {
	op := b.First()
	for u := range v.Uses() {
		if op == nil {
			return operandsIn(v, b)
		}
		op = op.Next()
		if u.Owner().Block() == b {
			found = append(found, u)
		}
	}
	return found
}

func operandsIn(v *ir.Value, b *ir.Block) (found []*ir.Operand) {
	for op := range b.Ops() {
		for i := range op.NumOperands() {
			if op.Operand(i) == v {
				found = append(found, op.OpOperand(i))
			}
		}
	}
	return found
}

// dropUnreachable makes a conditional branch unconditional if one of its successors is unreachable.
func dropUnreachable(rw *rewrite.Rewriter, op *ir.Operation) bool {
	ifTrue, ifFalse := condTargets(op)
	switch {
	case isUnreachable(ifTrue.block):
		return branchTo(rw, op, ifFalse)
	case isUnreachable(ifFalse.block):
		return branchTo(rw, op, ifTrue)
	}
	return false
}

// isUnreachable reports whether a block only contains ub.unreachable.
func isUnreachable(b *ir.Block) bool { return b.First() != nil && b.First().Name() == "ub.unreachable" }
