package bulkstores

import (
	"slices"

	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/layouts/internal/room"
	"github.com/girih-ir/girih/lowering/layouts/internal/tensormaps"
)

// noRoom is why threads make a store that a bulk copy could make.
const noRoom = "shared memory has no room for the tile beside what else is in it then"

// chooser decides which stores of a kernel bulk copies make, and through which memory.
type chooser struct {
	plan  room.Plan
	list  []*store
	limit int64
}

// choose makes a store by bulk copies wherever all fits into shared memory. It does without the memory of loaded tiles
// first, which threads then load, then without stores by each warp group, and then leaves stores to threads, the last
// ones first.
func (c *chooser) choose() {
	for _, groups := range []bool{true, false} {
		c.findCells(groups)
		if c.takeSources() {
			return
		}
	}
	var left []*store
	for _, s := range slices.Backward(c.list) {
		if s.why == "" && !c.fits() {
			s.why = noRoom
			left = append(left, s)
		}
	}
	for _, s := range slices.Backward(left) { // those that are smaller than others that are left to threads
		if s.why = ""; !c.fits() {
			s.why = noRoom
		}
	}
}

// Wanted returns how bulk copies store what tensor cores compute, wherever they can, if there is room for it.
func Wanted(plan room.Plan) map[*ir.Operation]room.Store {
	c := newChooser(plan, 0)
	c.leaveArrays()
	c.findCells(true)
	c.findSources()
	return c.stores()
}

// cellOf returns the cell through which warp groups make a store, and the loop around it; nil if they do not make it by
// themselves. They do not in a loop without products of rings or streams, where no other warp group multiplies
// meanwhile.
func (c *chooser) cellOf(s *store) (cell *ir.TensorType, loop *ir.Operation) {
	if inner := loopAround(s.op); inner != nil && !c.plan.HasRings(inner) {
		return nil, nil
	}
	return tensormaps.GroupCell(c.plan.Kernel, s.op, c.plan.Warps)
}

// findCells chooses whether warp groups make stores by themselves, where they can.
func (c *chooser) findCells(groups bool) {
	for _, s := range c.list {
		if s.cell, s.loop = nil, nil; groups && s.why == "" {
			s.cell, s.loop = c.cellOf(s)
		}
	}
}

// fits reports whether shared memory has room for all bulk stores, and for what else is in it.
func (c *chooser) fits() bool {
	c.leaveArrays()
	c.plan.Stores = c.stores()
	return c.plan.Bytes() <= c.limit
}

// stores describes the bulk stores for package room.
func (c *chooser) stores() map[*ir.Operation]room.Store {
	out := make(map[*ir.Operation]room.Store)
	for _, s := range c.list {
		if s.why != "" {
			continue
		}
		one := room.Store{Cell: s.cell, Loop: s.loop}
		if s.source != nil {
			one.Source = s.source.load
		}
		out[s.op] = one
	}
	return out
}

// leaveArrays leaves to threads what is stored to arrays that threads write, too.
func (c *chooser) leaveArrays() {
	for _, s := range c.list {
		if s.why == "" && byThreads(c.plan.Kernel, s.array, c.list) {
			s.why = "threads also write the array, and these writes are not ordered with bulk copies"
		}
	}
}

// shares reports whether two stores in a loop go through the same buffer: a warp group waits until it has been read
// before each. Behind loops, there is room for a buffer of each.
func (s *store) shares(other *store) bool {
	return other.why == "" && s.loop != nil && s.loop == other.loop && s.cell != nil && s.cell == other.cell &&
		s.source == nil && other.source == nil
}

// loopAround returns the innermost loop around an operation; nil if there is none.
func loopAround(op *ir.Operation) *ir.Operation {
	loop := op.Parent()
	for loop != nil && !loop.Is(&scf.ForOp) && !loop.Is(&scf.WhileOp) {
		loop = loop.Parent()
	}
	return loop
}
