package contractions

import (
	"slices"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tile/contract"
	"github.com/girih-ir/girih/ir"
)

// patch describes the rows or columns of a tile if the operand is contiguous along one of their letters and the output
// along another one. The tile then has a few values of both letters. With values of one letter only, either loads or
// stores would need a memory sector for each element.
type patch struct {
	near, out contract.Letter           // the contiguous letters of the operand and of the output
	of        map[contract.Letter]int64 // how many values of each of them a tile has
}

// sectorBytes is the least amount that the cache loads from memory (CUDA C++ Best Practices Guide, "Coalesced Access to
// Global Memory"). mostWaste bounds the number of rows in all tiles, relative to the number of rows within the extents.
const (
	sectorBytes = 32
	mostWaste   = 1.25
)

// choosePatches finds patches for rows and columns.
func (p *plan) choosePatches() {
	for axis := range p.patches {
		p.patches[axis] = p.patchAlong(axis)
	}
}

// patchAlong returns the patch of rows or columns; nil if there is no need for one, or if none suits the extents.
func (p *plan) patchAlong(axis int) *patch {
	if p.extents == nil || p.views || p.lanes || p.boxes != nil || p.Scatters() {
		return nil
	}
	letters := [2][]contract.Letter{p.m, p.n}[axis]
	stored := p.ordered(slices.Concat(p.batch, p.m, p.n), p.Output, p.C)
	near, ok := p.nearest(axis)
	if len(letters) == 0 || !ok || !slices.Contains(letters, near) {
		return nil
	}
	out := stored[len(stored)-1]
	if out == near || !slices.Contains(letters, out) {
		return nil
	}
	return p.patchOf(axis, near, out)
}

// nearest returns the letter with the smallest stride in lhs (i = 0) or rhs (i = 1), among those with several values.
func (p *plan) nearest(i int) (l contract.Letter, ok bool) {
	v, axes := [2]*ir.Value{p.LHS, p.RHS}[i], [2][]contract.Axis{p.A, p.B}[i]
	all := p.ordered(slices.Concat(p.K, p.Batch, [2][]contract.Letter{p.M, p.N}[i]), v, axes)
	for _, l := range slices.Backward(all) {
		if n, known := p.known[l]; !known || n != 1 {
			return l, true
		}
	}
	return l, false
}

// patchOf chooses how many values of the two letters a patch has: at least a sector along both, and as few as possible
// beyond the extents. It returns nil if there is no such choice.
func (p *plan) patchOf(axis int, near, out contract.Letter) (best *patch) {
	bytes := func(v *ir.Value) int64 { return int64(ir.BitWidth(v.Type().(*tile.ArrayType).ElementType())) / 8 }
	loaded, stored := sectorBytes/bytes([2]*ir.Value{p.LHS, p.RHS}[axis]), sectorBytes/bytes(p.Output)
	least := mostWaste
	for n := loaded; 2*p.shape[axis] >= n*stored; n *= 2 {
		one := &patch{near, out, map[contract.Letter]int64{near: n, out: p.shape[axis] / n}}
		waste := 1.0
		for l, n := range one.of {
			waste *= float64(ceil(p.known[l], n)*n) / float64(max(1, p.known[l]))
		}
		if one.of[out] >= 1 && (waste < least || waste == least && one.of[out] >= one.of[near]) {
			best, least = one, waste
		}
	}
	return best
}

// tilesAlong returns how many tiles there are along the rows or columns.
func (p *plan) tilesAlong(axis int) int64 {
	letters := [2][]contract.Letter{p.m, p.n}[axis]
	if p.rest != nil && p.rest.axis == axis {
		return p.rest.first/p.shape[axis] + ceil(p.flat(axis)-p.rest.first, p.rest.size)
	}
	if p.patches[axis] == nil {
		return ceil(p.flat(axis), [2]int64{p.shape[rows], p.width()}[axis])
	}
	n := int64(1)
	for _, l := range letters {
		n *= ceil(p.known[l], max(1, p.patches[axis].of[l]))
	}
	return n
}

// patch sets the values of the letters of rows, or columns, for tile number at along the axis. Elements are in the
// order of the operand, or, if stored is set, in the order of the output.
func (l *lowering) patch(axis int, at number, stored bool) part {
	one, letters := l.patches[axis], [2][]contract.Letter{l.m, l.n}[axis]
	out, counts := part{letters: letters, axis: axis}, map[contract.Letter]number{}
	for _, letter := range letters {
		counts[letter] = known(ceil(l.known[letter], max(1, one.of[letter])))
	}
	l.digits(at, one.lastOf(letters), counts, l.values)
	first, last := one.out, one.near
	if stored {
		first, last = last, first
	}
	flat, n := l.iota(known(0), l.shape[axis]), known(one.of[last])
	within := map[contract.Letter]number{first: l.binary(&arith.DivUI, flat, n), last: l.binary(&arith.RemUI, flat, n)}
	for _, letter := range []contract.Letter{first, last} {
		l.values[letter] = l.add(within[letter], l.mul(l.values[letter], known(one.of[letter])))
		if l.known[letter]%one.of[letter] != 0 {
			out.inside = and(l.b, out.inside, l.below(l.values[letter], known(l.known[letter])))
		}
	}
	return out
}

// lastOf returns letters with those of the patch at the end, and the one of the output last. Programs that run at the
// same time then have neighbors along both of them: together they load and store whole rows of memory.
func (one *patch) lastOf(letters []contract.Letter) []contract.Letter {
	rest := slices.DeleteFunc(slices.Clone(letters), func(l contract.Letter) bool { return one.of[l] > 0 })
	return append(rest, one.near, one.out)
}

// turnsFactors reports whether factors have the order of the output when they are multiplied, so that threads move
// elements of factors instead of sums. That is for short sums of f64: longer ones measured slower, as copies in another
// order move elements one by one.
func (p *plan) turnsFactors() bool { return p.doubles && p.atOnce() }

// reordered permutes the rows, or columns, of a tile from the order of the operand to the order of the output.
func (l *lowering) reordered(v *ir.Value, axis int) *ir.Value {
	one, shape := l.patches[axis], v.Type().(*ir.TensorType).Shape()
	if one == nil {
		return v
	}
	order := []int{1, 0, 2}
	if axis == columns {
		order = []int{0, 2, 1}
	}
	apart := slices.Replace(slices.Clone(shape), axis, axis+1, one.of[one.out], one.of[one.near])
	return tile.NewReshape(l.b, tile.NewPermute(l.b, tile.NewReshape(l.b, v, apart...), order...), shape...)
}
