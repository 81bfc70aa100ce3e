package views

import (
	"math"
	"slices"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
)

// lowering replaces the operations on arrays of a kernel.
type lowering struct {
	arrays map[*ir.Value]*descriptor // the descriptors of arrays and views
}

// replacement creates the operations that replace an operation on an array. It returns the value that replaces the
// result; nil if the operation has no result, or if its result is an array.
func (l *lowering) replacement(b *ir.Builder, op *ir.Operation) *ir.Value {
	d := l.arrays[arrayOf(op)]
	switch {
	case op.Is(&tile.MakeArray):
		l.arrays[op.Result(0)] = makeArray(b, op)
	case op.Is(&tile.Slice):
		l.arrays[op.Result(0)] = slice(b, op, d)
	case op.Is(&tile.MakeView):
		l.arrays[op.Result(0)] = d
	case op.Is(&tile.NumTiles):
		return numTiles(b, op, d)
	case op.Is(&tile.Base):
		return d.base
	case op.Is(&tile.Dim):
		return d.sizes[tile.Axis(op)]
	case op.Is(&tile.Stride):
		return narrow(b, d.strides[tile.Axis(op)])
	case op.Is(&tile.ElementPtr):
		ptrs, _ := elements(b, d, op.OperandRange(1, op.NumOperands()))
		return ptrs
	case op.Is(&tile.InBounds):
		_, mask := elements(b, d, op.OperandRange(1, op.NumOperands()))
		return mask
	case op.Is(&tile.LoadView):
		t := op.Result(0).Type().(*ir.TensorType)
		ptrs, mask := addresses(b, d, op, tile.ViewOf(b.Context(), op.Operand(0).Type(), t),
			op.OperandRange(1, op.NumOperands()))
		if mask == nil {
			return tile.NewLoad(b, ptrs, nil, nil)
		}
		return tile.NewLoad(b, ptrs, mask, padding(b, t, tile.PaddingOf(op)))
	case op.Is(&tile.LoadPixels):
		ptrs, mask := pixels(b, d, op)
		return tile.NewLoad(b, ptrs, mask, padding(b, op.Result(0).Type().(*ir.TensorType), tile.PadZero))
	case op.Is(&tile.StoreView):
		view := tile.ViewOf(b.Context(), op.Operand(1).Type(), op.Operand(0).Type())
		ptrs, mask := addresses(b, d, op, view, op.OperandRange(2, op.NumOperands()))
		tile.NewStore(b, ptrs, op.Operand(0), mask)
	case op.Is(&tile.AtomicRMWView):
		view := tile.ViewOf(b.Context(), op.Operand(1).Type(), op.Operand(0).Type())
		ptrs, mask := addresses(b, d, op, view, op.OperandRange(2, op.NumOperands()))
		tile.NewAtomicRMW(b, tile.AtomicKindOf(op), tile.Relaxed, tile.ScopeDevice, ptrs, op.Operand(0), mask)
	}
	return nil
}

// makeArray returns the descriptor of a tile.make_array. Dynamic sizes and strides are operands.
func makeArray(b *ir.Builder, op *ir.Operation) *descriptor {
	t := op.Result(0).Type().(*tile.ArrayType)
	d := &descriptor{base: op.Operand(0)}
	next := 1
	extent := func(static int64, elem ir.Type) *ir.Value {
		if static != ir.Dynamic {
			return arith.NewInt(b, elem, static)
		}
		next++
		return op.Operand(next - 1)
	}
	for _, n := range t.Shape() {
		d.sizes = append(d.sizes, extent(n, b.Context().I(32)))
	}
	for _, n := range t.Strides() {
		d.strides = append(d.strides, extent(n, b.Context().I(64)))
	}
	return d
}

func slice(b *ir.Builder, op *ir.Operation, d *descriptor) *descriptor {
	axis, from, to := tile.Axis(op), op.Operand(1), op.Operand(2)
	offset := arith.Binary(b, &arith.MulI, wide(b, from), wide(b, d.strides[axis]))
	out := &descriptor{base: moved(b, d.base, offset), sizes: slices.Clone(d.sizes), strides: d.strides}
	out.sizes[axis] = arith.Binary(b, &arith.SubI, to, from)
	return out
}

func numTiles(b *ir.Builder, op *ir.Operation, d *descriptor) *ir.Value {
	view, axis := op.Operand(0).Type().(*tile.ViewType), tile.Axis(op)
	size, step := d.sizes[view.Order()[axis]], view.Steps()[axis]
	// the sum does not overflow as an unsigned number
	last := arith.Binary(b, &arith.AddI, size, arith.NewInt(b, size.Type(), step-1))
	return arith.Binary(b, &arith.DivUI, last, arith.NewInt(b, size.Type(), step))
}

// moved adds offsets, in elements, to pointers of the same shape.
func moved(b *ir.Builder, ptrs, offsets *ir.Value) *ir.Value {
	st := b.State(&tile.AddPtr)
	st.Operands = []*ir.Value{ptrs, offsets}
	st.Types = []ir.Type{ptrs.Type()}
	return b.Create(st).Result(0)
}

// elements returns pointers to the elements at indices, which all have the same shape, and a mask of the elements
// within the array's bounds.
func elements(b *ir.Builder, d *descriptor, indices []*ir.Value) (ptrs, mask *ir.Value) {
	ptrs = d.base
	if t, ok := indices[0].Type().(*ir.TensorType); ok {
		ptrs = tile.NewSplat(b, ptrs, t.Shape()...)
	}
	for axis, index := range indices {
		if ir.BitWidth(ir.ElementOrSelf(index.Type())) < 32 {
			index = wide(b, index)
		}
		ptrs = moved(b, ptrs, offset(b, index, d.strides[axis], math.MaxInt32))
		mask = combine(b, &arith.AndI, mask, within(b, index, d.sizes[axis]))
	}
	return ptrs, mask
}

// within returns a mask of the positions that are at least 0 and less than a size. The comparison is unsigned, where
// negative numbers are large.
func within(b *ir.Builder, at, size *ir.Value) *ir.Value {
	if ir.BitWidth(ir.ElementOrSelf(at.Type())) == 64 {
		size = wide(b, size)
	}
	return arith.NewCmpI(b, arith.ULT, at, like(b, size, at.Type()))
}

// offset returns positions, which are at most most, times a stride. It computes in the type of the positions if the
// product is known to fit, and otherwise in 64 bits.
func offset(b *ir.Builder, at, stride *ir.Value, most int64) *ir.Value {
	if isOne(stride) {
		return at
	}
	if n, ok := arith.ConstantInt(stride); ok && n >= 0 && n <= math.MaxInt32/max(1, most) {
		return arith.Binary(b, &arith.MulI, at, constantLike(b, at.Type(), n))
	}
	return scaled(b, wide(b, at), stride)
}

// scaled multiplies positions by a stride.
func scaled(b *ir.Builder, at, stride *ir.Value) *ir.Value {
	if isOne(stride) {
		return at
	}
	return arith.Binary(b, &arith.MulI, at, like(b, wide(b, stride), at.Type()))
}

// like splats a scalar over the shape of a type, if that is a tensor.
func like(b *ir.Builder, v *ir.Value, t ir.Type) *ir.Value {
	if tensor, ok := t.(*ir.TensorType); ok {
		return tile.NewSplat(b, v, tensor.Shape()...)
	}
	return v
}

func constantLike(b *ir.Builder, t ir.Type, n int64) *ir.Value {
	ctx := b.Context()
	if tensor, ok := t.(*ir.TensorType); ok {
		return arith.NewConstant(b, ctx.DenseSplat(tensor, ctx.Integer(tensor.ElementType(), n)))
	}
	return arith.NewInt(b, t, n)
}

// addresses returns pointers to the elements of a tile at the given tile indices, and a mask of the elements within the
// array's bounds; nil if all are. The start of the tile is computed in 64 bits, since the product of an index and a
// stride may not fit in 32 bits, but only once for all elements. Distances from the start are computed in 32 bits if
// they fit.
func addresses(b *ir.Builder, d *descriptor, op *ir.Operation, view *tile.ViewType, indices []*ir.Value) (ptrs,
	mask *ir.Value) {
	shape, base := view.Tile(), d.base
	single := singleInside(b, d, op, view, indices)
	var offsets []*ir.Value
	for axis, n := range shape {
		dim, step := view.Order()[axis], view.Steps()[axis]
		start := arith.Binary(b, &arith.MulI, wide(b, indices[axis]), arith.NewInt(b, b.Context().I(64), step))
		base = moved(b, base, scaled(b, start, d.strides[dim]))
		lane := lanes(b, n)
		offsets = append(offsets, along(b, offset(b, lane, d.strides[dim], n), axis, shape))
		size := d.sizes[dim]
		if n == 1 || isInside(indices[axis], size, n, step, tile.IsAnywhere(op)) {
			continue
		}
		if single != nil { // with a size of 0 instead, the mask below is false everywhere
			size, single = arith.NewSelect(b, single, size, arith.NewInt(b, size.Type(), 0)), nil
		}
		inside := insideFrom(b, indices[axis], start, lane, size, n, step, tile.IsAnywhere(op))
		mask = combine(b, &arith.AndI, mask, along(b, inside, axis, shape))
	}
	if single != nil {
		mask = combine(b, &arith.AndI, mask, tile.NewSplat(b, single, shape...))
	}
	ptrs = tile.NewSplat(b, base, shape...)
	for _, v := range offsets {
		ptrs = moved(b, ptrs, v)
	}
	return ptrs, mask
}

// singleInside returns an i1 that is true if the tile's indices lie within the array along all dimensions in which the
// tile has one element. One check is enough for all elements of the tile. It returns nil if there is nothing to check.
func singleInside(b *ir.Builder, d *descriptor, op *ir.Operation, view *tile.ViewType, indices []*ir.Value) (
	inside *ir.Value) {
	if !tile.IsAnywhere(op) {
		return nil
	}
	for axis, n := range view.Tile() {
		if n != 1 {
			continue
		}
		at, size, step := indices[axis], d.sizes[view.Order()[axis]], view.Steps()[axis]
		if isInside(at, size, n, step, true) {
			continue
		}
		if step != 1 {
			at = arith.Binary(b, &arith.MulI, wide(b, at), arith.NewInt(b, b.Context().I(64), step))
		}
		inside = combine(b, &arith.AndI, inside, within(b, at, size))
	}
	return inside
}

// isInside reports whether all n elements of a tile along a dimension are known to lie within a size. If anywhere is
// not set, the tile is known to start within the size. Then all of it lies within, if tiles do not overlap and the size
// is a multiple of the step.
func isInside(index, size *ir.Value, n, step int64, anywhere bool) bool {
	known, static := arith.ConstantInt(size)
	at, constant := arith.ConstantInt(index)
	return static && (constant && at >= 0 && at*step <= known-n || !anywhere && step >= n && known%step == 0)
}

// insideFrom returns a mask of the n elements from a start that lie within a size.
func insideFrom(b *ir.Builder, index, start, lane, size *ir.Value, n, step int64, anywhere bool) *ir.Value {
	if !anywhere {
		left := arith.Binary(b, &arith.SubI, size, narrow(b, start))
		return arith.NewCmpI(b, arith.SLT, lane, like(b, left, lane.Type()))
	}
	// The positions of a tile that may start anywhere are sums of 32 bits. One that is too large becomes negative, which
	// is out of bounds, too. Tiles at a distance then have equal masks, so that threads can share the tiles' elements.
	if step == 1 {
		return within(b, arith.Binary(b, &arith.AddI, like(b, index, lane.Type()), lane), size)
	}
	// All elements of tiles before the array, or after it, are out of bounds. So indices can be clamped to one tile
	// before and one tile after the array, and 32 bits are enough.
	if step >= n && step <= maxStep {
		most := arith.Binary(b, &arith.DivUI, size, arith.NewInt(b, size.Type(), step))
		most = arith.Binary(b, &arith.AddI, most, arith.NewInt(b, size.Type(), 1))
		near := arith.Binary(b, &arith.MinSI, arith.Binary(b, &arith.MaxSI, index, arith.NewInt(b, size.Type(), -1)), most)
		near = arith.Binary(b, &arith.MulI, near, arith.NewInt(b, size.Type(), step))
		return within(b, arith.Binary(b, &arith.AddI, like(b, near, lane.Type()), lane), size)
	}
	i64 := b.Context().I(64)
	near := arith.Binary(b, &arith.MaxSI, start, arith.NewInt(b, i64, -n))
	near = narrow(b, arith.Binary(b, &arith.MinSI, near, wide(b, size)))
	return within(b, arith.Binary(b, &arith.AddI, like(b, near, lane.Type()), lane), size)
}

// maxStep bounds the steps of views for which the start of a tile, even one tile after the array, fits in 32 bits.
const maxStep = 1 << 24

// lanes returns the tensor 0, 1, ..., n-1.
func lanes(b *ir.Builder, n int64) *ir.Value {
	st := b.State(&tile.Iota)
	st.Types = []ir.Type{b.Context().TensorType([]int64{n}, b.Context().I(32), nil)}
	return b.Create(st).Result(0)
}

// wide sign-extends integers to i64.
func wide(b *ir.Builder, v *ir.Value) *ir.Value {
	if ir.BitWidth(ir.ElementOrSelf(v.Type())) == 64 {
		return v
	}
	return arith.Cast(b, &arith.ExtSI, v, b.Context().WithElement(v.Type(), b.Context().I(64)))
}

// narrow truncates an integer to i32.
func narrow(b *ir.Builder, v *ir.Value) *ir.Value {
	if ir.IsInt(v.Type(), 32) {
		return v
	}
	return arith.Cast(b, &arith.TruncI, v, b.Context().I(32))
}

func isOne(v *ir.Value) bool {
	n, ok := arith.ConstantInt(v)
	return ok && n == 1
}

// along broadcasts a one-dimensional tensor, which lies along an axis, to a shape.
func along(b *ir.Builder, v *ir.Value, axis int, shape []int64) *ir.Value {
	if len(shape) == 1 {
		return v
	}
	for i := range shape {
		if i != axis {
			v = tile.NewExpandDims(b, v, i)
		}
	}
	return tile.NewBroadcast(b, v, shape...)
}

// combine returns sum combined with v, or v if sum is nil.
func combine(b *ir.Builder, def *ir.OpDef, sum, v *ir.Value) *ir.Value {
	if sum == nil {
		return v
	}
	return arith.Binary(b, def, sum, v)
}

// padding returns a tensor of the elements that a padding mode specifies; nil if the mode leaves them undetermined.
func padding(b *ir.Builder, t *ir.TensorType, mode tile.Padding) *ir.Value {
	if mode == tile.PadUndetermined {
		return nil
	}
	ctx := b.Context()
	elem, isFloat := t.ElementType().(*ir.FloatType)
	if !isFloat {
		return arith.NewConstant(b, ctx.DenseSplat(t, ctx.Integer(t.ElementType(), 0)))
	}
	return arith.NewConstant(b, ctx.DenseSplat(t, ctx.FloatBits(elem, tile.PaddingBits(elem.Format, mode))))
}
