package contractions

import (
	"math/bits"
	"slices"

	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tile/contract"
	"github.com/girih-ir/girih/internal/analysis/costs"
	"github.com/girih-ir/girih/ir"
)

// storesTogether reports whether tiles side by side are stored as one. Threads exchange the whole tile, for which rings
// leave the room of half of it at most, so it has numbers of 16 bits, and no more than two halves of the memory that
// exchanges take. Tiles with other operands would be exchanged as sums, of 32 bits.
func (l *lowering) storesTogether() bool {
	elem := l.Output.Type().(*tile.ArrayType).ElementType()
	bytes := l.shape[rows] * l.besides() * l.shape[columns] * int64(ir.BitWidth(elem)) / 8
	return l.beside > 1 && !l.storesBoxes() && len(l.Others) == 0 && ir.BitWidth(elem) <= 16 &&
		bytes <= 2*costs.SharedUnasked
}

// besides returns the number of tiles of a tensor that has all those side by side: the sizes of tensors are powers of
// two.
func (l *lowering) besides() int64 { return int64(1) << bits.Len64(uint64(l.beside-1)) }

// storeTogether stores tiles that are side by side, at row i and column j of what programs compute, as one tile. Lanes
// then store neighbors that are in different tiles: boxes with 2 values of h and of w have 4 pixels of an image, but 7
// of them side by side have 14 values of w. The columns of the whole tile are in the order
//
//	letters before the last one that counts, number of the tile, the last one that counts and those behind it
func (l *lowering) storeTogether(sums []*ir.Value, i, j number) {
	n := l.besides()
	for int64(len(sums)) < n {
		sums = append(sums, l.zeros())
	}
	for i := range sums { // results have fewer bits than sums
		sums[i] = l.finish(sums[i], nil)
	}
	ranged, counting := l.boxes.columns, l.counting(l.n)
	at := len(ranged)
	if len(counting) > 0 {
		if k := slices.Index(ranged, counting[len(counting)-1]); k >= 0 {
			at = k
		}
	}
	outer := int64(1)
	for _, letter := range ranged[:at] {
		outer *= l.boxes.size(letter)
	}
	size := l.shape[columns]
	whole := tile.NewReshape(l.b, joinedAll(l.b, sums), l.shape[rows], n, outer, size/outer)
	whole = tile.NewReshape(l.b, tile.NewPermute(l.b, whole, 0, 2, 1, 3), l.shape[rows], n*size)

	const which = contract.Letter(0) // the number of the tile, as a digit of the number of a column
	l.shape[columns] = n * size
	within, extents := map[contract.Letter]number{}, map[contract.Letter]number{which: known(n)}
	for _, letter := range ranged {
		extents[letter] = known(l.boxes.size(letter))
	}
	l.digits(l.iota(known(0), n*size), slices.Insert(slices.Clone(ranged), at, which), extents, within)
	origins := l.origins(i, l.add(l.mul(j, known(l.beside)), within[which]))
	down, across := l.rangeOf(rows, l.m, l.boxes.rows, origins), l.valuesOf(columns, l.n, origins, within)
	if n > l.beside {
		across.inside = and(l.b, across.inside, l.below(within[which], known(l.beside)))
	}
	l.storeResult(whole, down, across)
	l.shape[columns] = size
}

// joinedAll returns tiles side by side as one. There are as many as a power of two.
func joinedAll(b *ir.Builder, tiles []*ir.Value) *ir.Value {
	if len(tiles) == 1 {
		return tiles[0]
	}
	half := len(tiles) / 2
	return tile.NewCat(b, joinedAll(b, tiles[:half]), joinedAll(b, tiles[half:]), 1)
}
