package contractions

import (
	"fmt"
	"maps"
	"slices"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/math"
	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tile/contract"
	"github.com/girih-ir/girih/ir"
)

// maxUnrolled bounds the length of sums that are unrolled, so that their indices are constants.
const maxUnrolled = 64

// neighbors are elements of the output, next to each other along one or two letters, that one lane computes. They share
// factors, which are loaded once.
type neighbors struct {
	letters []contract.Letter
	of      map[contract.Letter]int64 // the number of neighbors along each letter
	n       int64                     // the number of all neighbors of a lane; 1 if letters is empty
	block   int64                     // how many lanes are adjacent along the last letter; 0 with fewer than two letters
}

// along returns the offset of neighbor j from the first one, along each letter.
func (n *neighbors) along(j int64) map[contract.Letter]int64 {
	by := map[contract.Letter]int64{}
	for _, l := range slices.Backward(n.letters) {
		by[l] = j % n.of[l]
		j /= n.of[l]
	}
	return by
}

// maxNeighbors bounds the neighbors along a letter. enoughLanes is the least number of lanes that must remain for a
// choice of neighbors along a second letter, unless the contraction asks for tiles of a certain shape. Of the elements
// along a letter, at most one in so many as mostTwice is computed twice.
const (
	maxNeighbors = 4
	enoughLanes  = 1 << 17
	mostTwice    = 8
)

// chooseNeighbors chooses the letters along which neighbors share most factors: letters in the same axis as a letter of
// K, such as w in n(h+r)(w+s)c.
func (p *plan) chooseNeighbors() {
	p.neighbors = neighbors{n: 1, of: map[contract.Letter]int64{}}
	if k, ok := p.count(p.k); !p.lanes || p.extents == nil || !ok || k > maxUnrolled || p.Scatters() || len(p.Tables) > 0 {
		return
	}
	for _, l := range slices.Backward(p.m[:max(0, len(p.m)-1)]) { // neighbors along the last one are in adjacent lanes
		for n := int64(maxNeighbors); p.sharesAlong(l) && n > 1 && len(p.neighbors.letters) < 2; n-- {
			twice := ceil(p.known[l], n)*n - p.known[l]
			lanes := p.allLanes() / max(1, p.known[l]) * ceil(p.known[l], n)
			if twice*mostTwice > p.known[l] || p.neighbors.n > 1 && p.Shape == nil && lanes < enoughLanes {
				continue
			}
			p.neighbors.letters = slices.Insert(p.neighbors.letters, 0, l)
			p.neighbors.of[l] = n
			p.neighbors.n *= n
			break
		}
	}
	if len(p.neighbors.letters) > 1 {
		p.neighbors.block = p.blockOfLanes()
	}
}

// mostAdjacent is the number of lanes along the last letter above which they are divided into blocks: two for each
// thread of a warp.
const mostAdjacent = 64

// blockOfLanes returns the number of lanes along the last letter that are adjacent in a tile.
func (p *plan) blockOfLanes() int64 {
	n := p.known[p.m[len(p.m)-1]]
	if n%mostAdjacent == 0 {
		return mostAdjacent
	}
	return n
}

// sharesAlong reports whether neighbors along a letter share factors, at distances that are known.
func (p *plan) sharesAlong(l contract.Letter) (shared bool) {
	for _, axis := range slices.Concat(p.A, p.B) {
		if contract.Contains(axis.Expr, l) {
			if coefficient(axis.Expr, l) == 0 {
				return false
			}
			shared = shared || axis.Reduced != contract.Expr(contract.Const(0))
		}
	}
	return shared && slices.ContainsFunc(p.C, func(axis contract.Axis) bool { return axis.Expr == contract.Expr(l) })
}

// groupsAlong returns the number of groups of neighbors along a letter; without neighbors, its extent.
func (p *plan) groupsAlong(l contract.Letter) int64 {
	return ceil(p.known[l], max(1, p.neighbors.of[l]))
}

// allLanes returns the number of lanes that compute the output. Its sizes must be static.
func (p *plan) allLanes() int64 {
	n := int64(1)
	for _, l := range p.m {
		n *= p.groupsAlong(l)
	}
	return n
}

// tileOfLanes computes tile i of the output without matrix products: each lane computes the sums of its elements. If
// the last neighbors along a letter would be beyond its extent, the lane begins earlier. It then stores what the lane
// before it stores, too, or else, if that may not be, leaves it out.
func (l *lowering) tileOfLanes(i number) {
	there := l.lanesOfTile(i)
	first, own := map[contract.Letter]number{}, map[contract.Letter]number{}
	for _, letter := range l.neighbors.letters {
		n := l.neighbors.of[letter]
		own[letter] = l.mul(l.values[letter], known(n))
		if first[letter] = own[letter]; l.known[letter]%n != 0 {
			first[letter] = l.binary(&arith.MinSI, own[letter], known(l.known[letter]-n))
		}
		l.values[letter] = first[letter]
	}
	l.sumsOfLanes(there, func(j int64, sum *ir.Value) {
		stored, by := there, l.neighbors.along(j)
		for _, letter := range l.neighbors.letters {
			if n := l.neighbors.of[letter]; !l.storesAgain() && l.known[letter]%n != 0 && by[letter] < n-l.known[letter]%n {
				before, at := l.both(own[letter], l.add(first[letter], known(by[letter])))
				stored.inside = l.where(stored.inside, arith.NewCmpI(l.b, arith.SLE, before, at), []int64{l.shape[rows]})
			}
		}
		l.storeLanes(sum, stored, by)
	})
}

// storesAgain reports whether several lanes may store the same value to the same element, which needs no masks. An
// operand of the epilogue may be the output itself, and would have changed then. With neighbors along one letter, masks
// measured faster (contract-h200.md).
func (p *plan) storesAgain() bool { return len(p.neighbors.letters) > 1 && len(p.Others) == 0 }

// lanesOfTile sets the values of letters for the lanes of tile i: for neighbors, the numbers of their groups. Adjacent
// lanes are adjacent along the last letter. If this has several blocks, the lanes of a tile have those of one block at
// many places along the other letters, which share more factors than different blocks at one place do.
func (l *lowering) lanesOfTile(i number) part {
	there, all := part{letters: l.m, axis: rows}, l.product(l.m)
	groups := maps.Clone(l.of)
	for letter := range l.neighbors.of {
		groups[letter] = known(l.groupsAlong(letter))
	}
	if l.neighbors.n > 1 {
		all = known(l.allLanes())
	}
	flat := l.iota(l.mul(i, known(l.shape[rows])), l.shape[rows])
	beyond := all.v != nil || all.n%l.shape[rows] != 0
	if l.neighbors.block == 0 {
		if beyond {
			there.inside = l.below(flat, all)
		}
		l.digits(flat, l.m, groups, l.values)
		return there
	}
	const block = contract.Letter(0) // stands for the number of a block
	last, size := l.m[len(l.m)-1], known(l.neighbors.block)
	within, at := l.rem(flat, size), l.div(flat, size)
	switch {
	case beyond && l.storesAgain():
		at = l.binary(&arith.MinSI, at, known(all.n/size.n-1))
	case beyond:
		there.inside = l.below(flat, all)
	}
	nearest := slices.Index(l.m, l.neighbors.letters[len(l.neighbors.letters)-1])
	groups[block] = l.div(l.of[last], size)
	l.digits(at, slices.Insert(slices.Clone(l.m[:len(l.m)-1]), nearest, block), groups, l.values)
	l.values[last] = l.add(l.mul(l.values[block], size), within)
	delete(l.values, block)
	return there
}

// sumsOfLanes computes the sums of a lane's neighbors, and calls store for each as soon as it is complete.
func (l *lowering) sumsOfLanes(there part, store func(j int64, sum *ir.Value)) {
	n, none := l.product(l.k), l.everyLane(zero(l.Context(), l.Accumulator), l.Accumulator)
	switch {
	case n.is(0):
		for j := range l.neighbors.n {
			store(j, none)
		}
		return
	case n.v == nil && n.n <= maxUnrolled:
		l.sumsOfStrip(there, none, store)
		return
	}
	i32 := indices{l.b, l.b.Context().I(32)}
	loop := scf.NewFor(l.b, i32.value(known(0), nil), l.narrow(n), i32.value(known(1), nil), []*ir.Value{none},
		func(b *ir.Builder, k *ir.Value, sums []*ir.Value) []*ir.Value {
			outside := l.b
			l.b = b
			defer func() { l.b = outside }()
			l.digits(l.converted(k), l.k, l.of, l.values)
			return []*ir.Value{l.addFactors(sums[0], l.factorsOfLanes(there, 0, map[string]*ir.Value{}))}
		})
	store(0, loop.Result(0))
}

// everyLane returns a splat constant with one element for each lane.
func (l *lowering) everyLane(value ir.Attribute, elem ir.Type) *ir.Value {
	ctx := l.Context()
	return arith.NewConstant(l.b, ctx.DenseSplat(ctx.TensorType([]int64{l.shape[rows]}, elem, nil), value))
}

// factorsOfLanes returns the factors of neighbor j's product for the current values of the letters of K, as they are in
// memory. loaded has the factors that have been loaded, by their indices.
func (l *lowering) factorsOfLanes(there part, j int64, loaded map[string]*ir.Value) (factors [2]*ir.Value) {
	by := l.neighbors.along(j)
	for i, v := range [2]*ir.Value{l.LHS, l.RHS} {
		axes := [2][]contract.Axis{l.A, l.B}[i]
		at := make([]number, len(axes)) // the indices of neighbor j, without the part that all neighbors share
		for d, axis := range axes {
			at[d] = l.eval(axis.Reduced)
			for _, letter := range l.neighbors.letters {
				at[d] = l.add(at[d], known(by[letter]*coefficient(axis.Expr, letter)))
			}
		}
		key := fmt.Sprint(i, at)
		if loaded[key] == nil {
			loaded[key] = l.loadLanes(i, v, axes, at, there)
		}
		factors[i] = loaded[key]
	}
	return factors
}

// addFactors adds the product of two factors to acc.
func (l *lowering) addFactors(acc *ir.Value, factors [2]*ir.Value) *ir.Value {
	x, y := tile.Convert(l.b, factors[0], l.Accumulator), tile.Convert(l.b, factors[1], l.Accumulator)
	if !ir.IsFloat(l.Accumulator) {
		return arith.Binary(l.b, &arith.AddI, acc, arith.Binary(l.b, &arith.MulI, x, y))
	}
	return l.b.Build(&math.FMA, []*ir.Value{x, y, acc}).Result(0)
}

// loadLanes loads the factor of each lane. If all lanes have the same factor, it is loaded once, as a scalar.
func (l *lowering) loadLanes(i int, v *ir.Value, axes []contract.Axis, by []number, there part) *ir.Value {
	var at, beyond number // at is the same for all neighbors, so that the rest can be a part of the instruction
	var inside *ir.Value
	for d, axis := range axes {
		outer := l.eval(axis.Outer)
		if l.padding(i, d) {
			index := l.add(outer, by[d])
			in := l.below(index, l.arrays[v].sizes[d])
			inside = and(l.b, l.same(inside, index), l.spreadMask(in, inside))
		}
		at = l.add(at, l.mul(outer, l.arrays[v].strides[d]))
		beyond = l.add(beyond, l.mul(by[d], l.arrays[v].strides[d]))
	}
	if beyond.v != nil {
		at, beyond = l.add(at, beyond), known(0)
	}
	l.checkLanes(i, v, axes, there)
	shape, elem := []int64{l.shape[rows]}, v.Type().(*tile.ArrayType).ElementType()
	if _, ok := maskShape(inside); at.shape() == nil && !ok {
		ptr := l.moved(l.moved(l.address(v), at), beyond)
		if inside == nil {
			return tile.NewSplat(l.b, tile.NewLoad(l.b, ptr, nil, nil), shape...)
		}
		other := arith.NewConstant(l.b, zero(l.Context(), elem).(ir.TypedAttr))
		return tile.NewSplat(l.b, tile.NewLoad(l.b, ptr, inside, other), shape...)
	}
	if inside != nil {
		inside = l.full(inside, shape)
	}
	ptrs := l.moved(l.moved(tile.NewSplat(l.b, l.address(v), shape...), at), beyond)
	mask := l.where(there.inside, inside, shape)
	if mask == nil {
		return tile.NewLoad(l.b, ptrs, nil, nil)
	}
	return tile.NewLoad(l.b, ptrs, mask, l.everyLane(zero(l.Context(), elem), elem))
}

// checkLanes inserts assertions, if Options.Check is set, that indices lie inside of the operand where they must.
func (l *lowering) checkLanes(i int, v *ir.Value, axes []contract.Axis, there part) {
	for d, axis := range axes {
		if _, alone := axis.Expr.(contract.Letter); !l.check || alone || l.Outside[i][d] != tile.OutsideChecked {
			continue
		}
		shape := []int64{l.shape[rows]}
		in := l.full(l.below(l.eval(axis.Expr), l.arrays[v].sizes[d]), shape)
		if there.inside != nil {
			in = arith.NewSelect(l.b, there.inside, in, l.all(shape, 1))
		}
		tile.NewAssert(l.b, in, fmt.Sprintf("an index along axis %d of %s is out of bounds", d, [2]string{"lhs", "rhs"}[i]))
	}
}

// spreadMask returns a mask in the shape of another mask, if that is a tensor.
func (l *lowering) spreadMask(mask, other *ir.Value) *ir.Value {
	if shape, ok := maskShape(other); ok {
		return l.full(mask, shape)
	}
	return mask
}

// maskShape returns the shape of a mask; ok is false if it is nil or a scalar.
func maskShape(mask *ir.Value) ([]int64, bool) {
	if mask == nil {
		return nil, false
	}
	t, ok := mask.Type().(*ir.TensorType)
	if !ok {
		return nil, false
	}
	return t.Shape(), true
}

// storeLanes applies the epilogue to sums and stores the results, or adds them atomically if several sums belong to one
// element of the output. by has how far the lanes' elements are from those at the values of the letters.
func (l *lowering) storeLanes(acc *ir.Value, there part, by map[contract.Letter]int64) {
	shape := []int64{l.shape[rows]}
	at := func(v *ir.Value, axes []contract.Expr) *ir.Value {
		var sum, beyond number
		for d, x := range axes {
			sum = l.add(sum, l.mul(l.eval(x), l.arrays[v].strides[d]))
			for _, letter := range l.neighbors.letters {
				beyond = l.add(beyond, l.mul(known(by[letter]*coefficient(x, letter)), l.arrays[v].strides[d]))
			}
		}
		return l.moved(l.moved(tile.NewSplat(l.b, l.address(v), shape...), sum), beyond)
	}
	var others []*ir.Value
	for i, v := range l.Others {
		axes := make([]contract.Expr, len(l.Axes[i]))
		for k, letter := range l.Axes[i] {
			axes[k] = letter
		}
		others = append(others, l.loadPadded(at(v, axes), there.inside))
	}
	result, mask := l.finish(acc, others), there.inside
	var axes []contract.Expr
	for d, axis := range l.C {
		axes = append(axes, axis.Expr)
		if _, alone := axis.Expr.(contract.Letter); !alone {
			mask = l.where(mask, l.full(l.below(l.eval(axis.Expr), l.arrays[l.Output].sizes[d]), shape), shape)
		}
	}
	if !l.Scatters() {
		l.storeOnce(at(l.Output, axes), result, mask)
		return
	}
	tile.NewAtomicRMW(l.b, tile.AtomicAdd, tile.Relaxed, tile.ScopeDevice, at(l.Output, axes), result, mask)
}
