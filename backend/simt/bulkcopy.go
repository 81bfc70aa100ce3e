package simt

import (
	"fmt"
	"slices"

	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/ir"
)

// bulkCopy is a copy of a box to shared memory that is in flight.
type bulkCopy struct {
	box
	to      span
	barrier *mbarrier
	phase   int32  // the phase of the barrier in which its bytes are counted
	from    []span // the bytes of the array that it reads
}

func addCopies(table map[*ir.OpDef]rule) {
	table[&nvvm.TensorLoad] = (*compiler).tensorLoad
}

// tensorLoad compiles a copy of a box to shared memory.
func (c *compiler) tensorLoad(op *ir.Operation) error {
	r := nvvm.TensorLoadOf(op)
	if r.Mode != "tile" && r.Mode != "im2col" {
		return op.Errorf("%w by threads: only copies of modes tile and im2col are", ErrUnsupported)
	}
	c.async = true
	mask := slot(-1)
	if r.Multicast != nil {
		mask = c.slotOf(r.Multicast)
	}
	operands := []slot{c.slotOf(r.To), c.slotOf(r.Map)}
	for _, v := range slices.Concat(r.Coordinates, r.Offsets, []*ir.Value{r.Barrier}) {
		operands = append(operands, c.slotOf(v))
	}
	at := int32(len(c.code))
	c.emit(op, c.whereTrue(r.Predicate, func(w *warp, active uint32) (err error) {
		forEach(active, func(lane int) {
			if err == nil {
				if err = w.startCopy(op, operands, mask, lane, at); err != nil {
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

// whereTrue returns a step that returns the lanes in which a predicate holds; nil if there is no predicate.
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

// copyAlignment is the required alignment, in bytes, of a bulk copy's address in shared memory.
const copyAlignment = 128

// startCopy begins a copy of a lane. The operands are the destination, the map, the coordinates, offsets and the
// barrier. The copy goes to the blocks of the cluster in a mask, or else to the block that the destination points into.
func (w *warp) startCopy(op *ir.Operation, operands []slot, mask slot, lane int, code int32) error {
	v := make([]uint64, len(operands))
	for i, s := range operands {
		if v[i] = w.registers[s][lane]; w.poison[s]>>lane&1 != 0 {
			return undefined("a bulk copy")
		}
	}
	var offsets []uint64
	rank := len(v) - 3
	if r := nvvm.TensorLoadOf(op); len(r.Offsets) > 0 {
		rank = len(r.Coordinates)
		offsets = v[2+rank : len(v)-1]
	}
	from, err := w.boxAt(op, lane, v[1], v[2:2+rank], offsets)
	if err != nil {
		return err
	}
	owner, to := w.owner(v[0])
	targets := []*block{owner}
	if mask >= 0 {
		if w.poison[mask]>>lane&1 != 0 {
			return undefined("a bulk copy")
		}
		if targets, err = w.cluster.named(w.registers[mask][lane]); err != nil {
			return err
		}
	} else if owner != w.block {
		return fmt.Errorf("%w: a bulk copy to block %d of the cluster, whose barrier would be in another one",
			ErrMemoryBarrier, owner.rank)
	}
	rows, err := w.readRows(&from, code)
	if err != nil {
		return err
	}
	for _, b := range targets {
		if err := w.target(&bulkCopy{box: from, from: rows}, b, to, v[len(v)-1], code); err != nil {
			return err
		}
	}
	return nil
}

// readRows records that a lane reads a box, and returns its rows in memory.
func (w *warp) readRows(b *box, code int32) (list []span, err error) {
	err = b.rows(func(a *allocation, at, bytes, _ int64) error {
		if err := w.visibleGlobal(a, at, bytes); err != nil {
			return err
		}
		list = append(list, span{a, at, bytes})
		return w.track(a, at, bytes, b.lane, code, fetches)
	})
	return list, err
}

// beingRead returns an error if a bulk copy that the warp has not waited for reads some of the bytes in global memory.
func (w *warp) beingRead(mem *allocation, at, bytes int64) error {
	for _, c := range w.engine.all {
		if len(c.from) == 0 || c.from[0].memory != mem || w.seen.hasSeen(c.barrier.number, c.phase) {
			continue
		}
		for _, row := range c.from {
			if row.at < at+bytes && at < row.at+row.bytes {
				return fmt.Errorf("%w: byte %d of %s is written, which a bulk copy reads that the warp has not waited for: its "+
					"bytes arrive in phase %d of %s", ErrInFlight, max(at, row.at), mem.name, c.phase, c.barrier)
			}
		}
	}
	return nil
}

// named returns the blocks in a mask.
func (c *cluster) named(mask uint64) (list []*block, err error) {
	for rank, b := range c.blocks {
		if mask>>rank&1 != 0 {
			list = append(list, b)
		}
	}
	if mask == 0 || mask>>len(c.blocks) != 0 {
		return nil, fmt.Errorf("%w: a mask %#x of a cluster of %d blocks", ErrOutOfBounds, mask, len(c.blocks))
	}
	return list, nil
}

// target begins the part of a copy that goes to one block.
func (w *warp) target(c *bulkCopy, b *block, to, barrier uint64, code int32) error {
	bytes := c.described.boxBytes()
	mem, at, err := b.check(to, bytes, copyAlignment)
	if err != nil {
		return err
	}
	if mem.space != sharedMemory {
		return fmt.Errorf("%w: a bulk copy to byte %d of %s, which is not in shared memory", ErrOutOfBounds, at, mem.name)
	}
	c.to = span{mem, at, bytes}
	if b == w.block {
		c.barrier, err = w.barrierAt(barrier, c.lane, code, polls)
	} else if err = w.reach(b); err == nil {
		var where *allocation
		if where, at, err = b.warps[0].barrierMemory(barrier); err == nil {
			c.barrier, err = w.remoteBarrier(b, where, at)
		}
	}
	if err != nil {
		return err
	}
	if err := w.mayUse(b, c.barrier, c.lane); err != nil {
		return err
	}
	c.phase = c.barrier.phases
	if err := w.mayCopy(b, c.to, c.lane); err != nil {
		return err
	}
	c.barrier.coming += bytes
	b.engine.copies.overwritten(c.to)
	units, _ := b.engine.of(c.to)
	for i := range units {
		units[i] = unit{copied: c}
	}
	b.engine.flying, b.engine.all = append(b.engine.flying, c), append(b.engine.all, c)
	return nil
}

// mayCopy returns an error if an access to some bytes of a block is not ordered before a copy to them.
func (w *warp) mayCopy(b *block, to span, lane int) error {
	if err := w.freeIn(b, to, "copied to"); err != nil {
		return err
	}
	if err := w.vacantIn(b, to, lane); err != nil {
		return err
	}
	if err := b.visible(to); err != nil {
		return err
	}
	if b != w.block {
		return w.orderedIn(b, to, lane, writes)
	}
	return w.ordered(to, lane, writes)
}

// advance completes a copy: it writes the bytes to shared memory, and counts them at the barrier.
func (c *bulkCopy) advance() (ended bool, err error) {
	to := c.to
	clear(to.memory.data[to.at : to.at+to.bytes])
	to.memory.mark(to.at, to.bytes, false)
	err = c.rows(func(mem *allocation, at, bytes, row int64) error {
		for i := range bytes {
			there := c.place(to, row, i)
			to.memory.data[there] = mem.data[at+i]
			if c.described.rounds && i%4 == 3 {
				roundToTF32(to.memory.data[there-3:])
			}
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
