package cf

import (
	"slices"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/branch"
	"github.com/girih-ir/girih/rewrite"
)

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

// onlyEdge returns the terminator that alone names b as a successor, and does so once; nil if there is no such.
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

// mergeWithSuccessor appends the only successor to the block if no other block leads there.
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

// maxChain bounds how far a chain of blocks is followed to find out that it does not lead back.
const maxChain = 256

// skip follows a block that only branches on: it returns where that leads and with what.
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

// leadsBack reports whether branches without a condition lead from b into a cycle, which must not be unrolled.
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

// passThroughBranch branches to where the successor does nothing but branch.
func passThroughBranch(rw *rewrite.Rewriter, op *ir.Operation) bool {
	t := targetOf(op, branch.AllOperands{}, 0)
	if t.block == op.Block() {
		return false
	}
	next, ok := t.skip()
	return ok && branchTo(rw, op, next)
}

// foldConstantCondition branches to where a constant condition leads.
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

// passThroughCondBranch branches to where successors do nothing but branch.
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

// mergeSuccessors makes a plain branch of one whose successors are the same block, with selects where the values differ
// if no other block leads there.
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

// foldRepeatedCondition branches without a condition where the only way to the block decides on the same one.
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

// propagateCondition replaces the condition by what it is known to be in successors to which nothing else leads.
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

// usersIn returns the uses of v by operations directly in b. It goes through the uses and the block in step and stops
// with the shorter: a shared condition may have any number of uses.
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

// dropUnreachable branches without a condition where one of the successors is marked unreachable.
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

// isUnreachable reports whether a block has nothing but ub.unreachable.
func isUnreachable(b *ir.Block) bool { return b.First() != nil && b.First().Name() == "ub.unreachable" }
