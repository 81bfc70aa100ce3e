package room

import (
	"maps"

	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/internal/analysis/costs"
	"github.com/girih-ir/girih/internal/analysis/tensorcores"
	"github.com/girih-ir/girih/ir"
)

// running are the buffers that bulk copies may be reading.
type running map[int]bool

// union adds the elements of other and reports whether any was new.
func (r running) union(other running) (grown bool) {
	for x := range other {
		grown = grown || !r[x]
		r[x] = true
	}
	return grown
}

// kernel follows the kernel. Its blocks are in any order: each may come before any other one.
func (a *account) kernel() {
	region, now := a.Kernel.Region(0), make(running)
	for grown := true; grown; {
		grown = false
		for b := range region.Blocks() {
			grown = now.union(a.block(b, maps.Clone(now))) && !region.HasOneBlock() || grown
		}
	}
}

// block follows a block, in which bulk copies may be reading from the start, and returns those at its end.
func (a *account) block(b *ir.Block, now running) running {
	for op := range b.Ops() {
		for _, x := range a.starts[op] {
			a.begin(x, now)
			a.alive[x] = true
		}
		now = a.operation(op, now)
		for _, x := range a.ends[op] {
			delete(a.alive, x)
		}
	}
	return now
}

// begin notes what lives where a buffer begins.
func (a *account) begin(x int, now running) {
	for _, others := range []map[int]bool{a.alive, now} {
		for y := range others {
			if x != y {
				a.apart[[2]int{min(x, y), max(x, y)}] = true
			}
		}
	}
}

// operation follows an operation with its regions.
func (a *account) operation(op *ir.Operation, now running) running {
	if by := a.route(op); by != byThreads {
		return a.bulkStore(op, by, now)
	}
	for _, x := range a.needs(op) {
		a.begin(x, now)
	}
	switch {
	case len(ir.LoopRegions(op)) > 0:
		now = maps.Clone(now)
		for now.union(a.regions(op, now, true)) {
		}
	case op.NumRegions() > 0 && !op.Is(&tile.Reduce) && !op.Is(&tile.Scan) && !op.Is(&tile.Map):
		return a.regions(op, now, false)
	}
	return now
}

// regions follows the regions of an operation, one after the other or instead of each other.
func (a *account) regions(op *ir.Operation, now running, inOrder bool) running {
	all := make(running)
	for i := range op.NumRegions() {
		out := maps.Clone(now)
		for b := range op.Region(i).Blocks() {
			out = a.block(b, out)
		}
		if all.union(out); inOrder {
			now = out
		}
	}
	return all
}

// route says through which memory a tile is stored.
type route int

const (
	byThreads route = iota
	throughOwn
	throughBuffer // of warp groups
	throughSlot   // of a ring
)

func (a *account) route(op *ir.Operation) route {
	s, planned := a.Stores[op]
	switch {
	case planned && s.Source != nil, op.Is(&tilegpu.RingStore):
		return throughSlot
	case planned && s.Cell != nil, op.Is(&tilegpu.BulkStore) && tilegpu.StoreBuffer(op) != nil:
		return throughBuffer
	case planned, op.Is(&tilegpu.BulkStore):
		return throughOwn
	}
	return byThreads
}

// bulkStore follows a bulk store. If it goes through its own memory, the thread that starts it waits for earlier ones
// first. If warp groups have stored by themselves, that is no wait for what other threads have started.
func (a *account) bulkStore(op *ir.Operation, by route, now running) running {
	waits := (a.stored || a.repeats(op)) && !a.grouped
	a.stored, a.grouped = a.stored || by != throughSlot, a.grouped || by == throughBuffer
	if by != throughOwn {
		return now
	}
	if a.at[op] == nil {
		a.at[op] = []int{a.buffer(tensorcores.TileBytes(op.Operand(0).Type().(*ir.TensorType)), swizzled)}
	}
	x := a.at[op][0]
	out := running{x: true}
	if !waits {
		out.union(now)
	}
	a.begin(x, out)
	return out
}

// needs returns the buffers that an operation needs itself.
func (a *account) needs(op *ir.Operation) []int {
	list, known := a.at[op]
	if known {
		return list
	}
	if bytes := a.factors(op); bytes > 0 {
		list = append(list, a.buffer(bytes, swizzled))
	}
	if bytes := a.exchanged(op); bytes > 0 {
		list = append(list, a.buffer(bytes, unswizzled))
	}
	a.at[op] = list
	return list
}

// factors returns the bytes of the factors of a product that threads write to shared memory: both, unless it takes
// tiles of rings. Then it is the left one, if it is transposed in registers. Large factors are multiplied in parts.
func (p *Plan) factors(op *ir.Operation) (bytes int64) {
	if p.TakesTiles(op) {
		if left := op.Operand(0).DefiningOp(); left != nil && left.Is(&tile.Permute) && !p.isLoaded(left) {
			return tensorcores.SlotBytes(left.Result(0).Type().(*ir.TensorType))
		}
		return 0
	}
	if !op.Is(&tile.Dot) {
		return 0
	}
	for _, v := range op.OperandValues()[:2] {
		t := v.Type().(*ir.TensorType)
		if tensorcores.Promotes(t.ElementType()) { // multiplied as f16
			t = op.Context().TensorType(t.Shape(), op.Context().Float("f16"), nil)
		}
		bytes += tensorcores.SlotBytes(t)
	}
	for bytes > costs.SharedPerOperation {
		bytes /= 2
	}
	return bytes
}

// isLoaded reports whether a planned ring has the tile of which an operation permutes or reshapes the elements.
func (p *Plan) isLoaded(op *ir.Operation) bool {
	for op != nil && (op.Is(&tile.Permute) || op.Is(&tile.Reshape) || op.Is(&tile.Cat)) {
		op = op.Operand(0).DefiningOp()
	}
	return op != nil && p.Inside[op]
}
