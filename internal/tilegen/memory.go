package tilegen

import (
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
)

// shapeOf returns the shape of a tensor, nil of a number.
func shapeOf(v *ir.Value) []int64 {
	if t, ok := v.Type().(*ir.TensorType); ok {
		return t.Shape()
	}
	return nil
}

// masked loads elements of a value's shape where the value is not zero, and others elsewhere.
func (g *Generator) masked() *ir.Value {
	b, v := g.Builder.Builder, g.Pool[g.rand.IntN(len(g.Pool))]
	elem := g.rand.IntN(len(g.Elems))
	mask := tile.Convert(b, v, b.Context().I(1))
	other := tile.Convert(b, v, g.Elems[elem])
	return tile.NewLoad(b, g.addresses(g.entry.Arg(elem), 0, shapeOf(v)), mask, other)
}

// indirect loads the elements that a value's numbers name.
func (g *Generator) indirect() *ir.Value {
	v := g.Pool[g.rand.IntN(len(g.Pool))]
	elem := g.rand.IntN(len(g.Elems))
	return g.Load(g.AddPtr(g.entry.Arg(elem), g.bounded(v, Size)), nil, nil)
}
