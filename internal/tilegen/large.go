package tilegen

import (
	"slices"

	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
)

// largeSize is the number of elements of large tiles: more than fit in the registers of a warp's threads.
const largeSize = 1 << 13

// Large creates a large tile from a value; its lines are equal except for some numbers. It moves the elements of the
// tile, and reduces them to a tensor of the value's size.
func (g *Generator) Large() (*ir.Value, error) {
	b, v := g.Builder.Builder, g.Pool[g.rand.IntN(len(g.Pool))]
	t, ok := v.Type().(*ir.TensorType)
	if !ok {
		v = tile.NewSplat(b, v, 8)
		t = v.Type().(*ir.TensorType)
	}
	n, _ := ir.NumElements(t)
	if ir.IsFloat(t.ElementType()) {
		v = g.notNaN(v)
	}
	line := tile.NewBroadcast(b, tile.NewReshape(b, v, 1, n), largeSize/n, n)
	numbers := tile.Convert(b, tile.NewExpandDims(b, tile.NewIota(b, largeSize/n), 1), b.Context().I(1))
	large, err := tile.NewWhere(b, numbers, line, tile.NewFlip(b, line, 1))
	if err != nil {
		return nil, err
	}
	for range 1 + g.rand.IntN(2) {
		if large, err = g.moved(large); err != nil {
			return nil, err
		}
	}
	shape := large.Type().(*ir.TensorType).Shape()
	longest := slices.Index(shape, slices.Max(shape))
	return g.combined(large, longest)
}

// moved adds an operation that moves or combines the elements of a large two-dimensional tile.
func (g *Generator) moved(v *ir.Value) (*ir.Value, error) {
	b := g.Builder.Builder
	shape := v.Type().(*ir.TensorType).Shape()
	axis := g.rand.IntN(len(shape))
	switch g.rand.IntN(8) {
	case 0:
		return tile.NewFlip(b, v, axis), nil
	case 1:
		return tile.NewPermute(b, v, 1, 0), nil
	case 2:
		return tile.NewReshape(b, v, shape[1], shape[0]), nil
	case 3:
		short := slices.Index(shape, slices.Min(shape))
		return tile.NewSort(b, short, g.rand.IntN(2) == 0, v)[0], nil
	case 4:
		lhs, rhs := tile.NewSplit(b, tile.NewJoin(b, v, tile.NewFlip(b, v, axis)))
		return tile.NewWhere(b, tile.Convert(b, lhs, b.Context().I(1)), lhs, rhs)
	case 5:
		return g.mapped(v), nil
	case 6:
		return g.turned(g.step(v, v)), nil
	}
	return g.maxima(v, axis)
}
