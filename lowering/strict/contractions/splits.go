package contractions

import (
	"slices"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tile/contract"
	"github.com/girih-ir/girih/ir"
)

// division says how sums are divided into parts that different programs compute (split-K), along one letter of K. The
// axis of that letter is split into two; the first one gets a new letter, which numbers the parts. The contraction
// computes the parts of all sums, with the new letter as a batch letter. Another kernel adds them up, always in the
// same order, so that the result does not depend on timing. For example, with k divided into parts numbered by a:
//
//	"mk,kn->mn"    becomes    "mak,akn->amn", and then a sum over a
type division struct {
	letter, part contract.Letter
	n            int64   // the number of parts
	shape        []int64 // the shape of the array of all parts
}

// maxParts bounds the parts of a sum, since they are added up sequentially.
const maxParts = 64

// chooseParts divides sums if there are few tiles, and if computing the parts and adding them up takes less time.
func (s *stages) chooseParts(p *plan) error {
	if p.lanes || p.parts == 1 && p.tiles() >= multiprocessors {
		return nil
	}
	letter, ok := p.dividedLetter()
	if !ok {
		return nil
	}
	from, least := s.main, s.limit(p)
	if from.Operation == nil {
		from = s.kernel
	}
	outputs := elements(p.Output.Type().(*tile.ArrayType).Shape()) * float64(ir.BitWidth(p.Accumulator)) / 8
	for n := int64(2); n <= min(maxParts, p.known[letter]); n++ {
		seconds := copySeconds(outputs * float64(n))
		if p.known[letter]%n != 0 || seconds >= least {
			continue
		}
		d := &division{letter: letter, part: unusedLetters(p.Equation, 1)[0], n: n,
			shape: append([]int64{n}, p.Output.Type().(*tile.ArrayType).Shape()...)}
		k, q, err := s.withParts(from, d)
		if err != nil {
			return err
		}
		if seconds += q.seconds(); seconds >= least || q.rate() < p.rate() {
			k.Erase()
			continue
		}
		if s.parts != nil {
			s.main.Erase()
		}
		s.main, s.parts, least = k, d, seconds
	}
	if s.parts != nil {
		if from.Operation != s.kernel.Operation {
			from.Erase()
		}
		s.note("there are few tiles, so each sum is split into %d parts along %s, which another kernel adds", s.parts.n,
			letter)
	}
	return nil
}

// leastDivided is the extent from which on a letter is considered long in dividedLetter.
const leastDivided = 16

// dividedLetter returns a letter of K that is an axis by itself in both operands. Among long letters it takes the one
// with the largest stride, so that contiguous elements stay together. If no letter is long, it takes the longest one.
func (p *plan) dividedLetter() (best contract.Letter, ok bool) {
	for _, l := range p.k {
		fits := true
		for _, axes := range [2][]contract.Axis{p.A, p.B} {
			alone := 0
			for _, a := range axes {
				if a.Expr == contract.Expr(l) {
					alone++
				} else if contract.Contains(a.Expr, l) {
					fits = false
				}
			}
			fits = fits && alone == 1
		}
		if fits && (!ok || p.known[best] < leastDivided && p.known[l] > p.known[best]) {
			best, ok = l, true
		}
	}
	return best, ok && len(unusedLetters(p.Equation, 1)) > 0
}

// withParts returns a copy of a kernel that computes parts of its sums, and the plan of the copy.
func (s *stages) withParts(from tile.Kernel, d *division) (tile.Kernel, *plan, error) {
	k := s.clone(from, "_parts")
	sums := addWorkspace(k, d.shape, s.whole.Accumulator)
	c := contractionIn(k)
	eq, outside := *c.Equation, c.Outside
	for i, axes := range [2]*[]contract.Axis{&eq.A, &eq.B} {
		v := [2]*ir.Value{c.LHS, c.RHS}[i]
		t := v.Type().(*tile.ArrayType)
		at := slices.IndexFunc(*axes, func(a contract.Axis) bool { return a.Expr == contract.Expr(d.letter) })
		each := t.Shape()[at] / d.n
		*axes = slices.Insert(slices.Clone(*axes), at, contract.Axis{Expr: d.part})
		outside[i] = slices.Insert(slices.Clone(outside[i]), at, tile.OutsideChecked)
		shape, strides := slices.Clone(t.Shape()), slices.Clone(t.Strides())
		shape[at] = each
		v.SetType(tile.Array(k.Context(), slices.Insert(shape, at, d.n), t.ElementType(),
			slices.Insert(strides, at, each*strides[at])))
	}
	k.UpdateType()
	eq.C = append([]contract.Axis{{Expr: d.part}}, eq.C...)
	b := ir.NewBuilder(k.Context()).Before(c.Operation)
	b.SetLoc(c.Loc())
	_, err := tile.NewContract(b, eq.String(), c.LHS, c.RHS, sums, tile.ContractOptions{Constants: c.Constants,
		LHSOutside: outside[0], RHSOutside: outside[1], Accumulator: c.Accumulator,
		Precision: tile.PrecisionOf(c.Operation), Shape: c.Shape, Programs: c.Programs})
	if err != nil {
		return k, nil, err
	}
	c.Erase()
	p, err := newPlan(contractionIn(k), s.opts)
	if err != nil {
		k.Erase()
	}
	return k, p, err
}

// totalTile is the number of elements of the output in a tile of the kernel that adds up parts.
const totalTile = 512

// addUp replaces a contraction by the sum of the parts in an array, followed by the epilogue.
func (s *stages) addUp(c *tile.Contraction, sums *ir.Value) error {
	one := *c
	one.Programs = tile.ProgramForEach
	p := &plan{Contraction: &one, warps: s.opts.NumWarps, lanes: true, parts: 1, beside: 1, neighbors: neighbors{n: 1},
		wide: isWide(c.Output, sums)}
	var err error
	if p.extents, err = c.StaticExtents(); err != nil {
		return err
	}
	p.known = p.extents.Of
	p.m, p.shape = p.ordered(c.Out, c.Output, c.C), [3]int64{totalTile, 1, 1}
	l := p.newLowering()
	for _, v := range append([]*ir.Value{c.Output, sums}, c.Others...) {
		l.arrays[v] = l.describe(v)
	}
	for _, letter := range c.Out {
		l.of[letter] = known(p.known[letter])
	}
	l.overTiles(func(at, _ number) {
		there := l.part(l.m, rows, l.mul(at, known(totalTile)))
		l.storeLanes(l.sumOfParts(sums, there), there, nil)
	})
	c.Erase()
	return nil
}

// sumOfParts adds up the parts of the sums of a tile, in order.
func (l *lowering) sumOfParts(sums *ir.Value, there part) (total *ir.Value) {
	add := &arith.AddF
	if !ir.IsFloat(l.Accumulator) {
		add = &arith.AddI
	}
	strides := l.arrays[sums].strides
	var at number
	for d, axis := range l.C {
		at = l.add(at, l.mul(l.eval(axis.Expr), strides[d+1]))
	}
	var other *ir.Value
	if there.inside != nil {
		other = l.everyLane(zero(l.Context(), l.Accumulator), l.Accumulator)
	}
	for n := range sums.Type().(*tile.ArrayType).Shape()[0] {
		ptr := l.moved(l.address(sums), known(n*strides[0].n))
		ptrs := l.moved(tile.NewSplat(l.b, ptr, l.shape[rows]), at)
		one := tile.NewLoad(l.b, ptrs, there.inside, other)
		if total == nil {
			total = one
		} else {
			total = arith.Binary(l.b, add, total, one)
		}
	}
	return total
}
