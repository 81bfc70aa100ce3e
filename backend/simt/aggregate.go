package simt

import (
	"math/bits"

	"github.com/girih-ir/girih/backend/internal/smallint"
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/ir"
)

func addValues(table map[*ir.OpDef]rule) {
	table[&llvm.ConstantOp] = (*compiler).constant
	table[&llvm.Zero] = func(c *compiler, op *ir.Operation) error {
		for i := range leavesOf(op.Result(0).Type()) {
			c.setConstant(c.result(op)+slot(i), 0)
		}
		return nil
	}
	table[&llvm.Undef], table[&llvm.Poison] = (*compiler).undefined, (*compiler).undefined
	table[&llvm.Freeze] = (*compiler).freeze
	table[&llvm.ExtractElement] = (*compiler).extractElement
	table[&llvm.InsertElement] = (*compiler).insertElement
	table[&llvm.ExtractValue] = func(c *compiler, op *ir.Operation) error {
		at, n := memberAt(op)
		c.emitMoves(op, c.result(op), c.operand(op, 0)+at, n)
		return nil
	}
	table[&llvm.InsertValue] = func(c *compiler, op *ir.Operation) error {
		at, n := memberAt(op)
		all := slot(len(leavesOf(op.Result(0).Type())))
		c.emit(op, func(result, container, value slot) step {
			return func(w *warp, active uint32) error {
				for i := range all {
					if i < at || i >= at+n {
						w.move(result+i, container+i, active)
					}
				}
				for i := range n {
					w.move(result+at+i, value+i, active)
				}
				return nil
			}
		}(c.result(op), c.operand(op, 0), c.operand(op, 1)))
		return nil
	}
	table[&llvm.Select] = (*compiler).choose
	table[&llvm.Bitcast] = (*compiler).bitcast
}

func (c *compiler) setConstant(s slot, bits uint64) {
	c.constants = append(c.constants, constant{slot: s, bits: bits})
}

func (c *compiler) constant(op *ir.Operation) error {
	words, ok := constantBits(op.Inherent("value"), op.Result(0).Type())
	if !ok {
		return op.Errorf("%w by threads: the constant has no numbers of up to 64 bits", ErrUnsupported)
	}
	for i, w := range words {
		c.setConstant(c.result(op)+slot(i), w)
	}
	return nil
}

// constantBits returns the bits of each number in a constant of a type.
func constantBits(value ir.Attribute, t ir.Type) (words []uint64, ok bool) {
	words, leaves := numbersOf(value), leavesOf(t)
	if len(words) != len(leaves) {
		return nil, false
	}
	for i, l := range leaves {
		words[i] &= smallint.Mask(width(l.t))
	}
	return words, true
}

// numbersOf returns the bits of each number of a constant; nil if it is something else.
func numbersOf(value ir.Attribute) (words []uint64) {
	switch v := value.(type) {
	case *ir.IntegerAttr:
		words = []uint64{v.Uint64()}
	case *ir.FloatAttr:
		words = []uint64{v.Bits().Lo}
	case *ir.DenseElementsAttr:
		for i := range v.Len() {
			words = append(words, v.Bits(i))
		}
	case *ir.StringAttr:
		for i := range len(v.Value) {
			words = append(words, uint64(v.Value[i]))
		}
	}
	return words
}

func (c *compiler) undefined(op *ir.Operation) error {
	for i := range leavesOf(op.Result(0).Type()) {
		c.constants = append(c.constants, constant{slot: c.result(op) + slot(i), poison: true})
	}
	return nil
}

// freeze makes undefined numbers defined, with the bits that are in the register.
func (c *compiler) freeze(op *ir.Operation) error {
	n := slot(len(leavesOf(op.Result(0).Type())))
	c.emit(op, func(to, from slot) step {
		return func(w *warp, active uint32) error {
			for i := range n {
				w.move(to+i, from+i, active)
				w.taint(to+i, active, 0)
			}
			return nil
		}
	}(c.result(op), c.operand(op, 0)))
	return nil
}

// emitMoves copies n registers.
func (c *compiler) emitMoves(op *ir.Operation, to, from, n slot) {
	c.emit(op, func(w *warp, active uint32) error {
		for i := range n {
			w.move(to+i, from+i, active)
		}
		return nil
	})
}

// memberAt returns the registers of the member that an extractvalue or insertvalue accesses, relative to its container.
func memberAt(op *ir.Operation) (at, n slot) {
	t := op.Operand(0).Type()
	for _, p := range llvm.Position(op) {
		switch container := t.(type) {
		case *llvm.ArrayType:
			t = container.Elem
			at += slot(p) * slot(len(leavesOf(t)))
		case *llvm.StructType:
			for _, f := range container.Fields[:p] {
				at += slot(len(leavesOf(f)))
			}
			t = container.Fields[p]
		}
	}
	return at, slot(len(leavesOf(t)))
}

func (c *compiler) extractElement(op *ir.Operation) error {
	n := slot(len(leavesOf(op.Operand(0).Type())))
	result, vector, index := c.result(op), c.operand(op, 0), c.operand(op, 1)
	if at, ok := llvm.ConstantInt(op.Operand(1)); ok && at >= 0 && at < int64(n) {
		c.emitMoves(op, result, vector+slot(at), 1)
		return nil
	}
	c.emit(op, func(w *warp, active uint32) error {
		forEach(active, func(i int) {
			at := w.registers[index][i]
			if at >= uint64(n) || w.poison[index]>>i&1 != 0 {
				w.taint(result, 1<<i, everyone)
				return
			}
			w.move(result, vector+slot(at), 1<<i)
		})
		return nil
	})
	return nil
}

func (c *compiler) insertElement(op *ir.Operation) error {
	n := slot(len(leavesOf(op.Operand(0).Type())))
	result, vector, value, index := c.result(op), c.operand(op, 0), c.operand(op, 1), c.operand(op, 2)
	if at, ok := llvm.ConstantInt(op.Operand(2)); ok && at >= 0 && at < int64(n) {
		c.emit(op, func(w *warp, active uint32) error {
			for i := range n {
				if i == slot(at) {
					w.move(result+i, value, active)
				} else {
					w.move(result+i, vector+i, active)
				}
			}
			return nil
		})
		return nil
	}
	c.emit(op, func(w *warp, active uint32) error {
		for i := range n {
			w.move(result+i, vector+i, active)
		}
		forEach(active, func(i int) {
			at := w.registers[index][i]
			if at < uint64(n) && w.poison[index]>>i&1 == 0 {
				w.move(result+slot(at), value, 1<<i)
				return
			}
			for j := range n {
				w.taint(result+j, 1<<i, everyone)
			}
		})
		return nil
	})
	return nil
}

// choose compiles a select. The result is undefined only if the chosen value is.
func (c *compiler) choose(op *ir.Operation) error {
	_, perElement := op.Operand(0).Type().(*ir.VectorType)
	result, condition := c.result(op), c.operand(op, 0)
	yes, no := c.operand(op, 1), c.operand(op, 2)
	n := slot(len(leavesOf(op.Result(0).Type())))
	c.emit(op, func(w *warp, active uint32) error {
		for i := range n {
			at := condition
			if perElement {
				at += i
			}
			chosen := w.truths(at)
			w.move(result+i, yes+i, active&chosen)
			w.move(result+i, no+i, active&^chosen)
			w.taint(result+i, active&w.poison[at], everyone)
		}
		return nil
	})
	return nil
}

// truths returns the lanes in which a condition is true.
func (w *warp) truths(condition slot) (set uint32) {
	for i, v := range &w.registers[condition] {
		set |= uint32(v&1) << i
	}
	return set
}

// bitcast moves bits between vectors of numbers of different widths, the lowest first.
func (c *compiler) bitcast(op *ir.Operation) error {
	from, to := leavesOf(op.Operand(0).Type()), leavesOf(op.Result(0).Type())
	a, result := c.operand(op, 0), c.result(op)
	if len(from) == len(to) {
		c.emitMoves(op, result, a, slot(len(to)))
		return nil
	}
	wide, narrow := width(from[0].t), width(to[0].t)
	if len(from) > len(to) {
		wide, narrow = narrow, wide
	}
	ratio := slot(wide / narrow)
	if len(from) < len(to) {
		c.emit(op, func(w *warp, active uint32) error {
			for i := range slot(len(to)) {
				source := a + i/ratio
				w.taint(result+i, active, w.poison[source])
				for m := active; m != 0; m &= m - 1 {
					lane := bits.TrailingZeros32(m)
					w.registers[result+i][lane] = w.registers[source][lane] >> (int(i%ratio) * narrow) & smallint.Mask(narrow)
				}
			}
			return nil
		})
		return nil
	}
	c.emit(op, func(w *warp, active uint32) error {
		for i := range slot(len(to)) {
			w.taint(result+i, active, 0)
			forEach(active, func(lane int) {
				v := uint64(0)
				for j := range ratio {
					v |= w.registers[a+i*ratio+j][lane] << (int(j) * narrow)
				}
				w.registers[result+i][lane] = v
			})
			for j := range ratio {
				w.taint(result+i, active&w.poison[a+i*ratio+j], everyone)
			}
		}
		return nil
	})
	return nil
}
