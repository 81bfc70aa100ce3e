package kernels

import (
	"slices"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/ir"
)

// dimension is a dimension of an index space, with the stride of each operand along it.
type dimension struct {
	size    int64
	open    bool
	strides []int64
}

// dimensions returns the dimensions of a shape, given the strides of operands; strides[i] may be nil for an operand
// that does not vary. Neighboring dimensions that are contiguous in all operands are merged, and dimensions of size one
// are omitted. A shape without elements has one dimension, so that nothing is divided by a size of zero.
func dimensions(shape []int64, open []bool, strides [][]int64) (dims []dimension) {
	if slices.Contains(shape, 0) {
		none := dimension{open: slices.Contains(open, true), strides: make([]int64, len(strides))}
		for i, s := range strides { // operands that vary need a mask
			for _, stride := range s {
				none.strides[i] = max(none.strides[i], stride)
			}
		}
		return []dimension{none}
	}
	for d, n := range shape {
		if n == 1 && (open == nil || !open[d]) {
			continue
		}
		next := dimension{size: n, open: open != nil && open[d], strides: make([]int64, len(strides))}
		for i, s := range strides {
			if s != nil {
				next.strides[i] = s[d]
			}
		}
		if last := len(dims) - 1; last >= 0 && behind(dims[last], next) {
			next.size *= dims[last].size
			next.open = next.open || dims[last].open
			dims[last] = next
			continue
		}
		dims = append(dims, next)
	}
	return dims
}

// behind reports whether the inner dimension is contiguous within the outer one in all operands, so that they can be
// merged.
func behind(outer, inner dimension) bool {
	for i, s := range outer.strides {
		if s != inner.strides[i]*inner.size {
			return false
		}
	}
	return true
}

// count returns the number of points of dimensions, and whether it is open.
func count(dims []dimension) (n int64, open bool) {
	n = 1
	for _, d := range dims {
		n *= d.size
		open = open || d.open
	}
	return n, open
}

// axis is a range of the points of some dimensions, in row-major order.
type axis struct {
	dims  []dimension
	n     int64     // number of points
	index *ir.Value // the index of each point: a scalar if n is 1, and otherwise a tensor
	mask  *ir.Value // points that exist; nil for all

	parts []*ir.Value // the coordinates of the points along each dimension
}

// newAxis returns n points, beginning at n times number.
func (m *maker) newAxis(dims []dimension, n int64, number *ir.Value) *axis {
	a := &axis{dims: dims, n: n, index: number}
	total, open := count(dims)
	if n > 1 {
		a.index = m.iota(n)
		if number != nil {
			a.index = m.Add(m.Splat(m.Mul(number, m.constant(n)), n), a.index)
		}
	}
	if a.index != nil && n > 1 && (open || total == 0 || total%n != 0) {
		a.mask = m.less(a.index, m.number(total, open))
	}
	m.split(a)
	return a
}

// split computes the coordinates along each dimension.
func (m *maker) split(a *axis) {
	if a.index == nil || len(a.dims) == 0 {
		return
	}
	rest := a.index
	a.parts = make([]*ir.Value, len(a.dims))
	for d := len(a.dims) - 1; d > 0; d-- {
		rest, a.parts[d] = m.divided(rest, m.number(a.dims[d].size, a.dims[d].open))
	}
	a.parts[0] = rest
}

// offset returns the offset of each point from the first element of an operand; nil for zero.
func (m *maker) offset(a *axis, operand int, open bool) (v *ir.Value) {
	for d, part := range a.parts {
		v = m.plus(v, m.times(part, a.dims[d].strides[operand], open))
	}
	return v
}

// varies reports whether an operand varies along an axis.
func (a *axis) varies(operand int) bool {
	for _, d := range a.dims {
		if d.strides[operand] != 0 && d.size != 1 {
			return true
		}
	}
	return false
}

// less returns index < n. Indices are not negative.
func (m *maker) less(index, n *ir.Value) *ir.Value {
	return arith.NewCmpI(m.Builder.Builder, arith.SLT, index, m.like(n, index))
}
