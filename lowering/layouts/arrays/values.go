package arrays

import (
	"slices"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
)

// analysis expresses the integers and pointers of a kernel as sums.
type analysis struct {
	numbers
	kernel tile.Kernel
}

// wrap records that an index along a dimension is a remainder, where % size. Analyses treat it as where itself. The two
// are equal if 0 <= where < size.
type wrap struct {
	dimension int
	where     sum
	size      *ir.Value
}

// form describes a value as base + total.
type form struct {
	base   *ir.Value // the argument that a pointer starts from; nil for integers
	total  sum
	pieces []sum // the offsets of 32 bits that are added to a pointer, one for each tile.addptr
	narrow bool  // some offsets have 32 bits
	far    sum   // the sum of the offsets of 64 bits
	wraps  []wrap
}

// integer describes an integer, or a tensor of integers. The form is not ok if v is a tensor that is not a sum.
func (a *analysis) integer(v *ir.Value) (f form, ok bool) {
	if n, ok := splatOf(v); ok {
		return form{total: a.constant(n)}, true
	}
	op := v.DefiningOp()
	if _, isTensor := v.Type().(*ir.TensorType); !isTensor && !ir.IsInt(v.Type(), 32) && !ir.IsInt(v.Type(), 64) {
		return form{}, false
	} else if op == nil {
		return a.argument(v, isTensor)
	}
	switch op.Def() {
	case &arith.AddI, &arith.SubI:
		x, ok1 := a.integer(op.Operand(0))
		y, ok2 := a.integer(op.Operand(1))
		sign := int64(1)
		if op.Is(&arith.SubI) {
			sign = -1
		}
		return form{total: x.total.plus(y.total, sign), wraps: slices.Concat(x.wraps, y.wraps)}, ok1 && ok2
	case &arith.MulI:
		x, ok1 := a.integer(op.Operand(0))
		y, ok2 := a.integer(op.Operand(1))
		if !ok1 || !ok2 {
			return form{}, false
		}
		return form{total: a.times(x.total, y.total), wraps: slices.Concat(x.wraps, y.wraps)}, true
	case &arith.ExtSI:
		return a.extended(op)
	case &arith.RemSI, &arith.RemUI:
		if f, ok := a.remainder(op); ok {
			return f, true
		}
	case &tile.Iota:
		return form{total: a.make(1, factor{index: 0})}, true
	case &tile.Splat, &tile.Hint:
		return a.integer(op.Operand(0))
	case &tile.ExpandDims, &tile.Broadcast:
		return a.reshaped(op, a.integer)
	}
	if _, isTensor := v.Type().(*ir.TensorType); isTensor {
		return form{}, false
	}
	return form{total: a.make(1, factor{scalar: v})}, true
}

// splatOf returns the value of an integer constant, or of a constant tensor all of whose elements are equal.
func splatOf(v *ir.Value) (n int64, ok bool) {
	if n, ok = arith.ConstantInt(v); ok {
		return n, true
	}
	dense, ok := arith.ConstantValue(v).(*ir.DenseElementsAttr)
	if !ok || !dense.IsSplat() {
		return 0, false
	}
	elem, ok := dense.ShapedType().ElementType().(*ir.IntegerType)
	if !ok {
		return 0, false
	}
	shift := 64 - elem.Width
	return int64(dense.Bits(0)) << shift >> shift, true
}

// extended describes the result of a sign extension from 32 bits. The operand must be a constant, a scalar, or a tensor
// whose elements are a single index, which is not negative. A sum could wrap around in 32 bits, so that the sum of the
// extended terms would be another number.
func (a *analysis) extended(op *ir.Operation) (form, bool) {
	in := op.Operand(0)
	if !ir.IsInt(ir.ElementOrSelf(in.Type()), 32) {
		return form{}, false
	}
	if n, ok := splatOf(in); ok {
		return form{total: a.constant(n)}, true
	}
	if _, isTensor := in.Type().(*ir.TensorType); !isTensor {
		if counter, each := a.counted(in); counter != nil { // conditions checks that the multiple does not wrap around
			return form{total: a.make(each, factor{scalar: counter})}, true
		}
		return form{total: a.make(1, factor{scalar: in})}, true
	}
	f, ok := a.integer(in)
	if !ok || len(f.total) != 1 || len(f.wraps) > 0 {
		return form{}, false
	}
	p := f.total.list()[0]
	if p.coefficient != 1 || len(p.factors) != 1 {
		return form{}, false
	}
	return f, true
}

// counted returns counter and each if v is each * counter, where counter is the induction variable of a loop and each
// is positive. Otherwise counter is nil.
func (a *analysis) counted(v *ir.Value) (counter *ir.Value, each int64) {
	f, ok := a.integer(v)
	if !ok || len(f.total) != 1 {
		return nil, 0
	}
	p := f.total.list()[0]
	if len(p.factors) != 1 || p.coefficient < 1 || p.factors[0].scalar == nil {
		return nil, 0
	}
	counter = p.factors[0].scalar
	loop, ok := scf.AsFor(counter.ParentBlock().ParentOp())
	if !ok || counter != loop.InductionVar() {
		return nil, 0
	}
	return counter, p.coefficient
}

// remainder describes x % size, for a one-dimensional x and a size that is an argument of the kernel, as x, and records
// the remainder in wraps.
func (a *analysis) remainder(op *ir.Operation) (form, bool) {
	t, isTensor := op.Operand(0).Type().(*ir.TensorType)
	splat := op.Operand(1).DefiningOp()
	if !isTensor || len(t.Shape()) != 1 || !ir.IsInt(t.ElementType(), 32) || splat == nil || !splat.Is(&tile.Splat) ||
		splat.Operand(0).ArgumentOf() != a.kernel.Entry() {
		return form{}, false
	}
	f, ok := a.integer(op.Operand(0))
	if !ok || len(f.wraps) > 0 {
		return form{}, false
	}
	f.wraps = []wrap{{where: f.total, size: splat.Operand(0)}}
	return f, true
}

// reshaped describes the result of tile.expand_dims or tile.broadcast: its operand with dimensions inserted.
func (a *analysis) reshaped(op *ir.Operation, of func(v *ir.Value) (form, bool)) (form, bool) {
	in, isTensor := op.Operand(0).Type().(*ir.TensorType)
	f, ok := of(op.Operand(0))
	if !ok || !isTensor {
		return form{}, false
	}
	from, by := 0, len(op.Result(0).Type().(*ir.TensorType).Shape())-len(in.Shape())
	if op.Is(&tile.ExpandDims) {
		from = tile.Axis(op)
	}
	f.total, f.far = a.shift(f.total, from, by), a.shift(f.far, from, by)
	f.pieces = slices.Clone(f.pieces)
	for i, p := range f.pieces {
		f.pieces[i] = a.shift(p, from, by)
	}
	f.wraps = slices.Clone(f.wraps)
	for i := range f.wraps {
		w := &f.wraps[i]
		w.where = a.shift(w.where, from, by)
		if w.dimension >= from {
			w.dimension += by
		}
	}
	return f, true
}

// argument describes a block argument. If a loop adds the same value to it in each iteration, the form is the initial
// value plus the iteration's number times that value.
func (a *analysis) argument(v *ir.Value, isTensor bool) (form, bool) {
	loop, i, ok := carriedBy(v)
	if !ok {
		return form{total: a.make(1, factor{scalar: v})}, !isTensor
	}
	next := loop.Yield().Operand(i).DefiningOp()
	if next == nil || !next.Is(&arith.AddI) || next.Operand(0) != v {
		return form{total: a.make(1, factor{scalar: v})}, !isTensor
	}
	start, ok1 := a.integer(loop.Inits()[i])
	by, ok2 := a.integer(next.Operand(1))
	if !ok1 || !ok2 || len(by.wraps) > 0 {
		return form{}, false
	}
	moved, ok := a.repeated(loop, by.total)
	start.total = start.total.plus(moved, 1)
	return start, ok
}

// carriedBy returns the loop that carries a value from one iteration to the next, and the index among the carried
// values.
func carriedBy(v *ir.Value) (loop scf.For, i int, ok bool) {
	b := v.ParentBlock()
	if v.DefiningOp() != nil || b.ParentOp() == nil {
		return loop, 0, false
	}
	if loop, ok = scf.AsFor(b.ParentOp()); !ok {
		return loop, 0, false
	}
	i = slices.Index(loop.IterArgs(), v)
	return loop, i, i >= 0
}

// repeated returns what a loop has added before the current iteration if it adds by in each one: by * (counter - lower
// bound) / step. The bound and the step must be constants, the bound must not be negative, and the step must divide by.
func (a *analysis) repeated(loop scf.For, by sum) (sum, bool) {
	first, ok1 := arith.ConstantInt(loop.LowerBound())
	step, ok2 := arith.ConstantInt(loop.Step())
	if !ok1 || !ok2 || first < 0 || step < 1 || !a.isOutside(by, loop) {
		return nil, false
	}
	each, ok := by.over(step)
	if !ok {
		return nil, false
	}
	trips := a.make(1, factor{scalar: loop.InductionVar()}).plus(a.constant(first), -1)
	return a.times(each, trips), true
}

// isOutside reports whether all scalars in a sum are defined outside of a loop.
func (a *analysis) isOutside(s sum, loop scf.For) bool {
	for _, p := range s {
		for _, f := range p.factors {
			if f.scalar != nil && loop.IsAncestorOf(f.scalar.ParentBlock().ParentOp()) {
				return false
			}
		}
	}
	return true
}

// pointer describes a pointer, or a tensor of pointers.
func (a *analysis) pointer(v *ir.Value) (form, bool) {
	op := v.DefiningOp()
	if op == nil {
		if v.ArgumentOf() == a.kernel.Entry() {
			return form{base: v, total: sum{}}, true
		}
		return a.carried(v)
	}
	switch op.Def() {
	case &tile.Splat, &tile.Hint:
		return a.pointer(op.Operand(0))
	case &tile.ExpandDims, &tile.Broadcast:
		return a.reshaped(op, a.pointer)
	case &tile.AddPtr:
		f, ok := a.pointer(op.Operand(0))
		return a.added(f, op.Operand(1), ok)
	}
	return form{}, false
}

// added describes tile.addptr: the pointer f plus an offset. The argument ok is the success of describing f.
func (a *analysis) added(f form, offset *ir.Value, ok bool) (form, bool) {
	by, ok2 := a.integer(offset)
	if !ok || !ok2 {
		return form{}, false
	}
	f.total = f.total.plus(by.total, 1)
	f.wraps = slices.Concat(f.wraps, by.wraps)
	if n, ok := by.total.number(); ok && 0 <= n && n < unbounded {
		return f, true // the sum is the same in 32 and 64 bits
	}
	if ir.IsInt(ir.ElementOrSelf(offset.Type()), 32) {
		f.narrow = true
		f.pieces = append(slices.Clone(f.pieces), by.total)
	} else {
		f.far = f.far.plus(by.total, 1)
	}
	return f, true
}

// carried describes a pointer that a loop carries and to which each iteration adds the same value.
func (a *analysis) carried(v *ir.Value) (form, bool) {
	loop, i, ok := carriedBy(v)
	if !ok {
		return form{}, false
	}
	next := loop.Yield().Operand(i).DefiningOp()
	if next == nil || !next.Is(&tile.AddPtr) || next.Operand(0) != v {
		return form{}, false
	}
	start, ok1 := a.pointer(loop.Inits()[i])
	moved, ok2 := a.added(start, next.Operand(1), ok1)
	if !ok2 || len(moved.wraps) > len(start.wraps) {
		return form{}, false
	}
	by, ok1 := a.repeated(loop, moved.total.plus(start.total, -1))
	far, ok2 := a.repeated(loop, moved.far.plus(start.far, -1))
	moved.total, moved.far = start.total.plus(by, 1), start.far.plus(far, 1)
	return moved, ok1 && ok2
}
