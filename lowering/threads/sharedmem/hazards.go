package sharedmem

import (
	"slices"

	"github.com/girih-ir/girih/ir"
)

// hazard is an access to a buffer that may conflict with an earlier, possibly unfinished access to the same memory.
type hazard struct {
	at             event
	buffer, before int
}

// state is the set of buffers accessed since the last barrier, for each kind of access, and, in the second half of the
// array, since the last barrier of the warp group, too. A buffer that has begun again since then is in the second half
// of the set.
type state [2 * numAccesses]set

func (p *program) newState() (s state) {
	for k := range s {
		s[k] = newSet(2 * len(p.Buffers))
	}
	return s
}

func (s *state) union(t state) (grown bool) {
	for k := range s {
		grown = s[k].union(t[k]) || grown
	}
	return grown
}

func (s *state) clear() {
	for k := range s {
		clear(s[k])
	}
}

// pending calls found for every hazard. overlap says which buffers may share memory.
func (p *program) pending(overlap func(x, y int) bool, found func(hazard)) {
	for i, s := range p.flow() {
		p.walk(i, &s, overlap, found)
	}
}

// flow returns the state at the beginning of each block.
func (p *program) flow() []state {
	in := make([]state, len(p.blocks))
	for i := range in {
		in[i] = p.newState()
	}
	waiting := make([]bool, len(p.blocks))
	queue := make([]int, len(p.blocks))
	for i := range queue {
		queue[i], waiting[i] = i, true
	}
	for len(queue) > 0 {
		i := queue[0]
		queue, waiting[i] = queue[1:], false
		s := p.newState()
		s.union(in[i])
		p.walk(i, &s, nil, nil)
		for _, next := range p.next[i] {
			if in[next].union(s) && !waiting[next] {
				queue, waiting[next] = append(queue, next), true
			}
		}
	}
	return in
}

// walk follows the events of block i, updates s, and calls found for every hazard.
func (p *program) walk(i int, s *state, overlap func(x, y int) bool, found func(hazard)) {
	for _, e := range p.events[i] {
		if found != nil && e.accesses() {
			p.conflicts(e, s, overlap, found)
		}
		p.advance(e, s)
	}
}

// advance updates s for an event.
func (p *program) advance(e event, s *state) {
	switch n := len(p.Buffers); {
	case e.barrier:
		s.clear()
	case e.groupBarrier:
		for _, since := range s[numAccesses:] {
			clear(since)
		}
	case e.begins:
		for k := range s {
			if s[k].has(e.buffer) {
				s[k].remove(e.buffer)
				s[k].add(n + e.buffer)
			}
		}
	default:
		s[e.kind].add(e.buffer)
		s[numAccesses+e.kind].add(e.buffer)
	}
}

func (p *program) conflicts(e event, s *state, overlap func(x, y int) bool, found func(hazard)) {
	n := len(p.Buffers)
	for kind := range numAccesses {
		if kind == e.kind && e.kind != writes {
			continue // reads do not conflict with reads, nor atomic updates with each other
		}
		for j := range s[kind].all() {
			if j == e.buffer || p.alike(e.buffer, j%n) && !s[numAccesses+kind].has(j) {
				continue
			}
			if j == n+e.buffer || j%n != e.buffer && overlap(e.buffer, j%n) {
				found(hazard{e, e.buffer, j % n})
			}
		}
	}
}

// alike reports whether each warp group has the same bytes in two buffers. Buffers that have no places yet are assumed
// to get the same one: if they do not, and overlap, threads wait for all others.
func (p *program) alike(x, y int) bool {
	a, b := p.Buffers[x], p.Buffers[y]
	return a.Parted != "" && a.Parted == b.Parted && a.Bytes == b.Bytes && a.Offset == b.Offset
}

// synchronize inserts barriers until there is no hazard, each before the first access that needs it. It visits blocks
// in reverse postorder. Except for loops, a block is visited after its predecessors. So it is known which accesses are
// still unordered after the barriers in them.
func (p *program) synchronize() {
	order, before := p.order()
	for inserted := true; inserted; {
		inserted = false
		out := p.flow()
		for i := range out {
			p.walk(i, &out[i], nil, nil)
		}
		for _, i := range order {
			s := p.newState()
			for _, pred := range before[i] {
				s.union(out[pred])
			}
			inserted = p.insertIn(i, &s, out) || inserted
			out[i] = s
		}
	}
}

// order returns the reachable blocks in reverse postorder, and the predecessors of each block.
func (p *program) order() (order []int, before [][]int) {
	before = make([][]int, len(p.blocks))
	seen := make([]bool, len(p.blocks))
	type visit struct{ block, next int }
	stack := []visit{{0, 0}}
	seen[0] = true
	for len(stack) > 0 {
		at := &stack[len(stack)-1]
		if at.next == len(p.next[at.block]) {
			order = append(order, at.block)
			stack = stack[:len(stack)-1]
			continue
		}
		to := p.next[at.block][at.next]
		at.next++
		before[to] = append(before[to], at.block)
		if !seen[to] {
			seen[to] = true
			stack = append(stack, visit{to, 0})
		}
	}
	slices.Reverse(order)
	return order, before
}

// insertIn inserts the barriers that the accesses of block i need, and reports whether there were any. s is the state
// at the beginning of the block, and out has the state at the end of each block.
func (p *program) insertIn(i int, s *state, out []state) (inserted bool) {
	for k := 0; k < len(p.events[i]); k++ {
		e := p.events[i][k]
		needed := false
		if e.accesses() {
			p.conflicts(e, s, func(x, y int) bool { return overlap(p.Buffers[x], p.Buffers[y]) }, func(hazard) { needed = true })
		}
		if needed {
			at, made := p.insert(e.op)
			switch {
			case made && at == i:
				k++ // the access is behind the barrier now
			case made:
				out[at].clear()
			}
			inserted = inserted || made
			s.clear()
		}
		p.advance(e, s)
	}
	return inserted
}

// insert inserts a barrier before an operation, and returns its block. If only some threads execute the operation, the
// barrier is before the branch that leads to it. insert does nothing if there is a barrier already: accesses in code
// that only some threads execute must be ordered by that code.
func (p *program) insert(op *ir.Operation) (block int, inserted bool) {
	in := op.Block()
	for p.Enters[in] != nil {
		in = p.Enters[in]
		op = in.Last()
	}
	i := p.index[in]
	at := 0
	for at < len(p.events[i]) && p.events[i][at].op != op && p.events[i][at].op.IsBefore(op) {
		at++
	}
	if at > 0 && p.events[i][at-1].barrier {
		return i, false
	}
	b := ir.NewBuilder(op.Context()).Before(op)
	b.SetLoc(op.Loc())
	p.Barrier(b)
	p.events[i] = slices.Insert(p.events[i], at, event{op: op.Prev(), buffer: -1, barrier: true})
	return i, true
}
