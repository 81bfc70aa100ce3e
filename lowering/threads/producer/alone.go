package producer

import (
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/ir"
)

// One lane of the copying warp goes on alone behind the last barrier of its program:
//
//	barrier; if lane != 0 { return }; for ... { wait; copy }
//
// Otherwise the warp would part at each copy and meet again behind it. Nothing hides the latency of what a single warp
// executes, so that tensor cores would wait for it where a step has few products.

// goAlone ends the other lanes in the program that begins with start, if the way to its last barrier is straight,
// nothing behind it needs a whole warp, and no other lane copies. lane is the index of the thread there.
func (k *kernel) goAlone(start *ir.Block, lane *ir.Value) {
	d := make(dead)
	barrier := d.lastBarrier(start)
	if barrier == nil || d.needsWarp(barrier) || !onlyFirstCopies(barrier.Block(), lane) || k.readsSlots() {
		return
	}
	b, ctx := ir.NewBuilder(k.Context()), k.Context()
	b.SetLoc(k.thread.Loc())
	at := barrier.Block()
	rest, done := at.SplitBefore(barrier.Next()), b.Arena().NewBlock()
	k.Region(0).InsertAfter(done, rest)
	b.AtEnd(done).Build(&llvm.Return, nil)
	b.AtEnd(at)
	first := b.Build(&llvm.ICmp, []*ir.Value{lane, llvm.NewInt(b, ctx.I(32), 0)}, equal(ctx)).Result(0)
	llvm.NewCondBr(b, first, rest, nil, done, nil)

	b.AtStart(rest)
	yes := llvm.NewInt(b, ctx.I(1), 1)
	for block := range from(rest) {
		for op := block.First(); op != nil; {
			next := op.Next()
			if op.Is(&nvvm.BarWarpSync) {
				op.Erase()
			} else {
				for i, v := range op.Operands() {
					if isFirst(v, lane) {
						op.SetOperand(i, yes)
					}
				}
			}
			op = next
		}
	}
}

// lastBarrier returns the last barrier on the way from a block to the next branch or loop.
func (d dead) lastBarrier(start *ir.Block) (last *ir.Operation) {
	for _, b := range d.wayFrom(start) {
		for op := range b.Ops() {
			if d.meets(op) {
				last = op
			}
		}
	}
	return last
}

// needsWarp reports whether a warp must execute something together behind an operation, besides meeting.
func (d dead) needsWarp(behind *ir.Operation) bool {
	for b := range from(behind.Block()) {
		for op := range b.Ops() {
			if (b != behind.Block() || behind.IsBefore(op)) && d.meets(op) {
				return true
			}
		}
	}
	return false
}

// onlyFirstCopies reports whether no thread but the one with index 0 makes the copies that can be reached from a block.
func onlyFirstCopies(start *ir.Block, thread *ir.Value) bool {
	for b := range from(start) {
		for op := range b.Ops() {
			if (op.Is(&nvvm.TensorLoad) || op.Is(&nvvm.MbarrierArriveExpectTx)) && !isOnlyOfFirst(b, thread) {
				return false
			}
		}
	}
	return true
}

// isOnlyOfFirst reports whether the only way to a block is a branch that only the thread with index 0 takes.
func isOnlyOfFirst(b *ir.Block, thread *ir.Value) bool {
	seen := map[*ir.Block]bool{}
	for b.NumPredecessors() == 1 && !seen[b] {
		seen[b] = true
		for end := range b.Predecessors() {
			if end.Is(&llvm.CondBr) && end.Successor(0) == b && implies(end.Operand(0), thread) {
				return true
			}
			b = end.Block()
		}
	}
	return false
}

// implies reports whether a condition only holds for the thread with index 0.
func implies(condition, thread *ir.Value) bool {
	if op := condition.DefiningOp(); op != nil && op.Is(&llvm.And) {
		return implies(op.Operand(0), thread) || implies(op.Operand(1), thread)
	}
	return isFirst(condition, thread)
}

// from returns a block and those that can be reached from it.
func from(b *ir.Block) map[*ir.Block]bool {
	blocks := reached(b, nil, successors)
	blocks[b] = true
	return blocks
}

// meets reports whether threads execute an operation together for more than to meet in their warps.
func (d dead) meets(op *ir.Operation) bool {
	return nvvm.IsConvergent(op) && !op.Is(&nvvm.BarWarpSync) && !d.has(op)
}

// dead knows whether trivial-dce erases an operation, for those that were asked for.
type dead map[*ir.Operation]bool

// has reports whether trivial-dce erases an operation: nothing that has an effect uses its results.
func (d dead) has(op *ir.Operation) bool {
	is, found := d[op]
	if !found {
		is = ir.WouldBeTriviallyDead(op)
		for _, v := range op.ResultValues() {
			for use := range v.Uses() {
				is = is && d.has(use.Owner())
			}
		}
		d[op] = is
	}
	return is
}

// isFirst reports whether a value says that a thread is the one with index 0.
func isFirst(v, thread *ir.Value) bool {
	op := v.DefiningOp()
	if op == nil || !op.Is(&llvm.ICmp) || op.Operand(0) != thread {
		return false
	}
	n, ok := llvm.ConstantInt(op.Operand(1))
	p, _ := llvm.IntPredicate.Value(op.Inherent("predicate"))
	return ok && n == 0 && llvm.IntPredicate.Name(p) == "eq"
}
