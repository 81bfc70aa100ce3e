package contractions

import (
	"math/bits"
	"slices"

	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tile/contract"
	"github.com/girih-ir/girih/internal/analysis/costs"
	"github.com/girih-ir/girih/ir"
)

// limits are the sizes of tiles (rows, columns and products) for factors of a number of bits: the largest sizes (most),
// the largest sizes of tiles through views, which asynchronous copies load, the sizes if the extents are dynamic
// (open), and the least sizes that tensor cores take.
type limits struct {
	bits                     int
	most, views, open, least [3]int64
}

var sizes = []limits{
	{bits: 8, most: [3]int64{128, 128, 64}, views: [3]int64{128, 256, 128}, open: [3]int64{64, 64, 64},
		least: [3]int64{16, 16, 32}},
	{bits: 16, most: [3]int64{128, 128, 32}, views: [3]int64{128, 256, 64}, open: [3]int64{64, 64, 32},
		least: [3]int64{16, 16, 16}},
	{bits: 32, most: [3]int64{64, 64, 16}, views: [3]int64{64, 64, 32}, open: [3]int64{32, 32, 16},
		least: [3]int64{1, 1, 1}},
	{bits: 64, most: [3]int64{64, 64, 16}, views: [3]int64{64, 64, 16}, open: [3]int64{32, 32, 8},
		least: [3]int64{1, 1, 1}},
}

// lanesOf is the number of elements in a tile of the output if lanes compute the sums. Each element counts for all of
// its neighbors that the lane computes; if these are along two letters, so many factors are shared that a thread has
// registers for sharingOfThread elements.
const (
	lanesOf         = 1024
	sharingOfThread = 2
)

// limits returns the limits for the element type of the factors.
func (p *plan) limits() limits {
	width := ir.BitWidth(p.LHS.Type().(*tile.ArrayType).ElementType())
	return sizes[slices.IndexFunc(sizes, func(l limits) bool { return width <= l.bits })]
}

// columnsPerWarp bounds the columns of a tile for each warp, so that the sums of a tile of 128 rows fit in registers.
const columnsPerWarp = 32

// chooseShape chooses the sizes of tiles: those that the contraction asks for, or the largest ones that are not larger
// than the rounded extents.
func (p *plan) chooseShape() {
	if p.lanes {
		p.shape = [3]int64{lanesOf, 1, 1}
		if len(p.neighbors.letters) > 1 {
			p.shape[0] = sharingOfThread * 32 * int64(p.warps)
		}
		if n, ok := p.count(p.m); ok {
			if p.neighbors.n > 1 {
				n = p.allLanes()
			}
			p.shape[0] = min(p.shape[0], int64(1)<<bits.Len64(uint64(max(n, 1)-1)))
		}
		if p.Shape != nil {
			p.shape[0] = p.Shape[0]
		}
		return
	}
	if p.Shape != nil {
		p.shape = [3]int64(p.Shape)
		return
	}
	s := p.limits()
	most := s.most
	if p.views || p.groups {
		most = s.views
		most[columns] = min(most[columns], max(s.most[columns], columnsPerWarp*int64(p.warps)))
	}
	if p.most != nil {
		most = *p.most
	}
	for i, letters := range [3][]contract.Letter{p.m, p.n, p.k} {
		switch n, ok := p.count(letters); {
		case !ok:
			p.shape[i] = s.open[i]
			if p.views {
				p.shape[i] = most[i]
			}
		case len(letters) == 0:
			p.shape[i] = s.least[i]
		default:
			p.shape[i] = min(most[i], max(s.least[i], int64(1)<<bits.Len64(uint64(max(n, 1)-1))))
		}
	}
}

// cellsOfTiles is the cells of tiles that threads copy to shared memory, which they do from leastAsync on. shortTile is
// the products of a tile: if there is only one tile, nothing is gained by copies.
const (
	cellsOfTiles = 3
	leastAsync   = 80
	shortTile    = 8
)

// chooseCells has tiles copied ahead that tensor cores multiply in f64. So it does with tiles of f32 if operands are
// contiguous along rows and columns: copies of others would have to move single elements. The latter go through
// registers to two places in shared memory, in turns.
func (p *plan) chooseCells(sm int) {
	t := p.LHS.Type().(*tile.ArrayType).ElementType()
	if sm < leastAsync || p.lanes || p.extents == nil || !ir.IsFloat(t) || p.Accumulator != t {
		return
	}
	k, _ := p.count(p.k)
	p.doubles = p.limits().bits == 64
	switch {
	case p.doubles && k > shortTile:
		p.cells = cellsOfTiles
	case p.doubles || p.limits().bits != 32:
	case p.alongSum(0) && p.alongSum(1) && p.views: // with two places they took twice the time
	case p.alongSum(0) || p.alongSum(1):
		p.twoPlaces = true
	default:
		p.cells = cellsOfTiles
	}
}

// atOnce reports whether threads copy all tiles of a sum before they multiply the first ones.
func (p *plan) atOnce() bool {
	k, ok := p.count(p.k)
	steps := ceil(k, p.shape[products])
	bytes := steps * p.shape[products] * (p.shape[rows] + p.shape[columns]) * int64(p.limits().bits) / 8
	return ok && steps > 1 && steps <= int64(p.cells) && bytes <= costs.SharedAtOnce
}

// tilesInLoop returns the number of tiles along a sum, without a shorter one that comes before the loop. One tile alone
// is not copied.
func (p *plan) tilesInLoop() int64 {
	k, _ := p.count(p.k)
	if p.runs == nil && !p.atOnce() {
		return k / p.shape[products]
	}
	return ceil(k, p.shape[products])
}

// alongSum reports whether lhs (i = 0), or rhs (i = 1), is contiguous along a letter of K.
func (p *plan) alongSum(i int) bool {
	l, ok := p.nearest(i)
	return ok && slices.Contains(p.K, l)
}

// Tiles of warp groups: the rows of each warp, and the fewest columns that are worth an instruction.
const (
	rowsOfWarp   = 16
	leastColumns = 16
)

// smaller returns a plan with fewer rows or columns in a tile, or with more products, if its estimated time is less.
// With few tiles, the time is limited by how fast one multiprocessor can load the operands of its tile. It takes only
// plans that suits allows.
func (p *plan) smaller(opts Options, suits func(q *plan) bool) *plan {
	best := p
	k, _ := p.count(p.k)
	least := rowsOfWarp * int64(p.warps)
	if p.shape[rows] >= least { // warp groups may be side by side instead
		least = min(least, leastFirst)
	}
	for down := p.shape[rows]; down >= least; down /= 2 {
		for across := p.shape[columns]; across >= p.leastAcross(down); across /= 2 {
			for _, deep := range []int64{p.shape[products], 2 * p.shape[products]} {
				one := *p.Contraction
				one.Shape = []int64{down, across, deep}
				q, err := planOf(&one, opts, nil)
				if err != nil || q.views != p.views || (q.boxes == nil) != (p.boxes == nil) ||
					deep > max(k, p.shape[products]) || !suits(q) {
					continue
				}
				beside := down < rowsOfWarp*int64(p.warps) // warp groups side by side, of one block
				for n := int64(1); n == 1 || !beside && n <= maxBlocks && q.canShare(n); n *= 2 {
					shared := *q
					shared.blocks = n
					// Of equal estimates the wider tile: 64 by 128 measured faster than 128 by 64, by two blocks that share it
					// (contract-h100.md) and by two warp groups (contract-h200.md).
					if now, fastest := shared.seconds(), best.seconds(); now < fastest || now == fastest &&
						(n > 1 || beside && across > best.shape[columns]) {
						best = &shared
					}
				}
			}
		}
	}
	return best
}

// leastAcross returns the fewest columns of a tile with a number of rows: leastFirst for each of several warp groups
// beside each other.
func (p *plan) leastAcross(down int64) int64 {
	if beside := rowsOfWarp * int64(p.warps) / down; beside > 1 {
		return beside * leastFirst
	}
	return leastColumns
}

// largest are sizes of tiles that threads load, to be compared: the largest numbers of rows, columns and products, by
// the bits of factors.
var largest = map[int][][3]int64{
	32: {{128, 64, 8}, {64, 128, 8}, {64, 64, 8}, {128, 32, 8}, {128, 128, 8}, {256, 128, 8}},
	64: {{64, 64, 16}, {128, 64, 16}, {64, 128, 16}, {128, 128, 16}},
}

// mostSums is the number of sums of a thread for which there are registers, beside tiles on their way to shared memory.
// Threads of wideWarps or more warps may have mostCopied sums of 32 bits if tiles are copied there ahead.
const (
	mostSums, mostCopied = 64, 128
	wideWarps            = 8
)

// leavesRoom reports whether shared memory has room for the tiles of two blocks, with the given products each, that
// threads copy ahead. One block copies while the other one multiplies.
func (p *plan) leavesRoom(products int64, opts Options) bool {
	shared := int64(opts.SharedMemory)
	if shared == 0 {
		shared = costs.SharedPerBlock
	}
	bytes := int64(p.cells) * products * (p.shape[rows] + p.shape[columns]) * int64(p.limits().bits) / 8
	return 2*(bytes+costs.SharedOfSystem) <= shared+costs.SharedOfSystem
}

// fastest returns the plan with the least estimated time of those with some sizes of tiles.
func (p *plan) fastest(opts Options) *plan {
	best := p
	for _, most := range largest[p.limits().bits] {
		sums := most[rows] * most[columns] / (32 * int64(p.warps))
		if sums > mostCopied || sums > mostSums && (p.limits().bits > 32 || p.warps < wideWarps) {
			continue
		}
		q, err := planOf(p.Contraction, opts, &most)
		if err == nil && (sums <= mostSums || q.cells > 0) && q.leavesRoom(q.shape[products], opts) &&
			q.seconds() < best.seconds() {
			best = q
		}
	}
	return best
}
