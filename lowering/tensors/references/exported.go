package references

import (
	"slices"

	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/dialects/torch"
)

// exported are operators that PyTorch composes of others when it runs them, and that torch.export leaves whole.
var exported = aten(map[string]Reference{
	"group_norm": one(func(c *Call) Tensor {
		x, groups := c.T("input"), c.Int("num_groups")
		if x.Rank() < 2 {
			Fail("expected at least 2 dimensions, but got %d", x.Rank())
		}
		if n, known := x.Size(1).Known(); known && (groups <= 0 || int64(n)%groups != 0) {
			Fail("%d channels are not divisible by %d groups", n, groups)
		}
		parts := x.To(torch.OpMath(c.Context(), x.Elem())).Reshape(x.Size(0), Const(groups), x.quotient(x.times(x.Size(1),
			x.area()), Const(groups)))
		normal, _, _ := normalized(parts, []int{2}, c.Float("eps"))
		y := c.affine(normal.Reshape(x.Shape()...), func(w Tensor) Tensor { return w.along1(x.Rank()) })
		return y.To(x.Elem())
	}),
	"conv_transpose2d.input": one(func(c *Call) Tensor { return c.convolution(true, c.Ints("output_padding")) }),
	"argsort":                func(c *Call) []Tensor { return sorted(c)[1:] },
	"pad": one(func(c *Call) Tensor {
		if mode := c.String("mode"); mode != "constant" {
			Fail("pad: expected mode \"constant\", but got %q, which has no reference", mode)
		}
		if value := c.Number("value"); value != nil {
			return c.padded(value)
		}
		return c.padded(0.0)
	}),
	"lift_fresh_copy": of(func(x Tensor) Tensor { return x.Prim(&prim.Clone) }),
	"to.device":       one(func(c *Call) Tensor { return c.T("self").To(c.Dtype("dtype")) }),
	"to.dtype_layout": one(func(c *Call) Tensor {
		if c.Dtype("dtype") == nil {
			return c.T("self")
		}
		return c.T("self").To(c.Dtype("dtype"))
	}),
	"new_zeros": one(func(c *Call) Tensor { return c.T("self").Full(c.Shape("size"), c.elemOr("self"), 0) }),
	"new_ones":  one(func(c *Call) Tensor { return c.T("self").Full(c.Shape("size"), c.elemOr("self"), 1) }),
	"new_full": one(func(c *Call) Tensor {
		return c.T("self").Full(c.Shape("size"), c.elemOr("self"), c.Number("fill_value"))
	}),
	"zero":      of(func(x Tensor) Tensor { return x.Like(0) }),
	"rand_like": one(func(c *Call) Tensor { return c.uniform(c.T("self").Shape(), c.elemOr("self")) }),
	"randn_like": one(func(c *Call) Tensor {
		return c.random(&prim.Normal, c.T("self").Shape(), c.elemOr("self"), prim.Attr(c.Context(), "mean", 0.0),
			prim.Attr(c.Context(), "std", 1.0))
	}),
	"mT": of(func(x Tensor) Tensor {
		if x.Rank() < 2 {
			Fail("mT is of matrices or batches of matrices, but the tensor has %d dimensions", x.Rank())
		}
		return x.Transpose(-2, -1)
	}),
	"numpy_T": of(func(x Tensor) Tensor {
		var dims Dims
		for d := range x.Rank() {
			dims = append(dims, x.Rank()-1-d)
		}
		return x.Permute(dims...)
	}),
	"repeat_interleave.self_int": one(func(c *Call) Tensor {
		x, n, dim := c.T("self"), c.Int("repeats"), 0
		if n < 0 {
			Fail("repeats must not be negative, but are %d", n)
		}
		if c.Has("dim") {
			x, dim = x.atLeast1(), x.dim(c.Dim("dim"))
		} else {
			x = x.Reshape(x.Numel())
		}
		shape := x.Shape()
		repeated := x.Unsqueeze(dim + 1).Expand(slices.Insert(slices.Clone(shape), dim+1, Const(n)))
		shape[dim] = x.times(shape[dim], Const(n))
		return repeated.Prim(&prim.Clone).Reshape(shape...)
	}),
	"std.dim": spread(func(c *Call, x Tensor) []Tensor {
		correction := map[bool]float64{true: 1}[c.Bool("unbiased")]
		return []Tensor{x.Var(correction, c.Bool("keepdim"), c.Dims("dim")...).Sqrt()}
	}),
})

// area returns the number of elements of each channel.
func (x Tensor) area() Size {
	n := Const(1)
	for d := 2; d < x.Rank(); d++ {
		n = x.times(n, x.Size(d))
	}
	return n
}

// padded returns self with rows of a number at its sides. The argument pad begins with the last dimension.
func (c *Call) padded(number any) Tensor {
	x, pad := c.T("self"), c.Ints("pad")
	if len(pad)%2 != 0 || len(pad) > 2*x.Rank() {
		Fail("the length of pad must be even, and at most twice the number of dimensions, %d, but is %d", x.Rank(), len(pad))
	}
	low, high := make([]int64, x.Rank()), make([]int64, x.Rank())
	for i := 0; i+1 < len(pad); i += 2 {
		low[x.Rank()-1-i/2], high[x.Rank()-1-i/2] = pad[i], pad[i+1]
	}
	return x.Pad(low, high, number)
}
