package interp

import (
	"fmt"

	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tile/promotion"
	"github.com/girih-ir/girih/ir"
)

func addMemory(table map[*ir.OpDef]evaluator) {
	table[&tile.AddPtr] = evalAddPtr
	table[&tile.Load] = evalLoad
	table[&tile.Store] = evalStore
}

func evalAddPtr(_ *frame, op *ir.Operation, operands []*value) ([]*value, error) {
	ptr, offset := operands[0], operands[1]
	width := ir.BitWidth(offset.elem)
	out := newValue(op.Result(0).Type())
	for i, p := range ptr.ptrs {
		by := signExtend(offset.words[i], width)
		if promotion.IsUnsigned(offset.elem) {
			by = int64(offset.words[i])
		}
		out.ptrs[i] = pointer{p.array, p.index + by}
		if ptr.poisoned(i) || offset.poisoned(i) {
			out.setPoison(i)
		}
	}
	return []*value{out}, nil
}

func evalLoad(_ *frame, op *ir.Operation, operands []*value) ([]*value, error) {
	ptr := operands[0]
	mask, other := optional(op, operands, 1), optional(op, operands, 2)
	out := newValue(op.Result(0).Type())
	for i := range out.words {
		active, err := lane(mask, i)
		switch {
		case err != nil:
			return nil, err
		case active:
			err = load(out, i, ptr)
		case other != nil:
			out.setFrom(i, other, i)
		default:
			out.setPoison(i)
		}
		if err != nil {
			return nil, err
		}
	}
	return []*value{out}, nil
}

func evalStore(_ *frame, op *ir.Operation, operands []*value) ([]*value, error) {
	ptr, v := operands[0], operands[1]
	mask := optional(op, operands, 2)
	for i := range ptr.ptrs {
		active, err := lane(mask, i)
		if err == nil && active {
			err = store(ptr, i, v)
		}
		if err != nil {
			return nil, err
		}
	}
	return nil, nil
}

// optional returns the value of declared operand i, or nil.
func optional(op *ir.Operation, operands []*value, i int) *value {
	from, to := op.Group(i)
	if from == to {
		return nil
	}
	return operands[from]
}

// lane reports whether a mask admits element i.
func lane(mask *value, i int) (bool, error) {
	switch {
	case mask == nil:
		return true, nil
	case mask.poisoned(i):
		return false, undefined(fmt.Sprintf("the mask of element %d", i))
	}
	return mask.words[i] != 0, nil
}

// address returns where a pointer leads.
func address(ptr *value, i int) (*Array, int64, error) {
	if ptr.poisoned(i) {
		return nil, 0, undefined(fmt.Sprintf("the address of element %d", i))
	}
	p := ptr.ptrs[i]
	if p.index < 0 || p.index >= int64(p.array.Len()) {
		return nil, 0, fmt.Errorf("%w: element %d is at index %d of an array of %d elements", ErrOutOfBounds, i, p.index,
			p.array.Len())
	}
	return p.array, p.index, nil
}

func load(out *value, i int, ptr *value) error {
	a, at, err := address(ptr, i)
	if err != nil {
		return err
	}
	out.words[i] = a.words[at]
	if a.undef[at] {
		out.setPoison(i)
	}
	return nil
}

func store(ptr *value, i int, v *value) error {
	a, at, err := address(ptr, i)
	if err != nil {
		return err
	}
	if v.poisoned(i) {
		return undefined(fmt.Sprintf("what element %d stores", i))
	}
	a.store(at, v.words[i])
	return nil
}
