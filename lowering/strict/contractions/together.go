package contractions

import (
	"math/bits"
	"slices"

	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tile/contract"
	"github.com/girih-ir/girih/internal/analysis/costs"
	"github.com/girih-ir/girih/ir"
)

// storesTogether reports whether threads store tiles side by side as one. They exchange all of it, and rings leave room
// for half of it, of at most costs.SharedUnasked bytes. It holds results of 16 bits: with other operands, threads would
// exchange sums, of 32 bits.
func (p *plan) storesTogether() bool {
	elem := p.Output.Type().(*tile.ArrayType).ElementType()
	bytes := p.shape[rows] * p.wholeTiles() * p.shape[columns] * int64(ir.BitWidth(elem)) / 8
	return p.beside > 1 && !p.storesBoxes() && len(p.Others) == 0 && ir.BitWidth(elem) <= 16 &&
		bytes <= 2*costs.SharedUnasked
}

// wholeTiles returns how many tiles the tensor has that joins those side by side: as many as a power of two.
func (p *plan) wholeTiles() int64 { return int64(1) << bits.Len64(uint64(p.beside-1)) }

// storeTogether stores tiles that are side by side, at row i and column j of what programs compute, as one tile. Lanes
// then store neighbors that are in different tiles: boxes with 2 values of h and of w have 4 pixels of an image, but 7
// of them side by side have 14 values of w. The columns of the whole tile are in the order
//
//	letters before the last one that counts, number of the tile, the last one that counts and those behind it
func (l *lowering) storeTogether(sums []*ir.Value, i, j number) {
	n := l.wholeTiles()
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
	if x := l.boxes.pixels[columns]; x != nil {
		l.storePixels(joinedAll(l.b, sums), i, j)
		return
	}
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
