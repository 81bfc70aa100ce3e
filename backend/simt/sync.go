package simt

import (
	"fmt"
	"math/bits"

	"github.com/girih-ir/girih/backend/internal/smallint"
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/ir"
)

func addSynchronization(table map[*ir.OpDef]rule) {
	table[&nvvm.Barrier0] = func(c *compiler, op *ir.Operation) error {
		c.emitJump(op, func(w *warp, at int32, active uint32) (int32, bool, error) {
			w.goTo(at, active)
			w.waiting |= active
			return 0, false, nil
		})
		return nil
	}
	table[&nvvm.BarWarpSync] = func(c *compiler, op *ir.Operation) error {
		c.warpSyncs = true
		c.meet(op, c.operand(op, 0), func(w *warp, active uint32) error {
			w.order.synchronize(active)
			return nil
		})
		return nil
	}
	table[&nvvm.ShflSync] = (*compiler).shuffle
	table[&nvvm.VoteSync] = (*compiler).vote
	table[&nvvm.ElectSync] = (*compiler).elect
}

// meet compiles an operation that a lane executes together with all lanes in its mask, once they have all arrived.
func (c *compiler) meet(op *ir.Operation, named slot, s step) {
	if c.meets == nil {
		c.meets = make(map[int32]slot)
	}
	c.meets[int32(len(c.code))] = named
	c.emitJump(op, func(w *warp, at int32, active uint32) (int32, bool, error) {
		if bad := active & w.poison[named]; bad != 0 {
			return 0, false, w.inLane(lowest(bad), undefined("a mask of lanes"))
		}
		if w.allSay(named, active) {
			return at + 1, true, s(w, active)
		}
		w.goTo(at, active)
		w.waiting |= active
		for rest := active; rest != 0; {
			lane := lowest(rest)
			mask := uint32(w.registers[named][lane])
			if mask>>lane&1 == 0 {
				return 0, false, w.inLane(lane, fmt.Errorf("%w: mask %#x does not name lane %d itself", ErrDivergence, mask, lane))
			}
			if w.meeting(at, named, mask) != mask {
				rest &^= 1 << lane
				continue
			}
			if err := s(w, mask); err != nil {
				return 0, false, err
			}
			w.waiting &^= mask
			w.goTo(at+1, mask)
			rest &^= mask
		}
		return 0, false, nil
	})
}

// allSay reports whether the masks of all active lanes contain exactly these lanes.
func (w *warp) allSay(named slot, active uint32) bool {
	for m := active; m != 0; m &= m - 1 {
		if uint32(w.registers[named][bits.TrailingZeros32(m)]) != active {
			return false
		}
	}
	return true
}

// meeting returns the lanes that wait at an instruction with the same mask.
func (w *warp) meeting(at int32, named slot, mask uint32) (there uint32) {
	for m := mask & w.waiting; m != 0; m &= m - 1 {
		i := bits.TrailingZeros32(m)
		if w.counter[i] == at && uint32(w.registers[named][i]) == mask {
			there |= 1 << i
		}
	}
	return there
}

// shuffle compiles shfl.sync (PTX ISA, "shfl.sync"): a lane reads the value of another lane, or keeps its own if the
// other lane is outside of its segment.
func (c *compiler) shuffle(op *ir.Operation) error {
	kind := op.Inherent("kind").(*nvvm.KindAttr).Kind
	named, value := c.operand(op, 0), c.operand(op, 1)
	offset, clamp := c.operand(op, 2), c.operand(op, 3)
	result, tells := c.result(op), op.Inherent("return_value_and_is_valid") != nil
	c.meet(op, named, func(w *warp, active uint32) error {
		if bad := active & (w.poison[offset] | w.poison[clamp]); bad != 0 {
			return w.inLane(lowest(bad), undefined("the source of a shuffle"))
		}
		in, poison := w.registers[value], w.poison[value]
		for m := active; m != 0; m &= m - 1 {
			i := bits.TrailingZeros32(m)
			source, inside := sourceLane(kind, i, int(w.registers[offset][i]&31), int(w.registers[clamp][i]))
			if active>>source&1 == 0 {
				return w.inLane(i, fmt.Errorf("%w: lane %d reads from lane %d, which mask %#x does not name", ErrDivergence, i,
					source, active))
			}
			w.registers[result][i] = in[source]
			w.taint(result, 1<<i, poison>>source&1<<i)
			if tells {
				w.registers[result+1][i] = smallint.Truth(inside)
				w.taint(result+1, 1<<i, 0)
			}
		}
		return nil
	})
	return nil
}

// sourceLane returns the lane that a lane reads from in a shuffle, and whether it is inside its segment.
func sourceLane(kind string, lane, offset, clamp int) (source int, inside bool) {
	bound, segment := clamp&31, clamp>>8&31
	low, high := lane&segment, lane&segment|bound&^segment
	switch kind {
	case nvvm.Up:
		source = lane - offset
		inside = source >= high
	case nvvm.Down:
		source = lane + offset
		inside = source <= high
	case nvvm.Bfly:
		source = lane ^ offset
		inside = source <= high
	default:
		source = low | offset&^segment
		inside = source <= high
	}
	if !inside {
		return lane, false
	}
	return source, true
}

// vote compiles vote.sync (PTX ISA, "vote.sync").
func (c *compiler) vote(op *ir.Operation) error {
	kind := op.Inherent("kind").(*nvvm.KindAttr).Kind
	predicate, result := c.operand(op, 1), c.result(op)
	c.meet(op, c.operand(op, 0), func(w *warp, active uint32) error {
		if bad := active & w.poison[predicate]; bad != 0 {
			return w.inLane(lowest(bad), undefined("a vote"))
		}
		set := w.truths(predicate) & active
		outcome := map[string]uint64{nvvm.VoteAny: smallint.Truth(set != 0), nvvm.VoteAll: smallint.Truth(set == active),
			nvvm.VoteBallot: uint64(set), nvvm.VoteUni: smallint.Truth(set == 0 || set == active)}[kind]
		w.taint(result, active, 0)
		forEach(active, func(i int) { w.registers[result][i] = outcome })
		return nil
	})
	return nil
}

// elect compiles elect.sync (PTX ISA, "elect.sync"). The elected lane of a mask is always the same one.
func (c *compiler) elect(op *ir.Operation) error {
	named, result := slot(0), c.result(op)
	if op.NumOperands() > 0 {
		named = c.operand(op, 0)
	} else {
		named = c.reserve(1)
		c.constants = append(c.constants, constant{slot: named, bits: uint64(everyone)})
	}
	c.meet(op, named, func(w *warp, active uint32) error {
		rank := int(w.launch.Seed % uint64(bits.OnesCount32(active)))
		rest := active
		for range rank {
			rest &= rest - 1
		}
		elected := lowest(rest)
		w.taint(result, active, 0)
		forEach(active, func(i int) { w.registers[result][i] = smallint.Truth(i == elected) })
		return nil
	})
	return nil
}

// addGridDependencies adds the operations of programmatic dependent launch. They have no effect here, since kernels run
// one after the other.
func addGridDependencies(table map[*ir.OpDef]rule) {
	table[&nvvm.GridDependency] = func(c *compiler, op *ir.Operation) error {
		c.emit(op, func(*warp, uint32) error { return nil })
		return nil
	}
}
