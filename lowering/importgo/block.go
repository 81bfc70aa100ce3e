package importgo

import (
	"go/token"
	"slices"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
)

// block is a rectangle of an array. Along each dimension it has one element, or as many as a range:
//
//	x.Load(row, 64*p + j)    // row and p are scalars, j := kernel.Range(64): one row, 64 columns from 64*p on
type block struct {
	tile, steps []int64
	indices     []*ir.Value
	// axes are the axes of the ranges, in the order of the array's dimensions.
	axes []*axis
	// anywhere says that the block may begin outside of the array.
	anywhere bool
}

// blockOf returns the block that indices describe, if each of them is a scalar, or a scalar plus a range that no other
// index has. It returns nil otherwise, and also for a single element.
func (i *importer) blockOf(indices []*value) *block {
	b := &block{}
	for _, x := range indices {
		switch {
		case x.along != nil && len(x.axes) == 1 && !slices.Contains(b.axes, x.along):
			b.axes = append(b.axes, x.along)
		case len(x.axes) == 0 && x.fields == nil:
		default:
			return nil
		}
	}
	if len(b.axes) == 0 {
		return nil
	}
	for _, x := range indices {
		size, step, index := int64(1), int64(1), x
		if x.along != nil {
			size, index = x.along.size, x.start
		}
		switch {
		case index == nil: // the range starts at the array's first element
			step = size
			b.indices = append(b.indices, arith.NewInt(i.b, i.ctx.I(32), 0))
		case index.factor != nil && index.scale > 0 && index.scale%size == 0:
			step, b.anywhere = size, true
			n := i.binary(token.MUL, index.factor, constantInt(index.typ, index.scale/size), index.typ)
			b.indices = append(b.indices, i.tensor(n))
		default:
			b.anywhere = true
			b.indices = append(b.indices, i.tensor(index))
		}
		b.tile, b.steps = append(b.tile, size), append(b.steps, step)
	}
	return b
}

// blockView returns the array if the steps between tiles are equal to the tile, and otherwise a view of it.
func (i *importer) blockView(array *ir.Value, b *block, padding tile.Padding) *ir.Value {
	if slices.Equal(b.tile, b.steps) {
		return array
	}
	t := tile.View(i.ctx, array.Type().(*tile.ArrayType), b.tile, nil, b.steps, padding)
	return tile.NewView(i.b, array, t)
}

// ordered returns a loaded block as a value: it drops the dimensions of scalars, and sorts the axes.
func (i *importer) ordered(v *ir.Value, axes []*axis, c *invocation) *value {
	if rank := len(v.Type().(*ir.TensorType).Shape()); rank != len(axes) {
		v = tile.NewReshape(i.b, v, shape(axes)...)
	}
	sorted := union(nil, axes)
	if order := orderOf(sorted, axes); order != nil {
		v = i.permute(v, order)
	}
	return &value{typ: c.typ, v: v, axes: sorted}
}

// inOrder returns a value in the shape of a block's tile. It is the inverse of ordered.
func (i *importer) inOrder(v *value, b *block) *ir.Value {
	sorted := union(nil, b.axes)
	out := i.whole(v, sorted)
	if order := orderOf(b.axes, sorted); order != nil {
		out = i.permute(out, order)
	}
	if len(b.tile) != len(b.axes) {
		out = tile.NewReshape(i.b, out, b.tile...)
	}
	return out
}

// permute returns a value with its dimensions in another order. A permutation of a permuted value is made from the
// operand of the first permutation, so that two permutations that cancel disappear.
func (i *importer) permute(v *ir.Value, order []int) *ir.Value {
	if op := v.DefiningOp(); op != nil && op.Is(&tile.Permute) {
		before, both, same := tile.OrderOf(op), make([]int, len(order)), true
		for d, from := range order {
			both[d] = int(before[from])
			same = same && both[d] == d
		}
		if v, order = op.Operand(0), both; same {
			return v
		}
	}
	return tile.NewPermute(i.b, v, order...)
}

// orderOf returns the index in from of each element of to; nil if the lists are equal.
func orderOf(to, from []*axis) []int {
	if slices.Equal(to, from) {
		return nil
	}
	out := make([]int, len(to))
	for n, a := range to {
		out[n] = slices.Index(from, a)
	}
	return out
}
