package arrays

import (
	"slices"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
)

// Programs that take indices modulo a size need no mask for loads: for elements beyond the array they load some other
// element, and they do not store what they compute from it:
//
//	a = load(x + (start + i) % size)    s = s + a * b    store(s, mask = start + i < size)
//
// So these elements may have any value.

// within checks that elements with where + index >= size have no effect, where index is the index along a dimension.
type within struct {
	*analysis
	where sum
	size  *ir.Value
	seen  map[at]bool
}

// at is a dimension of a value.
type at struct {
	value     *ir.Value
	dimension int
}

// unusedBehind reports whether the elements of v with where + index >= size, for the index along a dimension, have no
// effect on what the kernel stores.
func (a *analysis) unusedBehind(v *ir.Value, dimension int, where sum, size *ir.Value) bool {
	w := within{a, where, size, make(map[at]bool)}
	return w.holds(v, dimension)
}

// holds reports whether these elements of v have no effect. Values on cycles are assumed to hold while they are
// visited.
func (w *within) holds(v *ir.Value, dimension int) bool {
	if w.seen[at{v, dimension}] {
		return true
	}
	w.seen[at{v, dimension}] = true
	for u := range v.Uses() {
		if !w.holdsIn(u.Owner(), u.Index(), dimension) {
			return false
		}
	}
	return true
}

// holdsIn reports whether these elements of an operand of op have no effect.
func (w *within) holdsIn(op *ir.Operation, operand, dimension int) bool {
	switch {
	case op.Is(&tile.Dot):
		rank := len(op.Operand(operand).Type().(*ir.TensorType).Shape())
		if operand == 0 && dimension != rank-2 || operand == 1 && dimension != rank-1 {
			return false
		}
		return w.holds(op.Result(0), dimension)
	case op.Is(&tile.Permute):
		return w.holds(op.Result(0), slices.Index(tile.OrderOf(op), int64(dimension)))
	case op.Is(&scf.Yield):
		loop, ok := scf.AsFor(op.Parent())
		return ok && w.holds(loop.IterArgs()[operand], dimension) && w.holds(loop.Result(operand), dimension)
	case op.Is(&tile.Store):
		return operand == 1 && w.masked(op, dimension)
	case op.HasTrait(ir.Elementwise) && op.NumResults() == 1 && ir.IsPure(op), op.Is(&tile.Cast):
		return w.holds(op.Result(0), dimension)
	}
	return false
}

// masked reports whether the mask of a store excludes the elements with where + index >= size.
func (w *within) masked(store *ir.Operation, dimension int) (found bool) {
	mask := store.GroupValue(2)
	if mask == nil {
		return false
	}
	index := w.make(1, factor{index: dimension})
	w.eachCondition(mask, same, func(cmp *ir.Operation, in func(sum) sum) {
		l, ok1 := w.integer(cmp.Operand(0))
		r, ok2 := w.integer(cmp.Operand(1))
		if !ok1 || !ok2 || len(l.wraps)+len(r.wraps) > 0 || arith.Predicate(cmp) != arith.SLT ||
			!ir.IsInt(ir.ElementOrSelf(cmp.Operand(0).Type()), 32) {
			return
		}
		left, limit := in(l.total), w.make(1, factor{scalar: w.size})
		found = found || left.equal(w.where.plus(index, 1), 32) && r.total.equal(limit, 32) ||
			left.equal(index, 32) && r.total.equal(limit.plus(w.where, -1), 32)
	})
	return found
}
