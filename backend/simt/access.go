package simt

import (
	"fmt"
	"math/bits"

	"github.com/girih-ir/girih/backend/internal/smallint"
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/ir"
)

func addMemory(table map[*ir.OpDef]rule) {
	table[&llvm.Load] = (*compiler).load
	table[&llvm.Store] = (*compiler).store
	table[&llvm.GetElementPtr] = (*compiler).elementPointer
	table[&llvm.AddressOf] = func(c *compiler, op *ir.Operation) error {
		name := op.Inherent("global_name").(*ir.SymbolRefAttr)
		target := ir.ResolveSymbol(op, name)
		for i, g := range c.globals {
			if g.op == target {
				result := c.result(op)
				c.emit(op, func(w *warp, active uint32) error {
					w.taint(result, active, 0)
					forEach(active, func(lane int) { w.registers[result][lane] = address(w.buffers + i + 1) })
					return nil
				})
				return nil
			}
		}
		return op.Errorf("%w by threads: @%s is not a global variable of the module", ErrUnsupported, name.Root())
	}
}

// access is a load or a store.
type access struct {
	storage
	at      int32 // index in the code
	values  slot
	pointer slot
	needs   int64 // required alignment in bytes
	write   bool
	how     uint8 // reads for a load, writes for a store
}

func (c *compiler) access(op *ir.Operation, t ir.Type, pointer slot) (*access, error) {
	s, ok := storageOf(t)
	if !ok {
		return nil, op.Errorf("%w by threads: they have no values of type %s", ErrUnsupported, ir.Quote(t))
	}
	a := &access{storage: s, at: int32(len(c.code)), pointer: pointer, needs: s.align}
	if n := llvm.Alignment(op); n > 0 && n < a.needs {
		a.needs = n
	}
	for _, l := range s.leaves {
		c.granule = min(c.granule, l.bytes, a.needs, max(1, l.offset&-l.offset|powerBeyond(l.offset)))
	}
	return a, nil
}

// powerBeyond replaces the lowest set bit of an offset for offset 0, which has none: it returns 8, the size of the
// largest number. For other offsets it returns 0.
func powerBeyond(offset int64) int64 {
	if offset == 0 {
		return 8
	}
	return 0
}

func (c *compiler) load(op *ir.Operation) error {
	a, err := c.access(op, op.Result(0).Type(), c.operand(op, 0))
	if err != nil {
		return err
	}
	a.values, a.how = c.result(op), reads
	if op.Inherent("volatile_") != nil {
		a.how = polls
	}
	if nvvm.IsRemote(op.Operand(0)) {
		c.loadRemote(op, a)
		return nil
	}
	c.emit(op, a.load)
	return nil
}

func (c *compiler) store(op *ir.Operation) error {
	a, err := c.access(op, op.Operand(0).Type(), c.operand(op, 1))
	if err != nil {
		return err
	}
	a.values, a.write = c.operand(op, 0), true
	c.emit(op, a.store)
	return nil
}

// begin checks the addresses of an access and counts its cost.
func (a *access) begin(w *warp, active uint32) error {
	if bad := active & w.poison[a.pointer]; bad != 0 {
		return w.inLane(lowest(bad), undefined("an address"))
	}
	return w.count(a, active)
}

func (a *access) load(w *warp, active uint32) error {
	if err := a.begin(w, active); err != nil {
		return err
	}
	pointers := &w.registers[a.pointer]
	for i := range a.leaves {
		w.taint(a.values+slot(i), active, 0)
	}
	for m := active; m != 0; m &= m - 1 {
		lane := bits.TrailingZeros32(m)
		mem, offset, err := w.check(pointers[lane], a.size, a.needs)
		if err != nil {
			return w.inLane(lane, err)
		}
		for i, l := range a.leaves {
			at := offset + l.offset
			if w.engine != nil && mem.space == sharedMemory {
				if err := w.free(span{mem, at, l.bytes}, "read"); err != nil {
					return w.inLane(lane, err)
				}
			}
			if mem.space != constantMemory {
				if err := w.track(mem, at, l.bytes, lane, a.at, a.how); err != nil {
					return err
				}
			}
			w.registers[a.values+slot(i)][lane] = word(mem.data[at:], l.bytes) & smallint.Mask(width(l.t))
			if mem.state == nil {
				continue
			}
			poison, err := mem.undefined(at, l.bytes)
			if err != nil {
				return w.inLane(lane, err)
			}
			if poison {
				w.taint(a.values+slot(i), 1<<lane, everyone)
			}
		}
	}
	return nil
}

// undefined reports whether some bytes of a number are undefined. For shared memory, bytes that were never written are
// an error.
func (a *allocation) undefined(at, bytes int64) (poison bool, err error) {
	for i, s := range a.state[at : at+bytes] {
		switch {
		case s == unwritten && a.space == sharedMemory:
			return true, fmt.Errorf("%w: byte %d of %s", ErrUninitialized, at+int64(i), a.name)
		case s != defined:
			poison = true
		}
	}
	return poison, nil
}

func (a *access) store(w *warp, active uint32) error {
	if err := a.begin(w, active); err != nil {
		return err
	}
	pointers := &w.registers[a.pointer]
	for m := active; m != 0; m &= m - 1 {
		lane := bits.TrailingZeros32(m)
		mem, offset, err := w.check(pointers[lane], a.size, a.needs)
		if err == nil && mem.space == constantMemory {
			err = fmt.Errorf("%w: byte %d of %s", ErrReadOnly, offset, mem.name)
		}
		if err != nil {
			return w.inLane(lane, err)
		}
		for i, l := range a.leaves {
			at, value := offset+l.offset, a.values+slot(i)
			if err := w.trackWrite(mem, at, l.bytes, lane, a.at, w.registers[value][lane]); err != nil {
				return err
			}
			poison := w.poison[value]>>lane&1 != 0
			if poison && mem.space == globalMemory {
				return w.inLane(lane, undefined("what is stored"))
			}
			if w.proxies != nil && mem.space == sharedMemory {
				if err := w.storeShared(span{mem, at, l.bytes}, lane); err != nil {
					return w.inLane(lane, err)
				}
			}
			if w.proxies != nil {
				w.storeGlobal(mem, at, l.bytes, lane)
			}
			mem.put(at, l.bytes, w.registers[value][lane])
			if mem.state != nil {
				mem.mark(at, l.bytes, poison)
			}
		}
	}
	return nil
}

// put writes a number.
func (a *allocation) put(at, bytes int64, v uint64) {
	putWord(a.data[at:], bytes, v)
	if a.written != nil && !a.written.Load() {
		a.written.Store(true)
	}
}

// mark records that a number was written; poison says whether it is undefined.
func (a *allocation) mark(at, bytes int64, poison bool) {
	s := defined
	if poison {
		s = poisoned
	}
	for i := range bytes {
		a.state[at+i] = s
	}
}

// elementPointer compiles a getelementptr: each index is multiplied by the size of an element.
func (c *compiler) elementPointer(op *ir.Operation) error {
	if _, isVector := op.Result(0).Type().(*ir.VectorType); isVector {
		return op.Errorf("%w by threads on vectors of pointers", ErrUnsupported)
	}
	type term struct {
		index slot
		width int
		size  int64
	}
	var terms []term
	fixed := int64(0)
	t := llvm.GEPElemType(op)
	for i, x := range llvm.GEPIndices(op) {
		if s, isStruct := t.(*llvm.StructType); isStruct && i > 0 {
			field := int64(x.Constant)
			if x.Value != nil {
				field, _ = llvm.ConstantInt(x.Value)
			}
			fixed += fieldOffset(s, field)
			t = s.Fields[field]
			continue
		}
		if i > 0 {
			t = elementOf(t)
		}
		size, _, ok := sizeOf(t)
		if !ok {
			return op.Errorf("%w by threads: the size of %s is not known", ErrUnsupported, ir.Quote(t))
		}
		if x.Value == nil {
			fixed += int64(x.Constant) * size
			continue
		}
		terms = append(terms, term{c.slotOf(x.Value), width(x.Value.Type()), size})
	}
	result, base := c.result(op), c.operand(op, 0)
	c.emit(op, func(w *warp, active uint32) error {
		out, from := &w.registers[result], &w.registers[base]
		poison := w.poison[base]
		for m := active; m != 0; m &= m - 1 {
			i := bits.TrailingZeros32(m)
			out[i] = from[i] + uint64(fixed)
		}
		for _, t := range terms {
			index := &w.registers[t.index]
			poison |= w.poison[t.index]
			for m := active; m != 0; m &= m - 1 {
				i := bits.TrailingZeros32(m)
				out[i] += uint64(smallint.SignExtend(index[i], t.width) * t.size)
			}
		}
		w.taint(result, active, poison)
		return nil
	})
	return nil
}

func elementOf(t ir.Type) ir.Type {
	if a, ok := t.(*llvm.ArrayType); ok {
		return a.Elem
	}
	return ir.ElementOrSelf(t)
}

// fieldOffset returns the offset of a field in a structure.
func fieldOffset(s *llvm.StructType, field int64) (offset int64) {
	for i := int64(0); ; i++ {
		size, align, _ := sizeOf(s.Fields[i])
		if !s.Packed {
			offset = alignUp(offset, align)
		}
		if i == field {
			return offset
		}
		offset += size
	}
}
