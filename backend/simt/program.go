package simt

import (
	"math/bits"

	"github.com/girih-ir/girih/backend/internal/smallint"
	"github.com/girih-ir/girih/ir"
)

// lanes is the number of threads of a warp; everyone is the mask of them all.
const (
	lanes           = 32
	everyone uint32 = 1<<lanes - 1
)

// row holds one number for each lane of a warp: bits, zero-extended.
type row [lanes]uint64

// slot is the index of a register of a warp. A vector or structure takes one register for each of its numbers, in
// order.
type slot int32

// step executes an operation in the active lanes.
type step func(w *warp, active uint32) error

// jump ends a straight-line sequence of instructions in the active lanes, and returns where they continue. If they do
// not all continue at the same place, together is false, and jump has set their program counters.
type jump func(w *warp, at int32, active uint32) (next int32, together bool, err error)

// instruction is one operation, compiled; it has either a step or a jump.
type instruction struct {
	op   *ir.Operation
	step step
	jump jump
	// operands are the registers of the operands, if the launch has an observer.
	operands []slot
	// reads and writes are the registers that the operation reads or writes, in kernels with products of warp groups.
	reads, writes []slot
}

// label is a position in the code. It is known when all code has been generated.
type label struct{ at int32 }

// constant is a number that all lanes hold from the start.
type constant struct {
	slot   slot
	bits   uint64
	poison bool
}

// program is a compiled kernel.
type program struct {
	kernel     *ir.Operation
	code       []instruction
	registers  slot
	params     []slot
	constants  []constant
	globals    []*global
	meets      map[int32]slot // the mask register of operations that lanes of a warp execute together
	granule    int64          // in bytes: every access covers whole granules
	atomics    bool           // some operations are atomic
	prints     bool           // some operations print
	locals     []int64        // the size of a thread's memory for each alloca
	orders     bool           // whether atomic operations order the accesses of different blocks
	async      bool           // some operations are asynchronous
	multiplies bool           // some operations are products of warp groups
	parts      bool           // whether some threads wait for others, at barriers in memory or at named barriers
	warpSyncs  bool           // some operations order accesses within a warp
	// entryRegisters is the number of registers of a thread at its start, if warps change that.
	entryRegisters int64
}

// forEach calls f for each lane of a mask.
func forEach(active uint32, f func(lane int)) {
	for ; active != 0; active &= active - 1 {
		f(bits.TrailingZeros32(active))
	}
}

// Functions of the elements of one, two or three operands. Total functions are also called for undefined operands,
// whose bits are arbitrary. Partial functions are not, and return [smallint.ErrPoison] if they have no result.
type (
	total1   func(x uint64) uint64
	total2   func(x, y uint64) uint64
	total3   func(x, y, z uint64) uint64
	partial1 func(x uint64) (uint64, error)
	partial2 func(x, y uint64) (uint64, error)
)

// elementwise is a function of elements that step compiles to an operation on registers.
type elementwise interface {
	step(to slot, from []slot) step
}

func (f total1) step(to slot, from []slot) step {
	a := from[0]
	return func(w *warp, active uint32) error {
		out, x := &w.registers[to], &w.registers[a]
		w.taint(to, active, w.poison[a])
		if active == everyone {
			for i := range out {
				out[i] = f(x[i])
			}
			return nil
		}
		for m := active; m != 0; m &= m - 1 {
			i := bits.TrailingZeros32(m)
			out[i] = f(x[i])
		}
		return nil
	}
}

func (f total2) step(to slot, from []slot) step {
	a, b := from[0], from[1]
	return func(w *warp, active uint32) error {
		out, x, y := &w.registers[to], &w.registers[a], &w.registers[b]
		w.taint(to, active, w.poison[a]|w.poison[b])
		if active == everyone {
			for i := range out {
				out[i] = f(x[i], y[i])
			}
			return nil
		}
		for m := active; m != 0; m &= m - 1 {
			i := bits.TrailingZeros32(m)
			out[i] = f(x[i], y[i])
		}
		return nil
	}
}

func (f total3) step(to slot, from []slot) step {
	a, b, c := from[0], from[1], from[2]
	return func(w *warp, active uint32) error {
		out, x, y, z := &w.registers[to], &w.registers[a], &w.registers[b], &w.registers[c]
		w.taint(to, active, w.poison[a]|w.poison[b]|w.poison[c])
		for m := active; m != 0; m &= m - 1 {
			i := bits.TrailingZeros32(m)
			out[i] = f(x[i], y[i], z[i])
		}
		return nil
	}
}

func (f partial1) step(to slot, from []slot) step {
	return partial2(func(x, _ uint64) (uint64, error) { return f(x) }).step(to, []slot{from[0], from[0]})
}

func (f partial2) step(to slot, from []slot) step {
	a, b := from[0], from[1]
	return func(w *warp, active uint32) error {
		out, x, y := &w.registers[to], &w.registers[a], &w.registers[b]
		poison := w.poison[a] | w.poison[b]
		for m := active &^ poison; m != 0; m &= m - 1 {
			i := bits.TrailingZeros32(m)
			v, err := f(x[i], y[i])
			switch {
			case err == nil:
				out[i] = v
			case err == smallint.ErrPoison:
				poison |= 1 << i
			default:
				return w.inLane(i, err)
			}
		}
		w.taint(to, active, poison)
		return nil
	}
}

// move copies registers in the active lanes.
func (w *warp) move(to, from slot, active uint32) {
	w.taint(to, active, w.poison[from])
	if w.marks != nil {
		w.remark(to, w.marks[from], active)
	}
	if active == everyone {
		w.registers[to] = w.registers[from]
		return
	}
	out, x := &w.registers[to], &w.registers[from]
	for m := active; m != 0; m &= m - 1 {
		i := bits.TrailingZeros32(m)
		out[i] = x[i]
	}
}

// taint returns the active lanes that hold an undefined value in a register.
func (w *warp) taint(to slot, active, poison uint32) {
	w.poison[to] = w.poison[to]&^active | poison&active
}
