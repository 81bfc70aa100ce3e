package sharedmem

import (
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/ir"
)

// access is how an operation uses a buffer.
type access int

const (
	reads access = iota
	writes
	updates // atomically
	numAccesses
)

// event is an operation that matters: the beginning of a buffer, an access, or a barrier.
type event struct {
	op      *ir.Operation
	buffer  int // -1 for a barrier
	begins  bool
	barrier bool
	kind    access
}

// program is the control flow of a function with its events.
type program struct {
	Function
	blocks []*ir.Block
	index  map[*ir.Block]int
	events [][]event // of each block, in order
	next   [][]int   // successors
}

func newProgram(f Function) *program {
	p := &program{Function: f, index: make(map[*ir.Block]int)}
	for b := range f.Body.Blocks() {
		p.index[b] = len(p.blocks)
		p.blocks = append(p.blocks, b)
	}
	found := make(map[*ir.Operation]event)
	for i, b := range f.Buffers {
		found[b.Address] = event{op: b.Address, buffer: i, begins: true}
		p.accesses(b.Address.Result(0), i, found)
	}
	p.events, p.next = make([][]event, len(p.blocks)), make([][]int, len(p.blocks))
	for i, b := range p.blocks {
		for op := range b.Ops() {
			if e, ok := found[op]; ok {
				p.events[i] = append(p.events[i], e)
			} else if f.IsBarrier(op) {
				p.events[i] = append(p.events[i], event{op: op, buffer: -1, barrier: true})
			}
		}
		if end := b.Last(); end != nil {
			for s := range end.NumSuccessors() {
				p.next[i] = append(p.next[i], p.index[end.Successor(s)])
			}
		}
	}
	return p
}

// accesses collects what is done through an address or others derived from it.
func (p *program) accesses(address *ir.Value, buffer int, found map[*ir.Operation]event) {
	for u := range address.Uses() {
		op := u.Owner()
		e := event{op: op, buffer: buffer}
		switch {
		case op.Is(&llvm.GetElementPtr), op.Is(&llvm.AddrSpaceCast), op.Is(&llvm.Bitcast):
			p.accesses(op.Result(0), buffer, found)
			continue
		case op.Is(&llvm.Load):
			e.kind = reads
		case op.Is(&llvm.AtomicRMW), op.Is(&llvm.CmpXchg):
			e.kind = updates
		default:
			e.kind = writes
		}
		found[op] = e
	}
}

// interference returns which buffers are alive at the same time: from the beginning of each to its last access.
func (p *program) interference() relation {
	n := len(p.Buffers)
	alive := newRelation(n)
	in := make([]set, len(p.blocks)) // at the start of each block
	for i := range in {
		in[i] = newSet(n)
	}
	visit := func(i int, meet func(buffer int, live set)) bool {
		live := newSet(n)
		for _, s := range p.next[i] {
			live.union(in[s])
		}
		for k := len(p.events[i]) - 1; k >= 0; k-- {
			e := p.events[i][k]
			switch {
			case e.barrier:
				continue
			case e.begins:
				if meet != nil {
					meet(e.buffer, live)
				}
				live.remove(e.buffer)
				continue
			}
			live.add(e.buffer)
			if meet != nil {
				meet(e.buffer, live)
			}
		}
		return in[i].union(live)
	}
	for changed := true; changed; {
		changed = false
		for i := len(p.blocks) - 1; i >= 0; i-- {
			changed = visit(i, nil) || changed
		}
	}
	for i := range p.blocks {
		visit(i, func(buffer int, live set) {
			for j := range n {
				if live.has(j) && j != buffer {
					alive.add(buffer, j)
				}
			}
		})
	}
	return alive
}

// hazard is an access to a buffer that may touch what another one, before, may still be accessing.
type hazard struct {
	at             event
	buffer, before int
}

// state is what was accessed since the last barrier: for each kind of access the buffers, then the same for those that
// have begun again since.
type state [numAccesses]set

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

// pending calls found for every hazard, given which buffers may be at the same place.
func (p *program) pending(overlap func(x, y int) bool, found func(hazard)) {
	in := make([]state, len(p.blocks))
	for i := range in {
		in[i] = p.newState()
	}
	for changed := true; changed; {
		changed = false
		for i := range p.blocks {
			s := p.newState()
			s.union(in[i])
			p.walk(i, &s, nil, nil)
			for _, next := range p.next[i] {
				changed = in[next].union(s) || changed
			}
		}
	}
	for i := range p.blocks {
		s := p.newState()
		s.union(in[i])
		p.walk(i, &s, overlap, found)
	}
}

// walk follows the events of a block.
func (p *program) walk(i int, s *state, overlap func(x, y int) bool, found func(hazard)) {
	n := len(p.Buffers)
	for _, e := range p.events[i] {
		switch {
		case e.barrier:
			s.clear()
		case e.begins:
			for k := range s {
				if s[k].has(e.buffer) {
					s[k].remove(e.buffer)
					s[k].add(n + e.buffer)
				}
			}
		default:
			if found != nil {
				p.conflicts(e, s, overlap, found)
			}
			s[e.kind].add(e.buffer)
		}
	}
}

func (p *program) conflicts(e event, s *state, overlap func(x, y int) bool, found func(hazard)) {
	n := len(p.Buffers)
	for kind := range s {
		if access(kind) == e.kind && e.kind != writes {
			continue // reads, and atomic updates, do not disturb each other
		}
		for j := range 2 * n {
			if !s[kind].has(j) || j == e.buffer {
				continue
			}
			if j == n+e.buffer || j%n != e.buffer && overlap(e.buffer, j%n) {
				found(hazard{e, e.buffer, j % n})
			}
		}
	}
}

// synchronize inserts barriers until there is no hazard, each before the first access that needs it.
func (p *program) synchronize() {
	for {
		var first *hazard
		p.pending(func(x, y int) bool { return overlap(p.Buffers[x], p.Buffers[y]) }, func(h hazard) {
			if first == nil {
				first = &h
			}
		})
		if first == nil {
			return
		}
		p.insert(first.at.op)
	}
}

// insert puts a barrier before an operation, or before where only some threads turn to it.
func (p *program) insert(op *ir.Operation) {
	block := op.Block()
	for p.Enters[block] != nil {
		block = p.Enters[block]
		op = block.Last()
	}
	b := ir.NewBuilder(op.Context()).Before(op)
	b.SetLoc(op.Loc())
	p.Barrier(b)
	made := event{op: op.Prev(), buffer: -1, barrier: true}
	i := p.index[block]
	at := 0
	for at < len(p.events[i]) && p.events[i][at].op.IsBefore(op) {
		at++
	}
	p.events[i] = append(p.events[i][:at:at], append([]event{made}, p.events[i][at:]...)...)
}
