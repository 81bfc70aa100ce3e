package overlaplaunches

import (
	"slices"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/ir"
)

// behindLoads returns the operation ahead of which a kernel has made the loads of its beginning: those before the first
// loop, the first operation with another effect, such as a store or a barrier, and the first load that waits for
// another one. Masked loads are in blocks of their own. If there are no loads, it returns the first operation.
func behindLoads(entry *ir.Block) *ir.Operation {
	w := walk{at: entry.First(), loaded: make(map[*ir.Value]bool)}
	for b := entry; b != nil && w.block(b, nil); {
		guarded, next := after(b)
		if guarded != nil && !w.block(guarded, next) {
			break
		}
		b = next
	}
	return w.at
}

// walk follows a kernel from its beginning.
type walk struct {
	at     *ir.Operation      // behind the last load
	loaded map[*ir.Value]bool // values that depend on a load
}

// block goes through a block, and reports whether all of it is before what ends the search. Behind a load in a block
// that only some threads execute is the block next.
func (w *walk) block(b, next *ir.Block) bool {
	for op := range b.Ops() {
		waits := slices.ContainsFunc(op.OperandValues(), func(v *ir.Value) bool { return w.loaded[v] })
		switch {
		case op == b.Last():
			return w.leave(op)
		case op.Is(&llvm.Load) && isGlobal(op.Operand(0)) && !waits:
			w.loaded[op.Result(0)], w.at = true, op.Next()
			if next != nil {
				w.at = next.First()
			}
		case !ir.HasNoEffect(op):
			return false
		case waits:
			for i := range op.NumResults() {
				w.loaded[op.Result(i)] = true
			}
		}
	}
	return true
}

// leave notes which arguments of the next blocks depend on a load, and reports whether the branch depends on none.
func (w *walk) leave(branch *ir.Operation) bool {
	switch {
	case branch.NumSuccessors() == 0:
		return true
	case branch.Is(&llvm.CondBr) && w.loaded[branch.Operand(0)]:
		return false
	}
	forwards, ok := ir.InterfaceOf[ir.Branch](branch)
	if !ok {
		return false
	}
	for i := range branch.NumSuccessors() {
		from, to := forwards.SuccessorOperands(branch, i)
		for k := range to - from {
			arg := branch.Successor(i).Arg(k)
			w.loaded[arg] = w.loaded[arg] || w.loaded[branch.Operand(from+k)]
		}
	}
	return true
}

func isGlobal(pointer *ir.Value) bool {
	t, ok := pointer.Type().(*llvm.PointerType)
	return ok && t.AddrSpace == llvm.GlobalSpace
}

// after returns the block that follows a block on all paths, and the block that only some threads execute in between,
// if there is one. next is nil where paths do anything else.
func after(b *ir.Block) (guarded, next *ir.Block) {
	end := b.Last()
	switch {
	case end.Is(&llvm.Br) && end.Successor(0).NumPredecessors() == 1:
		return nil, end.Successor(0)
	case !end.Is(&llvm.CondBr):
		return nil, nil
	}
	guarded, next = end.Successor(0), end.Successor(1)
	if then := guarded.Last(); guarded.NumPredecessors() != 1 || !then.Is(&llvm.Br) || then.Successor(0) != next ||
		next.NumPredecessors() != 2 {
		return nil, nil
	}
	return guarded, next
}
