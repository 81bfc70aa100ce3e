package arrays

import (
	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/apfloat"
)

// access is a load or store of a tile of an array.
type access struct {
	op   *ir.Operation
	tile *ir.TensorType
	base *ir.Value
	// dims are the dimensions of the array. The first lead of them are not dimensions of the tile, which has length 1
	// along them; the others are the dimensions of the tile, in the same order.
	dims []dimension
	lead int
	// narrow says that the kernel adds offsets of 32 bits to pointers. These might wrap around.
	narrow bool
}

// dimension is a dimension of an array and of the tile that is accessed.
type dimension struct {
	stride, size extent
	start        sum       // index of the tile's first element: fixed + each * the counter of loop
	far          bool      // a part of start is an offset of 64 bits
	loop         scf.For   // the loop whose counter moves the tile; the zero value if no loop does
	fixed        sum       // the part of start that no loop changes
	each         int64     // the factor of the loop's counter in start; 0 if no loop moves the tile
	below        bool      // the mask excludes elements at negative indices
	wrapped      *ir.Value // the size if indices are taken modulo the size, else nil
	reaches      bool      // size is the stride of rows, so that tiles must end before the next row
	narrow       bool      // the mask compares integers of 32 bits
}

// extent is a size or stride: a number, or an argument of the kernel.
type extent struct {
	n        int64
	argument *ir.Value
}

// unbounded is the size of an array that goes on without an end, as far as tensor maps reach.
const unbounded = 1<<31 - 1

// accessOf describes a load or store through pointers as an access to a tile of an array; nil if it is no such access.
func (a *analysis) accessOf(op *ir.Operation) *access {
	at := op.Operand(0)
	t, ok := at.Type().(*ir.TensorType)
	if !ok || len(t.Shape()) < 2 || op.Inherent(tile.VolatileName) != nil {
		return nil
	}
	f, ok := a.pointer(at)
	if !ok || f.base == nil {
		return nil
	}
	elem := t.ElementType().(*tile.PtrType).Pointee()
	for choice := range 1 << maxChoices {
		x := &access{op: op, base: f.base, narrow: f.narrow,
			tile: a.kernel.Context().TensorType(t.Shape(), elem, nil)}
		choices, ok := a.divide(x, f, choice)
		if ok && a.fits(x, f) {
			return x
		}
		if choice+1 >= 1<<choices {
			break
		}
	}
	return nil
}

// maxChoices bounds the number of terms of an address that may belong to either of two dimensions. All combinations of
// choices are tried, at most 2^maxChoices.
const maxChoices = 5

// fits reports whether the mask of an access, and indices that are taken modulo a size, agree with the sizes of an
// array. It sets these sizes. A masked load must yield zeros outside of the array, as bulk copies do.
func (a *analysis) fits(x *access, f form) bool {
	for _, w := range f.wraps {
		if !a.unwrap(x, w) {
			return false
		}
	}
	mask := x.op.GroupValue(1)
	if x.op.Is(&tile.Store) {
		mask = x.op.GroupValue(2)
	} else if mask != nil && x.op.GroupValue(2) != nil && !isZero(x.op.GroupValue(2)) {
		return false
	}
	if mask != nil && !a.bound(x, mask) {
		return false
	}
	for d := range x.dims {
		if x.dims[d].size == (extent{}) && !x.extend(d) {
			return false
		}
	}
	return true
}

// extend chooses the size of the array in dimension d if neither the mask nor a remainder tells it:
//
//   - If the tile always starts at the same constant index, the array ends where the tile ends.
//   - The slowest dimension is unbounded.
//   - The contiguous dimension ends where the next row begins. The kernel checks that tiles do, too.
//
// In other dimensions there is no safe choice, and extend returns false: the size would exceed the next larger stride,
// and it is not known whether drivers make tensor maps of such arrays.
func (x *access) extend(d int) bool {
	dim := &x.dims[d]
	slowest, rows, fast := x.order()
	n, constant := dim.fixed.number()
	switch {
	case dim.each == 0 && constant && n >= 0:
		dim.size.n = n + x.length(d)
	case d == slowest:
		dim.size.n = unbounded
	case d == fast:
		dim.size, dim.reaches = x.dims[rows].stride, true
	default:
		return false
	}
	return true
}

// order returns the slowest dimension, the dimension of rows, and the contiguous dimension, whose stride is 1.
func (x *access) order() (slowest, rows, fast int) {
	last := len(x.dims) - 1
	switch {
	case x.dims[last].stride.n == 1:
		return 0, last - 1, last
	case x.lead > 0:
		return 0, last, x.lead
	}
	return last, last, 0
}

// length returns how many elements a tile has in a dimension of the array.
func (x *access) length(d int) int64 {
	if d < x.lead {
		return 1
	}
	return x.tile.Shape()[d-x.lead]
}

// isZero reports whether a value is a constant zero, or a tensor of such zeros.
func isZero(v *ir.Value) bool {
	for op := v.DefiningOp(); op != nil && (op.Is(&tile.Splat) || op.Is(&tile.Broadcast)); op = v.DefiningOp() {
		v = op.Operand(0)
	}
	switch c := arith.ConstantValue(v).(type) {
	case *ir.DenseElementsAttr:
		return c.IsSplat() && c.Bits(0) == 0
	case *ir.IntegerAttr:
		return c.Int64() == 0
	case *ir.FloatAttr:
		return c.Bits() == apfloat.Bits{}
	}
	return false
}

// unwrap treats indices that are taken modulo a size as indices of an array of that size. The two differ for elements
// beyond the size; nothing may use these elements (used.go).
func (a *analysis) unwrap(x *access, w wrap) bool {
	d := &x.dims[w.dimension+x.lead]
	if d.wrapped != nil || d.each != 0 ||
		!w.where.equal(d.fixed.plus(a.make(1, factor{index: w.dimension}), 1), 32) {
		return false
	}
	d.wrapped, d.size = w.size, extent{argument: w.size}
	return true
}

// bound takes the sizes of an array from a mask. It reports whether the mask checks nothing but the bounds of an array.
func (a *analysis) bound(x *access, mask *ir.Value) bool {
	return a.conditions(mask, func(cmp *ir.Operation, in func(sum) sum) bool {
		predicate := arith.Predicate(cmp)
		lhs, rhs := cmp.Operand(0), cmp.Operand(1)
		switch predicate {
		case arith.SGT, arith.SLE:
			lhs, rhs = rhs, lhs
		case arith.SLT, arith.SGE:
		default:
			return false
		}
		l, ok1 := a.integer(lhs)
		r, ok2 := a.integer(rhs)
		if !ok1 || !ok2 || len(l.wraps)+len(r.wraps) > 0 || !r.total.isUniform() {
			return false
		}
		narrow := ir.IsInt(ir.ElementOrSelf(lhs.Type()), 32)
		left := in(l.total)
		for d := x.lead; d < len(x.dims); d++ {
			index := a.make(1, factor{index: d - x.lead})
			if _, ok := a.find(left, index); !ok {
				continue
			}
			from := left.plus(index, -1)
			if predicate == arith.SGE || predicate == arith.SLE {
				return a.boundBelow(x, d, from, r.total, narrow)
			}
			return a.boundAbove(x, d, from, r.total, narrow)
		}
		return false
	})
}

// conditions reports whether a mask is a conjunction of comparisons and each of them satisfies is. A comparison may
// have fewer dimensions than the mask: in renumbers the dimensions in a sum of the comparison to those of the mask.
func (a *analysis) conditions(mask *ir.Value, is func(cmp *ir.Operation, in func(sum) sum) bool) bool {
	all := true
	rest := a.eachCondition(mask, same, func(cmp *ir.Operation, in func(sum) sum) { all = all && is(cmp, in) })
	return rest && all
}

func same(s sum) sum { return s }

// eachCondition visits the comparisons in a conjunction. It reports whether the mask consists of nothing else, apart
// from constants that are true. For in, see conditions.
func (a *analysis) eachCondition(v *ir.Value, in func(sum) sum, visit func(cmp *ir.Operation, in func(sum) sum)) bool {
	op := v.DefiningOp()
	switch {
	case op == nil:
		return false
	case op.Is(&arith.AndI):
		left := a.eachCondition(op.Operand(0), in, visit)
		return a.eachCondition(op.Operand(1), in, visit) && left
	case op.Is(&tile.Broadcast), op.Is(&tile.ExpandDims):
		from, ok := op.Operand(0).Type().(*ir.TensorType)
		if !ok {
			return false
		}
		axis, by := 0, len(op.Result(0).Type().(*ir.TensorType).Shape())-len(from.Shape())
		if op.Is(&tile.ExpandDims) {
			axis = tile.Axis(op)
		}
		return a.eachCondition(op.Operand(0), func(s sum) sum { return in(a.shift(s, axis, by)) }, visit)
	case op.Is(&arith.CmpI):
		if _, ok := op.Operand(0).Type().(*ir.TensorType); !ok {
			return false
		}
		visit(op, in)
		return true
	}
	n, ok := splatOf(v)
	return ok && n != 0
}

// boundBelow reports whether a comparison from + index >= to checks the lower bound of an array: start + index >= 0.
func (a *analysis) boundBelow(x *access, d int, from, to sum, narrow bool) bool {
	dim := &x.dims[d]
	n, ok := to.number()
	if !ok || n != 0 || !from.equal(dim.start, widthOf(narrow)) {
		return false
	}
	dim.below = dim.below || !narrow
	return true
}

// boundAbove takes the size of dimension d from a comparison from + index < to. It has one of the forms
//
//	start + index < size
//	index < size - start
func (a *analysis) boundAbove(x *access, d int, from, to sum, narrow bool) bool {
	dim := &x.dims[d]
	size := to.plus(from, -1).plus(dim.start, 1)
	bits := widthOf(narrow)
	whole := from.equal(dim.start, bits) // the first form
	if !whole && (!from.equal(sum{}, bits) || !narrow) {
		return false
	}
	for key, p := range size {
		if narrow && p.coefficient<<32 == 0 {
			delete(size, key)
		}
	}
	var e extent
	if n, ok := size.number(); ok && 0 <= n && n < unbounded {
		e.n = n
	} else if p := size.list(); len(p) == 1 && p[0].coefficient == 1 && len(p[0].factors) == 1 &&
		p[0].factors[0].scalar.ArgumentOf() == a.kernel.Entry() && ir.IsInt(p[0].factors[0].scalar.Type(), 32) {
		e.argument = p[0].factors[0].scalar
	} else {
		return false
	}
	if dim.size != (extent{}) && dim.size != e || e == (extent{}) {
		return false
	}
	dim.size = e
	dim.narrow = dim.narrow || narrow
	return true
}

func widthOf(narrow bool) int {
	if narrow {
		return 32
	}
	return 64
}
