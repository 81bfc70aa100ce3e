package simt

import (
	"fmt"
	"math/bits"

	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/ir"
)

// A block has named barriers with numbers (PTX ISA, "bar"). A phase of one ends when as many threads have arrived as
// the arriving operations say; some of these threads wait for it. Any operation counts as an arrival. With
// nvvm.barrier0, in contrast, all threads are assumed to be at the same operation of the program.

// namedBarriers is the number of named barriers.
const namedBarriers = 16

func addNamedBarriers(table map[*ir.OpDef]rule) {
	table[&nvvm.Barrier] = func(c *compiler, op *ir.Operation) error {
		id, threads := nvvm.BarrierOperands(op)
		if id == nil {
			return table[&nvvm.Barrier0](c, op)
		}
		return c.named(op, id, threads, true)
	}
	table[&nvvm.BarrierArrive] = func(c *compiler, op *ir.Operation) error {
		if op.NumOperands() == 1 {
			return c.named(op, nil, op.Operand(0), false)
		}
		return c.named(op, op.Operand(0), op.Operand(1), false)
	}
}

// ofAll reports whether an operation is a barrier of all threads at which they may wait at different places in the
// program.
func ofAll(op *ir.Operation) bool {
	if !op.Is(&nvvm.Barrier) {
		return false
	}
	id, _ := nvvm.BarrierOperands(op)
	return id == nil
}

// named compiles an arrival at a barrier, and possibly a wait there. A nil number means barrier 0, nil threads means
// all threads.
func (c *compiler) named(op *ir.Operation, id, threads *ir.Value, wait bool) error {
	c.async, c.parts = true, true
	var number, count slot
	if id != nil {
		number = c.slotOf(id)
	}
	if threads != nil {
		count = c.slotOf(threads)
	}
	c.emitJump(op, func(w *warp, at int32, active uint32) (int32, bool, error) {
		one, expected := uint64(0), uint64(w.threads)
		for _, operand := range []struct {
			is   *ir.Value
			from slot
			to   *uint64
		}{{id, number, &one}, {threads, count, &expected}} {
			if operand.is == nil {
				continue
			}
			v, err := w.same(operand.from, active)
			if err != nil {
				return 0, false, err
			}
			*operand.to = v
		}
		m, err := w.arriveAt(one, int64(expected), active)
		if err != nil {
			return 0, false, w.inLane(lowest(active), err)
		}
		if !wait {
			return at + 1, true, nil
		}
		w.order.synchronize(active) // the lanes of the warp synchronize too
		if m.phases >= m.until {
			w.learn(m.mbarrier)
			return at + 1, true, nil
		}
		forEach(active, func(lane int) { w.waits[lane] = waits{barrier: m.mbarrier, until: m.until} })
		w.goTo(at, active)
		w.waiting |= active
		return 0, false, nil
	})
	return nil
}

// same returns the number in a register, which must be the same in all lanes.
func (w *warp) same(from slot, active uint32) (uint64, error) {
	if bad := active & w.poison[from]; bad != 0 {
		return 0, w.inLane(lowest(bad), undefined("a barrier"))
	}
	v := w.registers[from][lowest(active)]
	for m := active; m != 0; m &= m - 1 {
		if lane := bits.TrailingZeros32(m); w.registers[from][lane] != v {
			return 0, w.inLane(lane, fmt.Errorf("%w: the lanes of a warp name barriers or threads %d and %d", ErrDivergence, v,
				w.registers[from][lane]))
		}
	}
	return v, nil
}

// arrival is the arrival of a warp at a barrier. The phase has ended when the barrier has had this many phases.
type arrival struct {
	*mbarrier
	until int32
}

// arriveAt makes the lanes of a warp arrive at a named barrier, in a phase of a given number of threads.
func (w *warp) arriveAt(number uint64, threads int64, active uint32) (a arrival, err error) {
	switch {
	case active != w.exists:
		return a, fmt.Errorf("%w: all lanes of the warp come to a barrier together, but only %#x do", ErrDivergence, active)
	case number >= namedBarriers:
		return a, fmt.Errorf("%w: there is no barrier %d: numbers are from 0 to %d", ErrBarrier, number, namedBarriers-1)
	case threads < 1 || threads%lanes != 0 || threads > int64(w.threads):
		return a, fmt.Errorf("%w: %d threads at barrier %d: a block of %d has whole warps of them", ErrBarrier, threads,
			number, w.threads)
	}
	e := w.engine
	m := e.named[number]
	if m == nil {
		m = &mbarrier{at: int64(number), count: threads, missing: threads}
		e.named[number] = m
		e.add(m)
	}
	if m.missing == m.count { // the first arrival of a phase sets the number of threads
		m.count, m.missing = threads, threads
	}
	if m.count != threads {
		return a, fmt.Errorf("%w: %d threads meet at barrier %d, but others say that %d do", ErrBarrier, threads, number,
			m.count)
	}
	a = arrival{m, m.phases + 1}
	m.missing -= lanes
	w.tell(&m.arriving)
	return a, m.settle()
}
