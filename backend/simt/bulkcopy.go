package simt

import (
	"fmt"
	"slices"

	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/ir"
)

// bulkCopy is a copy of a box to shared memory.
type bulkCopy struct {
	box
	to      span
	barrier *mbarrier
	phase   int32 // of the barrier, in which its bytes count
}

func addCopies(table map[*ir.OpDef]rule) {
	table[&nvvm.TensorLoad] = (*compiler).tensorLoad
}

// tensorLoad compiles a copy of a box to shared memory.
func (c *compiler) tensorLoad(op *ir.Operation) error {
	r := nvvm.TensorLoadOf(op)
	if r.Mode != "tile" || r.Multicast != nil {
		return op.Errorf("%w by threads: only copies of boxes to one block are, those of mode tile", ErrUnsupported)
	}
	c.async = true
	operands := []slot{c.slotOf(r.To), c.slotOf(r.Map)}
	for _, v := range slices.Concat(r.Coordinates, []*ir.Value{r.Barrier}) {
		operands = append(operands, c.slotOf(v))
	}
	at := int32(len(c.code))
	c.emit(op, c.whereTrue(r.Predicate, func(w *warp, active uint32) (err error) {
		forEach(active, func(lane int) {
			if err == nil {
				if err = w.startCopy(op, operands, lane, at); err != nil {
					err = w.about(lane, err)
				}
			}
		})
		if err != nil {
			return err
		}
		return w.chance()
	}))
	return nil
}

// whereTrue returns a step for the lanes in which a predicate holds, nil for all.
func (c *compiler) whereTrue(predicate *ir.Value, s step) step {
	if predicate == nil {
		return s
	}
	from := c.slotOf(predicate)
	return func(w *warp, active uint32) error {
		if bad := active & w.poison[from]; bad != 0 {
			return w.inLane(lowest(bad), undefined("whether something is copied"))
		}
		return s(w, active&w.truths(from))
	}
}

// copyAlignment is what a bulk copy's place in shared memory is a multiple of, in bytes.
const copyAlignment = 128

// startCopy begins a copy of a lane.
func (w *warp) startCopy(op *ir.Operation, operands []slot, lane int, code int32) error {
	v := make([]uint64, len(operands))
	for i, s := range operands {
		if v[i] = w.registers[s][lane]; w.poison[s]>>lane&1 != 0 {
			return undefined("a bulk copy")
		}
	}
	b, err := w.boxAt(op, lane, v[1], v[2:len(v)-1])
	if err != nil {
		return err
	}
	m := b.described
	mem, at, err := w.check(v[0], m.boxBytes(), copyAlignment)
	if err != nil {
		return err
	}
	if mem.space != sharedMemory {
		return fmt.Errorf("%w: a bulk copy to byte %d of %s, which is not in shared memory", ErrOutOfBounds, at, mem.name)
	}
	barrier, err := w.barrierAt(v[len(v)-1], lane, code, polls)
	if err != nil {
		return err
	}
	if !barrier.fenced {
		return fmt.Errorf("%w: the copy may not see %s, for lack of nvvm.fence.mbarrier.init behind its initialization",
			ErrProxy, barrier)
	}
	one := &bulkCopy{box: b, to: span{mem, at, m.boxBytes()}, barrier: barrier, phase: barrier.phases}
	if err := w.mayCopy(one.to, lane); err != nil {
		return err
	}
	if err := one.rows(func(a *allocation, at, bytes, _ int64) error {
		return w.track(a, at, bytes, lane, code, reads)
	}); err != nil {
		return err
	}
	barrier.coming += one.to.bytes
	w.engine.copies.overwritten(one.to)
	units, _ := w.engine.of(one.to)
	for i := range units {
		units[i] = unit{copied: one}
	}
	w.engine.flying, w.engine.all = append(w.engine.flying, one), append(w.engine.all, one)
	return nil
}

// mayCopy returns an error if something that touches the bytes is not ordered before a copy to them.
func (w *warp) mayCopy(to span, lane int) error {
	if err := w.free(to, "copied to"); err != nil {
		return err
	}
	if err := w.vacant(to, lane); err != nil {
		return err
	}
	if err := w.visible(to); err != nil {
		return err
	}
	return w.ordered(to, lane, writes)
}

// advance brings a copy to its end: its bytes are in shared memory, and arrive at the barrier.
func (c *bulkCopy) advance() (ended bool, err error) {
	to := c.to
	clear(to.memory.data[to.at : to.at+to.bytes])
	to.memory.mark(to.at, to.bytes, false)
	err = c.rows(func(mem *allocation, at, bytes, row int64) error {
		for i := range bytes {
			there := c.place(to, row, i)
			to.memory.data[there] = mem.data[at+i]
			if mem.state != nil && mem.state[at+i] != defined {
				to.memory.state[there] = poisoned
			}
		}
		return nil
	})
	if err == nil {
		c.barrier.bytes -= to.bytes
		c.barrier.coming -= to.bytes
		err = c.barrier.settle()
	}
	if err != nil {
		return true, c.warp.located(c.op, c.warp.about(c.lane, err))
	}
	return true, nil
}
