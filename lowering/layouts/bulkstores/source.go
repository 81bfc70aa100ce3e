package bulkstores

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

// A loop over tiles may load a tile after its products and add it to the result, such as a residual. If this tile has
// the shape of the stored tile, it is copied to shared memory while the products run, and the store goes through the
// same memory:
//
//	for t { for k { s += a[t, k] * b[k, t] }; store(s + load r[t]) }
//	for t { for k { ... }; copy r[t] to a slot; wait for it; store(s + slot) through the slot }
//
// A warp of its own makes the copy ahead of the threads that multiply (package lowering/threads/producer). They need
// no registers for the tile before they add it, and none in another layout.

// source is a load of such a tile.
type source struct {
	load  *ir.Operation
	loop  scf.For
	array *ir.Value
	view  *tile.ViewType
}

// takeSources has as many stores as fit go through the memory of loaded tiles, and reports whether all bulk stores fit
// then. No two stores share a source.
func (c *chooser) takeSources() bool {
	c.findSources()
	for _, s := range slices.Backward(c.list) {
		if s.source != nil && !c.fits() {
			s.source = nil
		}
	}
	return c.fits()
}

// findSources finds the tiles through whose memory stores can go.
func (c *chooser) findSources() {
	taken := make(map[*ir.Operation]bool)
	for _, s := range c.list {
		if s.source = c.sourceOf(s, taken); s.source != nil {
			taken[s.source.load] = true
		}
	}
}

// sourceOf returns the load of the first tile behind a loop's products through whose memory a store can go; nil if
// there is none that is not taken.
func (c *chooser) sourceOf(s *store, taken map[*ir.Operation]bool) *source {
	loop, ok := scf.AsFor(s.op.Parent())
	if s.why != "" || s.reversed || !s.op.Is(&tile.StoreView) || !ok || loop.Parent() != c.plan.Kernel.Operation ||
		!ir.IsInt(loop.InductionVar().Type(), 32) {
		return nil
	}
	products := c.behindProducts(loop, s.op)
	if products == nil {
		return nil
	}
	for op := products.Next(); op != s.op; op = op.Next() {
		if x := s.sourceOf(c.plan.Kernel, loop, op); x != nil && !taken[op] {
			return x
		}
	}
	return nil
}

// behindProducts returns the last loop with products of rings that precedes a store in the body of an outer loop; nil
// if there is none.
func (c *chooser) behindProducts(loop scf.For, store *ir.Operation) (last *ir.Operation) {
	for op := range loop.Body().Ops() {
		if op == store {
			break
		}
		if !op.Is(&scf.ForOp) {
			continue
		}
		op.Walk(func(inner *ir.Operation) bool {
			if c.plan.TakesTiles(inner) {
				last = op
			}
			return true
		})
	}
	return last
}

// sourceOf returns op as a source for the store; nil if it is none. op must load a tile with the shape, element type
// and order of dimensions of the stored tile, and its indices must be foreseen.
func (s *store) sourceOf(kernel tile.Kernel, loop scf.For, op *ir.Operation) *source {
	if !op.Is(&tile.LoadView) || tile.PaddingOf(op) > tile.PadZero {
		return nil
	}
	t := op.Result(0).Type().(*ir.TensorType)
	x := &source{load: op, loop: loop, array: tensormaps.ArrayOf(op.Operand(0)),
		view: tile.ViewOf(kernel.Context(), op.Operand(0).Type(), t)}
	stored := s.view.Array().ElementType()
	if !slices.Equal(t.Shape(), s.shape) || t.ElementType() != stored || x.view.Array().ElementType() != stored ||
		tensorcores.IsTransposed(x.view.Array()) || !slices.IsSorted(x.view.Order()) ||
		!tensormaps.Possible(kernel, x.array, op) {
		return nil
	}
	for _, index := range op.OperandValues()[1:] {
		if !ir.IsInt(index.Type(), 32) || !foreseen(index, loop) {
			return nil
		}
	}
	return x
}

// foreseen reports whether a value follows from the kernel's arguments and a loop's counter.
func foreseen(v *ir.Value, loop scf.For) bool {
	switch op := v.DefiningOp(); {
	case v == loop.InductionVar():
		return true
	case op == nil:
		return v.ParentBlock().ParentOp().Is(&tile.KernelOp)
	case op.Is(&tile.ProgramID), op.Is(&tile.NumPrograms):
		return true
	default:
		return ir.HasNoEffect(op) && op.NumRegions() == 0 &&
			!slices.ContainsFunc(op.OperandValues(), func(x *ir.Value) bool { return !foreseen(x, loop) })
	}
}

// rewrite replaces the load by a copy to a ring of one slot and a load from there. It returns the ring and the number
// of the tile.
func (x *source) rewrite(s *store, maps *tensormaps.Maps) (ring, n *ir.Value) {
	b := ir.NewBuilder(s.op.Context()).Before(x.loop.Operation)
	b.SetLoc(x.load.Loc())
	rows, columns := s.matrix()
	t := b.Context().TensorType([]int64{int64(rows), int64(columns)}, s.view.Array().ElementType(), nil)
	ring = tilegpu.NewRing(b, 1, t, nil)
	from := s.mapOf(maps, x.array, s.shape)
	b.Before(x.load)
	n = b.Build(&arith.SubI, []*ir.Value{x.loop.InductionVar(), x.loop.LowerBound()}).Result(0)
	n = b.Build(&arith.DivUI, []*ir.Value{n, x.loop.Step()}).Result(0)
	var coordinates []*ir.Value
	for d, index := range x.load.OperandValues()[1:] {
		coordinates = append(coordinates, tensormaps.Element(b, index, x.view.Steps()[d], tile.IsAnywhere(x.load)))
	}
	tilegpu.NewRingCopy(b, ring, n, from, arith.NewConstant(b, b.Context().Bool(true)), coordinates)
	b.Build(&tilegpu.RingAwait, []*ir.Value{ring, n})
	v := tilegpu.NewRingLoad(b, ring, n, t)
	if len(s.shape) > 2 {
		v = tile.NewReshape(b, v, s.shape...)
	}
	x.load.Result(0).ReplaceAllUsesWith(v)
	x.load.Erase()
	b.After(x.loop.Operation)
	b.Build(&tilegpu.RingEnd, []*ir.Value{ring})
	return ring, n
}
