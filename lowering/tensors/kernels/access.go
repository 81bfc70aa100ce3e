package kernels

import (
	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/ir"
)

// access is the addresses of the elements of an operand that a tile needs, and a mask. byRow says that they are
// constant along rows, and byColumn along columns.
type access struct {
	ptr, mask       *ir.Value
	byRow, byColumn bool
}

// access returns the addresses of an operand's elements, in the smallest shape.
func (r *region) access(i int, place prim.Place, write bool) (a access) {
	o := r.operands[i]
	a.byRow = place == prim.Row || !write && !r.cols.varies(i)
	a.byColumn = !write && !r.rows.varies(i)
	p := r.pointer(o)
	rows, cols := r.offset(r.rows, i, o.isOpen()), (*ir.Value)(nil)
	if !a.byRow {
		cols = r.offset(r.cols, i, o.isOpen())
	}
	switch {
	case r.rows.n == 1:
		if rows != nil {
			p = r.AddPtr(p, rows)
		}
		if a.byRow {
			return access{p, nil, true, false}
		}
		return access{r.AddPtr(r.Splat(p, r.cols.n), r.orZero(cols, r.cols.n)), r.cols.mask, false, false}
	case a.byRow && a.byColumn:
		return access{p, nil, true, true}
	case a.byRow:
		return access{r.AddPtr(r.Splat(p, r.rows.n), r.orZero(rows, r.rows.n)), r.rows.mask, true, false}
	case a.byColumn:
		return access{r.AddPtr(r.Splat(p, r.cols.n), r.orZero(cols, r.cols.n)), r.cols.mask, false, true}
	}
	a.ptr = r.Splat(p, r.rows.n, r.cols.n)
	if rows != nil {
		a.ptr = r.AddPtr(a.ptr, r.alongRow(rows))
	}
	if cols != nil {
		a.ptr = r.AddPtr(a.ptr, r.alongColumn(cols))
	}
	a.mask = r.tileMask()
	return a
}

func (r *region) orZero(v *ir.Value, n int64) *ir.Value {
	if v == nil {
		return r.Splat(r.constant(0), n)
	}
	return v
}

// tileMask returns a mask of the points of the tile that exist; nil for all.
func (r *region) tileMask() *ir.Value {
	rows, cols := r.rows.mask, r.cols.mask
	switch {
	case rows == nil && cols == nil:
		return nil
	case rows == nil:
		return r.alongColumn(cols)
	case cols == nil:
		return r.alongRow(rows)
	}
	return r.And(r.alongRow(rows), r.alongColumn(cols))
}

func (r *region) load(i int, place prim.Place) *ir.Value {
	a := r.access(i, place, false)
	v := r.loadFrom(a, r.operands[i].Elem)
	if place == prim.Row {
		if a.byColumn && r.rows.n > 1 {
			v = r.Splat(v, r.rows.n)
		}
		return v
	}
	switch {
	case a.byRow && a.byColumn && r.rows.n > 1:
		return r.Splat(v, r.rows.n, r.cols.n)
	case a.byRow:
		return r.alongRow(v)
	case a.byColumn:
		return r.alongColumn(v)
	}
	return v
}

// loadFrom loads elements. Masked elements are zero, so that no function branches on undefined values.
func (r *region) loadFrom(a access, elem ir.Type) *ir.Value {
	if a.mask == nil {
		return r.Load(a.ptr, nil, nil)
	}
	return r.Load(a.ptr, a.mask, r.constantOf(int64(0), elem, shapeOf(a.ptr)))
}

// storeResults stores the results for which which is true; nil stands for all.
func (r *region) storeResults(which func(v *ir.Value) bool) {
	for i, v := range r.results {
		if which != nil && !which(v) {
			continue
		}
		place := max(r.place[v], prim.Outside)
		if place == prim.Outside {
			place = prim.Whole
		}
		a := r.access(len(r.step.In)+i, place, true)
		r.Store(a.ptr, r.value(v, place), a.mask)
	}
}
