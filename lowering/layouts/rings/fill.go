package rings

import (
	"slices"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/internal/analysis/tensorcores"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/layouts/internal/tensormaps"
)

// A ring is made and filled before the loop with its tiles, filled again in the loop, and released there by its users.

// create makes a ring before an operation.
func (r *rewriter) create(one *ring, before *ir.Operation) {
	r.b.Before(before).SetLoc(one.op.Loc())
	swizzle := tensorcores.RingFactor(one.tile, false, 0).Spec.SwizzleBytes
	elem := one.tile.ElementType()
	if tilegpu.IsRow(one.tile) {
		swizzle = 0
	} else if elem == ir.Type(r.b.Context().F32()) { // the copy rounds to tf32, while wgmma would truncate
		elem = r.b.Context().Float("tf32")
	}
	if one.pixels != nil {
		one.tensorMap = r.maps.OfPixels(one.array, elem, one.box, swizzle, *one.pixels)
	} else {
		one.tensorMap = r.maps.Of(one.array, elem, one.box, swizzle)
	}
	var with *ir.Value
	if one.with != nil && one.with != one {
		with = one.with.value
	}
	one.value = tilegpu.NewRing(r.b, one.slots, one.tile, with)
}

// before makes the ring of a tile that is loaded before the loops that use it. The copy replaces the load.
func (r *rewriter) before(one *ring) {
	r.create(one, one.op)
	zero, yes := r.number(0), arith.NewConstant(r.b, r.b.Context().Bool(true))
	var m ir.Mapping
	r.copy(one, &m, zero, yes)
	first, last := r.span(one.tileLoad)
	r.b.Before(first)
	r.b.Build(&tilegpu.RingAwait, []*ir.Value{one.value, zero})
	r.b.After(last)
	r.b.Build(&tilegpu.RingEnd, []*ir.Value{one.value})
}

// span returns the first and the last operation, in the block that loads a tile, that contain its products.
func (f *found) span(t *tileLoad) (first, last *ir.Operation) {
	for _, p := range t.products {
		at := f.ancestor(t, p)
		if first == nil || at.IsBefore(first) {
			first = at
		}
		if last == nil || last.IsBefore(at) {
			last = at
		}
	}
	return first, last
}

// neededTogether returns the tiles that the loop of a tile needs at the same time: both factors, if all of its products
// have these. Else it returns the tile alone.
func (r *rewriter) neededTogether(t *tileLoad, all []*tileLoad) (out []*tileLoad) {
	loop := t.products[0].loop
	for _, p := range r.inOrder(loop) {
		if p.factors[0].tile == nil || p.factors[1].tile == nil {
			return []*tileLoad{t}
		}
	}
	for _, other := range all {
		if other.slice != nil && other.products[0].loop == loop {
			out = append(out, other)
		}
	}
	if len(out) != len(t.products[0].factors) || !slices.Contains(out, t) {
		return []*tileLoad{t}
	}
	return out
}

// createAndFill makes the rings of tiles in a loop, and begins the copies of their first tiles before it: the tiles of
// an iteration one after the other, so that the loop's first product waits for no others.
func (r *rewriter) createAndFill(tiles []*tileLoad) {
	most, loop := 0, tiles[0].products[0].loop
	for _, t := range tiles {
		r.create(r.rings[t], loop.Operation)
		most = max(most, r.rings[t].slots)
	}
	for i := range most {
		for _, t := range tiles {
			if i < r.rings[t].slots {
				r.fill(r.rings[t], loop, int64(i))
			}
		}
	}
}

// inLoop has the slots of a ring filled again in the loop of its tile. The copy that fills a slot is placed before the
// product that follows the last user of the tile. Most likely the other warp groups have released the tile by then, so
// that the copy need not wait for them.
func (r *rewriter) inLoop(one *ring) {
	loop := one.products[0].loop
	users := r.inOrder(loop)
	first, last := slices.IndexFunc(users, one.isUser), one.lastOf(users)
	rotated := r.rotated[loop.Operation]
	if rotated == nil {
		r.b.Before(users[first].op)
		r.b.Build(&tilegpu.RingAwait, []*ir.Value{one.value, r.trip(loop, loop.InductionVar())})
	}
	switch {
	case rotated != nil && users[first] == rotated.late: // released an iteration later, and filled another one later
		r.b.Before(users[last].op)
		r.refill(one, loop, int64(one.slots)-2, arith.NewCmpI(r.b, arith.UGE, r.trip(loop, loop.InductionVar()), r.number(2)))
	case last+1 < len(users):
		r.b.Before(users[last+1].op)
		r.refill(one, loop, int64(one.slots), nil)
	default: // in the next iteration
		if r.b.After(users[last].op); startOf(users, last) > 0 {
			r.b.Before(users[startOf(users, last)].op)
		}
		r.refill(one, loop, int64(one.slots)-1,
			arith.NewCmpI(r.b, arith.NE, r.trip(loop, loop.InductionVar()), r.number(0)))
	}
	r.b.After(lastTurn(loop.Operation))
	r.b.Build(&tilegpu.RingEnd, []*ir.Value{one.value})
}

// fill begins the copy of tile i of a loop before it.
func (r *rewriter) fill(one *ring, loop scf.For, i int64) {
	later := r.exists(loop, loop.LowerBound(), i)
	exists := arith.NewCmpI(r.b, arith.SLT, loop.LowerBound(), loop.UpperBound())
	if i > 0 {
		exists = r.binary(&arith.AndI, exists, later)
	}
	r.copyAt(one, loop, r.later(loop, loop.LowerBound(), i), r.number(i), exists)
}

// release inserts the release of a ring's tile after its last product.
func (r *rewriter) release(one *ring) {
	loop := one.products[0].loop
	if t := r.rotated[loop.Operation]; t != nil && one.products[0] == t.late {
		return // rotation.iteration releases the tile, one iteration later
	}
	users := r.inOrder(loop)
	r.b.After(users[one.lastOf(users)].op)
	r.b.Build(&tilegpu.RingRelease, []*ir.Value{one.value, r.count(loop, loop.InductionVar())})
}

// lastOf returns the index of the last product of users that uses a tile.
func (t *tileLoad) lastOf(users []*product) int {
	last := len(users) - 1
	for !t.isUser(users[last]) {
		last--
	}
	return last
}

// startOf returns the index of the first product of users that has the same left factor as product i and a part of the
// same tile. Nothing is inserted between such products, since one instruction can compute them.
func startOf(users []*product, i int) int {
	for i > 0 && users[i].factors[1].from > 0 && users[i-1].factors[1].tile == users[i].factors[1].tile {
		i--
	}
	return i
}

func (t *tileLoad) isUser(p *product) bool { return slices.Contains(t.products, p) }

// inOrder lists the products of a loop in the order of its body.
func (r *rewriter) inOrder(loop scf.For) (out []*product) {
	for op := range loop.Body().Ops() {
		for _, p := range r.products {
			if p.op == op {
				out = append(out, p)
			}
		}
	}
	return out
}

// refill begins the copy of the tile that is needed ahead iterations later, if there is such an iteration and the
// condition holds; nil stands for true.
func (r *rewriter) refill(one *ring, loop scf.For, ahead int64, condition *ir.Value) {
	exists := r.exists(loop, loop.InductionVar(), ahead)
	if condition != nil {
		exists = r.binary(&arith.AndI, condition, exists)
	}
	n := r.binary(&arith.AddI, r.trip(loop, loop.InductionVar()), r.number(ahead))
	r.copyAt(one, loop, r.later(loop, loop.InductionVar(), ahead), n, exists)
}

// copyAt begins the copy of tile n, which is the tile of the iteration with the given counter, if exists is true.
func (r *rewriter) copyAt(one *ring, loop scf.For, counter, n, exists *ir.Value) {
	var m ir.Mapping
	r.cloneSlice(one, loop, counter, &m)
	r.copy(one, &m, n, exists)
}

// cloneSlice computes the indices of a tile for the iteration with a counter. The mapping then has them.
func (r *rewriter) cloneSlice(one *ring, loop scf.For, counter *ir.Value, m *ir.Mapping) {
	m.Map(loop.InductionVar(), counter)
	for op := range loop.Body().Ops() {
		if one.slice[op] {
			r.b.Clone(op, m)
		}
	}
}

// copy begins the copy of tile n, if exists is true. The mapping is applied to the indices of the load.
func (r *rewriter) copy(one *ring, m *ir.Mapping, n, exists *ir.Value) {
	if one.pixels != nil {
		indices, offsets := r.pixelAt(one.tileLoad, m)
		tilegpu.NewRingCopyOfPixels(r.b, one.value, n, one.tensorMap, exists, indices, offsets)
		return
	}
	var starts, coordinates [][]*ir.Value
	for _, piece := range one.pieces {
		var start []*ir.Value
		for _, index := range piece.OperandValues()[1:] {
			start = append(start, m.Lookup(index))
		}
		starts = append(starts, start)
	}
	if one.patch != nil {
		starts = [][]*ir.Value{r.corner(one.patch, m)}
	}
	for _, start := range starts {
		var at []*ir.Value
		for d, index := range start {
			at = append(at, tensormaps.Element(r.b, index, one.steps[d], tile.IsAnywhere(one.op)))
		}
		if one.reversed {
			slices.Reverse(at)
		}
		coordinates = append(coordinates, at)
	}
	tilegpu.NewRingCopy(r.b, one.value, n, one.tensorMap, exists, coordinates...)
}
