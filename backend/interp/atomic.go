package interp

import (
	"github.com/girih-ir/girih/backend/internal/smallint"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
)

func addAtomics(table map[*ir.OpDef]evaluator) {
	table[&tile.AtomicRMW] = evalAtomicRMW
	table[&tile.AtomicCAS] = evalAtomicCAS
}

// evalAtomicRMW executes the operation for one element after the other.
func evalAtomicRMW(f *frame, op *ir.Operation, operands []*value) ([]*value, error) {
	ptr, v := operands[0], operands[1]
	mask := optional(op, operands, 2)
	out := newValue(op.Result(0).Type())
	combine := atomicKernel(tile.AtomicKindOf(op), out.elem)
	order, _ := tile.OrderAndScope(op)
	for i := range ptr.ptrs {
		active, err := lane(mask, i)
		if err != nil {
			return nil, err
		}
		if !active {
			out.setPoison(i)
			continue
		}
		if v.poisoned(i) {
			return nil, undefined("what an atomic operation stores")
		}
		err = f.exchange(out, i, ptr, order, func(old uint64) (uint64, bool, error) {
			w, err := combine([]uint64{old, v.words[i]})
			return w, true, err
		})
		if err != nil {
			return nil, err
		}
	}
	f.spin()
	return []*value{out}, nil
}

func evalAtomicCAS(f *frame, op *ir.Operation, operands []*value) ([]*value, error) {
	ptr, expected, v := operands[0], operands[1], operands[2]
	out := newValue(op.Result(0).Type())
	order, _ := tile.OrderAndScope(op)
	for i := range ptr.ptrs {
		if expected.poisoned(i) || v.poisoned(i) {
			return nil, undefined("what an atomic operation stores")
		}
		err := f.exchange(out, i, ptr, order, func(old uint64) (uint64, bool, error) {
			return v.words[i], old == expected.words[i], nil
		})
		if err != nil {
			return nil, err
		}
	}
	f.spin()
	return []*value{out}, nil
}

// exchange reads the element at a pointer and calls with. It stores the element that with returns, if with says so. It
// sets element i of out to the old value.
func (f *frame) exchange(out *value, i int, ptr *value, order tile.MemoryOrder,
	with func(old uint64) (w uint64, write bool, err error)) error {
	at, err := locate(ptr, i)
	if err != nil {
		return err
	}
	return f.exchangeAt(out, i, at, order, with)
}

// exchangeAt is exchange at a known place.
func (f *frame) exchangeAt(out *value, i int, at place, order tile.MemoryOrder,
	with func(old uint64) (w uint64, write bool, err error)) error {
	if f.clocks != nil {
		f.clocks.synchronize(f.number, cell{at.array, at.first}, order)
	}
	if err := f.trackAtomicRead(at); err != nil {
		return err
	}
	old, undef := at.read(out.elem)
	if undef {
		return undefined("an atomic operation")
	}
	out.words[i] = old
	w, write, err := with(old)
	if err != nil || !write {
		return err
	}
	for k := range at.count {
		if err := f.trackWrite(at.array, at.first+k, true, nil); err != nil {
			return err
		}
	}
	if w != old {
		f.wrote()
	}
	at.write(w, out.elem)
	return nil
}

// trackAtomicRead records an atomic read of an element. It needs no order relative to atomic writes.
func (f *frame) trackAtomicRead(at place) error {
	if at.array.shadow == nil {
		return nil
	}
	for k := range at.count {
		if err := f.checkWriter(at.array, at.first+k, true, "reads"); err != nil {
			return err
		}
	}
	return nil
}

// loadAtomically executes a volatile load, which may read values of other programs without synchronization.
func (f *frame) loadAtomically(out *value, i int, ptr *value) error {
	at, err := locate(ptr, i)
	if err != nil {
		return err
	}
	if err := f.trackAtomicRead(at); err != nil {
		return err
	}
	w, undefined := at.read(out.elem)
	out.words[i] = w
	if undefined {
		out.setPoison(i)
	}
	return nil
}

// atomicKernel returns the combination that an atomic operation computes from the old element and a value.
func atomicKernel(kind tile.AtomicKind, elem ir.Type) kernel {
	switch kind {
	case tile.AtomicAdd:
		return numeric{addF, smallint.Add.Compute, smallint.Add.Compute}.kernel(elem)
	case tile.AtomicMax:
		return numeric{maximumNumberF, maxSigned, maxUnsigned}.kernel(elem)
	case tile.AtomicMin:
		return numeric{minimumNumberF, minSigned, minUnsigned}.kernel(elem)
	case tile.AtomicUMax:
		return integer2(maxUnsigned).kernel(elem)
	case tile.AtomicUMin:
		return integer2(minUnsigned).kernel(elem)
	case tile.AtomicAnd:
		return integer2(and).kernel(elem)
	case tile.AtomicOr:
		return integer2(or).kernel(elem)
	case tile.AtomicXOr:
		return integer2(xor).kernel(elem)
	}
	return func(args []uint64) (uint64, error) { return args[1], nil }
}
