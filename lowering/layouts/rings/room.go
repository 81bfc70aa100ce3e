package rings

import (
	"slices"

	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/internal/analysis/tensorcores"
	"github.com/girih-ir/girih/ir"
)

// Shared memory of a block, and how much of it is left for barriers and for what threads exchange.
const (
	sharedSM90 = 227 << 10
	reserved   = 16 << 10
)

// Slots of a ring in a loop: with one, copies would not overlap with products, and more than the last two hide nothing
// more: where threads compute much between products, and where they do not.
const (
	minSlots    = 2
	enoughSlots = 3
	maxSlots    = 4
	manySlots   = 6 // in a loop whose factors all come through rings
)

// ring is the ring of a tile's load.
type ring struct {
	*tileLoad
	value     *ir.Value
	tensorMap *ir.Value
	slots     int
}

// size chooses the number of slots of each ring, and reports whether they fit. A ring in a loop gets as many slots as
// there is memory for, if enough memory is left for all blocks that registers allow on a multiprocessor at the same
// time. Several blocks hide the time in which one of them begins or ends.
func (r *rewriter) size(shared int) bool {
	if shared == 0 {
		shared = sharedSM90
	}
	other := reserved + r.staged()
	for blocks := r.blocks(); blocks > 1; blocks-- {
		if r.slots(int64(shared/blocks)-other, enoughSlots) {
			return true
		}
	}
	return r.slots(int64(shared)-other, minSlots)
}

// staged returns how much shared memory tiles take that are stored while there are rings, in a loop that has products,
// and left factors that are transposed, which go through shared memory.
func (r *rewriter) staged() (bytes int64) {
	for _, p := range r.products {
		left := p.op.Operand(0)
		if op := left.DefiningOp(); p.factors[0].tile == nil && op != nil && op.Is(&tile.Permute) {
			bytes += tensorcores.TileBytes(left.Type().(*ir.TensorType))
		}
	}
	r.kernel.Walk(func(op *ir.Operation) bool {
		if tile.IsViewUpdate(op) && r.besideProducts(op) {
			bytes += tensorcores.TileBytes(op.Operand(0).Type().(*ir.TensorType))
		}
		return true
	})
	return bytes
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

// blocks returns how many blocks have registers enough on a multiprocessor at the same time, for their sums and for
// what else threads compute.
func (r *rewriter) blocks() int {
	const registers, most = 64 << 10, 4
	sums, held, threads := int64(besideSums), int64(besideHeld), r.threads()
	for _, p := range r.products {
		sums += r.registers(p.op.Result(0))
		held = max(held, r.held(p)+besideHeld)
	}
	return int(min(most, registers/(sums*threads), registers/(held*(threads+tilegpu.WarpSize))))
}

// A thread takes registers for addresses, counters and small tensors besides those of all sums, and besides what is
// held during a product. The former was fitted to kernels of examples/kernels, the latter to what ptxas takes beyond
// registers.Estimate.
const (
	besideSums = 64
	besideHeld = 40
)

func (r *rewriter) threads() int64 { return int64(r.warps) * tilegpu.WarpSize }

// registers returns how many registers of a thread a tensor takes, 0 for numbers.
func (r *rewriter) registers(v *ir.Value) int64 {
	t, ok := v.Type().(*ir.TensorType)
	if !ok {
		return 0
	}
	return tensorcores.TileBytes(t) / 4 / r.threads()
}

// held returns how many registers of a thread the tensors take that are held while a product is computed: its sum, and
// what was there before and is used by it or behind it. The sum takes those of the accumulator, unless threads add the
// sum to it.
func (r *rewriter) held(p *product) int64 {
	total := r.registers(p.op.Result(0))
	if p.readsLeft() {
		total += tensorcores.TileBytes(p.factors[0].tile.tile) / 4 / r.threads()
	}
	seen := map[*ir.Value]bool{}
	if !tensorcores.Promotes(ir.ElementOrSelf(p.op.Operand(0).Type())) {
		seen[p.op.Operand(accumulator)] = true
	}
	body := p.loop.Body()
	for op := body.First(); op != nil; op = op.Next() {
		behind := op == p.op || p.op.IsBefore(op)
		op.Walk(func(inner *ir.Operation) bool {
			for _, v := range inner.Operands() {
				outside := v.ParentBlock() != body && !op.IsAncestorOf(v.ParentBlock().ParentOp())
				before := v.ParentBlock() == body && (v.DefiningOp() == nil || v.DefiningOp().IsBefore(p.op))
				if (outside || behind && before) && !seen[v] && !r.inRing(v) && !isConstant(v) {
					seen[v] = true
					total += r.registers(v)
				}
			}
			return true
		})
	}
	return total
}

// mostSlots returns how many slots the rings of a loop can use.
func (r *rewriter) mostSlots(loop scf.For) int64 {
	for _, p := range r.products {
		if p.loop == loop && (p.factors[0].tile == nil || p.factors[1].tile == nil) {
			return maxSlots
		}
	}
	return manySlots
}

// accumulator is the operand of a product to which it is added.
const accumulator = 2

// inRing reports whether a tensor is a tile of a ring, perhaps transposed or in another shape.
func (r *rewriter) inRing(v *ir.Value) bool {
	op := v.DefiningOp()
	for op != nil && (op.Is(&tile.Permute) || op.Is(&tile.Reshape)) {
		op = op.Operand(0).DefiningOp()
	}
	return op != nil && r.tiles[op] != nil
}

func isConstant(v *ir.Value) bool {
	op := v.DefiningOp()
	return op != nil && (op.HasTrait(ir.ConstantLike) || op.Is(&tile.Splat))
}

// slots chooses slots for so many bytes of shared memory: at least some in each loop that has as many iterations.
func (r *rewriter) slots(left int64, least int64) bool {
	inLoops := make(map[*ir.Operation]int64)
	for _, t := range r.ordered() {
		bytes := tensorcores.TileBytes(t.tile)
		if t.slice == nil {
			left -= bytes
		} else {
			inLoops[t.products[0].loop.Operation] += bytes
		}
	}
	for _, t := range r.rows {
		inLoops[t.row.Operation] += tensorcores.SlotBytes(t.tile)
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
		slots := min(most, left/inLoops[loop.Operation])
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
	for loop, t := range r.rotated { // tiles of the late product are kept for an iteration more
		one := r.rings[t.late.factors[1].tile]
		used := inLoops[loop] * int64(one.slots)
		if bytes := tensorcores.TileBytes(one.tile); used+bytes <= left {
			one.slots++
		} else if one.slots < minSlots+1 {
			delete(r.rotated, loop)
		}
	}
	return true
}
