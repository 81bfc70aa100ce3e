package rings

import (
	"slices"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/analysis/tensorcores"
	"github.com/girih-ir/girih/lowering/layouts/tensormaps"
)

// Shared memory of a block, and how much of it is left for barriers and for what threads exchange.
const (
	sharedSM90 = 227 << 10
	reserved   = 16 << 10
)

// Slots of a ring in a loop: with one, copies would not overlap with products, and more hide nothing more.
const (
	minSlots = 2
	maxSlots = 4
)

// ring is the ring of a tile's load.
type ring struct {
	*tileLoad
	value     *ir.Value
	tensorMap *ir.Value
	slots     int
}

// rewriter replaces the products of a kernel.
type rewriter struct {
	*found
	b     *ir.Builder
	maps  *tensormaps.Maps
	rings map[*tileLoad]*ring
}

// rewrite replaces products and the loads of their tiles, if the rings fit into so many bytes of shared memory, and
// reports whether it did.
func (f *found) rewrite(shared int) bool {
	r := &rewriter{found: f, b: ir.NewBuilder(f.kernel.Context()), maps: tensormaps.New(f.kernel),
		rings: make(map[*tileLoad]*ring)}
	if len(f.products) == 0 || !r.size(shared) {
		return false
	}
	for _, t := range r.ordered() {
		if t.slice != nil {
			r.inLoop(r.rings[t])
		}
	}
	for _, t := range r.ordered() { // before anything waits at the same place
		if t.slice != nil {
			r.release(r.rings[t])
		}
	}
	for _, t := range r.ordered() { // waited for when the copies of loops are under way
		if t.slice == nil {
			r.before(r.rings[t])
		}
	}
	for _, p := range f.products {
		r.product(p)
	}
	for _, t := range r.ordered() {
		r.forget(t.op)
	}
	r.maps.Finish()
	return true
}

// ordered lists the tiles in the order of their loads.
func (f *found) ordered() (out []*tileLoad) {
	f.kernel.Walk(func(op *ir.Operation) bool {
		if t := f.tiles[op]; t != nil {
			out = append(out, t)
		}
		return true
	})
	return out
}

// size chooses the slots of rings: as many for each in a loop as there is memory. It reports whether they fit.
func (r *rewriter) size(shared int) bool {
	if shared == 0 {
		shared = sharedSM90
	}
	left := int64(shared - reserved)
	inLoops := make(map[*ir.Operation]int64)
	for _, t := range r.ordered() {
		bytes := tensorcores.TileBytes(t.tile)
		if t.slice == nil {
			left -= bytes
		} else {
			inLoops[t.products[0].loop.Operation] += bytes
		}
	}
	for _, t := range r.ordered() {
		r.rings[t] = &ring{tileLoad: t, slots: 1}
		if t.slice == nil {
			continue
		}
		slots := min(maxSlots, left/inLoops[t.products[0].loop.Operation])
		if slots < minSlots {
			return false
		}
		r.rings[t].slots = int(slots)
	}
	return left >= 0
}

// create makes a ring before an operation.
func (r *rewriter) create(one *ring, before *ir.Operation) {
	r.b.Before(before).SetLoc(one.op.Loc())
	swizzle := tensorcores.RingFactor(one.tile, false, 0).Spec.SwizzleBytes
	one.tensorMap = r.maps.Of(one.op.Operand(0), one.box, swizzle)
	one.value = tilegpu.NewRing(r.b, one.slots, one.tile)
}

// before has a tile copied where it was loaded, before the loops that use it.
func (r *rewriter) before(one *ring) {
	r.create(one, one.op)
	zero, yes := r.number(0), arith.NewConstant(r.b, r.b.Context().Bool(true))
	var m ir.Mapping
	r.copy(one, &m, zero, yes)
	var first, last *ir.Operation
	for _, p := range one.products {
		at := r.ancestor(one.tileLoad, p)
		if first == nil || at.IsBefore(first) {
			first = at
		}
		if last == nil || last.IsBefore(at) {
			last = at
		}
	}
	r.b.Before(first)
	r.b.Build(&tilegpu.RingAwait, []*ir.Value{one.value, zero})
	r.b.After(last)
	r.b.Build(&tilegpu.RingEnd, []*ir.Value{one.value})
}

// inLoop has the tiles of a loop copied ahead. Tile n is copied where tile n - slots was released an iteration, or half
// of one, before: its slot is free then, most likely, and no warp group waits for another.
func (r *rewriter) inLoop(one *ring) {
	loop := one.products[0].loop
	r.create(one, loop.Operation)
	for i := range one.slots {
		exists := r.exists(loop, loop.LowerBound(), int64(i))
		if i > 0 {
			some := arith.NewCmpI(r.b, arith.SLT, loop.LowerBound(), loop.UpperBound())
			exists = r.binary(&arith.AndI, some, exists)
		} else {
			exists = arith.NewCmpI(r.b, arith.SLT, loop.LowerBound(), loop.UpperBound())
		}
		r.copyAt(one, loop, r.later(loop, loop.LowerBound(), int64(i)), r.number(int64(i)), exists)
	}
	users := r.inOrder(loop)
	first := slices.IndexFunc(users, one.isUser)
	last := one.lastOf(users)
	r.b.Before(users[first].op)
	r.b.Build(&tilegpu.RingAwait, []*ir.Value{one.value, r.trip(loop)})
	if last+1 < len(users) {
		r.b.After(users[last+1].op)
		r.refill(one, loop, int64(one.slots), nil)
	} else { // in the next iteration
		r.b.After(users[0].op)
		r.refill(one, loop, int64(one.slots)-1, arith.NewCmpI(r.b, arith.NE, r.trip(loop), r.number(0)))
	}
	r.b.After(loop.Operation)
	r.b.Build(&tilegpu.RingEnd, []*ir.Value{one.value})
}

// release ends the use of a ring's tile behind its last product.
func (r *rewriter) release(one *ring) {
	loop := one.products[0].loop
	users := r.inOrder(loop)
	r.b.After(users[one.lastOf(users)].op)
	r.b.Build(&tilegpu.RingRelease, []*ir.Value{one.value, r.trip(loop)})
}

// lastOf returns the number of the last product that uses a tile.
func (t *tileLoad) lastOf(users []*product) int {
	last := len(users) - 1
	for !t.isUser(users[last]) {
		last--
	}
	return last
}

func (t *tileLoad) isUser(p *product) bool { return slices.Contains(t.products, p) }

// inOrder lists the products of a loop in their order.
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

// refill has the tile copied that comes so many iterations later, if there is such an iteration, and a condition holds;
// nil stands for true.
func (r *rewriter) refill(one *ring, loop scf.For, ahead int64, condition *ir.Value) {
	exists := r.exists(loop, loop.InductionVar(), ahead)
	if condition != nil {
		exists = r.binary(&arith.AndI, condition, exists)
	}
	n := r.binary(&arith.AddI, r.trip(loop), r.number(ahead))
	r.copyAt(one, loop, r.later(loop, loop.InductionVar(), ahead), n, exists)
}

// trip returns the number of the present iteration.
func (r *rewriter) trip(loop scf.For) *ir.Value {
	n := r.binary(&arith.SubI, loop.InductionVar(), loop.LowerBound())
	if step, _ := arith.ConstantInt(loop.Step()); step != 1 {
		n = r.binary(&arith.DivUI, n, loop.Step())
	}
	return n
}

// later returns the counter so many iterations later.
func (r *rewriter) later(loop scf.For, counter *ir.Value, ahead int64) *ir.Value {
	if ahead == 0 {
		return counter
	}
	step, _ := arith.ConstantInt(loop.Step())
	return r.binary(&arith.AddI, counter, r.number(ahead*step))
}

// exists returns whether there is an iteration so many later than one that there is. Without a sign the difference does
// not overflow.
func (r *rewriter) exists(loop scf.For, counter *ir.Value, ahead int64) *ir.Value {
	step, _ := arith.ConstantInt(loop.Step())
	left := r.binary(&arith.SubI, loop.UpperBound(), counter)
	return arith.NewCmpI(r.b, arith.UGT, left, r.number(ahead*step))
}

func (r *rewriter) number(n int64) *ir.Value {
	return arith.NewConstant(r.b, r.b.Context().Integer(r.b.Context().I(32), n))
}

func (r *rewriter) binary(def *ir.OpDef, x, y *ir.Value) *ir.Value {
	return r.b.Build(def, []*ir.Value{x, y}).Result(0)
}

// copyAt has the tile copied of the iteration with a counter.
func (r *rewriter) copyAt(one *ring, loop scf.For, counter, n, exists *ir.Value) {
	var m ir.Mapping
	m.Map(loop.InductionVar(), counter)
	for op := range loop.Body().Ops() {
		if one.slice[op] {
			r.b.Clone(op, &m)
		}
	}
	r.copy(one, &m, n, exists)
}

// copy has tile n copied from the place that its load's indices say, under a mapping.
func (r *rewriter) copy(one *ring, m *ir.Mapping, n, exists *ir.Value) {
	var coordinates []*ir.Value
	shape := one.op.Result(0).Type().(*ir.TensorType).Shape()
	for d, index := range one.op.OperandValues()[1:] {
		at := m.Lookup(index)
		if shape[d] > 1 {
			at = r.binary(&arith.MulI, at, r.number(shape[d]))
		}
		coordinates = append(coordinates, at)
	}
	tilegpu.NewRingCopy(r.b, one.value, n, one.tensorMap, coordinates, exists)
}

// product replaces a tile.dot.
func (r *rewriter) product(p *product) {
	r.b.Before(p.op).SetLoc(p.op.Loc())
	var factors [2]tilegpu.RingFactor
	for i, x := range p.factors {
		if x.tile == nil {
			factors[i].Value = p.op.Operand(i)
			continue
		}
		factors[i] = tilegpu.RingFactor{Value: r.rings[x.tile].value, N: r.number(0), Transposed: x.transposed}
		if x.tile.slice != nil {
			factors[i].N = r.trip(p.loop)
		}
	}
	p.op.Result(0).ReplaceAllUsesWith(tilegpu.NewRingDot(r.b, factors, p.op.Operand(2)))
	p.op.DropAllReferences()
	p.op.Erase()
}

// forget erases a load, and what was made of its tile.
func (r *rewriter) forget(load *ir.Operation) {
	for u := range load.Result(0).Uses() {
		r.forget(u.Owner())
	}
	if load.Is(&tile.LoadView) || !load.Result(0).HasUses() {
		load.DropAllReferences()
		load.Erase()
	}
}
