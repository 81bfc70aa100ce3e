package tile

import (
	"slices"

	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
)

// LoadPixels defines `tile.load_pixels`: row i of the result is a pixel of an image, with some of its channels. The
// array has images, one to three dimensions of pixels and, last, channels. A window of the array, which counts, steps
// and lower describe for each dimension of pixels, chooses pixels: number j along a dimension is at lower + j * step.
// Pixels are numbered image by image, row by row. The indices are those of a pixel in this numbering (image, numbers
// along each dimension) and the first channel; row i is the pixel after + i behind it. The former must be a pixel of
// the window, of an image that may be behind the last one. Offsets, which are not negative, are added to the pixel's
// place in the array, so that one window serves all places of a convolution's filter. Elements outside of the array are
// zero.
//
// For example, a convolution of 3 by 3 has pixels of the output as rows, and loads for each place (r, s) of the filter
//
//	tile.load_pixels %image[%n, %h, %w, %c] offsets[%r, %s] {after = 0 : i64, counts = array<i64: 30, 30>,
//	    lower = array<i64: 0, 0>, steps = array<i64: 1, 1>} : !tile.array<8x32x32x64xf16> -> tensor<128x64xf16>
var LoadPixels = ir.OpDef{
	Name:    "tile.load_pixels",
	Summary: "load of consecutive pixels of a window of images, as the rows of a tile",
	Operands: []ir.ValueDef{{Name: "array", Type: arrays}, {Name: "indices", Type: i32, Arity: ir.Variadic},
		{Name: "offsets", Type: i32, Arity: ir.Variadic}},
	Results: []ir.ValueDef{{Name: "result", Type: constraints.AnyRankedTensor}},
	Attrs: []ir.OpAttr{{Name: "after", Attr: constraints.I64Attr}, {Name: "counts", Attr: constraints.DenseI64Array},
		{Name: "lower", Attr: constraints.DenseI64Array}, {Name: "steps", Attr: constraints.DenseI64Array}},
	Traits:   ir.AttrSizedOperandSegments,
	Assembly: `$array '[' $indices ']' 'offsets' '[' $offsets ']' attr-dict ':' type($array) '->' type($result)`,
	Verify:   verifyLoadPixels,

	Interfaces: []any{ir.OperandEffect(ir.Read, 0)},
}

// Pixels describes the window of a tile.load_pixels: for each dimension of pixels, how many are counted, where the
// first one is, and by how much they are apart.
type Pixels struct{ Counts, Lower, Steps []int64 }

// PixelsOf returns the window of a tile.load_pixels, and how many pixels the first row is behind the indices.
func PixelsOf(op *ir.Operation) (p Pixels, after int64) {
	list := func(name string) []int64 { return op.Inherent(name).(*ir.DenseArrayAttr).Ints() }
	return Pixels{list("counts"), list("lower"), list("steps")}, op.Inherent("after").(*ir.IntegerAttr).Int64()
}

// Equal reports whether two windows are the same.
func (p Pixels) Equal(q Pixels) bool {
	return slices.Equal(p.Counts, q.Counts) && slices.Equal(p.Lower, q.Lower) && slices.Equal(p.Steps, q.Steps)
}

// Each returns the number of pixels of the window in one image.
func (p Pixels) Each() int64 { return ir.Product(p.Counts) }

// PixelIndices returns the indices of a tile.load_pixels: image, numbers of a pixel, first channel; and its offsets.
func PixelIndices(op *ir.Operation) (indices, offsets []*ir.Value) {
	return op.GroupValues(1), op.GroupValues(2)
}

// NewLoadPixels creates a load of n pixels with some channels.
func NewLoadPixels(b *ir.Builder, array *ir.Value, indices, offsets []*ir.Value, p Pixels, after, n,
	channels int64) *ir.Value {
	ctx, st := b.Context(), b.State(&LoadPixels)
	st.Operands = slices.Concat([]*ir.Value{array}, indices, offsets)
	st.SetSegments(1, int32(len(indices)), int32(len(offsets)))
	st.SetInherent("after", ctx.Integer(ctx.I(64), after))
	st.SetInherent("counts", ctx.DenseI64(p.Counts...))
	st.SetInherent("lower", ctx.DenseI64(p.Lower...))
	st.SetInherent("steps", ctx.DenseI64(p.Steps...))
	st.Types = append(st.Types, ctx.TensorType([]int64{n, channels}, ArrayOf(array.Type()).ElementType(), nil))
	return b.Create(st).Result(0)
}

func verifyLoadPixels(op *ir.Operation) error {
	a, t := op.Operand(0).Type().(*ArrayType), op.Result(0).Type().(*ir.TensorType)
	p, after := PixelsOf(op)
	indices, offsets := PixelIndices(op)
	rank := a.Rank()
	switch {
	case rank < 3 || rank > 5:
		return op.Errorf("the array must have images, one to three dimensions of pixels, and channels, but has %d dimensions",
			rank)
	case len(indices) != rank || len(offsets) != rank-2:
		return op.Errorf("expected %d indices and %d offsets, but got %d and %d", rank, rank-2, len(indices), len(offsets))
	case len(p.Counts) != rank-2 || len(p.Lower) != rank-2 || len(p.Steps) != rank-2:
		return op.Errorf("counts, lower and steps must have %d numbers each, one for each dimension of pixels", rank-2)
	case slices.Min(p.Counts) < 1 || slices.Min(p.Steps) < 1 || after < 0:
		return op.Errorf("counts and steps must be at least 1, and after at least 0")
	case len(t.Shape()) != 2 || t.ElementType() != a.ElementType():
		return op.Errorf("the result must be a tensor of pixels and channels of type %s, but got %s",
			ir.Quote(a.ElementType()), ir.Quote(t))
	}
	return nil
}
