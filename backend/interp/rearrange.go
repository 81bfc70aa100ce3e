package interp

import (
	"github.com/girih-ir/girih/backend/internal/smallint"
	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
)

func addRearrangement(table map[*ir.OpDef]evaluator) {
	table[&tile.Permute] = evalPermute
	table[&tile.Cat] = evalCat
	table[&tile.Lookup] = evalLookup
	table[&tile.Join] = func(_ *frame, op *ir.Operation, operands []*value) ([]*value, error) {
		out := newValue(op.Result(0).Type())
		for i := range out.len() {
			out.setFrom(i, operands[i%2], i/2)
		}
		return []*value{out}, nil
	}
	table[&tile.Split] = func(_ *frame, op *ir.Operation, operands []*value) ([]*value, error) {
		t := op.Result(0).Type()
		return []*value{
			operands[0].gather(t, func(i int) int { return 2 * i }),
			operands[0].gather(t, func(i int) int { return 2*i + 1 }),
		}, nil
	}
	table[&tile.Flip] = evalFlip
	table[&tile.Extract] = evalExtract
	table[&tile.Insert] = evalInsert
}

// position returns the offset of coordinates in a tensor with given strides.
func position(at, strides []int64) int {
	n := int64(0)
	for d, x := range at {
		n += x * strides[d]
	}
	return int(n)
}

func evalPermute(_ *frame, op *ir.Operation, operands []*value) ([]*value, error) {
	t := op.Result(0).Type()
	from := prim.Contiguous(operands[0].shape)
	strides := make([]int64, len(from))
	for i, d := range tile.OrderOf(op) {
		strides[i] = from[d]
	}
	c := newCoordinates(t.(ir.ShapedType).Shape())
	return []*value{operands[0].gather(t, func(int) int {
		defer c.next()
		return position(c.at, strides)
	})}, nil
}

func evalCat(_ *frame, op *ir.Operation, operands []*value) ([]*value, error) {
	out, axis := newValue(op.Result(0).Type()), tile.Axis(op)
	first := operands[0].shape[axis]
	strides := [2][]int64{prim.Contiguous(operands[0].shape), prim.Contiguous(operands[1].shape)}
	c := newCoordinates(out.shape)
	for i := range out.len() {
		which, at := 0, position(c.at, strides[0])
		if c.at[axis] >= first {
			which, at = 1, position(c.at, strides[1])-int(first*strides[1][axis])
		}
		out.setFrom(i, operands[which], at)
		c.next()
	}
	return []*value{out}, nil
}

func evalFlip(_ *frame, op *ir.Operation, operands []*value) ([]*value, error) {
	axis, shape := tile.Axis(op), operands[0].shape
	strides, c := prim.Contiguous(shape), newCoordinates(shape)
	return []*value{operands[0].gather(op.Result(0).Type(), func(int) int {
		defer c.next()
		return position(c.at, strides) + int((shape[axis]-1-2*c.at[axis])*strides[axis])
	})}, nil
}

// part returns the offset of the part of a tensor at some indices. ok is false if the part is outside the tensor or an
// index is undefined; the result is undefined then.
func part(indices []*value, size, whole []int64) (start int, ok bool) {
	strides := prim.Contiguous(whole)
	for d, v := range indices {
		n := int64(1)
		if len(size) > 0 {
			n = size[d]
		}
		at := smallint.SignExtend(v.words[0], 32) * n
		if v.poisoned(0) || at < 0 || at >= whole[d] {
			return 0, false
		}
		start += int(at * strides[d])
	}
	return start, true
}

func evalExtract(_ *frame, op *ir.Operation, operands []*value) ([]*value, error) {
	out, in := newValue(op.Result(0).Type()), operands[0]
	start, ok := part(operands[1:], out.shape, in.shape)
	strides, c := prim.Contiguous(in.shape), newCoordinates(out.shape)
	for i := range out.len() {
		if ok {
			out.setFrom(i, in, start+position(c.at, strides))
		} else {
			out.setPoison(i)
		}
		c.next()
	}
	return []*value{out}, nil
}

func evalInsert(_ *frame, op *ir.Operation, operands []*value) ([]*value, error) {
	from, in := operands[0], operands[1]
	out := in.gather(op.Result(0).Type(), func(i int) int { return i })
	start, ok := part(operands[2:], from.shape, in.shape)
	if !ok {
		for i := range out.len() {
			out.setPoison(i)
		}
		return []*value{out}, nil
	}
	strides, c := prim.Contiguous(in.shape), newCoordinates(from.shape)
	for i := range from.len() {
		at := start + position(c.at, strides)
		if out.poison != nil {
			out.poison[at] = false
		}
		out.setFrom(at, from, i)
		c.next()
	}
	return []*value{out}, nil
}

func evalLookup(_ *frame, op *ir.Operation, operands []*value) ([]*value, error) {
	indices, table, out := operands[0], tile.TableOf(op), newValue(op.Result(0).Type())
	for i, w := range indices.words {
		at := smallint.SignExtend(w, ir.BitWidth(indices.elem))
		if indices.poisoned(i) || at < 0 || at >= int64(table.Len()) {
			out.setPoison(i)
			continue
		}
		out.words[i] = table.Bits(int(at))
	}
	return []*value{out}, nil
}
