package views

import (
	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
)

// pixels returns pointers to the elements of a tile.load_pixels, and a mask of those in the array. It finds the number
// of each row's pixel, and its place in the array from the digits of that. Numbers of pixels fit in 32 bits, since the
// pixels of an array with 32-bit indices that have a place in it do.
func pixels(b *ir.Builder, d *descriptor, op *ir.Operation) (ptrs, mask *ir.Value) {
	shape := op.Result(0).Type().(*ir.TensorType).Shape()
	p, after := tile.PixelsOf(op)
	starts, offsets := tile.PixelIndices(op)
	last := len(starts) - 1
	first := starts[0]
	for k, n := range p.Counts {
		first = arith.Binary(b, &arith.AddI, arith.Binary(b, &arith.MulI, first, arith.NewInt(b, first.Type(), n)),
			starts[1+k])
	}
	first = arith.Binary(b, &arith.AddI, first, arith.NewInt(b, first.Type(), after))
	rest := lanes(b, shape[0])
	rest = arith.Binary(b, &arith.AddI, rest, like(b, first, rest.Type()))
	indices := make([]*ir.Value, last+1)
	constant := func(n int64) *ir.Value { return constantLike(b, rest.Type(), n) }
	for k := len(p.Counts) - 1; k >= 0; k-- {
		n := constant(p.Counts[k])
		at := arith.Binary(b, &arith.RemUI, rest, n)
		rest = arith.Binary(b, &arith.DivUI, rest, n)
		at = arith.Binary(b, &arith.MulI, at, constant(p.Steps[k]))
		offset := arith.Binary(b, &arith.AddI, offsets[k], arith.NewInt(b, offsets[k].Type(), p.Lower[k]))
		indices[1+k] = arith.Binary(b, &arith.AddI, at, like(b, offset, at.Type()))
	}
	indices[0] = rest
	channel := lanes(b, shape[1])
	indices[last] = arith.Binary(b, &arith.AddI, channel, like(b, starts[last], channel.Type()))
	for k := range indices {
		axis := 0
		if k == last {
			axis = 1
		}
		indices[k] = along(b, indices[k], axis, shape)
	}
	return elements(b, d, indices)
}
