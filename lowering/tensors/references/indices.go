package references

import (
	"slices"

	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/dialects/torch"
	"github.com/girih-ir/girih/ir"
)

var indices = aten(map[string]Reference{
	"index_select": one(func(c *Call) Tensor {
		x, at := c.T("self"), c.T("index")
		if n, ok := at.Numel().Known(); x.Rank() == 0 && ok && n != 1 {
			Fail("index_select of a tensor without dimensions takes one index, but got %d", n)
		}
		return x.take(at, c.Dim("dim")).likeRankOf(x)
	}),
	"embedding": one(func(c *Call) Tensor {
		return c.T("weight").pick(prim.IntsAttr(c.Context(), "dims", []int{0}), c.T("indices"))
	}),
	"gather": one(func(c *Call) Tensor { return c.T("self").gather(c.index(), c.Dim("dim")) }),
	"take_along_dim": one(func(c *Call) Tensor {
		x, at := c.T("self"), c.T("indices").long()
		if !c.Has("dim") {
			return x.Reshape(x.Numel()).gather(at.Reshape(at.Numel()), 0)
		}
		d := x.dim(c.Dim("dim"))
		xs, is := x.Shape(), at.Shape()
		for i := range xs {
			if i != d && xs[i].is(1) {
				xs[i] = is[i]
			}
			if i != d && is[i].is(1) {
				is[i] = xs[i]
			}
		}
		return x.Expand(xs).gather(at.Expand(is), d)
	}),
	"scatter.src": one(func(c *Call) Tensor { return c.scatter(c.T("src"), "none") }),
	"scatter_add": one(func(c *Call) Tensor { return c.scatter(c.T("src"), "sum") }),
	"scatter.value": one(func(c *Call) Tensor {
		return c.scatter(c.T("self").Full(c.index().Shape(), c.T("self").Elem(), c.Number("value")), "none")
	}),
	"index.Tensor": one(func(c *Call) Tensor {
		x := c.T("self")
		dims, at := c.advanced(x)
		return x.pick(dims, at...)
	}),
	"index_put": one(func(c *Call) Tensor {
		x := c.T("self")
		if list := c.List("indices"); len(list) == 1 && list[0].isMask() {
			return c.putWhere(list[0], int(c.Places("indices")[0]))
		}
		dims, at := c.advanced(x)
		values := c.T("values").Expand(x.pick(dims, at...).Shape())
		attrs := []ir.NamedAttr{dims}
		if c.Bool("accumulate") {
			attrs = append(attrs, prim.Flag(c.Context(), "accumulate"))
		}
		return x.Prims(&prim.IndexPut, append([]Tensor{values}, at...), attrs...)[0]
	}),
	"masked_scatter": one(func(c *Call) Tensor {
		x, mask, source := c.T("self"), c.T("mask"), c.T("source")
		if mask.Dtype() != prim.Bool || source.Elem() != x.Elem() {
			Fail("expected a mask of bools and a source of %s, but got %s and %s", ir.Quote(x.Elem()), ir.Quote(mask.Elem()),
				ir.Quote(source.Elem()))
		}
		if !slices.Equal(x.shape(), mask.shape()) {
			x = mask.Where(x, x)
			mask = mask.Expand(x.Shape())
		}
		if source.isEmpty() { // the mask selects nothing
			return x.Prim(&prim.Clone)
		}
		chosen := mask.Reshape(mask.Numel())
		place := chosen.To(x.index()).along(&prim.CumSum, 0)[0].Sub(1).Maximum(0)
		return mask.Where(source.Reshape(source.Numel()).take(place, 0).Reshape(x.Shape()...), x)
	}),
	"index_add": one(func(c *Call) Tensor {
		source := c.T("source")
		if c.Number("alpha") != int64(1) {
			source = source.Mul(c.Number("alpha"))
		}
		return c.put(source, true)
	}),
	"index_copy": one(func(c *Call) Tensor { return c.put(c.T("source"), false) }),
	"index_fill.int_Scalar": one(func(c *Call) Tensor {
		x := c.T("self")
		part := x.take(c.T("index"), c.Dim("dim")).likeRankOf(x)
		return c.put(x.Full(part.Shape(), x.Elem(), c.Number("value")), false)
	}),
	"one_hot": one(func(c *Call) Tensor {
		n := c.Int("num_classes")
		if n < 0 {
			Fail("one_hot needs num_classes: how many there are in the tensor is not known before it runs")
		}
		x := c.T("self").long()
		return x.Unsqueeze(-1).Eq(x.Iota(Const(n), x.index(), 0, 1)).To(x.index())
	}),
	"bucketize.Tensor": one(func(c *Call) Tensor {
		// The result is the number of boundaries that are less, or not greater, than the number.
		x, b := c.T("self").Unsqueeze(-1), c.T("boundaries")
		below := b.Lt(x)
		if c.Bool("right") {
			below = x.Lt(b).Not()
		} else {
			below = below.Or(x.IsNaN())
		}
		n := below.To(x.index()).Sum(-1)
		if c.Bool("out_int32") {
			return n.To(c.Context().I(32))
		}
		return n
	}),
})

// long returns indices as i64. They must be integers.
func (x Tensor) long() Tensor {
	if x.Dtype() != prim.Int {
		Fail("expected indices of an integer type, such as i64 or i32, but got %s", ir.Quote(x.Elem()))
	}
	return x.To(x.index())
}

// index returns the argument of that name, as i64.
func (c *Call) index() Tensor { return c.T("index").long() }

// atLeast1 returns x with a dimension if it has none. That is how PyTorch indexes it.
func (x Tensor) atLeast1() Tensor {
	if x.Rank() == 0 {
		return x.Unsqueeze(0)
	}
	return x
}

// likeRankOf undoes atLeast1 if y has no dimensions.
func (x Tensor) likeRankOf(y Tensor) Tensor {
	if y.Rank() == 0 {
		return x.squeezed(Dims{0})
	}
	return x
}

// take returns the slices at indices along a dimension. The result has a dimension.
func (x Tensor) take(index Tensor, dim int) Tensor {
	return x.atLeast1().pick(prim.IntsAttr(x.ctx(), "dims", []int{x.dim(dim)}), index.atLeast1())
}

// gather returns the elements at indices along a dimension, in the shape of the index.
func (x Tensor) gather(index Tensor, dim int) Tensor {
	return x.atLeast1().Prims(&prim.Gather, []Tensor{index.atLeast1()},
		prim.IntAttr(x.ctx(), "dim", x.dim(dim)))[0].likeRankOf(index)
}

// pick builds a prim.index.
func (x Tensor) pick(dims ir.NamedAttr, index ...Tensor) Tensor {
	at := make([]Tensor, len(index))
	for i, t := range index {
		at[i] = t.long()
	}
	return x.Prims(&prim.Index, at, dims)[0]
}

// scatter combines src with elements of self. It uses as many elements of src as there are indices.
func (c *Call) scatter(src Tensor, reduction string) Tensor {
	x, at, src := c.T("self"), c.index().atLeast1(), src.atLeast1()
	for d, n := range at.shape() {
		src = src.Slice(d, 0, n, 1)
	}
	return x.atLeast1().Prims(&prim.Scatter, []Tensor{at, src}, prim.IntAttr(c.Context(), "dim", x.dim(c.Dim("dim"))),
		ir.NamedAttr{Name: "reduction", Value: c.Context().StringAttr(reduction)})[0].likeRankOf(x)
}

// put replaces the slices at indices along a dimension, or adds to them.
func (c *Call) put(values Tensor, accumulate bool) Tensor {
	x, at := c.T("self"), c.index().atLeast1()
	attrs := []ir.NamedAttr{prim.IntsAttr(c.Context(), "dims", []int{x.dim(c.Dim("dim"))})}
	if accumulate {
		attrs = append(attrs, prim.Flag(c.Context(), "accumulate"))
	}
	return x.atLeast1().Prims(&prim.IndexPut, []Tensor{values.atLeast1(), at}, attrs...)[0].likeRankOf(x)
}

// isMask reports whether an index is a mask: bools, or ui8, which older programs use for bools.
func (x Tensor) isMask() bool {
	return x.Dtype() == prim.Bool || prim.IsUnsigned(x.Elem()) && ir.BitWidth(x.Elem()) == 8
}

// putWhere replaces the elements of self that a mask selects, or adds to them. The mask indexes as many dimensions as
// it has, from one on. All of them get the same values: values that differ from one selected element to the next are
// not supported, since how many they are depends on the mask's elements.
func (c *Call) putWhere(mask Tensor, from int) Tensor {
	x, values := c.T("self"), c.T("values")
	if x.Elem() != values.Elem() {
		Fail("expected values of type %s, as the tensor's, but got %s", ir.Quote(x.Elem()), ir.Quote(values.Elem()))
	}
	behind := from + mask.Rank()
	if behind > x.Rank() || !prim.Compatible(mask.shape(), x.shape()[from:behind]) {
		Fail("the shape of the mask, %s, does not match the shape of the indexed tensor, %s, from dimension %d on",
			prim.ShapeString(mask.shape()), prim.ShapeString(x.shape()), from)
	}
	// In the shape of the values, the mask's dimensions are one.
	if at := values.Rank() - (x.Rank() - mask.Rank() + 1) + from; at >= 0 {
		if !values.Size(at).is(1) {
			Fail("values that differ between the elements that a mask selects are not supported, since their number depends " +
				"on the mask's elements; use where or masked_scatter")
		}
		values = values.squeezed(Dims{at})
		for range mask.Rank() {
			values = values.Unsqueeze(at)
		}
	}
	for range x.Rank() - behind {
		mask = mask.Unsqueeze(-1)
	}
	if mask.Dtype() != prim.Bool {
		mask = mask.Ne(0)
	}
	if values = values.Expand(x.Shape()); c.Bool("accumulate") {
		values = x.Add(values)
	}
	return mask.Where(values, x)
}

// advanced returns the indexed dimensions, and the indices, broadcast to one shape and made non-negative. Masks, which
// are bools or ui8, are not supported: the shape of the result would depend on their elements.
func (c *Call) advanced(x Tensor) (dims ir.NamedAttr, at []Tensor) {
	list := c.List("indices")
	places := c.Places("indices")
	var shapes [][]int64
	for i, index := range list {
		if index.isMask() {
			Fail("indices of type %s are a mask and give a shape that depends on its elements; use masked_fill or where",
				ir.Quote(index.Elem()))
		}
		size := x.Size(int(places[i]))
		index = index.long()
		list[i] = index.Lt(0).Where(index.Add(size), index)
		shapes = append(shapes, index.shape())
	}
	shape := must(torch.Broadcast(shapes...))
	for _, index := range list {
		sizes := make([]Size, len(shape))
		for d, n := range shape {
			if sizes[d] = Const(n); n == ir.Dynamic {
				sizes[d] = list[0].Size(d)
			}
		}
		at = append(at, index.Expand(sizes))
	}
	return prim.IntsAttr(c.Context(), "dims", places), at
}
