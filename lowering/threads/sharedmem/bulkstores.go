package sharedmem

import (
	"slices"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/ir"
)

// A bulk store reads its buffer until the thread that has started it waits for it. The first such wait on each way
// through the program ends that: a later one finds nothing to wait for. One thread starts the store, and the same
// thread waits, each in a block of its own:
//
//	if thread == 0 { store a }; ...; if thread == 0 { wait }; ...; if thread == 0 { wait }
//
// No way around a wait matters, since no thread that has started a store takes it.

// bulkStore is an operation that starts an asynchronous copy or reduction from a buffer to global memory.
type bulkStore struct {
	op     *ir.Operation
	buffer int
}

// isBulkStore reports whether op starts an asynchronous copy or reduction from shared to global memory.
func isBulkStore(op *ir.Operation) bool { return op.Is(&nvvm.TensorStore) || op.Is(&nvvm.TensorReduce) }

// addWaits adds an access to each wait for each buffer that bulk stores may read until then.
func (p *program) addWaits(found uses) {
	var list []bulkStore
	at := make(map[*ir.Operation][]int) // indices in list
	for i, b := range p.blocks {
		for _, e := range p.events[i] {
			if e.accesses() && isBulkStore(e.op) && e.op.Block() == b {
				at[e.op] = append(at[e.op], len(list))
				list = append(list, bulkStore{e.op, e.buffer})
			}
		}
	}
	if list == nil {
		return
	}
	running := p.running(list, at)
	for i, b := range p.blocks {
		now := running[i]
		for op := range b.Ops() {
			if op.Is(&nvvm.BulkWait) {
				p.addWait(i, op, list, now)
			}
			p.advanceStores(op, list, at, now)
		}
	}
}

// addWait adds an access to a wait in block i for each buffer that stores which are running read.
func (p *program) addWait(i int, wait *ir.Operation, list []bulkStore, running set) {
	k := 0
	for k < len(p.events[i]) && (p.events[i][k].op == wait || p.events[i][k].op.IsBefore(wait)) {
		k++
	}
	var buffers []int
	for s := range running.all() {
		buffers = append(buffers, list[s].buffer)
	}
	slices.Sort(buffers)
	for _, buffer := range slices.Compact(buffers) {
		p.events[i] = slices.Insert(p.events[i], k, event{op: wait, buffer: buffer, kind: reads})
		k++
	}
}

// running returns the stores that may be running at the beginning of each block.
func (p *program) running(list []bulkStore, at map[*ir.Operation][]int) []set {
	in := make([]set, len(p.blocks))
	for i := range in {
		in[i] = newSet(len(list))
	}
	for changed := true; changed; {
		changed = false
		for i, b := range p.blocks {
			out := slices.Clone(in[i])
			for op := range b.Ops() {
				p.advanceStores(op, list, at, out)
			}
			for _, next := range p.next[i] {
				changed = in[next].union(p.passing(b, p.blocks[next], list, out)) || changed
			}
		}
	}
	return in
}

// passing returns those of the stores that are running at the end of a block which may be running when the next one
// begins. Those that the threads of a branch have started are only running in them.
func (p *program) passing(from, to *ir.Block, list []bulkStore, running set) set {
	end := from.Last()
	if !end.Is(&llvm.CondBr) || p.Enters[end.Successor(0)] != from || end.Successor(1) != to || end.Successor(0) == to {
		return running
	}
	out := slices.Clone(running)
	for s := range running.all() {
		if p.sameThreads(end.Successor(0), list[s].op.Block()) {
			out.remove(s)
		}
	}
	return out
}

// advanceStores updates the stores that may be running for an operation.
func (p *program) advanceStores(op *ir.Operation, list []bulkStore, at map[*ir.Operation][]int, running set) {
	for _, s := range at[op] {
		running.add(s)
	}
	if !op.Is(&nvvm.BulkWait) {
		return
	}
	if pending, _ := nvvm.BulkWaitOf(op); pending > 0 {
		return
	}
	for s := range running.all() {
		if p.Enters[op.Block()] == nil || p.sameThreads(op.Block(), list[s].op.Block()) {
			running.remove(s)
		}
	}
}

// sameThreads reports whether the same threads execute two blocks: those for which the same condition holds, which
// depends on nothing but a thread's number.
func (p *program) sameThreads(a, b *ir.Block) bool {
	if a == b {
		return true
	}
	from, other := p.Enters[a], p.Enters[b]
	if from == nil || other == nil {
		return from == other
	}
	x, y := from.Last(), other.Last()
	return x.Is(&llvm.CondBr) && y.Is(&llvm.CondBr) && x.Successor(0) == a && y.Successor(0) == b &&
		x.Successor(1) != a && y.Successor(1) != b && sameOfThread(x.Operand(0), y.Operand(0)) && p.sameThreads(from, other)
}

// sameOfThread reports whether two values are computed in the same way from numbers that each thread always has.
func sameOfThread(v, w *ir.Value) bool {
	a, b := v.DefiningOp(), w.DefiningOp()
	if a == nil || b == nil || !ir.IsPure(a) || !ir.SameButOperands(a, b) || v.Index() != w.Index() {
		return false
	}
	for i, x := range a.OperandValues() {
		if !sameOfThread(x, b.Operand(i)) {
			return false
		}
	}
	return true
}
