package references

import (
	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/dialects/torch"
	"github.com/girih-ir/girih/ir"
)

var indices = aten(map[string]Reference{
	"index_select": one(func(c *Call) Tensor { return c.T("self").take(c.T("index"), c.Dim("dim")) }),
	"embedding": one(func(c *Call) Tensor {
		return c.T("weight").pick(prim.IntsAttr(c.Context(), "dims", []int{0}), c.T("indices"))
	}),
	"gather": one(func(c *Call) Tensor {
		x := c.T("self")
		return x.Prims(&prim.Gather, []Tensor{c.index()}, prim.IntAttr(c.Context(), "dim", x.dim(c.Dim("dim"))))[0]
	}),
	"take_along_dim": one(func(c *Call) Tensor {
		x, at := c.T("self"), c.T("indices").long()
		if !c.Has("dim") {
			return x.Reshape(x.Numel()).Prims(&prim.Gather, []Tensor{at.Reshape(at.Numel())},
				prim.IntAttr(c.Context(), "dim", 0))[0]
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
		return x.Expand(xs).Prims(&prim.Gather, []Tensor{at.Expand(is)}, prim.IntAttr(c.Context(), "dim", d))[0]
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
		dims, at := c.advanced(x)
		values := c.T("values").Expand(x.pick(dims, at...).Shape())
		attrs := []ir.NamedAttr{dims}
		if c.Bool("accumulate") {
			attrs = append(attrs, prim.Flag(c.Context(), "accumulate"))
		}
		return x.Prims(&prim.IndexPut, append([]Tensor{values}, at...), attrs...)[0]
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
		part := x.take(c.T("index"), c.Dim("dim"))
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

// take returns the slices at indices along a dimension.
func (x Tensor) take(index Tensor, dim int) Tensor {
	if index.Rank() == 0 {
		index = index.Unsqueeze(0)
	}
	return x.pick(prim.IntsAttr(x.ctx(), "dims", []int{x.dim(dim)}), index)
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
	x, at := c.T("self"), c.index()
	for d, n := range at.shape() {
		src = src.Slice(d, 0, n, 1)
	}
	return x.Prims(&prim.Scatter, []Tensor{at, src}, prim.IntAttr(c.Context(), "dim", x.dim(c.Dim("dim"))),
		ir.NamedAttr{Name: "reduction", Value: c.Context().StringAttr(reduction)})[0]
}

// put replaces the slices at indices along a dimension, or adds to them.
func (c *Call) put(values Tensor, accumulate bool) Tensor {
	x, at := c.T("self"), c.index()
	if at.Rank() == 0 {
		at = at.Unsqueeze(0)
	}
	attrs := []ir.NamedAttr{prim.IntsAttr(c.Context(), "dims", []int{x.dim(c.Dim("dim"))})}
	if accumulate {
		attrs = append(attrs, prim.Flag(c.Context(), "accumulate"))
	}
	return x.Prims(&prim.IndexPut, []Tensor{values, at}, attrs...)[0]
}

// advanced returns the indexed dimensions, and the indices, broadcast to one shape and made non-negative. Masks, which
// are bools or ui8, are not supported: the shape of the result would depend on their elements.
func (c *Call) advanced(x Tensor) (dims ir.NamedAttr, at []Tensor) {
	list := c.List("indices")
	places := c.Places("indices")
	var shapes [][]int64
	for i, index := range list {
		if e := index.Elem(); index.Dtype() == prim.Bool || prim.IsUnsigned(e) && ir.BitWidth(e) == 8 {
			Fail("indices of type %s are a mask and give a shape that depends on its elements; use masked_fill or where",
				ir.Quote(e))
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
