package simt

import (
	"errors"
	"fmt"
	"math/bits"

	"github.com/girih-ir/girih/backend/internal/smallint"
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/apfloat"
)

// update is an atomic operation on a number in memory. The lanes of a warp execute it one after the other.
type update struct {
	access
	result slot
	apply  func(w *warp, lane int, old uint64) (v uint64, err error)
	// swapped is the register for whether the number was replaced; -1 for none. apply returns errKept if it was not.
	swapped slot
	order   int // how it orders accesses of different blocks
}

// errKept says that an atomic operation does not change memory. It is never returned to callers of the package.
var errKept = errors.New("kept")

func addAtomics(table map[*ir.OpDef]rule) {
	table[&llvm.AtomicRMW] = (*compiler).atomicUpdate
	table[&llvm.CmpXchg] = (*compiler).compareAndExchange
	// Accesses of a lane take place in the order of the program, so a fence has nothing left to order.
	table[&llvm.Fence] = func(c *compiler, op *ir.Operation) error {
		c.emit(op, func(*warp, uint32) error { return nil })
		return nil
	}
}

func (c *compiler) atomicUpdate(op *ir.Operation) error {
	t := op.Operand(1).Type()
	kind, _ := llvm.AtomicBinOp.Value(op.Inherent("bin_op"))
	f := updateFunction(llvm.AtomicBinOp.Name(kind), t)
	if _, isVector := t.(*ir.VectorType); isVector || f == nil {
		return op.Errorf("%w by threads on values of type %s", ErrUnsupported, ir.Quote(t))
	}
	value := c.operand(op, 1)
	return c.emitUpdate(op, t, []slot{value}, func(w *warp, lane int, old uint64) (uint64, error) {
		return f(old, w.registers[value][lane]), nil
	}, -1)
}

func (c *compiler) compareAndExchange(op *ir.Operation) error {
	expected, value := c.operand(op, 1), c.operand(op, 2)
	return c.emitUpdate(op, op.Operand(2).Type(), []slot{expected, value},
		func(w *warp, lane int, old uint64) (uint64, error) {
			if old != w.registers[expected][lane] {
				return 0, errKept
			}
			return w.registers[value][lane], nil
		}, c.result(op)+1)
}

// emitUpdate compiles an atomic operation whose operands are in given registers.
func (c *compiler) emitUpdate(op *ir.Operation, t ir.Type, operands []slot,
	apply func(w *warp, lane int, old uint64) (uint64, error), swapped slot) error {
	a, err := c.access(op, t, c.operand(op, 0))
	if err != nil {
		return err
	}
	c.atomics = true
	u := &update{access: *a, result: c.result(op), apply: apply, swapped: swapped, order: orderOf(op)}
	c.orders = c.orders || u.order != 0
	c.emit(op, func(w *warp, active uint32) error {
		for _, s := range operands {
			if bad := active & w.poison[s]; bad != 0 {
				return w.inLane(lowest(bad), undefined("an atomic operation"))
			}
		}
		return u.run(w, active)
	})
	return nil
}

func (u *update) run(w *warp, active uint32) error {
	if err := u.begin(w, active); err != nil {
		return err
	}
	w.taint(u.result, active, 0)
	if u.swapped >= 0 {
		w.taint(u.swapped, active, 0)
	}
	pointers := w.registers[u.pointer]
	for m := active; m != 0; m &= m - 1 {
		lane := bits.TrailingZeros32(m)
		mem, at, err := w.check(pointers[lane], u.size, u.needs)
		if err == nil && mem.space == constantMemory {
			err = fmt.Errorf("%w: byte %d of %s", ErrReadOnly, at, mem.name)
		}
		if err != nil {
			return w.inLane(lane, err)
		}
		if u.order&acquires != 0 && mem.claims != nil {
			w.acquire(mem, at, lane)
		}
		if err := w.track(mem, at, u.size, lane, u.at, updates); err != nil {
			return err
		}
		if w.engine != nil && mem.space == sharedMemory {
			if err := w.storeShared(span{mem, at, u.size}, lane); err != nil {
				return w.inLane(lane, err)
			}
		}
		if mem.state != nil {
			poison, err := mem.undefined(at, u.size)
			if err == nil && poison {
				err = undefined("an atomic operation")
			}
			if err != nil {
				return w.inLane(lane, err)
			}
		}
		old := word(mem.data[at:], u.size)
		v, err := u.apply(w, lane, old)
		if err == nil {
			mem.put(at, u.size, v)
			if w.proxies != nil {
				w.storeGlobal(mem, at, u.size, lane)
			}
			if u.order&releases != 0 && mem.claims != nil {
				w.release(mem, at, lane)
			}
		}
		w.registers[u.result][lane] = old
		if u.swapped >= 0 {
			w.registers[u.swapped][lane] = smallint.Truth(err == nil)
		}
	}
	return nil
}

// updateFunction returns the function of the number in memory and the operand that an atomicrmw computes (LLVM's
// language reference, "atomicrmw"); nil for an unsupported kind.
func updateFunction(kind string, t ir.Type) func(old, v uint64) uint64 {
	if f := formatOf(t); f != nil {
		return floatUpdate(kind, f)
	}
	w := width(t)
	cut := smallint.Mask(w)
	choose := func(first func(x, y int64) bool) func(old, v uint64) uint64 {
		return func(old, v uint64) uint64 {
			if first(smallint.SignExtend(old, w), smallint.SignExtend(v, w)) {
				return old
			}
			return v
		}
	}
	return map[string]func(old, v uint64) uint64{
		"xchg": func(_, v uint64) uint64 { return v },
		"add":  func(old, v uint64) uint64 { return (old + v) & cut },
		"sub":  func(old, v uint64) uint64 { return (old - v) & cut },
		"_and": func(old, v uint64) uint64 { return old & v },
		"nand": func(old, v uint64) uint64 { return ^(old & v) & cut },
		"_or":  func(old, v uint64) uint64 { return old | v },
		"_xor": func(old, v uint64) uint64 { return old ^ v },
		"max":  choose(func(x, y int64) bool { return x > y }),
		"min":  choose(func(x, y int64) bool { return x < y }),
		"umax": func(old, v uint64) uint64 { return max(old, v) },
		"umin": func(old, v uint64) uint64 { return min(old, v) },
		"uinc_wrap": func(old, v uint64) uint64 {
			if old >= v {
				return 0
			}
			return old + 1
		},
		"udec_wrap": func(old, v uint64) uint64 {
			if old == 0 || old > v {
				return v
			}
			return old - 1
		},
		"usub_cond": func(old, v uint64) uint64 {
			if old >= v {
				return old - v
			}
			return old
		},
		"usub_sat": func(old, v uint64) uint64 { return old - min(old, v) },
	}[kind]
}

func floatUpdate(kind string, f *apfloat.Format) func(old, v uint64) uint64 {
	if kind == "xchg" {
		return func(_, v uint64) uint64 { return v }
	}
	rounding := func(op func(f *apfloat.Format, x, y apfloat.Bits, mode apfloat.Mode) apfloat.Bits) func(old,
		v uint64) uint64 {
		return func(old, v uint64) uint64 { return op(f, pattern(old), pattern(v), apfloat.ToNearestEven).Lo }
	}
	exact := func(op func(f *apfloat.Format, x, y apfloat.Bits) apfloat.Bits) func(old, v uint64) uint64 {
		return func(old, v uint64) uint64 { return op(f, pattern(old), pattern(v)).Lo }
	}
	return map[string]func(old, v uint64) uint64{
		"fadd": rounding((*apfloat.Format).Add), "fsub": rounding((*apfloat.Format).Sub),
		"fmax": exact((*apfloat.Format).MaxNum), "fmin": exact((*apfloat.Format).MinNum),
		"fmaximum": exact((*apfloat.Format).Maximum), "fminimum": exact((*apfloat.Format).Minimum),
	}[kind]
}
