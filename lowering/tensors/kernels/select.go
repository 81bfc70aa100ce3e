package kernels

import (
	"slices"

	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
)

// selected returns the index of the selected element of each row, and whether it is in range. An index out of range
// stops the kernel.
func (r *region) selected(op *ir.Operation) (index, inside *ir.Value) {
	v := r.value(op.Operand(1), prim.Row)
	if r.Err() != nil {
		return nil, nil
	}
	elem := ir.ElementOrSelf(v.Type())
	number := func(n *ir.Value) *ir.Value { return r.Cast(r.like(n, v), elem) }
	inside = r.And(r.Cmp(tile.GE, v, number(r.constant(0))), r.Cmp(tile.LT, v, number(r.rowLength())))
	if mask := r.rows.mask; mask != nil {
		inside = r.Where(mask, inside, r.constantOf(true, r.ctx.I(1), shapeOf(inside)))
	}
	r.Assert(inside, "index out of range")
	return r.toIndex(v), inside
}

// taken loads the selected element of each row.
func (r *region) taken(op *ir.Operation) *ir.Value {
	index, inside := r.selected(op)
	if r.Err() != nil {
		return nil
	}
	i := r.outside[op.Operand(0)]
	o := r.operands[i]
	at := &axis{n: r.rows.n, dims: r.cols.dims, index: r.Where(inside, index, r.like(r.constant(0), index))}
	r.split(at)
	offset := r.plus(r.offset(r.rows, i, o.isOpen()), r.offset(at, i, o.isOpen()))
	p := r.pointer(o)
	if r.rows.n > 1 {
		return r.loadFrom(access{ptr: r.AddPtr(r.Splat(p, r.rows.n), r.orZero(offset, r.rows.n)), mask: r.rows.mask}, o.Elem)
	}
	if offset != nil {
		p = r.AddPtr(p, offset)
	}
	return r.loadFrom(access{ptr: p}, o.Elem)
}

// isSelected returns a mask of the points that an index selects in their rows.
func (r *region) isSelected(index *ir.Value) *ir.Value {
	return r.Cmp(tile.EQ, r.alongColumn(r.cols.index), r.alongRow(index))
}

// replaced returns rows in which the selected element is replaced or added to.
func (r *region) replaced(op *ir.Operation) *ir.Value {
	x := r.value(op.Operand(0), prim.Whole)
	index, _ := r.selected(op)
	by := r.value(op.Operand(2), prim.Row)
	if r.Err() != nil {
		return nil
	}
	v := r.alongRow(by)
	if op.Inherent("reduction").(*ir.StringAttr).Value == "sum" {
		v = r.added(x, v)
	}
	return r.Where(r.isSelected(index), v, x)
}

// added adds elements. Narrow floats are added in f32, and bools by a logical or.
func (r *region) added(x, y *ir.Value) *ir.Value {
	elem := ir.ElementOrSelf(x.Type())
	switch {
	case prim.DtypeOf(elem) == prim.Bool:
		return r.Or(x, y)
	case isNarrow(elem):
		return r.Cast(r.Add(r.Cast(x, r.ctx.F32()), r.Cast(y, r.ctx.F32())), elem)
	}
	return r.Add(x, y)
}

// uniform returns random numbers for the points, as buildRandom does, from the number of each point.
func (r *region) uniform(op *ir.Operation) *ir.Value {
	if ir.ElementBits(ir.ElementOrSelf(op.Result(0).Type())) == 64 {
		return nil
	}
	key := r.operands[r.outside[op.Operand(0)]]
	number := r.pointNumbers()
	if r.Err() != nil {
		return nil
	}
	pair, odd := r.divided(number, r.constant(2))
	words := r.words(key, pair)
	isOdd := r.Cmp(tile.NE, odd, r.like(r.constant(0), odd))
	first, second := r.Where(isOdd, words[2], words[0]), r.Where(isOdd, words[3], words[1])
	return r.Cast(r.random(op, first, second), ir.ElementOrSelf(op.Result(0).Type()))
}

// pointNumbers returns the row-major index of each point of the tile. buildRegion adds the strides of a contiguous
// tensor to those of the operands for this.
func (r *region) pointNumbers() *ir.Value {
	return r.tileOffset(len(r.operands), slices.Contains(r.open, true))
}
