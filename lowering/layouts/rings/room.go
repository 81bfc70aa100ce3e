package rings

import (
	"slices"

	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/internal/analysis/costs"
	"github.com/girih-ir/girih/internal/analysis/tensorcores"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/layouts/bulkstores"
	"github.com/girih-ir/girih/lowering/layouts/internal/room"
	"github.com/girih-ir/girih/lowering/layouts/internal/tensormaps"
)

// Numbers of slots of a ring in a loop.
const (
	minSlots    = tensorcores.MinStages
	enoughSlots = 3 // the least number if several blocks share a multiprocessor
	maxSlots    = 4 // more hide nothing in a loop with factors in registers, where threads compute much
	manySlots   = tensorcores.MaxStages
)

// ring is the ring for the tile of a load.
type ring struct {
	*tileLoad
	value     *ir.Value
	tensorMap *ir.Value
	slots     int
	with      *ring     // whose barriers it has; nil or itself for its own
	number    *ir.Value // of the tile, if it is loaded once for each iteration of an outer loop (once.go); else nil
	loaded    *ir.Value // the windows of a patch in registers, in the loop that multiplies them (patches.go)
}

// budget is what rings may take.
type budget struct {
	plan     room.Plan // of everything but rings
	limit    int64     // bytes of shared memory of a block
	reserved int64     // of these, for what package room does not know
}

// size chooses the number of slots of each ring, and reports whether the rings fit into shared memory. Several blocks
// on a multiprocessor hide the time in which one of them begins or ends. So size first divides the memory among as
// many blocks as registers allow. If the rings have too few slots then, it tries fewer blocks.
//
// Where results are stored beside copies, slots matter more than room for the results: without it, threads store.
func (r *rewriter) size(shared int) bool {
	limit, byThreads := room.Limit(shared), room.Plan{Kernel: r.kernel, Warps: r.warps, Inside: r.inside()}
	inBulk := byThreads
	inBulk.Stores = bulkstores.Wanted(byThreads)
	for blocks := int64(r.blocks()); blocks > 1; blocks-- {
		if r.slots(budget{inBulk, limit / blocks, costs.SharedBesideRings}, enoughSlots) {
			return true
		}
	}
	first, second := budget{inBulk, limit, r.unknown()}, budget{byThreads, limit, r.unknown()}
	if r.nestings != nil && !r.slots(first, enoughSlots) && r.slots(second, enoughSlots) {
		return true
	}
	return r.slots(first, minSlots) || r.slots(second, minSlots)
}

// inside returns the loads of rings' tiles, and the products that take them.
func (r *rewriter) inside() map[*ir.Operation]bool {
	out := make(map[*ir.Operation]bool)
	for _, t := range r.tiles {
		for _, load := range slices.Concat(t.pieces, t.beside) {
			out[load] = true
		}
	}
	for _, p := range r.products {
		out[p.op] = true
	}
	return out
}

// fits reports whether shared memory has room for the rings.
func (r *rewriter) fits(b budget) bool {
	for _, t := range slices.Concat(r.ordered(), r.rows) {
		from, to := r.lifeOf(t)
		b.plan.Rings = append(b.plan.Rings, room.Ring{From: from, To: to, Slots: int64(r.rings[t].slots),
			SlotBytes: tensorcores.SlotBytes(t.tile)})
	}
	return b.plan.Bytes()+b.reserved <= b.limit
}

// lifeOf returns the operations before and behind which the ring of a tile is made and ends.
func (r *rewriter) lifeOf(t *tileLoad) (from, to *ir.Operation) {
	switch {
	case t.row.Operation != nil:
		from = r.scope(t.row)
	case t.slice != nil, r.nestings != nil:
		from = r.scope(t.products[0].loop)
	default:
		_, last := r.span(t)
		return t.op, last
	}
	return from, from
}

// mostSlots returns how many slots the rings of a loop can use, and may have.
func (r *rewriter) mostSlots(loop scf.For) int64 {
	return tensorcores.MostStages(loop.Operation, r.usefulSlots(loop))
}

// usefulSlots returns how many slots the rings of a loop can use.
func (r *rewriter) usefulSlots(loop scf.For) int64 {
	for _, p := range r.products {
		if p.loop == loop && (p.factors[0].tile == nil || p.factors[1].tile == nil) {
			return maxSlots
		}
	}
	return manySlots
}

// remarks reports loops that get another number of slots than they ask for.
func (r *rewriter) remarks(report func(d *ir.Diagnostic)) {
	done := make(map[*ir.Operation]bool)
	for _, t := range r.ordered() {
		loop := t.products[0].loop
		if t.slice == nil || done[loop.Operation] {
			continue
		}
		done[loop.Operation] = true
		if d := tensorcores.StagesRemark(loop.Operation, int64(r.rings[t].slots), r.usefulSlots(loop)); d != nil {
			report(d)
		}
	}
}

// slots chooses the number of slots of each ring so that all rings fit. It reports whether each ring in a loop gets at
// least least slots, or as many as the loop can use.
func (r *rewriter) slots(b budget, least int64) bool {
	var scopes []*ir.Operation
	for _, t := range r.ordered() {
		r.rings[t] = &ring{tileLoad: t, slots: 1}
		if t.slice == nil {
			continue
		}
		if scope := r.scope(t.products[0].loop); !slices.Contains(scopes, scope) {
			scopes = append(scopes, scope)
		}
	}
	for _, t := range r.rows {
		r.rings[t] = &ring{tileLoad: t, slots: minSlots}
	}
	for _, scope := range scopes {
		r.setSlots(scope, least)
	}
	if !r.fits(b) {
		return false
	}
	for _, scope := range scopes {
		n := int64(manySlots)
		for r.setSlots(scope, n); n > least && !r.fits(b); n-- {
			r.setSlots(scope, n-1)
		}
	}
	r.addSlots(b)
	return true
}

// setSlots gives the rings of a scope n slots, or as many as their loop can use.
func (r *rewriter) setSlots(scope *ir.Operation, n int64) {
	for _, t := range r.ordered() {
		if t.slice == nil || r.scope(t.products[0].loop) != scope {
			continue
		}
		loop := t.products[0].loop
		most := r.mostSlots(loop)
		_, nested := r.nestings[loop.Operation]
		if trips := loop.TripCount(); trips != nil && trips.IsInt64() && r.rotated[loop.Operation] == nil && !nested {
			most = max(1, min(most, trips.Int64()))
		}
		r.rings[t].slots = int(min(most, n))
	}
	for _, t := range r.rows {
		if i := slices.IndexFunc(r.products, func(p *product) bool {
			return p.loop == t.row && p.factors[1].tile.slice != nil
		}); i >= 0 {
			r.rings[t].slots = r.rings[r.products[i].factors[1].tile].slots
		}
	}
}

// scope returns the loop that rings of a loop's tiles belong to. All rings of one need memory at the same time.
func (r *rewriter) scope(loop scf.For) *ir.Operation {
	if n, nested := r.nestings[loop.Operation]; nested {
		return n.outer.Operation
	}
	return loop.Operation
}

// addSlots gives the tile of each late product another slot, as that keeps its tile an iteration longer. Loops that
// have no room for it and too few slots without it are not rotated.
func (r *rewriter) addSlots(b budget) {
	for _, p := range r.products {
		loop := p.loop.Operation
		if t := r.rotated[loop]; t == nil || t.late != p {
			continue
		}
		one := r.rings[p.factors[1].tile]
		if one.slots++; r.fits(b) {
			continue
		}
		if one.slots--; one.slots < minSlots+1 {
			delete(r.rotated, loop)
		}
	}
}

// isStored reports whether all that happens to a tensor is to be stored as a tile, whose rows it gives several
// dimensions.
func isStored(v *ir.Value) bool {
	return tensormaps.MatrixOf(v) != v && v.HasOneUse() && tile.IsViewUpdate(v.FirstUse().Owner())
}

// unknown returns the bytes of shared memory that are left for what package room does not know: none if the kernel
// does nothing with tensors but multiply tiles, load vectors, compute elementwise and store, and warp groups store all
// tiles by themselves. In a loop in a loop, whose slots take most of the memory, the kernel may also reduce rows of
// products.
func (r *rewriter) unknown() int64 {
	simple := true
	r.kernel.Walk(func(op *ir.Operation) bool {
		switch {
		case tile.IsViewUpdate(op):
			cell, _ := tensormaps.GroupCell(r.kernel, op, r.warps)
			simple = simple && cell != nil && r.inBulk(op)
		case op.NumResults() == 0 && !op.HasTrait(ir.Terminator):
			simple = simple && op.NumRegions() > 0
		}
		for _, v := range op.ResultValues() {
			t, ok := v.Type().(*ir.TensorType)
			switch {
			case !ok, r.inRing(v), isStored(v), op.Is(&scf.ForOp), op.Is(&scf.IfOp), op.Is(&scf.WhileOp):
			case slices.ContainsFunc(r.products, func(p *product) bool { return p.op == op }):
			case op.HasTrait(ir.Elementwise), op.HasTrait(ir.ConstantLike), op.Is(&tile.Splat), op.Is(&tile.Cast),
				op.Is(&tile.Broadcast), op.Is(&tile.ExpandDims), op.Is(&tile.Iota):
			case r.nestings != nil && tensormaps.OfRows(v, r.warps):
			case op.Is(&tile.LoadView) && len(t.Shape()) == 1:
			default:
				simple = false
			}
		}
		return simple
	})
	if simple {
		return 0
	}
	return costs.SharedBesideRings
}

// inBulk reports whether the array of an update is aligned as bulk copies need it.
func (r *rewriter) inBulk(op *ir.Operation) bool {
	return tensorcores.Aligned(r.kernel, tensormaps.ArrayOf(op.Operand(1)))
}
