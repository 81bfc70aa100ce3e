package contractions

import (
	"slices"

	"github.com/girih-ir/girih/dialects/tile/contract"
	"github.com/girih-ir/girih/dialects/tilegpu"
)

// The boxes side by side that make a tile of lhs often overlap: with shifts of up to two pixels, boxes of 4 by 32
// pixels lie within 6 by 34. One bulk copy can then move all of that instead of the boxes (gpu-ring-tiles). The fewer
// rows it has, the less time it takes, so that tiles are rather square than long.

// sector is the size in bytes of the least that is read from the L2 cache.
const sector = 32

// loads returns what it costs to load a tile of lhs that consists of several boxes, and the tile of rhs, relative to
// those of other products of that shape, if a tile has some numbers of values of letters. One box is loaded instead of
// several if that costs less. The cost is 1 for other operands.
func (p *plan) loads(b *boxes, i int, shape [3]int64, letters []contract.Letter) func(ranges []int64) float64 {
	bytes := int64(p.limits().bits) / 8
	if i != 0 || b.pieces[i] == 0 || shape[products]*bytes != tilegpu.PatchRowBytes {
		return sameLoads
	}
	axes := b.operands[i].axes
	further := make([]int64, len(axes)-1)
	for d := range further {
		further[d] = p.reach(axes[d], b.along)
	}
	each := shape[products] / b.pieces[i] * max(sector, b.pieces[i]*bytes)
	return func(ranges []int64) float64 {
		whole := int64(1)
		for d, more := range further {
			n := int64(1)
			if at := slices.IndexFunc(letters, func(l contract.Letter) bool { return axisOf(axes, l) == d }); at >= 0 {
				n = ranges[at]
			}
			whole *= n + more
		}
		rows := min(whole*tilegpu.PatchRowBytes, shape[0]*each) / tilegpu.PatchRowBytes
		return float64(rows+shape[columns]) / float64(shape[0]+shape[columns])
	}
}

// sameLoads are the costs of tiles that take the same time to load.
func sameLoads([]int64) float64 { return 1 }

// mostCompared is the number of values of a letter that are worth a look at all of them.
const mostCompared = 1 << 16

// reach returns by how much the greatest index along an axis exceeds the least, over all values of a letter; 0 if there
// are too many.
func (p *plan) reach(axis contract.Expr, l contract.Letter) int64 {
	if !contract.Contains(axis, l) || p.known[l] > mostCompared {
		return 0
	}
	var least, most int64
	values := map[contract.Letter]int64{}
	for at := range p.known[l] {
		values[l] = at
		v, err := contract.Eval(axis, values, p.Constants)
		if err != nil {
			return 0
		}
		if at == 0 {
			least, most = v, v
		}
		least, most = min(least, v), max(most, v)
	}
	return most - least
}
