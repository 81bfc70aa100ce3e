package kernels

import (
	"slices"

	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/tensors/internal/pairs"
)

// bound is the condition own*i + along*j + n <= 0, which visible pairs satisfy. i is the index in the dimension that a
// program has a tile of, and j the index in the dimension that it loops over; along is 1 or -1. For instance, a causal
// mask is j - i <= 0.
type bound struct{ own, along, n int64 }

// linear is a number that is a linear function of indices.
type linear struct {
	times map[int]int64 // coefficients, by dimension of the pairs
	n     int64
}

// farthest bounds indices, so that sums of them fit in an i32.
const farthest = 1 << 28

// boundsOf returns the bounds of the pairs for which a condition holds, or, if holds is false, does not hold. ok is
// false if the condition cannot be expressed by bounds.
func (t *pairTile) boundsOf(v *ir.Value, dims []int, holds bool) ([]bound, bool) {
	op := v.DefiningOp()
	if op == nil || t.p.Place(v) != pairs.Free {
		return nil, false
	}
	switch op.Def() {
	case &prim.BroadcastInDim, &prim.ExpandDims, &prim.Squeeze:
		return t.boundsOf(op.Operand(0), pairs.Operand(op, dims), holds)
	case &prim.BitwiseNot:
		return t.boundsOf(op.Operand(0), dims, !holds)
	case &prim.BitwiseAnd, &prim.Mul, &prim.BitwiseOr:
		if isAnd := !op.Is(&prim.BitwiseOr); isAnd != holds || !ir.IsInt(ir.ElementOrSelf(v.Type()), 1) {
			return nil, false
		}
		x, ok := t.boundsOf(op.Operand(0), dims, holds)
		y, also := t.boundsOf(op.Operand(1), dims, holds)
		return append(x, y...), ok && also
	}
	p, ok := comparisons[op.Def()]
	if !ok {
		return nil, false
	}
	x, ok := t.linearOf(op.Operand(0), dims)
	y, also := t.linearOf(op.Operand(1), dims)
	if !ok || !also {
		return nil, false
	}
	var b bound
	switch { // x - y + n <= 0, or y - x + n <= 0
	case p == tile.LE && holds || p == tile.GT && !holds:
		b, ok = t.bound(x, y, 0)
	case p == tile.LT && holds || p == tile.GE && !holds:
		b, ok = t.bound(x, y, 1)
	case p == tile.GE && holds || p == tile.LT && !holds:
		b, ok = t.bound(y, x, 0)
	case p == tile.GT && holds || p == tile.LE && !holds:
		b, ok = t.bound(y, x, 1)
	default:
		return nil, false
	}
	return []bound{b}, ok
}

// bound returns the bound x - y + n <= 0; ok is false if it does not have the form of a bound.
func (t *pairTile) bound(x, y linear, n int64) (b bound, ok bool) {
	b.n = x.n - y.n + n
	far := max(b.n, -b.n)
	for d := range t.p.Shape {
		k := x.times[d] - y.times[d]
		far += max(k, -k) * t.p.Shape[d]
		switch {
		case d == t.own.dim:
			b.own = k
		case d == t.along.dim:
			b.along = k
		case k != 0 && t.p.Shape[d] > 1:
			return b, false
		}
	}
	return b, (b.along == 1 || b.along == -1) && far < farthest
}

// linearOf returns an integer as a linear function of indices; ok is false if it is not one.
func (t *pairTile) linearOf(v *ir.Value, dims []int) (l linear, ok bool) {
	op := v.DefiningOp()
	elem := ir.ElementOrSelf(v.Type())
	if op == nil || prim.DtypeOf(elem) != prim.Int || ir.ElementBits(elem) < 32 || prim.IsUnsigned(elem) {
		return l, false
	}
	switch op.Def() {
	case &prim.Iota:
		start, step := op.Inherent("start").(*ir.IntegerAttr).Int64(), op.Inherent("step").(*ir.IntegerAttr).Int64()
		l = linear{map[int]int64{}, start}
		if dims[0] >= 0 {
			l.times[dims[0]] = step
		}
		return l, op.NumOperands() == 0 && max(start, -start, step, -step) < farthest
	case &prim.Fill:
		n, whole := prim.NumberOf(op.Inherent("value")).(int64)
		return linear{map[int]int64{}, n}, whole && max(n, -n) < farthest
	case &prim.BroadcastInDim, &prim.ExpandDims, &prim.Squeeze:
		return t.linearOf(op.Operand(0), pairs.Operand(op, dims))
	case &prim.ConvertElementType:
		return t.linearOf(op.Operand(0), dims)
	case &prim.Add, &prim.Sub:
		x, ok := t.linearOf(op.Operand(0), dims)
		y, also := t.linearOf(op.Operand(1), dims)
		if !ok || !also {
			return l, false
		}
		sign := int64(1)
		if op.Is(&prim.Sub) {
			sign = -1
		}
		l = linear{map[int]int64{}, x.n + sign*y.n}
		for d := range t.p.Shape {
			l.times[d] = x.times[d] + sign*y.times[d]
		}
		return l, max(l.n, -l.n) < farthest
	}
	return l, false
}

// steps returns the first tile with pairs that satisfy all bounds, and the tile after the last one.
func (t *pairTile) steps(bounds []bound) (first, end *ir.Value) {
	n := t.along.n
	from, to := t.i32(0), t.i32(n)
	for _, b := range bounds {
		switch i := t.ownAt(b.own < 0); b.along {
		case 1: // j <= -own*i - n
			to = t.Min(to, t.Sub(t.i32(1-b.n), t.Mul(i, t.i32(b.own))))
		default: // j >= own*i + n
			from = t.Max(from, t.Add(t.i32(b.n), t.Mul(i, t.i32(b.own))))
		}
	}
	to = t.Max(to, t.i32(0))
	return t.TruncDiv(from, t.i32(t.along.tile)), t.CDiv(to, t.i32(t.along.tile))
}

// programs chooses the grid, and returns the number of the program's tile and its index in all further dimensions.
// GPUs start programs in the order of their numbers. If bounds give tiles different numbers of steps, the longest tiles
// of several batches are started first: a few long ones at the end would leave most multiprocessors without work. adds
// says that programs of a batch add to the same sums, and wait for each other less if few of them run at the same time.
func (t *pairTile) programs(tiles, batch int64, bounds []bound, adds bool) (number, rest *ir.Value) {
	rising := slices.ContainsFunc(bounds, func(b bound) bool { return b.own < 0 }) // later tiles have more steps
	falling := slices.ContainsFunc(bounds, func(b bound) bool { return b.own > 0 })
	if rising == falling || tiles > maxGridY {
		t.grid = []int64{tiles, batch}
		return t.ProgramID(0), t.ProgramID(1)
	}
	// Further batches come later, so that those that are computed at the same time fit in the cache.
	const few = 4
	atOnce := tiles
	if adds {
		atOnce = min(tiles, few)
	}
	first := min(batch, ceilDiv(multiprocessors, atOnce))
	for batch%first != 0 {
		first++
	}
	t.grid = []int64{first, tiles, batch / first}
	if number = t.ProgramID(1); rising {
		number = t.Sub(t.i32(tiles-1), number)
	}
	return number, t.Add(t.Mul(t.ProgramID(2), t.i32(first)), t.ProgramID(0))
}

// ownAt returns the first index of the program's tile, or the last one.
func (t *pairTile) ownAt(last bool) *ir.Value {
	if last {
		return t.Add(t.own.first, t.i32(t.own.tile-1))
	}
	return t.own.first
}

// atEdge returns whether any pair of the tile violates a bound. It returns nil if there are no bounds.
func (t *pairTile) atEdge(bounds []bound) (edge *ir.Value) {
	for _, b := range bounds {
		j := t.along.first
		if b.along > 0 {
			j = t.Add(j, t.i32(t.along.tile-1))
		}
		worst := t.Add(t.Add(t.Mul(t.ownAt(b.own > 0), t.i32(b.own)), t.Mul(j, t.i32(b.along))), t.i32(b.n))
		beyond := t.Cmp(tile.GT, worst, t.i32(0))
		if edge != nil {
			beyond = t.Or(edge, beyond)
		}
		edge = beyond
	}
	return edge
}

// within returns a mask of the pairs of the tile that satisfy all bounds.
func (t *pairTile) within(bounds []bound) (sees *ir.Value) {
	for _, b := range bounds {
		limit := t.Add(t.Mul(t.own.index, t.i32(b.own)), t.i32(b.n))
		one := t.Cmp(tile.LE, limit, t.along.index) // own*i + n <= j
		if b.along > 0 {
			one = t.Cmp(tile.LE, t.along.index, t.Sub(t.i32(0), limit))
		}
		if sees != nil {
			one = t.And(sees, one)
		}
		sees = one
	}
	return sees
}
