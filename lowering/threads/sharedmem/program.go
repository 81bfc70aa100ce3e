package sharedmem

import (
	"slices"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/internal/pointermap"
	"github.com/girih-ir/girih/ir"
)

// access is the way in which an operation accesses a buffer.
type access int

const (
	reads access = iota
	writes
	updates // atomic updates
	numAccesses
)

// event is an operation that concerns shared memory: the beginning of a buffer's life, an access, or a barrier, perhaps
// of each warp group.
type event struct {
	op           *ir.Operation
	buffer       int // -1 for a barrier
	begins       bool
	beside       set // the buffers that bulk stores may be reading where the buffer begins
	barrier      bool
	groupBarrier bool
	kind         access
}

// accesses reports whether the event is an access to a buffer.
func (e event) accesses() bool { return !e.barrier && !e.groupBarrier && !e.begins }

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
	found := make(uses)
	for i, b := range f.Buffers {
		found.add(event{op: b.Address, buffer: i, begins: true})
		t := tracer{buffer: i, found: found, seen: make(map[*ir.Value]bool)}
		t.address(b.Address.Result(0))
	}
	of := pointermap.From(found)
	p.events, p.next = make([][]event, len(p.blocks)), make([][]int, len(p.blocks))
	for i, b := range p.blocks {
		for op := range b.Ops() {
			if list := of.Get(op); list != nil {
				p.events[i] = append(p.events[i], list...)
			} else if f.IsBarrier(op) {
				p.events[i] = append(p.events[i], event{op: op, buffer: -1, barrier: true})
			} else if f.IsGroupBarrier != nil && f.IsGroupBarrier(op) {
				p.events[i] = append(p.events[i], event{op: op, buffer: -1, groupBarrier: true})
			}
		}
		if end := b.Last(); end != nil {
			for s := range end.NumSuccessors() {
				p.next[i] = append(p.next[i], p.index[end.Successor(s)])
			}
		}
	}
	p.addWaits(found)
	return p
}

// uses has the events of operations, one for each buffer that an operation accesses.
type uses map[*ir.Operation][]event

// of returns the index of an operation's event for a buffer, or -1 if there is none.
func (u uses) of(op *ir.Operation, buffer int) int {
	return slices.IndexFunc(u[op], func(e event) bool { return e.buffer == buffer })
}

// add adds an event. It replaces an event of the same operation for the same buffer.
func (u uses) add(e event) {
	if i := u.of(e.op, e.buffer); i >= 0 {
		u[e.op][i] = e
		return
	}
	u[e.op] = append(u[e.op], e)
}

// tracer collects the accesses to a buffer.
type tracer struct {
	buffer int
	found  uses
	seen   map[*ir.Value]bool
}

// address follows the uses of an address, or of a number that is computed from one, such as the descriptor of a factor.
func (t *tracer) address(v *ir.Value) {
	t.follow(v, t.address, func(u *ir.Operand) {
		switch op := u.Owner(); {
		case op.NumResults() == 1 && op.HasTrait(ir.Pure):
			t.address(op.Result(0))
		case op.Is(&llvm.Load), isBulkStore(op):
			t.access(op, reads)
		case op.Is(&llvm.AtomicRMW), op.Is(&llvm.CmpXchg):
			t.access(op, updates)
		default:
			t.access(op, writes)
		}
	})
}

// accumulator follows the result of a product that reads the buffer until no product is running. Operations that read
// elements of an accumulator come after the wait for it.
func (t *tracer) accumulator(v *ir.Value) {
	t.follow(v, t.accumulator, func(u *ir.Operand) {
		if op := u.Owner(); op.Is(&tilegpu.AwaitProducts) {
			t.access(op, reads)
			if tilegpu.PendingOf(op) > 0 {
				t.accumulator(op.Result(u.Index()))
			}
		}
	})
}

// follow visits the uses of a value once. Block arguments that a branch passes it to are followed as the value itself,
// and so are the results of products, which read the buffer.
func (t *tracer) follow(v *ir.Value, onward func(v *ir.Value), visit func(u *ir.Operand)) {
	if t.seen[v] {
		return
	}
	t.seen[v] = true
	for u := range v.Uses() {
		op := u.Owner()
		if branch, ok := ir.InterfaceOf[ir.Branch](op); ok {
			passed(branch, u, onward)
		} else if tilegpu.IsWarpGroupProduct(op) {
			t.access(op, reads)
			t.accumulator(op.Result(0))
		} else {
			visit(u)
		}
	}
}

func (t *tracer) access(op *ir.Operation, kind access) {
	t.found.add(event{op: op, buffer: t.buffer, kind: kind})
}

// passed calls follow for the block arguments that a branch passes an operand to.
func passed(branch ir.Branch, u *ir.Operand, follow func(v *ir.Value)) {
	op := u.Owner()
	for i := range op.NumSuccessors() {
		if first, end := branch.SuccessorOperands(op, i); first <= u.Index() && u.Index() < end {
			follow(op.Successor(i).Arg(u.Index() - first))
		}
	}
}

// cycles returns a function that reports whether two operations are in a loop together.
func (p *program) cycles() func(x, y *ir.Operation) bool {
	from := make([]set, len(p.blocks)) // the blocks that can be reached from each block
	for i := range from {
		from[i] = newSet(len(p.blocks))
		for _, n := range p.next[i] {
			from[i].add(n)
		}
	}
	for changed := true; changed; {
		changed = false
		for i := len(p.blocks) - 1; i >= 0; i-- {
			for _, n := range p.next[i] {
				changed = from[i].union(from[n]) || changed
			}
		}
	}
	return func(x, y *ir.Operation) bool {
		i, j := p.index[x.Block()], p.index[y.Block()]
		return from[i].has(j) && from[j].has(i)
	}
}

// begun returns, for each block, the buffers that may have begun by its end.
func (p *program) begun() []set {
	out := make([]set, len(p.blocks))
	for i := range out {
		out[i] = newSet(len(p.Buffers))
		for _, e := range p.events[i] {
			if e.begins {
				out[i].add(e.buffer)
			}
		}
	}
	for changed := true; changed; {
		changed = false
		for i := range p.blocks {
			for _, s := range p.next[i] {
				changed = out[s].union(out[i]) || changed
			}
		}
	}
	return out
}

// interference returns which buffers are alive at the same time. A buffer lives from its beginning to its last access,
// or to the end if it stays, and while bulk stores read it. Two that are alive at the same time are so where the later
// one begins. Waits do not count as accesses here: a wait behind two branches, for what either one stores, would keep
// both buffers alive where none of the stores is running. A buffer that stays is not alive where only another branch
// has begun it.
func (p *program) interference() relation {
	n := len(p.Buffers)
	alive := newRelation(n)
	in := make([]set, len(p.blocks)) // the live buffers at the start of each block
	for i := range in {
		in[i] = newSet(n)
	}
	stay, begun := newSet(n), p.begun()
	for i, b := range p.Buffers {
		if b.Stays {
			stay.add(i)
		}
	}
	visit := func(i int, meet func(buffer int, live set)) bool {
		live := newSet(n)
		if len(p.next[i]) == 0 {
			live.union(stay)
		}
		for _, s := range p.next[i] {
			live.union(in[s])
		}
		live.intersect(begun[i])
		for k := len(p.events[i]) - 1; k >= 0; k-- {
			e := p.events[i][k]
			switch {
			case e.barrier, e.groupBarrier, e.op.Is(&nvvm.BulkWait):
				continue
			case e.begins:
				if meet != nil {
					meet(e.buffer, live)
					meet(e.buffer, e.beside)
				}
				live.remove(e.buffer)
				continue
			}
			live.add(e.buffer)
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
			for j := range live.all() {
				if j != buffer {
					alive.add(buffer, j)
				}
			}
		})
	}
	return alive
}
