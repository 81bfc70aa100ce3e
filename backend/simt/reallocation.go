package simt

import (
	"fmt"

	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/ir"
)

// Warps of a block transfer registers to each other (PTX ISA, "setmaxnreg"). The block keeps the registers that a warp
// releases until another warp requests them; that warp waits if there are not enough. The number of registers that a
// thread really needs is not known here.

// budget is the number of registers of a warp.
type budget struct {
	each    int64 // registers of each thread
	changes int   // number of changes so far
	time    int32 // time of the last change, on the warp's clock
	last    *ir.Operation
}

func addReallocation(table map[*ir.OpDef]rule) {
	table[&nvvm.SetMaxRegister] = func(c *compiler, op *ir.Operation) error {
		c.async = true
		want, more := nvvm.SetMaxRegisterOf(op)
		start := nvvm.EntryRegisters(c.kernel)
		if start == 0 {
			return op.Errorf("%w: the kernel does not say how many registers its threads start with: it needs %s, or %s and %s",
				ErrRegisters, nvvm.MaxNReg, nvvm.ReqNTID, nvvm.MinCTASM)
		}
		c.entryRegisters = start
		c.emitJump(op, func(w *warp, at int32, active uint32) (int32, bool, error) {
			if err := w.whole(active); err != nil {
				return 0, false, err
			}
			if err := w.mayChange(want, more); err != nil {
				return 0, false, w.inLane(0, err)
			}
			w.budget.changes++
			w.budget.time, w.budget.last = w.order.now, op
			if w.grant(want) {
				return at + 1, true, nil
			}
			forEach(active, func(lane int) { w.waits[lane] = waits{registers: want} })
			w.goTo(at, active)
			w.waiting |= active
			return 0, false, nil
		})
		return nil
	}
}

// mayChange returns an error if a warp must not change its number of registers.
func (w *warp) mayChange(want int64, more bool) error {
	has, all := w.budget.each, w.program.entryRegisters*int64(w.threads)
	switch {
	case all > nvvm.MultiprocessorRegisters:
		return fmt.Errorf("%w: %d threads start with %d registers each, but there are %d", ErrRegisters, w.threads,
			w.program.entryRegisters, nvvm.MultiprocessorRegisters)
	case more && want < has:
		return fmt.Errorf("%w: an increase to %d registers, but each thread has %d", ErrRegisters, want, has)
	case !more && want > has:
		return fmt.Errorf("%w: a decrease to %d registers, but each thread has %d", ErrRegisters, want, has)
	}
	for _, other := range w.group() {
		behind := other.budget.changes < w.budget.changes
		if behind || other != w && other.budget.changes == w.budget.changes && w.budget.changes > 0 &&
			!w.knows(w.block, other.number, other.budget.time) {
			return fmt.Errorf("%w: nothing orders the change before in warp %d, of the same warp group, before this one",
				ErrRegisters, other.number)
		}
	}
	return nil
}

// group returns the warps of a warp's group.
func (w *warp) group() []*warp {
	first := w.number / 4 * 4
	return w.warps[first : first+4]
}

// grant gives a warp a number of registers for each thread, if the block has them, and reports whether it did.
func (w *warp) grant(want int64) bool {
	more := (want - w.budget.each) * lanes
	if more > w.spareRegisters {
		return false
	}
	w.spareRegisters -= more
	w.budget.each = want
	return true
}

// sameChanges returns an error if the warps of a group have not made the same changes.
func (b *block) sameChanges() error {
	for _, w := range b.warps {
		if w.budget.changes == 0 {
			continue
		}
		for _, other := range w.group() {
			if other.budget.changes != w.budget.changes || other.budget.last != w.budget.last {
				return w.located(w.budget.last, w.inLane(0, fmt.Errorf("%w: warp %d, of the same warp group, has not executed it: "+
					"all four do", ErrRegisters, other.number)))
			}
		}
	}
	return nil
}
