package contractions

import (
	"slices"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tile/contract"
	"github.com/girih-ir/girih/ir"
)

// runs are the products of a tile where they lie along one letter of K: the distances of its elements from the first
// one are then the same in all tiles, and only that of the first one is computed again, once for all threads. No table
// is read, and nothing waits for it.
//
// A tile may have several runs, at several values of the first letter of K: one for each part of the sums, or neighbors
// where those of rhs lie along that letter. These are loaded in the other order, so that each operand has neighbors.
type runs struct {
	each        int64 // products of a run
	last, first contract.Letter
	n           int64                     // of runs
	apart       int64                     // by how many values of the first letter runs are
	crossed     bool                      // rhs has the runs' elements in the other order
	counts      map[contract.Letter]int64 // how many tiles there are along the letters of K
}

// neighborsOfRuns is how many neighbors along its letter rhs has in a tile where lhs has others.
const neighborsOfRuns = 4

// leastRun is how many products a run has at least, by the bits of factors, where nobody asked for tiles of a size.
func leastRun(bits int) int64 {
	if bits <= 16 {
		return 32
	}
	return 8
}

// chooseRuns finds runs that divide the extent of their letter; tiles become shorter for that.
func (p *plan) chooseRuns() {
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
	for p.Shape == nil && n%max(1, r.each) != 0 && r.each > leastRun(p.limits().bits) {
		r.each /= 2
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

// cross reports whether neighbors in rhs are along another letter of K than those in lhs, which it makes the first.
func (p *plan) cross(r *runs) bool {
	x, okX := p.nearest(0)
	y, okY := p.nearest(1)
	if r.crossed = okX && okY && x == r.last && y != r.last && slices.Contains(p.k, y); r.crossed {
		rest := slices.DeleteFunc(slices.Clone(p.k), func(l contract.Letter) bool { return l == y })
		p.k, r.first = slices.Insert(rest, 0, y), y
	}
	return r.crossed
}

// isLinear reports whether the axes of the factors move by as much for each value of the letters of runs.
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

// sumOfRuns multiplies the tiles along the sum and returns what they add up to.
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
			along := part{letters: l.k, axis: products}
			flat := l.iota(known(0), l.shape[products])
			return []*ir.Value{l.dot(factors[0].load(flat, along), factors[1].load(flat, along), acc[0])}
		})
	return loop.Result(0)
}

// withinRuns returns, for the indices of a tile of lhs (i = 0) or rhs, a difference to the first element of the tile:
// how much a value changes that changes by step for each value of a letter, where the letters are those of runs.
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

// uncrossed brings the products of a tile of rhs into the order of lhs: a dimension for runs, and one for their
// elements.
func (l *lowering) uncrossed(rhs *ir.Value) *ir.Value {
	apart := tile.NewReshape(l.b, rhs, l.runs.each, l.runs.n, l.shape[columns])
	return tile.NewPermute(l.b, apart, 1, 0, 2)
}
