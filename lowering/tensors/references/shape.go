package references

import (
	"slices"

	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/ir"
)

// Expand broadcasts x to a shape. Dimensions are aligned at the last one.
func (x Tensor) Expand(shape []Size) Tensor {
	front := len(shape) - x.Rank()
	if front < 0 {
		Fail("a tensor of rank %d does not expand to rank %d", x.Rank(), len(shape))
	}
	dims := make([]int, x.Rank())
	same := front == 0
	for i, n := range x.shape() {
		dims[i] = i + front
		if n != 1 && n != ir.Dynamic && shape[i+front].n != n && shape[i+front].n != ir.Dynamic {
			Fail("size %d of dimension %d does not expand to %d: only size 1 does", n, i, shape[i+front].n)
		}
		same = same && shape[i+front].n == n && (n != ir.Dynamic || shape[i+front] == x.Size(i))
	}
	if same {
		return x
	}
	return x.made(&prim.BroadcastInDim, shape, x.Elem(), []*ir.Value{x.Value}, prim.IntsAttr(x.ctx(), "dims", dims))
}

// Reshape returns the elements of x, in row-major order, in another shape.
func (x Tensor) Reshape(shape ...Size) Tensor {
	if slices.EqualFunc(shape, x.shape(), func(s Size, n int64) bool { return s.v == nil && s.n == n }) {
		return x
	}
	return x.made(&prim.Reshape, shape, x.Elem(), []*ir.Value{x.Value})
}

// Unsqueeze inserts dimensions of size one. dims are their positions in the result.
func (x Tensor) Unsqueeze(dims ...int) Tensor {
	places := make([]int, len(dims))
	for i, d := range dims {
		places[i] = wrap(d, x.Rank()+len(dims))
	}
	slices.Sort(places)
	return x.Prim(&prim.ExpandDims, prim.IntsAttr(x.ctx(), "dims", places))
}

// Squeeze drops those of the given dimensions that have size one.
func (x Tensor) Squeeze(dims ...int) Tensor {
	var drop []int
	for _, d := range x.dims(dims) {
		if x.Size(d).is(1) {
			drop = append(drop, d)
		}
	}
	if len(drop) == 0 {
		return x.Prim(&prim.ViewOf)
	}
	return x.Prim(&prim.Squeeze, prim.IntsAttr(x.ctx(), "dims", drop))
}

// Permute permutes dimensions: dimension i of the result is dimension perm[i] of x.
func (x Tensor) Permute(perm ...int) Tensor {
	order := make([]int, len(perm))
	for i, d := range perm {
		order[i] = x.dim(d)
	}
	return x.Prim(&prim.Transpose, prim.IntsAttr(x.ctx(), "perm", order))
}

// Transpose exchanges two dimensions.
func (x Tensor) Transpose(d, e int) Tensor {
	if x.Rank() == 0 {
		return x
	}
	perm := make([]int, x.Rank())
	for i := range perm {
		perm[i] = i
	}
	d, e = x.dim(d), x.dim(e)
	perm[d], perm[e] = e, d
	return x.Permute(perm...)
}

// MoveDim moves a dimension to another place.
func (x Tensor) MoveDim(from, to int) Tensor {
	from, to = x.dim(from), x.dim(to)
	var perm []int
	for d := range x.Rank() {
		if d != from {
			perm = append(perm, d)
		}
	}
	return x.Permute(slices.Insert(perm, to, from)...)
}

// Slice returns the elements from start up to end along a dimension, with a step. Negative bounds count from the end.
// Bounds beyond the size are clamped. An end of [ir.Dynamic] stands for the size.
func (x Tensor) Slice(dim int, start, end, step int64) Tensor {
	dim = x.axis(dim)
	n := x.shape()[dim]
	clip := func(v int64) int64 {
		switch {
		case n == ir.Dynamic && v < 0:
			Fail("slice from behind of dimension %d, whose size is not known", dim)
		case n == ir.Dynamic:
			return v
		case v < 0:
			v = max(v+n, 0)
		}
		return min(v, n)
	}
	start = clip(start)
	if end != ir.Dynamic && end < 1<<62 {
		end = max(clip(end), start)
	} else {
		end = n
	}
	if start == 0 && end == n && step == 1 {
		return x
	}
	starts, limits, steps := x.whole()
	starts[dim], limits[dim], steps[dim] = start, end, step
	return x.Prim(&prim.Slice, prim.IntsAttr(x.ctx(), "starts", starts), prim.IntsAttr(x.ctx(), "limits", limits),
		prim.IntsAttr(x.ctx(), "strides", steps))
}

// whole returns the bounds and steps of a slice of all elements.
func (x Tensor) whole() (starts, limits, steps []int64) {
	for _, n := range x.shape() {
		starts, limits, steps = append(starts, 0), append(limits, n), append(steps, 1)
	}
	return starts, limits, steps
}

// Select returns the slice at an index of a dimension, without that dimension.
func (x Tensor) Select(dim int, index int64) Tensor {
	dim = x.axis(dim)
	n := x.shape()[dim]
	if index < 0 && n != ir.Dynamic {
		index += n
	}
	if index < 0 || n != ir.Dynamic && index >= n {
		Fail("index %d is out of range for dimension %d of size %d", index, dim, n)
	}
	return x.Slice(dim, index, index+1, 1).Prim(&prim.Squeeze, prim.IntsAttr(x.ctx(), "dims", []int{dim}))
}

// Flip reverses the order along dimensions.
func (x Tensor) Flip(dims ...int) Tensor {
	return x.Prim(&prim.Rev, prim.IntsAttr(x.ctx(), "dims", x.dims(dims)))
}

// Cat joins tensors of one element type along a dimension.
func Cat(dim int, list ...Tensor) Tensor {
	if len(list) == 0 {
		Fail("expected a list of tensors that is not empty")
	}
	if len(list) == 1 {
		return list[0]
	}
	return list[0].Prims(&prim.Cat, list[1:], prim.IntAttr(list[0].ctx(), "dim", list[0].dim(dim)))[0]
}

// Pad inserts low elements before and high elements after the elements of each dimension, all with the value number.
// Negative counts remove elements.
func (x Tensor) Pad(low, high []int64, number any) Tensor {
	shape := x.Shape()
	padded := false
	for d := range shape {
		if n := x.shape()[d]; n != ir.Dynamic && n+min(low[d], 0)+min(high[d], 0) < 0 {
			Fail("the input size %d, plus negative padding %d and %d, resulted in a negative output size", n, low[d], high[d])
		}
		x = x.Slice(d, max(0, -low[d]), x.behind(d, min(high[d], 0)), 1)
		lo, hi := max(0, low[d]), max(0, high[d])
		padded = padded || lo+hi > 0
		shape[d] = x.plus(x.Size(d), lo+hi)
	}
	if !padded {
		return x.Prim(&prim.Clone)
	}
	starts, limits, steps := x.whole()
	for d, n := range x.shape() {
		if starts[d] = max(0, low[d]); n == ir.Dynamic && high[d] > 0 {
			Fail("padding of dimension %d, whose size is not known", d)
		} else if n != ir.Dynamic {
			limits[d] = starts[d] + n
		}
	}
	return x.Full(shape, x.Elem(), number).Prims(&prim.SliceScatter, []Tensor{x}, prim.IntsAttr(x.ctx(), "starts", starts),
		prim.IntsAttr(x.ctx(), "limits", limits), prim.IntsAttr(x.ctx(), "strides", steps))[0]
}

// behind returns the size of a dimension plus n, which is not positive.
func (x Tensor) behind(d int, n int64) int64 {
	size := x.shape()[d]
	if n == 0 {
		return size
	}
	if size == ir.Dynamic {
		Fail("slice from behind of dimension %d, whose size is not known", d)
	}
	return size + n
}

// Windows returns the windows along a dimension, with the elements of each window in a new last dimension.
func (x Tensor) Windows(dim int, size, step, dilation int64) Tensor {
	return x.Prim(&prim.Unfold, prim.IntAttr(x.ctx(), "dim", x.dim(dim)), prim.IntAttr(x.ctx(), "size", int(size)),
		prim.IntAttr(x.ctx(), "step", int(step)), prim.IntAttr(x.ctx(), "dilation", int(dilation)))
}
