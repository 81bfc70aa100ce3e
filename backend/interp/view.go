package interp

import (
	"fmt"

	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
)

func addViews(table map[*ir.OpDef]evaluator) {
	table[&tile.Dim] = func(_ *frame, op *ir.Operation, operands []*value) ([]*value, error) {
		return []*value{scalar(op.Result(0).Type(), uint64(operands[0].array.shape[tile.Axis(op)]))}, nil
	}
	table[&tile.Stride] = func(_ *frame, op *ir.Operation, operands []*value) ([]*value, error) {
		return []*value{scalar(op.Result(0).Type(), uint64(operands[0].array.strides()[tile.Axis(op)]))}, nil
	}
	table[&tile.Base] = func(_ *frame, op *ir.Operation, operands []*value) ([]*value, error) {
		return []*value{{elem: op.Result(0).Type(), ptrs: []pointer{{array: operands[0].array}}}}, nil
	}
	table[&tile.LoadView] = evalLoadView
	table[&tile.StoreView] = evalStoreView
}

func evalLoadView(_ *frame, op *ir.Operation, operands []*value) ([]*value, error) {
	out := newValue(op.Result(0).Type())
	padding, padded := paddingBits(out.elem, tile.PaddingOf(op))
	array := operands[0].array
	err := window(array, out.shape, operands[1:], func(i int, at int64) {
		switch {
		case at >= 0:
			out.words[i] = array.words[at]
			if array.undef[at] {
				out.setPoison(i)
			}
		case padded:
			out.words[i] = padding
		default:
			out.setPoison(i)
		}
	})
	return []*value{out}, err
}

func evalStoreView(_ *frame, _ *ir.Operation, operands []*value) ([]*value, error) {
	v, array := operands[0], operands[1].array
	var poisoned error
	err := window(array, v.shape, operands[2:], func(i int, at int64) {
		switch {
		case at < 0:
		case v.poisoned(i):
			poisoned = undefined(fmt.Sprintf("what element %d stores", i))
		default:
			array.store(at, v.words[i])
		}
	})
	if err == nil {
		err = poisoned
	}
	return nil, err
}

// window calls visit for every element of a tile at an index of an array's tile space, with its place in the array, or
// -1 beyond the bounds. A tile that is beyond them as a whole is an error.
func window(a *Array, tileShape []int64, indices []*value, visit func(i int, at int64)) error {
	origin := make([]int64, len(tileShape))
	for d, v := range indices {
		w, err := word(v, "a tile index")
		if err != nil {
			return err
		}
		origin[d] = signExtend(w, 32) * tileShape[d]
		if origin[d] < 0 || origin[d] >= a.shape[d] {
			return fmt.Errorf("%w: a tile starts at %d along dimension %d of size %d", ErrOutOfBounds, origin[d], d,
				a.shape[d])
		}
	}
	n, strides := int64(1), a.strides()
	for _, d := range tileShape {
		n *= d
	}
	c := newCoordinates(tileShape)
	for i := range int(n) {
		at := int64(0)
		for d, x := range c.at {
			if origin[d]+x >= a.shape[d] {
				at = -1
				break
			}
			at += (origin[d] + x) * strides[d]
		}
		visit(i, at)
		c.next()
	}
	return nil
}

// paddingBits returns the element that a padding mode means; ok is false when the mode leaves it undefined.
func paddingBits(elem ir.Type, mode int) (bits uint64, ok bool) {
	if mode == tile.PadUndetermined {
		return 0, false
	}
	t, isFloat := elem.(*ir.FloatType)
	if !isFloat {
		return 0, true
	}
	return tile.PaddingBits(t.Format, mode).Lo, true
}
