package splittiles

import (
	"math/bits"
	"slices"

	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
)

// stretch is a piece of a dimension: size elements, the first of which has index from.
type stretch struct{ from, size int64 }

// cut divides a dimension into powers of two, the largest first: 208 into 128, 64 and 16.
func cut(n int64) (list []stretch) {
	for at := int64(0); at < n; {
		size := int64(1) << (bits.Len64(uint64(n-at)) - 1)
		list = append(list, stretch{at, size})
		at += size
	}
	return list
}

// unit returns the size of the smallest piece of a dimension. All pieces begin at multiples of it.
func unit(n int64) int64 { return n & -n }

// isCut reports whether a type is a tensor that must be cut: it has no layout, its sizes are valid sizes of tiles, and
// one of them is not a power of two.
func isCut(t ir.Type) bool {
	tensor, ok := t.(*ir.TensorType)
	return ok && tensor.Encoding == nil && slices.ContainsFunc(tensor.Shape(), isCutSize) &&
		!slices.ContainsFunc(tensor.Shape(), func(n int64) bool { return !tile.IsSize(n) })
}

func isCutSize(n int64) bool { return n&(n-1) != 0 }

// grid says how a shape is cut: it has the pieces of each dimension. The pieces of the tensor are in row-major order.
type grid [][]stretch

func gridOf(t ir.Type) (g grid) {
	if t, ok := t.(*ir.TensorType); ok {
		for _, n := range t.Shape() {
			g = append(g, cut(n))
		}
	}
	return g
}

// len returns the number of pieces.
func (g grid) len() int {
	n := 1
	for _, list := range g {
		n *= len(list)
	}
	return n
}

// at returns the place of piece i in the grid: the number of its piece in each dimension.
func (g grid) at(i int) []int {
	place := make([]int, len(g))
	for d := len(g) - 1; d >= 0; d-- {
		place[d], i = i%len(g[d]), i/len(g[d])
	}
	return place
}

// index returns the number of the piece at a place. It is the inverse of at.
func (g grid) index(place []int) (i int) {
	for d, list := range g {
		i = i*len(list) + place[d]
	}
	return i
}

// shape returns the sizes of a piece.
func (g grid) shape(place []int) []int64 {
	shape := make([]int64, len(g))
	for d, list := range g {
		shape[d] = list[place[d]].size
	}
	return shape
}

// pieceTypes returns the types of the pieces of a value of type t; t itself if it is not cut.
func pieceTypes(ctx *ir.Context, t ir.Type) (list []ir.Type) {
	if !isCut(t) {
		return []ir.Type{t}
	}
	g := gridOf(t)
	for i := range g.len() {
		list = append(list, tile.Of(ctx, g.shape(g.at(i)), ir.ElementOrSelf(t)))
	}
	return list
}
