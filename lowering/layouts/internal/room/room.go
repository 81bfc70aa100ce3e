// Package room says how much shared memory a kernel will take that is still without layouts. Passes that choose slots
// of rings, or which tiles are stored through shared memory, describe what they plan ([Plan]), and ask [Plan.Bytes].
//
// The account has the buffers that the operations of the kernel are lowered to, follows the program to see which of
// them live at the same time, and places them as package lowering/threads/sharedmem does in the end (package
// placement). It knows rings, streams, what bulk copies store and factors of products. Which tensors threads exchange
// depends on layouts that are chosen later: the account has those that are known from experience ([Plan.exchanged]).
package room

import (
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/internal/analysis/costs"
	"github.com/girih-ir/girih/internal/analysis/placement"
	"github.com/girih-ir/girih/internal/analysis/tensorcores"
	"github.com/girih-ir/girih/ir"
)

// Plan is a kernel and what a pass is going to do in it.
type Plan struct {
	Kernel tile.Kernel
	Warps  int
	// Rings are rings that the kernel does not have yet.
	Rings []Ring
	// Inside has the loads of planned rings, and the products that take tiles from these.
	Inside map[*ir.Operation]bool
	// Stores has the updates that bulk copies are going to make. Threads make all others.
	Stores map[*ir.Operation]Store
}

// Ring is a planned ring. It lives from before one operation to behind another one of the same block.
type Ring struct {
	From, To  *ir.Operation
	Slots     int64
	SlotBytes int64
}

// Store says how a bulk copy is going to store a tile: through memory that is only needed while the copy reads it, or,
// if Cell is not nil, through a buffer of that type, which warp groups use by themselves. The buffer is made before
// Loop, or before the store if Loop is nil. Stores with the same loop and type share a buffer. If Source is not nil,
// the tile goes through the slot of a ring, into which that load comes before.
type Store struct {
	Cell         *ir.TensorType
	Loop, Source *ir.Operation
}

// Limit returns how many bytes of shared memory a block can have: shared, or those of sm_90 if it is 0.
func Limit(shared int) int64 {
	if shared == 0 {
		return costs.SharedPerBlock
	}
	return int64(shared)
}

// TakesTiles reports whether an operation is a product that takes tiles of rings.
func (p *Plan) TakesTiles(op *ir.Operation) bool {
	_, product := tilegpu.AsRingProduct(op)
	return product || op.Is(&tile.Dot) && p.Inside[op]
}

// HasRings reports whether a loop has products of rings or streams.
func (p *Plan) HasRings(loop *ir.Operation) (found bool) {
	loop.Walk(func(op *ir.Operation) bool {
		_, stream := tilegpu.AsStream(op)
		_, windows := tilegpu.AsWindowProduct(op)
		found = found || stream || windows || p.TakesTiles(op)
		return !found
	})
	return found
}

// Bytes returns how many bytes of shared memory the kernel takes.
func (p *Plan) Bytes() int64 {
	a := &account{Plan: p, starts: make(map[*ir.Operation][]int), ends: make(map[*ir.Operation][]int),
		at: make(map[*ir.Operation][]int), alive: make(map[int]bool), apart: make(map[[2]int]bool)}
	a.rings()
	a.storing()
	a.kernel()
	_, total := placement.Place(a.buffers, func(i, j int) bool { return a.apart[[2]int{min(i, j), max(i, j)}] })
	return total
}

// Alignments of buffers, and the size of an mbarrier.
const (
	swizzled     = 1024
	patches      = 128
	unswizzled   = 16
	barrierBytes = 8
)

// account has the buffers of a plan.
type account struct {
	*Plan
	buffers      []placement.Buffer
	starts, ends map[*ir.Operation][]int // buffers that begin before an operation, and that end behind it
	at           map[*ir.Operation][]int // buffers that an operation needs itself
	alive        map[int]bool            // where the program is followed, without what running bulk stores read
	apart        map[[2]int]bool         // pairs of buffers, the lower number first, that live at the same time
	// stored says that there was a bulk store before, and grouped that one was made by warp groups: the first thread of
	// each then waits, which does not wait for what the first thread of all has stored.
	stored, grouped bool
}

// buffer adds a buffer and returns its number.
func (a *account) buffer(bytes, alignment int64) int {
	a.buffers = append(a.buffers, placement.Buffer{Bytes: bytes, Alignment: alignment})
	return len(a.buffers) - 1
}

// within adds a buffer that lives from before one operation to behind another one, or, if that is nil, to the end.
func (a *account) within(from, to *ir.Operation, bytes, alignment int64) {
	x := a.buffer(bytes, alignment)
	a.starts[from] = append(a.starts[from], x)
	if to != nil {
		a.ends[to] = append(a.ends[to], x)
	}
}

// rings adds the rings.
func (a *account) rings() {
	for _, r := range a.Rings {
		a.ring(r.From, r.To, r.Slots, r.SlotBytes, true)
	}
	a.Kernel.Walk(func(op *ir.Operation) bool {
		if s, ok := tilegpu.AsStream(op); ok {
			n := int64(s.Stages())
			a.within(op, op, n*(tensorcores.SlotBytes(s.Tile(0))+tensorcores.SlotBytes(s.Tile(1))), swizzled)
			a.barriers(op, op, n)
		} else if w, ok := tilegpu.AsWindowProduct(op); ok {
			a.within(op, op, w.Stages()*tensorcores.SlotBytes(w.Tile()), swizzled)
			a.within(op, op, 2*w.TransposedBytes(), swizzled)
			a.within(op, op, w.PatchBytes(), patches)
			a.barriers(op, op, w.Stages()+1)
		} else if op.Is(&tilegpu.Ring) {
			t := op.Result(0).Type().(*tilegpu.SharedType)
			a.ring(op, lastUser(op), t.NumCells(), tensorcores.SlotBytes(t.Cell().(*ir.TensorType)), op.NumOperands() == 0)
		}
		return true
	})
}

// ring adds a ring, and perhaps its barriers: two for each slot.
func (a *account) ring(from, to *ir.Operation, slots, bytes int64, barriers bool) {
	a.within(from, to, slots*bytes, swizzled)
	if barriers {
		a.barriers(from, to, 2*slots)
	}
}

// barriers adds mbarriers. If they are made once, nothing else ever uses their memory.
func (a *account) barriers(from, to *ir.Operation, n int64) {
	if !a.repeats(from) {
		to = nil
	}
	a.within(from, to, n*barrierBytes, unswizzled)
}

// lastUser returns the last operation in the block of op that uses its result, perhaps in a region.
func lastUser(op *ir.Operation) *ir.Operation {
	last := op
	for u := range op.Result(0).Uses() {
		user := u.Owner()
		for user.Block() != op.Block() {
			user = user.Parent()
		}
		if last.IsBefore(user) {
			last = user
		}
	}
	return last
}

// storing adds the buffers through which warp groups store, and the slots of loaded tiles through which tiles are
// stored.
func (a *account) storing() {
	type shared struct {
		cell *ir.TensorType
		loop *ir.Operation
	}
	made := make(map[shared]bool)
	a.Kernel.Walk(func(op *ir.Operation) bool {
		if op.Is(&tilegpu.SharedAlloc) {
			t := op.Result(0).Type().(*tilegpu.SharedType)
			a.within(op, nil, t.NumCells()*cellBytes(t.Cell()), swizzled)
		}
		switch s, planned := a.Stores[op]; {
		case planned && s.Source != nil:
			loop := op.Parent()
			a.ring(loop, loop, 1, tensorcores.TileBytes(op.Operand(0).Type().(*ir.TensorType)), true)
		case planned && s.Cell != nil && s.Loop == nil:
			a.within(op, nil, tensorcores.TileBytes(s.Cell), swizzled)
		case planned && s.Cell != nil && !made[shared{s.Cell, s.Loop}]:
			made[shared{s.Cell, s.Loop}] = true
			a.within(s.Loop, nil, tensorcores.TileBytes(s.Cell), swizzled)
		}
		return true
	})
}

// cellBytes returns the bytes of a tile in shared memory, or of a single element.
func cellBytes(t ir.Type) int64 {
	if tile, ok := t.(*ir.TensorType); ok {
		return tensorcores.TileBytes(tile)
	}
	return int64(ir.BitWidth(t)+7) / 8
}

// repeats reports whether an operation may be executed several times.
func (a *account) repeats(op *ir.Operation) bool {
	for p := op; p != a.Kernel.Operation; p = p.Parent() {
		if !p.ParentRegion().HasOneBlock() || len(ir.LoopRegions(p)) > 0 && p != op {
			return true
		}
	}
	return false
}
