package contractions

import (
	"slices"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tile/contract"
	"github.com/girih-ir/girih/ir"
)

// runs describes the products of a tile that consist of runs. A run is a range of consecutive values of the last letter
// of K. The distances of its elements from the first one are the same in all tiles. So only the address of the first
// element is computed for each tile, once for all threads, and no table is read.
//
// A tile may have several runs, at different values of the first letter of K. There are two cases. If sums are divided
// into parts, each part has a run. If rhs is contiguous along the first letter, while lhs is contiguous along the last
// one, the runs are crossed: they are at consecutive values of the first letter, and rhs is loaded in the opposite
// order, so that each operand is loaded along its contiguous letter.
type runs struct {
	each        int64                     // products of a run
	last, first contract.Letter           // the last and the first letter of K
	n           int64                     // the number of runs in a tile
	apart       int64                     // the distance between runs, in values of the first letter
	crossed     bool                      // rhs is loaded with the first letter changing fastest
	counts      map[contract.Letter]int64 // how many tiles there are along the letters of K
}

// neighborsOfRuns is the number of runs in a tile if they are crossed.
const neighborsOfRuns = 4

// leastRun returns the least number of products of a run, by the bits of factors, unless the contraction asks for tiles
// of certain sizes.
func leastRun(bits int) int64 {
	if bits <= 16 {
		return 32
	}
	return 8
}

// chooseRuns finds runs whose length divides the extent of their letter. It makes tiles shorter if necessary.
func (p *plan) chooseRuns(opts Options) {
	if p.extents == nil || p.views || p.lanes || p.boxes != nil || len(p.k) == 0 {
		return
	}
	r := &runs{each: p.shape[products] / p.parts, n: p.parts, last: p.k[len(p.k)-1], first: p.k[0]}
	if p.cross(r) && p.parts == 1 {
		r.n = neighborsOfRuns
		if r.each = max(leastRun(p.limits().bits), r.each/r.n); p.Shape != nil {
			r.each = p.shape[products] / r.n
		}
	}
	n := p.known[r.last]
	if r.first == r.last {
		n /= r.n
	}
	if p.Shape == nil {
		r.each = p.lengthOfRuns(r, n, opts)
	}
	if k, _ := p.count(p.k); k == 0 || r.each == 0 || n%r.each != 0 || p.known[r.first]%r.n != 0 || !p.isLinear(r) {
		return
	}
	if r.apart = p.known[r.first] / r.n; r.crossed {
		r.apart = 1
	}
	r.counts = map[contract.Letter]int64{}
	for _, l := range p.k {
		r.counts[l] = p.known[l]
	}
	r.counts[r.first] /= r.n
	r.counts[r.last] /= r.each
	p.runs, p.shape[products] = r, r.each*r.n
}

// lengthOfRuns returns how many products a run has, if their letter has n values: as many as r has, or else the largest
// part that divides n. Of products of f64 that are copied ahead, one and a half times as many are better than half.
func (p *plan) lengthOfRuns(r *runs, n int64, opts Options) int64 {
	each, long := r.each, r.each+r.each/2
	k, _ := p.count(p.k)
	if each > 0 && n%each != 0 && n%long == 0 && p.doubles && r.n == 1 && each >= 2*stepOfDoubles &&
		k > cellsOfTiles*long && p.leavesRoom(long, opts) {
		return long
	}
	for each > leastRun(p.limits().bits) && n%each != 0 {
		each /= 2
	}
	return each
}

// depth returns the products of a tile.dot: those of a tile, or, if they are not a power of two, the largest one that
// divides them. A tile of 24 products takes three of 8, so that threads wait once for all copies of it.
func (p *plan) depth() int64 { return p.shape[products] & -p.shape[products] }

// checkDepth returns an error if tiles cannot have the products that a contraction asks for.
func (p *plan) checkDepth() error {
	n := p.shape[products]
	if p.depth() == n || p.runs != nil && p.runs.n == 1 && p.depth() >= p.limits().least[products] {
		return nil
	}
	return p.Errorf("has tiles of %d products, which are not a power of two: only tiles that threads load may have such "+
		"products, if these are at constant distances in all tiles, and tensor cores can multiply %d at once; choose %d or "+
		"%d with 'shape'", n, p.depth(), below(n), 2*below(n))
}

// cross reports whether lhs and rhs are contiguous along different letters of K. If so, it makes the letter of rhs the
// first letter of K.
func (p *plan) cross(r *runs) bool {
	x, okX := p.nearest(0)
	y, okY := p.nearest(1)
	if r.crossed = okX && okY && x == r.last && y != r.last && slices.Contains(p.k, y); r.crossed {
		rest := slices.DeleteFunc(slices.Clone(p.k), func(l contract.Letter) bool { return l == y })
		p.k, r.first = slices.Insert(rest, 0, y), y
	}
	return r.crossed
}

// isLinear reports whether all axes of the factors are linear in the letters of runs.
func (p *plan) isLinear(r *runs) bool {
	letters := []contract.Letter{r.last}
	if r.n > 1 {
		letters = append(letters, r.first)
	}
	return !slices.ContainsFunc(slices.Concat(p.A, p.B), func(axis contract.Axis) bool {
		return slices.ContainsFunc(letters, func(l contract.Letter) bool {
			return contract.Contains(axis.Reduced, l) && coefficient(axis.Reduced, l) == 0
		})
	})
}

// sumOfRuns makes the loop that multiplies the tiles along K, and returns the sum of the products.
func (l *lowering) sumOfRuns(factors [2]*factor) *ir.Value {
	counts, steps := map[contract.Letter]number{}, int64(1)
	for letter, n := range l.runs.counts {
		counts[letter] = known(n)
		steps *= n
	}
	i32 := indices{l.b, l.b.Context().I(32)}
	loop := scf.NewFor(l.b, i32.value(known(0), nil), i32.value(known(steps), nil), i32.value(known(1), nil),
		[]*ir.Value{l.zeros()}, func(b *ir.Builder, step *ir.Value, acc []*ir.Value) []*ir.Value {
			outside := l.b
			l.b = b
			defer func() { l.b = outside }()
			l.digits(l.converted(step), l.k, counts, l.values)
			l.values[l.runs.last] = l.mul(l.values[l.runs.last], known(l.runs.each))
			if l.runs.crossed {
				l.values[l.runs.first] = l.mul(l.values[l.runs.first], known(l.runs.n))
			}
			along, sum, begin := part{letters: l.k, axis: products}, acc[0], l.values[l.runs.last]
			for at := int64(0); at < l.shape[products]; at += l.depth() {
				l.values[l.runs.last] = l.add(begin, known(at))
				flat := l.iota(known(0), l.depth())
				sum = l.dot(factors[0].load(flat, along), factors[1].load(flat, along), sum)
			}
			return []*ir.Value{sum}
		})
	l.copyAhead(loop)
	return loop.Result(0)
}

// withinRuns returns, for the products of a tile of lhs (i = 0) or rhs (i = 1), the difference of a linear function of
// the letters between the product and the first product of the tile. step returns the coefficient of a letter in the
// function.
func (l *lowering) withinRuns(i int, flat number, step func(letter contract.Letter) int64) number {
	last, first := known(step(l.runs.last)), known(l.runs.apart*step(l.runs.first))
	inner, outer, n := last, first, known(l.runs.each)
	if l.runs.n == 1 {
		return l.mul(flat, last)
	}
	if l.runs.crossed && i == 1 {
		inner, outer, n = first, last, known(l.runs.n)
	}
	return l.add(l.mul(l.binary(&arith.RemUI, flat, n), inner), l.mul(l.binary(&arith.DivUI, flat, n), outer))
}

// uncrossed permutes the products of a tile of rhs into the order of lhs: [each, n, columns] becomes [n, each,
// columns].
func (l *lowering) uncrossed(rhs *ir.Value) *ir.Value {
	apart := tile.NewReshape(l.b, rhs, l.runs.each, l.runs.n, l.shape[columns])
	return tile.NewPermute(l.b, apart, 1, 0, 2)
}
