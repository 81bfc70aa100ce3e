package contractions

import (
	"slices"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/dialects/tile/contract"
	"github.com/girih-ir/girih/ir"
)

// runs are the products of a tile where they lie along one letter of K: the distances of its elements from the first
// one are then the same in all tiles, and only that of the first one is computed again, once for all threads. No table
// is read, and nothing waits for it.
type runs struct {
	each int64 // products of a run
	// last is the letter that a run is along, and first the one along which parts of sums are apart.
	first, last contract.Letter
	counts      map[contract.Letter]int64 // how many tiles there are along the letters of K
	apart       int64                     // by how many values of first parts are apart
}

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
	r := &runs{each: p.shape[products] / p.parts, first: p.k[0], last: p.k[len(p.k)-1]}
	n := p.known[r.last]
	if r.first == r.last {
		n /= p.parts
	}
	for p.Shape == nil && n%r.each != 0 && r.each > leastRun(p.limits().bits) {
		r.each /= 2
	}
	if k, _ := p.count(p.k); k == 0 || n%r.each != 0 || p.known[r.first]%p.parts != 0 || !p.isLinear(r) {
		return
	}
	r.counts, r.apart = map[contract.Letter]int64{}, p.known[r.first]/p.parts
	for _, l := range p.k {
		r.counts[l] = p.known[l]
	}
	r.counts[r.first] /= p.parts
	r.counts[r.last] /= r.each
	p.runs, p.shape[products] = r, r.each*p.parts
}

// isLinear reports whether the axes of the factors move by as much for each value of the letters of runs.
func (p *plan) isLinear(r *runs) bool {
	letters := []contract.Letter{r.last}
	if p.parts > 1 {
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
			along := part{letters: l.k, axis: products}
			flat := l.iota(known(0), l.shape[products])
			return []*ir.Value{l.dot(factors[0].load(flat, along), factors[1].load(flat, along), acc[0])}
		})
	return loop.Result(0)
}

// withinRuns returns by how much what moves by some steps for each value of the letters of runs differs from what it is
// at the first element of a tile, for indices of the tile.
func (l *lowering) withinRuns(flat number, step func(letter contract.Letter) int64) number {
	if l.parts == 1 {
		return l.mul(flat, known(step(l.runs.last)))
	}
	each := known(l.runs.each)
	return l.add(l.mul(l.binary(&arith.RemUI, flat, each), known(step(l.runs.last))),
		l.mul(l.binary(&arith.DivUI, flat, each), known(l.runs.apart*step(l.runs.first))))
}
