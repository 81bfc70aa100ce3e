package tilegen

import (
	"slices"

	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
)

// masked loads elements under a mask: where a value is not zero. The other elements have a default.
func (g *Generator) masked() *ir.Value {
	b, v := g.Builder.Builder, g.Pool[g.rand.IntN(len(g.Pool))]
	elem := g.rand.IntN(len(g.Elems))
	mask := tile.Convert(b, v, b.Context().I(1))
	other := tile.Convert(b, v, g.Elems[elem])
	return tile.NewLoad(b, g.addresses(g.entry.Arg(elem), 0, ir.TensorShape(v.Type())), mask, other)
}

// indirect loads elements whose indices are the numbers of a value.
func (g *Generator) indirect() *ir.Value {
	v := g.Pool[g.rand.IntN(len(g.Pool))]
	elem := g.rand.IntN(len(g.Elems))
	return g.Load(g.AddPtr(g.entry.Arg(elem), g.bounded(v, Size)), nil, nil)
}

// viewed loads a tile of an array of 12 x 13 elements, in one of several orders of dimensions. At the end of the array,
// some elements of the tile are outside, which are padding.
func (g *Generator) viewed() *ir.Value {
	b := g.Builder.Builder
	which := g.rand.IntN(len(g.Elems))
	elem := g.Elems[which]
	t := tile.Array(b.Context(), []int64{12, 13}, elem, []int64{13, 1})
	array := tile.NewMakeArray(b, g.entry.Arg(which), t, nil, nil)
	order := [][]int64{{0, 1}, {1, 0}}[g.rand.IntN(2)]
	steps := [][]int64{nil, {3, 5}, {4, 8}}[g.rand.IntN(3)]
	paddings := paddingsOf(elem)
	view := tile.View(b.Context(), t, []int64{4, 8}, order, steps, paddings[g.rand.IntN(len(paddings))])
	operands := []*ir.Value{tile.NewView(b, array, view), g.i32(g.rand.IntN(3)), g.i32(g.rand.IntN(2))}
	st := b.State(&tile.LoadView)
	st.Operands, st.Types = operands, append(st.Types, b.Context().TensorType([]int64{4, 8}, elem, nil))
	return b.Create(st).Result(0)
}

// paddingsOf returns the padding modes that a type has.
func paddingsOf(elem ir.Type) []tile.Padding {
	f, isFloat := elem.(*ir.FloatType)
	if !isFloat {
		return []tile.Padding{tile.PadZero}
	}
	var out []tile.Padding
	for padding, has := range map[tile.Padding]bool{tile.PadZero: f.Format.HasZero(),
		tile.PadNegZero: f.Format.HasNegativeZero(), tile.PadNaN: f.Format.HasNaN(), tile.PadPosInf: f.Format.HasInf(),
		tile.PadNegInf: f.Format.HasInf()} {
		if has {
			out = append(out, padding)
		}
	}
	slices.Sort(out)
	return out
}
