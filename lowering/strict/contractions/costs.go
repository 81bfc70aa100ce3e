package contractions

import (
	"slices"

	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
)

// The speed of a GPU, by which the pass chooses between kernels. These are figures of an H200
// (benchmarks/results/contract-h200.md). Only their ratios matter.
const (
	gathered    = 200e12 // operations per second of tensor cores, for tiles that threads load
	boxed       = 520e12 // operations per second of tensor cores, for tiles that bulk copies load
	added       = 42e12  // operations per second of multiply-adds, for elements of 32 and 64 bits
	turned      = 0.96   // factor of added, for each operand that is contiguous along a letter of K
	crossed     = 0.75   // factor of added, if the operands are contiguous along different letters of K
	memory      = 2.5e12 // bytes per second that a kernel reads and writes
	cache       = 5.5e12 // bytes per second from the L2 cache to all multiprocessors, by loads
	cacheBoxed  = 9.5e12 // bytes per second from the L2 cache to all multiprocessors, by bulk copies
	cacheToOne  = 100e9  // bytes per second from the L2 cache to one multiprocessor
	perLaunch   = 3e-6   // seconds until the next kernel of a launch begins
	warpsEnough = 12     // warps on a multiprocessor that hide the latency of multiply-adds
)

// rate returns the operations per second of a plan, if there are enough tiles for all multiprocessors.
func (p *plan) rate() float64 {
	switch bits := ir.BitWidth(p.LHS.Type().(*tile.ArrayType).ElementType()); {
	case bits > 16:
		rate := added
		for i := range 2 {
			if l, ok := p.nearest(i); ok && slices.Contains(p.K, l) {
				rate *= turned
			}
		}
		if p.runs != nil && p.runs.crossed {
			rate *= crossed
		}
		return rate
	case p.boxes != nil || p.views:
		return boxed
	}
	return gathered
}

// seconds estimates the time of a plan: the largest of the times for arithmetic, for the transfer to the busiest
// multiprocessor and for the transfer to all of them. A multiprocessor with too few warps does arithmetic more slowly.
func (p *plan) seconds() float64 {
	k, _ := p.count(p.k)
	perTile := 2 * float64(p.shape[rows]*p.shape[columns]) * float64(k) / (p.rate() / multiprocessors)
	tiles := max(1, p.tiles())
	each := ceil(tiles, multiprocessors)
	busy := 1.0
	if need := int64(warpsEnough); p.rate() < gathered && each*int64(p.warps) < need {
		busy = float64(each*int64(p.warps)) / float64(need)
	}
	bits := ir.BitWidth(p.LHS.Type().(*tile.ArrayType).ElementType())
	bytes := float64((p.shape[rows]+p.shape[columns])*k) * float64(bits) / 8
	all := cache
	if p.groups && (p.boxes != nil || p.views) {
		all = cacheBoxed
	}
	return max(float64(each)*perTile/busy, float64(each)*bytes/cacheToOne, float64(tiles)*bytes/all)
}

// copySeconds estimates the time of a kernel that reads and writes the given number of bytes.
func copySeconds(bytes float64) float64 { return 2*bytes/memory + perLaunch }
