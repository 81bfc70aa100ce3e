package rings

import (
	"slices"

	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/internal/analysis/costs"
	"github.com/girih-ir/girih/internal/analysis/tensorcores"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/layouts/internal/tensormaps"
)

// reserved is the shared memory, in bytes, that rings leave to others that are not known ([rewriter.beside]).
const reserved = costs.SharedBesideRings

// barriers is the shared memory for mbarriers, in bytes, which nothing else uses.
const barriers = 1 << 10

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

// size chooses the number of slots of each ring, and reports whether the rings fit into shared memory. Several blocks
// on a multiprocessor hide the time in which one of them begins or ends. So size first divides the memory among as many
// blocks as registers allow. If the rings have too few slots then, it tries fewer blocks.
func (r *rewriter) size(shared int) bool {
	if shared == 0 {
		shared = costs.SharedPerBlock
	}
	other := reserved + r.staged() + r.exchanged(false)
	for blocks := r.blocks(); blocks > 1; blocks-- {
		if r.slots(int64(shared/blocks)-other, enoughSlots) {
			return true
		}
	}
	// Where results are stored beside copies, slots matter more than room for the results: without it, threads store.
	stored := barriers + r.stored()
	other = r.staged() + max(stored, r.beside()+r.exchanged(false))
	byThreads := max(stored, reserved+r.exchanged(true), barriers+r.residuals())
	if r.nestings != nil && !r.slots(int64(shared)-other, enoughSlots) && r.slots(int64(shared)-byThreads, enoughSlots) {
		return true
	}
	return r.slots(int64(shared)-other, minSlots)
}

// staged returns the bytes of shared memory that other tiles need at the same time as the rings: factors of products,
// and tiles that are stored in a loop with products.
func (r *rewriter) staged() (bytes int64) {
	bytes = r.stagedFactors()
	type buffer struct { // stores share it (package bulkstores)
		cell *ir.TensorType
		loop *ir.Operation
	}
	counted := make(map[buffer]bool)
	r.kernel.Walk(func(op *ir.Operation) bool {
		if !tile.IsViewUpdate(op) || !r.besideProducts(op) || !r.inBulk(op) {
			return true
		}
		cell, loop := tensormaps.GroupCell(r.kernel, op, r.warps)
		switch b := (buffer{cell, loop}); {
		case cell == nil, r.loadsAlike(op):
			bytes += tensorcores.TileBytes(op.Operand(0).Type().(*ir.TensorType))
		case !counted[b]:
			counted[b] = true
			bytes += tensorcores.TileBytes(cell)
		}
		return true
	})
	return bytes
}

// stagedFactors returns the bytes of factors that go through shared memory: transposed left ones, and both of products
// that take no tiles of rings.
func (r *rewriter) stagedFactors() (bytes int64) {
	for _, p := range r.products {
		left := p.op.Operand(0)
		if op := left.DefiningOp(); p.factors[0].tile == nil && op != nil && op.Is(&tile.Permute) {
			bytes += tensorcores.TileBytes(left.Type().(*ir.TensorType))
		}
	}
	r.kernel.Walk(func(op *ir.Operation) bool {
		if op.Is(&tile.Dot) && r.besideProducts(op) && !r.takesTiles(op) {
			for _, factor := range op.OperandValues()[:2] {
				bytes += tensorcores.TileBytes(factor.Type().(*ir.TensorType))
			}
		}
		return true
	})
	return bytes
}

// takesTiles reports whether a product takes tiles of rings.
func (r *rewriter) takesTiles(op *ir.Operation) bool {
	return slices.ContainsFunc(r.products, func(p *product) bool { return p.op == op })
}

// loadsAlike reports whether a tile like the one that is stored is loaded beside the store, such as a residual. The
// store then goes through memory for all of that tile (package bulkstores).
func (r *rewriter) loadsAlike(store *ir.Operation) bool {
	for op := range store.Block().Ops() {
		if op.Is(&tile.LoadView) && op.Result(0).Type() == store.Operand(0).Type() && !r.inTile(op) {
			return store.Is(&tile.StoreView)
		}
	}
	return false
}

// residuals returns the bytes of shared memory that threads need at the same time as the rings to exchange tiles that
// they load besides: those that are like a tile that is stored, and those from addresses. One exchange uses the memory
// of another.
func (r *rewriter) residuals() (most int64) {
	r.kernel.Walk(func(op *ir.Operation) bool {
		v := (*ir.Value)(nil)
		switch {
		case tile.IsViewUpdate(op) && r.loadsAlike(op) && !r.inBulk(op):
			v = op.Operand(0)
		case op.Is(&tile.Load):
			v = op.Result(0)
		}
		if v != nil && len(ir.TensorShape(v.Type())) > 1 && r.besideProducts(op) {
			most = max(most, tensorcores.ExchangeBytes(tensorcores.TileBytes(v.Type().(*ir.TensorType))))
		}
		return true
	})
	return most
}

// exchanged returns the bytes of shared memory that threads need at the same time as the rings to exchange what they
// store themselves: tiles whose rows may not be aligned, and, if threads store all tiles, those that are parts of a
// larger one, and transposed ones. Other results are stored as instructions leave them. One exchange uses the memory of
// another.
func (r *rewriter) exchanged(all bool) (most int64) {
	updates := 0
	r.kernel.Walk(func(op *ir.Operation) bool {
		if tile.IsViewUpdate(op) && r.besideProducts(op) {
			updates++
		}
		return true
	})
	r.kernel.Walk(func(op *ir.Operation) bool {
		if tile.IsViewUpdate(op) && r.besideProducts(op) && (!r.inBulk(op) || all && (updates > 1 || isTransposed(op))) {
			most = max(most, tensorcores.ExchangeBytes(tensorcores.TileBytes(op.Operand(0).Type().(*ir.TensorType))))
		}
		return true
	})
	return most
}

// isTransposed reports whether a stored tile is a transposed matrix, of which a thread has no neighbors in the array.
func isTransposed(store *ir.Operation) bool {
	op := store.Operand(0).DefiningOp()
	for op != nil && op.Is(&tile.Reshape) {
		op = op.Operand(0).DefiningOp()
	}
	return op != nil && op.Is(&tile.Permute)
}

// stored returns the bytes of shared memory that threads may need at the same time as the rings to exchange tensors
// that they store to addresses. They may exchange the sums before they round them. Nothing else is exchanged meanwhile,
// so these bytes contain what is reserved for others that are not known.
func (r *rewriter) stored() (most int64) {
	r.kernel.Walk(func(op *ir.Operation) bool {
		if op.Is(&tile.Store) && r.besideProducts(op) {
			if t, ok := op.Operand(1).Type().(*ir.TensorType); ok {
				most = max(most, tensorcores.ExchangeBytes(max(tensorcores.TileBytes(t), costs.WordBytes*ir.Product(t.Shape()))))
			}
		}
		return true
	})
	return most
}

// inBulk reports whether the array of an update is aligned as bulk copies need it.
func (r *rewriter) inBulk(op *ir.Operation) bool {
	return tensorcores.Aligned(r.kernel, tensormaps.ArrayOf(op.Operand(1)))
}

// besideProducts reports whether a loop around an operation has products.
func (r *rewriter) besideProducts(op *ir.Operation) bool {
	for loop := op.Parent(); loop != r.kernel.Operation; loop = loop.Parent() {
		if len(ir.LoopRegions(loop)) > 0 &&
			slices.ContainsFunc(r.products, func(p *product) bool { return loop.IsAncestorOf(p.op) }) {
			return true
		}
	}
	return false
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

// slots chooses the number of slots of each ring so that all rings fit into left bytes of shared memory. It reports
// whether each ring in a loop gets at least least slots, or as many as the loop can use.
func (r *rewriter) slots(left int64, least int64) bool {
	together := make(map[*ir.Operation]int64) // bytes of a slot of each ring that a loop needs at the same time
	for _, t := range r.ordered() {
		if bytes := tensorcores.SlotBytes(t.tile); t.slice == nil {
			left -= bytes
		} else {
			together[r.scope(t.products[0].loop)] += bytes
		}
	}
	for _, t := range r.rows {
		together[r.scope(t.row)] += tensorcores.SlotBytes(t.tile)
	}
	for _, t := range r.ordered() {
		r.rings[t] = &ring{tileLoad: t, slots: 1}
		if t.slice == nil {
			continue
		}
		loop := t.products[0].loop
		most := r.mostSlots(loop)
		_, nested := r.nestings[loop.Operation]
		if trips := loop.TripCount(); trips != nil && trips.IsInt64() && r.rotated[loop.Operation] == nil && !nested {
			most = max(1, min(most, trips.Int64()))
		}
		slots := min(most, left/together[r.scope(loop)])
		if slots < min(least, most) {
			return false
		}
		r.rings[t].slots = int(slots)
	}
	if left < 0 {
		return false
	}
	for _, t := range r.rows {
		beside := slices.IndexFunc(r.products, func(p *product) bool {
			return p.loop == t.row && p.factors[1].tile.slice != nil
		})
		r.rings[t] = &ring{tileLoad: t, slots: minSlots}
		if beside >= 0 {
			r.rings[t].slots = r.rings[r.products[beside].factors[1].tile].slots
		}
	}
	r.addSlots(left)
	return true
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
func (r *rewriter) addSlots(left int64) {
	free := make(map[*ir.Operation]int64)
	for t, one := range r.rings {
		loop := t.row
		switch {
		case loop.Operation != nil:
		case t.slice == nil:
			continue
		default:
			loop = t.products[0].loop
		}
		scope := r.scope(loop)
		if _, found := free[scope]; !found {
			free[scope] = left
		}
		free[scope] -= tensorcores.SlotBytes(t.tile) * int64(one.slots)
	}
	for _, p := range r.products {
		loop := p.loop.Operation
		if t := r.rotated[loop]; t == nil || t.late != p {
			continue
		}
		one := r.rings[p.factors[1].tile]
		if bytes := tensorcores.SlotBytes(one.tile); bytes <= free[r.scope(p.loop)] {
			free[r.scope(p.loop)] -= bytes
			one.slots++
		} else if one.slots < minSlots+1 {
			delete(r.rotated, loop)
		}
	}
}

// isStored reports whether all that happens to a tensor is to be stored as a tile, whose rows it gives several
// dimensions.
func isStored(v *ir.Value) bool {
	return tensormaps.MatrixOf(v) != v && v.HasOneUse() && tile.IsViewUpdate(v.FirstUse().Owner())
}

// beside returns the bytes of shared memory for barriers, and for what threads exchange besides what [rewriter.staged]
// and [rewriter.exchanged] count. If the kernel does nothing with tensors but multiply tiles, load vectors, compute
// elementwise and store, and warp groups store all tiles by themselves, these are vectors only, which threads exchange
// to add them to a product's rows or columns. In a loop in a loop, whose slots take most of the memory, the kernel may
// also reduce rows of products.
func (r *rewriter) beside() int64 {
	vectors, simple := int64(0), true
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
				vectors = max(vectors, tensorcores.TileBytes(t))
			default:
				simple = false
			}
		}
		return simple
	})
	if !simple {
		return max(reserved, barriers+r.residuals())
	}
	return min(reserved, barriers+vectors)
}
