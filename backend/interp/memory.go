package interp

import (
	"fmt"

	"github.com/girih-ir/girih/backend/internal/smallint"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tile/promotion"
	"github.com/girih-ir/girih/ir"
)

func addMemory(table map[*ir.OpDef]evaluator) {
	table[&tile.AddPtr] = evalAddPtr
	table[&tile.Load] = evalLoad
	table[&tile.Store] = evalStore
	table[&tile.PtrToInt] = evalPtrToInt
	table[&tile.IntToPtr] = evalIntToPtr
	table[&tile.PtrCast] = func(_ *frame, op *ir.Operation, operands []*value) ([]*value, error) {
		return []*value{operands[0].retyped(ir.ElementOrSelf(op.Result(0).Type()))}, nil
	}
}

func pointeeBytes(t ir.Type) int64 {
	return elementBytes(ir.ElementOrSelf(t).(*tile.PtrType).Pointee())
}

func evalAddPtr(_ *frame, op *ir.Operation, operands []*value) ([]*value, error) {
	ptr, offset := operands[0], operands[1]
	width, bytes, unsigned := ir.BitWidth(offset.elem), pointeeBytes(ptr.elem), promotion.IsUnsigned(offset.elem)
	out := newValue(op.Result(0).Type())
	for i, p := range ptr.ptrs {
		by := smallint.SignExtend(offset.words[i], width)
		if unsigned {
			by = int64(offset.words[i])
		}
		out.ptrs[i] = pointer{p.array, p.offset + by*bytes}
		if ptr.poisoned(i) || offset.poisoned(i) {
			out.setPoison(i)
		}
	}
	return []*value{out}, nil
}

func evalLoad(f *frame, op *ir.Operation, operands []*value) ([]*value, error) {
	ptr := operands[0]
	mask, other := optional(op, operands, 1), optional(op, operands, 2)
	volatile := op.Inherent(tile.VolatileName) != nil
	out := newValue(op.Result(0).Type())
	for i := range out.words {
		active, err := lane(mask, i)
		switch {
		case err != nil:
			return nil, err
		case active && volatile:
			err = f.loadAtomically(out, i, ptr)
		case active:
			err = f.load(out, i, ptr)
		case other != nil:
			out.setFrom(i, other, i)
		default:
			out.setPoison(i)
		}
		if err != nil {
			return nil, err
		}
	}
	if volatile {
		f.spin()
	}
	return []*value{out}, nil
}

func evalStore(f *frame, op *ir.Operation, operands []*value) ([]*value, error) {
	ptr, v := operands[0], operands[1]
	mask := optional(op, operands, 2)
	for i := range ptr.ptrs {
		active, err := lane(mask, i)
		if err == nil && active {
			err = f.store(ptr, i, v)
		}
		if err != nil {
			return nil, err
		}
	}
	for i := range ptr.ptrs {
		if active, _ := lane(mask, i); active {
			at, err := locate(ptr, i)
			if err == nil {
				err = f.keeps(at, i, v)
			}
			if err != nil {
				return nil, err
			}
		}
	}
	return nil, nil
}

// keeps checks, after a store, that each stored element is in memory: no other element of the same store may have
// overwritten it with another value.
func (f *frame) keeps(at place, i int, v *value) error {
	if w, _ := at.read(v.elem); w == v.words[i] || !f.wroteLast(at) {
		return nil
	}
	return fmt.Errorf("%w: element %d has the address of another one, which is not equal; nothing says which of them "+
		"stays", ErrRace, i)
}

// optional returns the value of declared operand i, or nil.
func optional(op *ir.Operation, operands []*value, i int) *value {
	from, to := op.Group(i)
	if from == to {
		return nil
	}
	return operands[from]
}

// lane reports whether a mask enables element i.
func lane(mask *value, i int) (bool, error) {
	switch {
	case mask == nil:
		return true, nil
	case mask.poisoned(i):
		return false, undefined(fmt.Sprintf("the mask of element %d", i))
	}
	return mask.words[i] != 0, nil
}

// place is the position of an access in an array.
type place struct {
	array *Array
	first int64 // the first element that it touches
	count int64 // the number of elements that it touches
	shift int64 // distance in bits from the lowest bit of the first element to that of the access
}

// locate returns the place that a pointer refers to.
func locate(ptr *value, i int) (place, error) {
	if ptr.poisoned(i) {
		return place{}, undefined(fmt.Sprintf("the address of element %d", i))
	}
	p, bytes := ptr.ptrs[i], pointeeBytes(ptr.elem)
	if p.array == nil {
		return place{}, fmt.Errorf("%w: element %d is at address %#x, where no array is", ErrOutOfBounds, i, uint64(p.offset))
	}
	each := elementBytes(p.array.elem)
	first, last := floorDiv(p.offset, each), floorDiv(p.offset+bytes-1, each)
	if first < 0 || last >= int64(p.array.Len()) {
		return place{}, fmt.Errorf("%w: element %d is at index %d of an array of %d elements", ErrOutOfBounds, i, first,
			p.array.Len())
	}
	if p.offset%bytes != 0 {
		return place{}, fmt.Errorf("%w: element %d is at byte %d of an array, which is not a multiple of its size %d",
			ErrOutOfBounds, i, p.offset, bytes)
	}
	return place{p.array, first, last - first + 1, 8 * (p.offset - first*each)}, nil
}

func floorDiv(x, y int64) int64 {
	q := x / y
	if x%y < 0 {
		q--
	}
	return q
}

// read returns an element of a type at a place; undefined reports whether some of its bytes were never written.
func (at place) read(t ir.Type) (w uint64, undefined bool) {
	each := 8 * elementBytes(at.array.elem)
	for k := range at.count {
		w |= at.array.words[at.first+k] << (k * each) >> at.shift
		undefined = undefined || at.array.undef[at.first+k]
	}
	return elementOf(t, w&smallint.Mask(int(8*elementBytes(t)))), undefined
}

// write writes the bytes of an element of a type at a place.
func (at place) write(w uint64, t ir.Type) {
	w = stored(t, w)
	each, width := int(8*elementBytes(at.array.elem)), int(8*elementBytes(t))
	if at.count == 1 && each >= width {
		old := at.array.words[at.first] &^ (smallint.Mask(width) << at.shift)
		at.array.Store(int(at.first), old|w<<at.shift)
		return
	}
	for k := range at.count {
		at.array.Store(int(at.first+k), w>>(int(k)*each)&smallint.Mask(each))
	}
}

func (f *frame) load(out *value, i int, ptr *value) error {
	at, err := locate(ptr, i)
	if err != nil {
		return err
	}
	return f.loadFrom(out, i, at)
}

func (f *frame) loadFrom(out *value, i int, at place) error {
	for k := range at.count {
		if err := f.trackRead(at.array, at.first+k); err != nil {
			return err
		}
	}
	w, undefined := at.read(out.elem)
	out.words[i] = w
	if undefined {
		out.setPoison(i)
	}
	return nil
}

func (f *frame) store(ptr *value, i int, v *value) error {
	at, err := locate(ptr, i)
	if err != nil {
		return err
	}
	return f.storeTo(at, i, v)
}

func (f *frame) storeTo(at place, i int, v *value) error {
	if v.poisoned(i) {
		return undefined(fmt.Sprintf("what element %d stores", i))
	}
	word := &v.words[i]
	if at.count > 1 {
		word = nil
	}
	for k := range at.count {
		if err := f.trackWrite(at.array, at.first+k, false, word); err != nil {
			return err
		}
	}
	at.write(v.words[i], v.elem)
	f.wrote()
	return nil
}

// addressSpace is the distance of the addresses of two arrays.
const addressSpace = 1 << 40

// evalPtrToInt assigns addresses to arrays in the order of the kernel's arguments.
func evalPtrToInt(f *frame, op *ir.Operation, operands []*value) ([]*value, error) {
	out := newValue(op.Result(0).Type())
	for i, p := range operands[0].ptrs {
		out.words[i] = uint64(p.offset)
		if p.array != nil {
			out.words[i] += addressSpace * uint64(f.addresses[p.array])
		}
		if operands[0].poisoned(i) {
			out.setPoison(i)
		}
	}
	return []*value{out}, nil
}

func evalIntToPtr(f *frame, op *ir.Operation, operands []*value) ([]*value, error) {
	out := newValue(op.Result(0).Type())
	for i, w := range operands[0].words {
		out.ptrs[i].offset = int64(w)
		for a, n := range f.addresses {
			if w/addressSpace == uint64(n) {
				out.ptrs[i] = pointer{a, int64(w % addressSpace)}
			}
		}
		if operands[0].poisoned(i) {
			out.setPoison(i)
		}
	}
	return []*value{out}, nil
}
