package arrays

import (
	"slices"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/ir"
)

// array makes the array of an access before the first load.
func (k *kernel) array(x *access) *ir.Value {
	k.b.Before(k.top).CopyLoc(x.op)
	var shape, strides []int64
	var sizes, distances []*ir.Value
	for _, i := range x.inMemory() {
		shape, sizes = k.open(shape, sizes, x.dims[i].size, 32)
		strides, distances = k.open(strides, distances, x.dims[i].stride, 64)
	}
	t := tile.Array(k.kernel.Context(), shape, x.tile.ElementType(), strides)
	array := tile.NewMakeArray(k.b, x.base, t, sizes, distances)
	array.DefiningOp().SetAttr(tilegpu.ChecksMap, k.kernel.Context().Unit())
	return array
}

// open appends an extent to the numbers of an array's type. For an argument it appends ir.Dynamic, and the argument as
// an integer of the given number of bits to values.
func (k *kernel) open(numbers []int64, values []*ir.Value, e extent, bits uint32) ([]int64, []*ir.Value) {
	if e.argument == nil {
		return append(numbers, e.n), values
	}
	v := e.argument
	if !ir.IsInt(v.Type(), bits) {
		v = k.wide(v)
	}
	return append(numbers, ir.Dynamic), append(values, v)
}

// areKnown reports whether all factors of a sum are known before the first load.
func (k *kernel) areKnown(s sum) bool {
	for _, p := range s {
		for _, f := range p.factors {
			if !k.isKnown(f.scalar) {
				return false
			}
		}
	}
	return true
}

// isKnown reports whether a scalar is defined before the first load, or can be moved there.
func (k *kernel) isKnown(v *ir.Value) bool {
	op := v.DefiningOp()
	if v.ParentBlock() != k.kernel.Entry() {
		return false
	}
	return op == nil || op.IsBefore(k.top) ||
		isMovable(op) && !slices.ContainsFunc(op.OperandValues(), func(x *ir.Value) bool { return !k.isKnown(x) })
}

// isMovable reports whether an operation is pure and computes only integers of 32 or 64 bits.
func isMovable(op *ir.Operation) bool {
	return ir.IsPure(op) && op.NumRegions() == 0 && !op.HasTrait(ir.Terminator) &&
		!slices.ContainsFunc(op.ResultTypes(), func(t ir.Type) bool { return !ir.IsInt(t, 32) && !ir.IsInt(t, 64) })
}

// hoist moves the operations that compute known scalars (see isKnown) before the first load.
func (k *kernel) hoist() {
	for op := k.top.Next(); op != nil; {
		next := op.Next()
		if isMovable(op) && !slices.ContainsFunc(op.OperandValues(), func(v *ir.Value) bool {
			by := v.DefiningOp()
			return v.ParentBlock() != k.kernel.Entry() || by != nil && !by.IsBefore(k.top)
		}) {
			op.MoveBefore(k.top)
		}
		op = next
	}
}

// Bounds of what is checked.
const (
	most = 1<<31 - 1 // the largest signed integer of 32 bits
	over = 1 << 32   // stands for everything larger than most: sums of a few of these do not overflow 64 bits
)

// conditions computes an i1 that is true if the accesses of a kernel have the same effect through arrays with tensor
// maps as through pointers. It returns nil if there is nothing to check.
func (k *kernel) conditions() *ir.Value {
	k.b.Before(k.top).CopyLoc(k.top)
	var all *ir.Value
	and := func(v *ir.Value) {
		if all == nil {
			all = v
			return
		}
		all = arith.Binary(k.b, &arith.AndI, all, v)
	}
	for _, v := range k.extents() {
		and(arith.NewCmpI(k.b, arith.SGT, v, arith.NewInt(k.b, v.Type(), 0)))
	}
	for _, x := range slices.Concat(k.loads, k.stores) {
		var address *ir.Value
		_, rows, fast := x.order()
		and(arith.NewCmpI(k.b, arith.SLE, k.extent(x.dims[fast].size), k.extent(x.dims[rows].stride)))
		for i := range x.dims {
			d := &x.dims[i]
			if n, ok := d.fixed.number(); (!ok || n < 0) && (x.narrow || !d.below) {
				and(arith.NewCmpI(k.b, arith.SGE, k.number(d.fixed), k.i32(0)))
			}
			if d.each != 0 {
				if _, ok := arith.ConstantInt(d.loop.LowerBound()); !ok {
					and(arith.NewCmpI(k.b, arith.SGE, d.loop.LowerBound(), k.i32(0)))
				}
			}
			end := k.end(x, i)
			if d.wraps(x) {
				and(arith.NewCmpI(k.b, arith.SLE, end, k.i64(most)))
			}
			if d.reaches {
				and(arith.NewCmpI(k.b, arith.SLE, end, k.extent(d.size)))
			}
			if x.narrow {
				address = k.add(address, k.farthest(x, i, end))
			}
		}
		if address != nil {
			and(arith.NewCmpI(k.b, arith.SLE, address, k.i64(most)))
		}
	}
	return all
}

// extents returns the sizes and strides that are arguments, each once.
func (k *kernel) extents() (out []*ir.Value) {
	for _, x := range slices.Concat(k.loads, k.stores) {
		for _, d := range x.dims {
			for _, e := range [...]extent{d.size, d.stride} {
				if e.argument != nil && !slices.Contains(out, e.argument) {
					out = append(out, e.argument)
				}
			}
		}
	}
	return out
}

// wraps reports whether indices along a dimension, or the values that the mask compares them with, might wrap around in
// 32 bits.
func (d *dimension) wraps(x *access) bool {
	return x.narrow || d.narrow || d.size.n == unbounded || d.each > 1 || d.each == 1 && len(d.fixed) > 0
}

// end returns the index after the last element that a tile ever has along a dimension, in 64 bits.
func (k *kernel) end(x *access, i int) *ir.Value {
	d := &x.dims[i]
	end := arith.Binary(k.b, &arith.AddI, k.wide(k.number(d.fixed)), k.i64(x.length(i)))
	if d.each == 0 {
		return end
	}
	last := arith.Binary(k.b, &arith.MaxSI, k.wide(d.loop.UpperBound()), k.i64(1))
	last = arith.Binary(k.b, &arith.SubI, last, k.i64(1))
	return k.add(end, arith.Binary(k.b, &arith.MulI, last, k.i64(d.each)))
}

// farthest returns an upper bound of the offset, in elements, that a dimension contributes to the addresses of a tile.
// The result never exceeds over, so that sums do not overflow.
func (k *kernel) farthest(x *access, i int, end *ir.Value) *ir.Value {
	d := &x.dims[i]
	n := end
	if d.size.n != unbounded {
		n = k.add(k.extent(d.size), k.i64(x.length(i)))
	}
	if d.stride.n == 1 {
		return arith.Binary(k.b, &arith.MinSI, n, k.i64(over))
	}
	stride := k.extent(d.stride)
	n = arith.Binary(k.b, &arith.MinSI, n, k.i64(over/2))
	return arith.Binary(k.b, &arith.MinSI, arith.Binary(k.b, &arith.MulI, n, stride), k.i64(over))
}

// extent returns a size or stride as an integer of 64 bits.
func (k *kernel) extent(e extent) *ir.Value {
	if e.argument == nil {
		return k.i64(e.n)
	}
	return k.wide(e.argument)
}

// number makes operations that compute a sum in 32 bits.
func (k *kernel) number(s sum) (n *ir.Value) {
	for _, p := range s.list() {
		var v *ir.Value
		for _, f := range p.factors {
			if v == nil {
				v = f.scalar
			} else {
				v = arith.Binary(k.b, &arith.MulI, v, f.scalar)
			}
		}
		if v == nil {
			v = k.i32(p.coefficient)
		} else if p.coefficient != 1 {
			v = arith.Binary(k.b, &arith.MulI, v, k.i32(p.coefficient))
		}
		n = k.add(n, v)
	}
	if n == nil {
		return k.i32(0)
	}
	return n
}

// add returns n + v, or v if n is nil.
func (k *kernel) add(n, v *ir.Value) *ir.Value {
	if n == nil {
		return v
	}
	return arith.Binary(k.b, &arith.AddI, n, v)
}

func (k *kernel) wide(v *ir.Value) *ir.Value {
	return arith.Cast(k.b, &arith.ExtSI, v, k.kernel.Context().I(64))
}

func (k *kernel) i32(n int64) *ir.Value {
	return arith.NewInt(k.b, k.kernel.Context().I(32), int64(int32(n)))
}
func (k *kernel) i64(n int64) *ir.Value { return arith.NewInt(k.b, k.kernel.Context().I(64), n) }
