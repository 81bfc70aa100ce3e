package kernels

import (
	"slices"

	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
)

// part is an operand of a Cat in a region: where it begins along the dimension of the Cat, and its size there.
type part struct {
	operand     int // index of the operand's strides in dimensions
	along       int // index of the strides that give a point's coordinate along the Cat's dimension
	start, size int64
}

// placeParts adds entries to the strides of each dimension for each Cat in the region: one for each operand, as if it
// covered the whole result, and one that gives the coordinate of a point along the dimension of the Cat.
func (r *region) placeParts(strides [][]int64) [][]int64 {
	r.parts = make(map[*ir.Value][]part)
	for _, op := range r.ops {
		if !op.Is(&prim.Cat) {
			continue
		}
		dim := op.Inherent("dim").(*ir.IntegerAttr).Int64()
		along := make([]int64, len(r.shape))
		along[dim] = 1
		strides = append(strides, along)
		at, start := len(strides)-1, int64(0)
		for _, v := range op.Operands() {
			o := r.operands[r.outside[v]]
			strides = append(strides, o.Strides)
			r.parts[op.Result(0)] = append(r.parts[op.Result(0)], part{len(strides) - 1, at, start, o.Shape[dim]})
			start += o.Shape[dim]
		}
	}
	return strides
}

// concatenated computes a Cat: each point is loaded from the operand that contains it. If all operands are parts of one
// memory, such as the two halves of rows that are exchanged, each point needs only one load, from a selected address.
func (r *region) concatenated(op *ir.Operation) *ir.Value {
	parts := r.parts[op.Result(0)]
	elem, shape, open := ir.ElementOrSelf(op.Result(0).Type()), r.tile(prim.Whole), slices.Contains(r.open, true)
	from := func(offset, mask *ir.Value, o *Operand) *ir.Value {
		return r.loadFrom(access{ptr: r.AddPtr(r.Splat(r.pointer(o), shape...), offset), mask: mask}, elem)
	}
	first, together := r.operands[r.outside[op.Operand(0)]], true
	for _, v := range op.Operands() {
		together = together && r.operands[r.outside[v]].Memory == first.Memory
	}
	var v *ir.Value // if together, the offset from the first operand
	for i, p := range slices.Backward(parts) {
		o, along := r.operands[r.outside[op.Operand(i)]], r.tileOffset(p.along, open)
		inside := r.Cmp(tile.LT, along, r.like(r.number(p.start+p.size, open), along))
		offset := r.tileOffset(p.operand, open)
		if back := p.start * o.Strides[r.dimOfCat(op)]; back != 0 {
			offset = r.Sub(offset, r.like(r.number(back, open), offset))
		}
		part := offset
		if together {
			if ahead := o.Offset - first.Offset; ahead != 0 {
				part = r.Add(offset, r.like(r.number(ahead, open), offset))
			}
		} else {
			mask := inside
			if p.start > 0 {
				mask = r.And(mask, r.Cmp(tile.GE, along, r.like(r.number(p.start, open), along)))
			}
			if all := r.tileMask(); all != nil {
				mask = r.And(mask, all)
			}
			part = from(offset, mask, o)
		}
		if v == nil {
			v = part
		} else {
			v = r.Where(inside, part, v)
		}
	}
	if together {
		v = from(v, r.tileMask(), first)
	}
	return v
}

// dimOfCat returns the dimension along which a Cat concatenates its operands.
func (r *region) dimOfCat(op *ir.Operation) int64 {
	return op.Inherent("dim").(*ir.IntegerAttr).Int64()
}

// tileOffset returns the offset of each point of the tile from the first element of an operand.
func (r *region) tileOffset(operand int, open bool) *ir.Value {
	rows, cols := r.offset(r.rows, operand, open), r.orZero(r.offset(r.cols, operand, open), r.cols.n)
	v := r.alongColumn(cols)
	switch {
	case rows == nil:
		return v
	case r.rows.n == 1:
		return r.Add(r.Splat(rows, r.cols.n), v)
	}
	return r.Add(r.alongRow(rows), v)
}
