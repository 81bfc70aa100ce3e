package interp

import (
	"fmt"

	"github.com/girih-ir/girih/backend/internal/smallint"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tile/promotion"
	"github.com/girih-ir/girih/ir"
)

func addViews(table map[*ir.OpDef]evaluator) {
	table[&tile.Dim] = func(_ *frame, op *ir.Operation, operands []*value) ([]*value, error) {
		return []*value{scalar(op.Result(0).Type(), uint64(operands[0].array.shape[tile.Axis(op)]))}, nil
	}
	table[&tile.Stride] = func(_ *frame, op *ir.Operation, operands []*value) ([]*value, error) {
		return []*value{scalar(op.Result(0).Type(), uint64(operands[0].array.strides[tile.Axis(op)]))}, nil
	}
	table[&tile.Base] = func(_ *frame, op *ir.Operation, operands []*value) ([]*value, error) {
		a := operands[0].array
		return []*value{{elem: op.Result(0).Type(), ptrs: []pointer{{a.array, a.start}}}}, nil
	}
	table[&tile.MakeArray] = evalMakeArray
	table[&tile.Slice] = evalSlice
	table[&tile.MakeView] = func(_ *frame, op *ir.Operation, operands []*value) ([]*value, error) {
		return []*value{operands[0].retyped(op.Result(0).Type())}, nil
	}
	table[&tile.NumTiles] = evalNumTiles
	table[&tile.ElementPtr] = evalElementPtr
	table[&tile.InBounds] = evalInBounds
	table[&tile.LoadView] = evalLoadView
	table[&tile.LoadPixels] = evalLoadPixels
	table[&tile.StoreView] = evalStoreView
	table[&tile.AtomicRMWView] = evalAtomicRMWView
}

// evalMakeArray takes the sizes and strides that the array's type leaves open from the operands.
func evalMakeArray(_ *frame, op *ir.Operation, operands []*value) ([]*value, error) {
	t := op.Result(0).Type().(*tile.ArrayType)
	base := operands[0]
	if base.poisoned(0) {
		return nil, undefined("the address of an array")
	}
	a := &strided{array: base.ptrs[0].array, start: base.ptrs[0].offset, bytes: elementBytes(t.ElementType())}
	rest := operands[1:]
	for _, part := range []struct {
		to   *[]int64
		from []int64
	}{{&a.shape, t.Shape()}, {&a.strides, t.Strides()}} {
		for _, d := range part.from {
			if d == ir.Dynamic {
				w, err := word(rest[0], "an array's size or stride")
				if err != nil {
					return nil, err
				}
				d, rest = smallint.SignExtend(w, ir.BitWidth(rest[0].elem)), rest[1:]
			}
			*part.to = append(*part.to, d)
		}
	}
	return []*value{{elem: t, array: a}}, nil
}

func evalSlice(_ *frame, op *ir.Operation, operands []*value) ([]*value, error) {
	a, axis := *operands[0].array, tile.Axis(op)
	var bounds [2]int64
	for i := range bounds {
		w, err := word(operands[1+i], "a slice")
		if err != nil {
			return nil, err
		}
		bounds[i] = smallint.SignExtend(w, 32)
	}
	if from, to := bounds[0], bounds[1]; from < 0 || from > to || to > a.shape[axis] {
		return nil, fmt.Errorf("%w: a slice from %d to %d along dimension %d of size %d", ErrOutOfBounds, from, to, axis,
			a.shape[axis])
	}
	a.shape = append([]int64(nil), a.shape...)
	a.shape[axis] = bounds[1] - bounds[0]
	a.start += bounds[0] * a.strides[axis] * a.bytes
	return []*value{{elem: op.Result(0).Type(), array: &a}}, nil
}

func evalNumTiles(_ *frame, op *ir.Operation, operands []*value) ([]*value, error) {
	view, axis := op.Operand(0).Type().(*tile.ViewType), tile.Axis(op)
	size, step := operands[0].array.shape[view.Order()[axis]], view.Steps()[axis]
	return []*value{scalar(op.Result(0).Type(), uint64((size+step-1)/step))}, nil
}

// eachIndex calls visit for each element of index tensors of one shape, with the index in the array. If an index is
// undefined, the element is poisoned in out.
func eachIndex(out *value, indices []*value, visit func(i int, index []int64)) {
	index := make([]int64, len(indices))
	for i := range out.len() {
		for d, v := range indices {
			index[d] = smallint.SignExtend(v.words[i], ir.BitWidth(v.elem))
			if promotion.IsUnsigned(v.elem) {
				index[d] = int64(v.words[i])
			}
			if v.poisoned(i) {
				out.setPoison(i)
			}
		}
		visit(i, index)
	}
}

func evalElementPtr(_ *frame, op *ir.Operation, operands []*value) ([]*value, error) {
	out := newValue(op.Result(0).Type())
	eachIndex(out, operands[1:], func(i int, index []int64) { out.ptrs[i] = operands[0].array.at(index) })
	return []*value{out}, nil
}

func evalInBounds(_ *frame, op *ir.Operation, operands []*value) ([]*value, error) {
	out := newValue(op.Result(0).Type())
	eachIndex(out, operands[1:], func(i int, index []int64) {
		out.words[i] = smallint.Truth(operands[0].array.contains(index))
	})
	return []*value{out}, nil
}

func evalLoadView(f *frame, op *ir.Operation, operands []*value) ([]*value, error) {
	out := newValue(op.Result(0).Type())
	padding, padded := paddingBits(out.elem, tile.PaddingOf(op))
	view := tile.ViewOf(op.Context(), op.Operand(0).Type(), op.Result(0).Type())
	err := window(op, view, operands[0].array, operands[1:], func(i int, at place, inside bool) error {
		switch {
		case inside:
			return f.loadFrom(out, i, at)
		case padded:
			out.words[i] = padding
		default:
			out.setPoison(i)
		}
		return nil
	})
	return []*value{out}, err
}

func evalStoreView(f *frame, op *ir.Operation, operands []*value) ([]*value, error) {
	view := tile.ViewOf(op.Context(), op.Operand(1).Type(), op.Operand(0).Type())
	for _, visit := range []func(at place, i int, v *value) error{f.storeTo, f.keeps} {
		err := window(op, view, operands[1].array, operands[2:], func(i int, at place, inside bool) error {
			if !inside {
				return nil
			}
			return visit(at, i, operands[0])
		})
		if err != nil {
			return nil, err
		}
	}
	return nil, nil
}

// evalAtomicRMWView executes the operation for one element after the other.
func evalAtomicRMWView(f *frame, op *ir.Operation, operands []*value) ([]*value, error) {
	v := operands[0]
	view := tile.ViewOf(op.Context(), op.Operand(1).Type(), op.Operand(0).Type())
	combine := atomicKernel(tile.AtomicKindOf(op), v.elem)
	out := newValue(op.Operand(0).Type())
	err := window(op, view, operands[1].array, operands[2:], func(i int, at place, inside bool) error {
		switch {
		case !inside:
			return nil
		case v.poisoned(i):
			return undefined("what an atomic operation stores")
		}
		return f.exchangeAt(out, i, at, tile.Relaxed, func(old uint64) (uint64, bool, error) {
			w, err := combine([]uint64{old, v.words[i]})
			return w, true, err
		})
	})
	return nil, err
}

// window calls visit for every element of a tile at an index of a view, with its place in the array if it is inside. A
// tile that is completely outside is an error, unless the access has the attribute anywhere.
func window(op *ir.Operation, view *tile.ViewType, a *strided, indices []*value,
	visit func(i int, at place, inside bool) error) error {
	tileShape, order := view.Tile(), view.Order()
	origin := make([]int64, len(tileShape))
	for d, v := range indices {
		w, err := word(v, "a tile index")
		if err != nil {
			return err
		}
		origin[d] = smallint.SignExtend(w, 32) * view.Steps()[d]
		if size := a.shape[order[d]]; (origin[d] < 0 || origin[d] >= size) && !tile.IsAnywhere(op) {
			return fmt.Errorf("%w: a tile starts at %d along dimension %d of size %d", ErrOutOfBounds, origin[d], order[d],
				size)
		}
	}
	n := ir.Product(tileShape)
	c, index := newCoordinates(tileShape), make([]int64, len(tileShape))
	ptr := &value{elem: tile.Ptr(op.Context(), view.Array().ElementType()), ptrs: make([]pointer, 1)}
	for i := range int(n) {
		for d, x := range c.at {
			index[order[d]] = origin[d] + x
		}
		inside := a.contains(index)
		var at place
		if inside {
			var err error
			ptr.ptrs[0] = a.at(index)
			if at, err = locate(ptr, 0); err != nil {
				return err
			}
		}
		if err := visit(i, at, inside); err != nil {
			return err
		}
		c.next()
	}
	return nil
}

// paddingBits returns the element of a padding mode; ok is false if the mode leaves elements undefined.
func paddingBits(elem ir.Type, mode tile.Padding) (bits uint64, ok bool) {
	if mode == tile.PadUndetermined {
		return 0, false
	}
	t, isFloat := elem.(*ir.FloatType)
	if !isFloat {
		return 0, true
	}
	return tile.PaddingBits(t.Format, mode).Lo, true
}
