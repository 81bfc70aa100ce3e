package contractions

import (
	"maps"
	"math/bits"
	"slices"

	"github.com/girih-ir/girih/dialects/tile"
)

// leastPixels is the fewest pixels of a tile, if all are loaded by one copy, that were measured.
const leastPixels = 192

// residentPrograms is how many programs run at the same time, one on each multiprocessor of an H100 or H200, if each of
// them computes one tile after the other.
const residentPrograms = 132

// The time for the products of a tile, relative to that for tiles of 256 columns as many times as large, by what was
// measured on an H200 (benchmarks/results/contract-h200.md). Wider tiles load less. With at most fewSteps tiles along a
// sum, more is stored, which smaller tiles do beside products. Tiles that are stored transposed take as long as
// transposing of the products of a tile along the sum.
const (
	fewSteps    = 4
	wideShort   = 1.05 // with 256 columns and few steps
	narrowLong  = 1.06 // with up to 128 columns and more steps
	inPowers    = 1.02 // with tiles of 64 columns side by side
	inParts     = 1.10 // with narrower tiles side by side
	transposing = 0.6
	// beyondBulk is the same for tiles side by side that threads store.
	beyondBulk = 2
)

// inRounds returns a plan with other columns in a tile, or with the operands exchanged, if programs that each compute
// several tiles then take less time: in the last round, only some programs have a tile, and the others wait.
func (p *plan) inRounds(opts Options) *plan {
	if p.boxes != nil && p.boxes.hasPieces() {
		return p
	}
	best := p
	for _, c := range []*tile.Contraction{p.Contraction, exchanged(p.Contraction)} {
		for across := p.limits().views[columns]; across >= p.limits().most[columns]; across -= widthStep / 2 {
			q := p.withTiles(c, [3]int64{p.shape[rows], across, p.shape[products]}, opts)
			if q == nil || across%widthStep != 0 && !q.hasPixels(columns) ||
				q.hasPixels(columns) && across < leastPixels {
				continue // boxes of 16 columns were measured slower
			}
			if q.rounds() < best.rounds() {
				best = q
			}
		}
	}
	return best.inLongRuns()
}

// inOneRound returns a plan with smaller boxes if each program still computes at most one tile, so that it has no next
// tile to copy ahead, and if they take less time by the estimate for a program for each tile. On an H200, a convolution
// with strides, of 1800 by 512 by 2304, took 12.1 instead of 16.4 us with 120 tiles instead of 60. A product of 4096 by
// 16 by 4096, loaded through views of matrices, took 13.1 instead of 11.9 us that way.
func (p *plan) inOneRound(opts Options) *plan {
	if p.boxes == nil || p.boxes.hasPieces() || p.beside > 1 || p.tiles() > residentPrograms {
		return p
	}
	area := p.shape[rows] * p.shape[columns]
	return p.smaller(opts, func(q *plan) bool {
		return q.beside == 1 && q.tiles() <= residentPrograms && q.shape[rows]*q.shape[columns] < area
	})
}

// inLongRuns returns a plan whose boxes have as many neighbors in the output as possible, though more elements beyond
// the extents, if threads store them and programs compute no more tiles with these. Such tiles were measured to take
// 0.5 to 2 per cent less time.
func (p *plan) inLongRuns() *plan {
	if p.boxes == nil || p.hasPixels(columns) || p.beside > 1 || p.mapsOutput() || p.storesTransposed() {
		return p
	}
	q, b := *p, *p.boxes
	q.boxes, b.of = &b, maps.Clone(b.of)
	left := p.shape[columns]
	for _, l := range slices.Backward(p.ordered(b.columns, p.Output, p.C)) {
		b.of[l] = min(left, maxRange, int64(1)<<bits.Len64(uint64(max(p.known[l], 1)-1)))
		left /= b.of[l]
	}
	more := ceil(q.tiles(), residentPrograms) > ceil(p.tiles(), residentPrograms)
	if left > 1 || more || b.waste(p) > maxWaste {
		return p
	}
	return &q
}

// withTiles returns a plan for tiles of a shape. It returns nil if the plan does not load tiles as p does, if they are
// too large for the registers or for the output, or if only threads can store them. Threads may store tiles whose
// operands have been exchanged if the output then is contiguous along columns: each warp group stores whole rows. They
// may also store tiles side by side as one if bulk copies could store no others.
func (p *plan) withTiles(c *tile.Contraction, shape [3]int64, opts Options) *plan {
	one := *c
	one.Shape = shape[:]
	if shape[columns] > columnsPerWarp*int64(p.warps) {
		return nil
	}
	q, err := planOf(&one, opts, nil)
	if err != nil || q.views != p.views || (q.boxes == nil) != (p.boxes == nil) {
		return nil
	}
	m, _ := q.count(q.m)
	n, _ := q.count(q.n)
	if q.shape[rows] >= 2*m || q.width() >= 2*n {
		return nil
	}
	if q.boxes != nil && !q.storesBoxes() {
		transposed := q.storesTransposed()
		if q.beside > 1 && (transposed || q.mapsOutput() || !q.storesTogether()) || c != p.Contraction && transposed {
			return nil
		}
	}
	return q
}

// rounds returns the time of the program that computes the most tiles, relative to that for one tile of products of an
// element.
func (p *plan) rounds() float64 {
	steps := float64(p.steps64())
	factor := 1.
	switch width := p.width(); {
	case p.hasPixels(columns) && width > p.limits().most[columns]: // one copy loads them, whatever their number
	case p.beside > 1 && p.shape[columns] < leastFirst:
		factor = inParts
	case p.beside > 1:
		factor = inPowers
	case width > p.limits().most[columns] && steps <= fewSteps:
		factor = wideShort
	case width <= p.limits().most[columns] && steps > fewSteps:
		factor = narrowLong
	}
	switch {
	case p.storesTransposed():
		steps += transposing
	case p.beside > 1 && p.boxes != nil && !p.storesBoxes() && !p.hasPixels(columns):
		steps += beyondBulk
	}
	return float64(ceil(p.tiles(), residentPrograms)*p.shape[rows]*p.width()) * steps * factor
}

// storesTransposed reports whether the output is contiguous along rows of a tile.
func (p *plan) storesTransposed() bool {
	stored := p.stored()
	return len(stored) > 0 && slices.Contains(p.m, stored[len(stored)-1])
}
