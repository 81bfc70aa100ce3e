package sharedmem

import (
	"slices"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/ir"
)

// A bulk store reads its buffer until the thread that has started it has committed it and waits. The first such wait on
// each way through the program ends that: a later one finds nothing to wait for. One thread starts the store, and the
// same thread waits, each in a block of its own:
//
//	if thread == 0 { store a; commit }; ...; if thread == 0 { wait }; ...; if thread == 0 { wait }
//
// No way around a wait matters, since no thread that has started a store takes it. Without such a commit and wait, the
// buffer is alive from then on.

// bulkStore is an operation that starts an asynchronous copy or reduction from a buffer to global memory.
type bulkStore struct {
	op     *ir.Operation
	buffer int
}

// isBulkStore reports whether op starts an asynchronous copy or reduction from shared to global memory.
func isBulkStore(op *ir.Operation) bool { return op.Is(&nvvm.TensorStore) || op.Is(&nvvm.TensorReduce) }

// storeState has the bulk stores, by number, that may be running, and those of them that may not have been committed.
type storeState struct{ running, open set }

func newStoreState(n int) storeState { return storeState{newSet(n), newSet(n)} }

func (s storeState) clone() storeState {
	return storeState{slices.Clone(s.running), slices.Clone(s.open)}
}

func (s storeState) union(t storeState) (grown bool) {
	grown = s.running.union(t.running)
	return s.open.union(t.open) || grown
}

// addWaits adds an access to each wait for each buffer that bulk stores may read until then, and finds out which
// buffers they may read where another one begins.
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
				p.addWait(i, op, list, now.running)
			}
			p.meet(i, op, list, now.running)
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

// meet notes which buffers stores are reading where a buffer begins with an operation in block i.
func (p *program) meet(i int, op *ir.Operation, list []bulkStore, running set) {
	for k := range p.events[i] {
		if e := &p.events[i][k]; e.op == op && e.begins {
			e.beside = newSet(len(p.Buffers))
			for s := range running.all() {
				e.beside.add(list[s].buffer)
			}
		}
	}
}

// running returns the stores that may be running at the beginning of each block.
func (p *program) running(list []bulkStore, at map[*ir.Operation][]int) []storeState {
	in := make([]storeState, len(p.blocks))
	for i := range in {
		in[i] = newStoreState(len(list))
	}
	for changed := true; changed; {
		changed = false
		for i, b := range p.blocks {
			out := in[i].clone()
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
func (p *program) passing(from, to *ir.Block, list []bulkStore, now storeState) storeState {
	end := from.Last()
	if !end.Is(&llvm.CondBr) || p.Enters[end.Successor(0)] != from || end.Successor(1) != to || end.Successor(0) == to {
		return now
	}
	out := now.clone()
	for s := range now.running.all() {
		if p.sameThreads(end.Successor(0), list[s].op.Block()) {
			out.running.remove(s)
			out.open.remove(s)
		}
	}
	return out
}

// advanceStores updates the stores that may be running for an operation.
func (p *program) advanceStores(op *ir.Operation, list []bulkStore, at map[*ir.Operation][]int, now storeState) {
	for _, s := range at[op] {
		now.running.add(s)
		now.open.add(s)
	}
	commits := op.Is(&nvvm.BulkCommit)
	if !commits && !op.Is(&nvvm.BulkWait) {
		return
	}
	for s := range now.running.all() {
		if p.Enters[op.Block()] != nil && !p.sameThreads(op.Block(), list[s].op.Block()) {
			continue
		}
		if commits {
			now.open.remove(s)
		} else if pending, _ := nvvm.BulkWaitOf(op); pending == 0 && !now.open.has(s) {
			now.running.remove(s)
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
