package contractions

import (
	"slices"

	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tile/contract"
	"github.com/girih-ir/girih/ir"
)

// The tiles of a sum are boxes along one letter, such as the channels of an image, for each value of the other letters,
// such as r and s of a filter. The windows of an image for different r and s overlap, so that most of a window is in
// the L2 cache if another one of the same channels was read shortly before:
//
//	for r, s { for c { image[h + r, w + s, c] } }    as a rule, since filters are often contiguous along c
//	for c { for r, s { image[h + r, w + s, c] } }    if too much is read between two windows

// keptShare is the share of the L2 cache up to which data is still there when it is read again. On an H200, "backward
// data" of a convolution, which reads half of the cache in between, takes 25 per cent less time in the second order;
// others, which read up to a third, take 0 to 5 per cent more.
const keptShare = 0.4

// chooseOrder has windows of the same channels follow each other if the tiles of all running programs read more in
// between than the L2 cache keeps.
func (p *plan) chooseOrder(opts Options) {
	if p.boxes == nil || p.boxes.hasPieces() {
		return
	}
	tiles := [2]int64{p.boxes.tiles(p, p.m), ceil(p.boxes.tiles(p, p.n), p.beside)}
	for i, letters := range [2][]contract.Letter{p.m, p.n} {
		if !p.hasWindows(i, letters) || tiles[1-i] == 0 {
			continue
		}
		elem := [2]*ir.Value{p.LHS, p.RHS}[i].Type().(*tile.ArrayType).ElementType()
		running := min(tiles[i], ceil(multiprocessors, tiles[1-i])) // which differ along these letters
		places := running * [2]int64{p.shape[rows], p.width()}[i]
		between := float64(places*p.known[p.boxes.along]) * float64(ir.BitWidth(elem)) / 8
		p.boxes.outermost = p.boxes.outermost || between > keptShare*opts.cacheSize()
	}
}

// hasWindows reports whether tiles of operand i, at the given letters of rows or columns, overlap for different values
// of letters of K.
func (p *plan) hasWindows(i int, letters []contract.Letter) bool {
	return slices.ContainsFunc(p.boxes.operands[i].axes, func(axis contract.Expr) bool {
		in := func(l contract.Letter) bool { return contract.Contains(axis, l) }
		return slices.ContainsFunc(letters, in) && slices.ContainsFunc(p.k, in)
	})
}

// orderOfSum returns the letters of K in the order in which the tiles of a sum follow each other, the slowest first.
func (p *plan) orderOfSum() []contract.Letter {
	along := p.boxes.along
	others := slices.DeleteFunc(slices.Clone(p.k), func(l contract.Letter) bool { return l == along })
	if p.boxes.outermost {
		return append([]contract.Letter{along}, others...)
	}
	return append(others, along)
}
