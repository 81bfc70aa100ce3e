package splittiles

import (
	"math"
	"slices"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
)

// knownView returns why a view cannot be split: it must be the result of tile.view. It returns "" if it can.
func knownView(op *ir.Operation) string {
	view := op.Operand(0)
	if tile.IsViewUpdate(op) {
		view = op.Operand(1)
	}
	if _, ok := view.Type().(*tile.ViewType); ok && (view.DefiningOp() == nil || !view.DefiningOp().Is(&tile.MakeView)) {
		return "its view must be made by tile.view"
	}
	return ""
}

func (s *splitter) loadView(op *ir.Operation) {
	a := s.accessOf(op, op.Operand(0), op.Result(0).Type(), op.OperandRange(1, op.NumOperands()))
	s.each(op, func(place []int, t ir.Type) *ir.Value {
		view, indices := a.piece(s.b, place)
		st := s.b.State(&tile.LoadView)
		st.Operands = append(append(st.Operands, view), indices...)
		st.Types = append(st.Types, t)
		a.mark(st, place)
		return s.b.Create(st).Result(0)
	})
}

// updateView splits an operation that stores a tile to an array, or combines it with the array atomically.
func (s *splitter) updateView(op *ir.Operation) {
	value := op.Operand(0)
	a := s.accessOf(op, op.Operand(1), value.Type(), op.OperandRange(2, op.NumOperands()))
	for i, v := range s.of(value) {
		place := a.grid.at(i)
		view, indices := a.piece(s.b, place)
		st := s.b.State(op.Def())
		if op.Is(&tile.AtomicRMWView) {
			st.SetInherent("kind", tile.AtomicKinds.Attr(s.ctx, tile.AtomicKindOf(op)))
		}
		st.Operands = append(append(st.Operands, v, view), indices...)
		a.mark(st, place)
		s.b.Create(st)
	}
	s.replaced = append(s.replaced, op)
}

// access is a load or store of a tile that is cut.
type access struct {
	ctx      *ir.Context
	attrs    *ir.DictAttr
	array    *ir.Value
	view     *tile.ViewType // the view of whole tiles
	grid     grid
	indices  []*ir.Value // the indices of the whole tile
	anywhere bool        // the whole tile may lie outside of the array
}

func (s *splitter) accessOf(op *ir.Operation, array *ir.Value, t ir.Type, indices []*ir.Value) *access {
	view := tile.ViewOf(s.ctx, array.Type(), t)
	if op.Is(&tile.LoadView) {
		view = tile.View(s.ctx, view.Array(), view.Tile(), view.Order(), view.Steps(), tile.PaddingOf(op))
	}
	if _, ok := array.Type().(*tile.ViewType); ok {
		array = array.DefiningOp().Operand(0)
	}
	return &access{ctx: s.ctx, attrs: op.Attrs(), array: array, view: view, grid: gridOf(t), indices: indices,
		anywhere: tile.IsAnywhere(op)}
}

// piece returns the view and the indices of a piece. In a dimension that is cut, the step of the view divides both the
// step of whole tiles and the distances between pieces.
func (a *access) piece(b *ir.Builder, place []int) (*ir.Value, []*ir.Value) {
	steps, indices := slices.Clone(a.view.Steps()), slices.Clone(a.indices)
	for d, n := range a.view.Tile() {
		if !isCutSize(n) {
			continue
		}
		steps[d] = divisor(a.view.Steps()[d], unit(n))
		indices[d] = a.index(b, d, a.view.Steps()[d]/steps[d], a.grid[d][place[d]].from/steps[d])
	}
	t := tile.View(a.ctx, a.view.Array(), a.grid.shape(place), a.view.Order(), steps, a.view.Padding())
	return tile.NewView(b, a.array, t), indices
}

// index returns times * index + more for the index along a dimension. If the index may be anywhere, the result
// saturates instead of overflowing, so that a tile beyond the array stays beyond it.
func (a *access) index(b *ir.Builder, d int, times, more int64) *ir.Value {
	i32 := a.ctx.I(32)
	number := func(n int64) *ir.Value { return arith.NewInt(b, i32, n) }
	at := a.indices[d]
	moved := arith.Binary(b, &arith.MulI, at, number(times))
	if more > 0 {
		moved = arith.Binary(b, &arith.AddI, moved, number(more))
	}
	if !a.anywhere {
		return moved
	}
	near := arith.NewCmpI(b, arith.ULE, at, number((math.MaxInt32-more)/times))
	return arith.NewSelect(b, near, moved, number(math.MaxInt32))
}

// mark sets the attributes of the access to a piece. All pieces but the first one of a tile may lie beyond the array.
func (a *access) mark(st *ir.OpState, place []int) {
	st.Attrs = a.attrs
	if a.anywhere || slices.ContainsFunc(place, func(i int) bool { return i > 0 }) {
		st.SetInherent(tile.AnywhereName, a.ctx.Unit())
	}
}

// divisor returns the greatest common divisor.
func divisor(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
