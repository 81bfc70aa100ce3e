package simt

import (
	"fmt"

	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/ir"
)

// bulkCopy is a copy of a box to shared memory.
type bulkCopy struct {
	from    *tensorMap
	at      []int64 // of the box in the array, the slowest dimension first
	to      span
	barrier *mbarrier
	phase   int32 // of the barrier, in which its bytes count
	op      *ir.Operation
	warp    *warp
	lane    int
}

func addCopies(table map[*ir.OpDef]rule) {
	table[&nvvm.TensorLoad] = func(c *compiler, op *ir.Operation) error {
		c.async = true
		coordinates := nvvm.TensorCoordinates(op)
		if op.NumOperands() != len(coordinates)+3 {
			return op.Errorf("%w by threads: only copies of boxes without multicast, hint and predicate are", ErrUnsupported)
		}
		operands := make([]slot, op.NumOperands()) // where to, map, coordinates from the fastest dimension on, barrier
		for i, v := range op.Operands() {
			operands[i] = c.slotOf(v)
		}
		at := int32(len(c.code))
		c.emit(op, func(w *warp, active uint32) (err error) {
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
		})
		return nil
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
	described, _, offset := w.find(v[1])
	if described == nil || described.tensorMap == nil || offset != 0 {
		return fmt.Errorf("%w: address %#x is that of no tensor map", ErrOutOfBounds, v[1])
	}
	m := described.tensorMap
	rank := len(m.box)
	if len(v) != rank+3 {
		return fmt.Errorf("%w: %d coordinates of a tensor map of %d dimensions", ErrArgument, len(v)-3, rank)
	}
	mem, at, err := w.check(v[0], m.boxBytes(), copyAlignment)
	if err != nil {
		return err
	}
	if mem.space != sharedMemory {
		return fmt.Errorf("%w: a bulk copy to byte %d of %s, which is not in shared memory", ErrOutOfBounds, at, mem.name)
	}
	barrier, err := w.barrierAt(v[rank+2], lane, code, polls)
	if err != nil {
		return err
	}
	if !barrier.fenced {
		return fmt.Errorf("%w: the copy may not see %s, for lack of nvvm.fence.mbarrier.init behind its initialization",
			ErrProxy, barrier)
	}
	one := &bulkCopy{from: m, to: span{mem, at, m.boxBytes()}, barrier: barrier, phase: barrier.phases, op: op, warp: w,
		lane: lane}
	for d := range rank {
		one.at = append(one.at, int64(int32(v[1+rank-d])))
	}
	if err := w.mayCopy(one.to, lane); err != nil {
		return err
	}
	if err := one.read(func(a *allocation, at, bytes, _ int64) error {
		return w.track(a, at, bytes, lane, code, reads)
	}); err != nil {
		return err
	}
	barrier.coming += one.to.bytes
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
	if err := w.vacant(to); err != nil {
		return err
	}
	if err := w.visible(to); err != nil {
		return err
	}
	return w.ordered(to, lane, writes)
}

// read calls f for each row of the box that lies in the array: with its bytes there, and its number in the box.
func (c *bulkCopy) read(f func(mem *allocation, at, bytes, row int64) error) error {
	m := c.from
	last := len(m.box) - 1
	first, end := max(0, c.at[last]), min(m.sizes[last], c.at[last]+m.box[last])
	for row := range m.rows() {
		address, rest, inside := m.base+uint64(first*m.element), row, first < end
		for d := last - 1; d >= 0; d-- {
			at := c.at[d] + rest%m.box[d]
			rest /= m.box[d]
			address += uint64(at * m.strides[d])
			inside = inside && 0 <= at && at < m.sizes[d]
		}
		if !inside {
			continue
		}
		bytes := (end - first) * m.element
		mem, at, err := c.warp.check(address, bytes, m.element)
		if err != nil {
			return fmt.Errorf("a bulk copy of row %d of its box: %w", row, err)
		}
		if err := f(mem, at, bytes, row); err != nil {
			return err
		}
	}
	return nil
}

// finish brings a copy to its end: its bytes are in shared memory, and arrive at the barrier.
func (c *bulkCopy) finish() error {
	m, to := c.from, c.to
	clear(to.memory.data[to.at : to.at+to.bytes])
	to.memory.mark(to.at, to.bytes, false)
	before := max(0, -c.at[len(c.at)-1]) * m.element
	err := c.read(func(mem *allocation, at, bytes, row int64) error {
		line := to.memory.base + to.at + row*m.row() + before
		for i := range bytes {
			there := swizzled(line+i, m.swizzle) - to.memory.base
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
		return c.warp.located(c.op, c.warp.about(c.lane, err))
	}
	return nil
}
