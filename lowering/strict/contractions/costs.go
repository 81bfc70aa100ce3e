package contractions

import (
	"slices"

	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
)

// What is known of a GPU's speed where kernels are chosen: an H200's, as benchmarks/results/contract-h200.md has it.
// Only ratios matter.
const (
	gathered    = 200e12 // operations per second of tensor cores, of tiles that threads load
	boxed       = 520e12 // of tiles that bulk copies bring
	added       = 42e12  // of numbers of 32 and 64 bits
	turned      = 0.96   // of those, for each operand whose neighbors are products
	crossed     = 0.75   // and where they are products along different letters
	memory      = 2.5e12 // bytes per second that a kernel reads and writes
	cache       = 5.5e12 // bytes per second that all multiprocessors get from the cache of the second level, by loads
	cacheBoxed  = 9.5e12 // and by bulk copies
	cacheToOne  = 100e9  // and that one gets
	perLaunch   = 3e-6   // seconds until the next kernel of a launch begins
	warpsEnough = 12     // of a multiprocessor, that hide the latency of multiply-adds
)

// rate returns how many operations tiles of factors are multiplied by in a second, if there are enough of them.
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

// seconds estimates how long a plan takes: multiprocessors compute tiles, several at the same time if that hides how
// long instructions take.
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

// copySeconds is how long a kernel takes that reads and writes so many bytes.
func copySeconds(bytes float64) float64 { return 2*bytes/memory + perLaunch }
