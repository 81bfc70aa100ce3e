package references

import (
	"math"
	"slices"

	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/dialects/torch"
	"github.com/girih-ir/girih/ir"
)

var reductions = aten(map[string]Reference{
	"sum": summed, "sum.dim_IntList": summed,
	"prod": multiplied, "prod.dim_int": multiplied,
	"mean": average, "mean.dim": average,
	"amax": one(func(c *Call) Tensor { return c.T("self").reduce(&prim.AMax, c.Dims("dim"), c.Bool("keepdim")) }),
	"amin": one(func(c *Call) Tensor { return c.T("self").reduce(&prim.AMin, c.Dims("dim"), c.Bool("keepdim")) }),
	"max":  of(func(x Tensor) Tensor { return x.AMax() }), "min": of(func(x Tensor) Tensor { return x.AMin() }),
	"max.dim": extremum(&prim.AMax, &prim.ArgMax), "min.dim": extremum(&prim.AMin, &prim.ArgMin),
	"argmax": place(&prim.ArgMax), "argmin": place(&prim.ArgMin),
	"any": of(func(x Tensor) Tensor { return x.anyOf(nil, false) }),
	"all": of(func(x Tensor) Tensor { return x.allOf(nil, false) }),
	"any.dim": one(func(c *Call) Tensor {
		return c.T("self").anyOf(Dims{c.Dim("dim")}, c.Bool("keepdim"))
	}),
	"all.dim": one(func(c *Call) Tensor {
		return c.T("self").allOf(Dims{c.Dim("dim")}, c.Bool("keepdim"))
	}),
	"any.dims": one(func(c *Call) Tensor { return c.T("self").anyOf(c.Dims("dim"), c.Bool("keepdim")) }),
	"all.dims": one(func(c *Call) Tensor { return c.T("self").allOf(c.Dims("dim"), c.Bool("keepdim")) }),
	"count_nonzero.dim_IntList": one(func(c *Call) Tensor {
		x := c.T("self").True()
		return x.To(x.index()).Sum(c.Dims("dim")...)
	}),
	"var.dim": spread(func(c *Call, x Tensor) []Tensor {
		correction := map[bool]float64{true: 1}[c.Bool("unbiased")]
		return []Tensor{x.Var(correction, c.Bool("keepdim"), c.Dims("dim")...)}
	}),
	"var.correction": spread(func(c *Call, x Tensor) []Tensor { return []Tensor{c.variance(x)} }),
	"std.correction": spread(func(c *Call, x Tensor) []Tensor { return []Tensor{c.variance(x).Sqrt()} }),
	"var_mean.correction": spread(func(c *Call, x Tensor) []Tensor {
		return []Tensor{c.variance(x), x.mean(c.Dims("dim"), c.Bool("keepdim"))}
	}),
	"std_mean.correction": spread(func(c *Call, x Tensor) []Tensor {
		return []Tensor{c.variance(x).Sqrt(), x.mean(c.Dims("dim"), c.Bool("keepdim"))}
	}),
	"logsumexp": Promoted(torch.IntToFloat, self, func(c *Call) Tensor {
		return logSumExp(c.T("self"), c.Dims("dim"), c.Bool("keepdim"))
	}),
	"softmax.int":     Reducing(false, func(c *Call, x Tensor) Tensor { return softmax(x, c.Dim("dim")) }),
	"_safe_softmax":   Reducing(false, func(c *Call, x Tensor) Tensor { return safeSoftmax(x, c.Dim("dim")) }),
	"log_softmax.int": Reducing(false, func(c *Call, x Tensor) Tensor { return logSoftmax(x, c.Dim("dim")) }),
	"_softmax":        oldSoftmax(softmax),
	"_log_softmax":    oldSoftmax(logSoftmax),
	"linalg_vector_norm": one(func(c *Call) Tensor {
		x := c.T("self")
		elem := prim.RealOf(x.Elem())
		if c.Dtype("dtype") != nil {
			elem = c.Dtype("dtype")
		}
		return vectorNorm(c, x.Abs().To(torch.OpMath(c.Context(), elem))).To(elem)
	}),

	"cumsum":       Reducing(true, func(c *Call, x Tensor) Tensor { return x.along(&prim.CumSum, c.Dim("dim"))[0] }),
	"cumprod":      Reducing(true, func(c *Call, x Tensor) Tensor { return x.along(&prim.CumProd, c.Dim("dim"))[0] }),
	"cummax":       func(c *Call) []Tensor { return c.T("self").along(&prim.CumMax, c.Dim("dim")) },
	"cummin":       func(c *Call) []Tensor { return c.T("self").along(&prim.CumMin, c.Dim("dim")) },
	"logcumsumexp": one(func(c *Call) Tensor { return c.T("self").along(&prim.LogCumSumExp, c.Dim("dim"))[0] }),
	"sort":         sorted, "sort.stable": sorted,
	"topk": func(c *Call) []Tensor {
		attrs := []ir.NamedAttr{prim.IntAttr(c.Context(), "k", int(c.Int("k")))}
		if !c.Bool("largest") {
			attrs = append(attrs, prim.Flag(c.Context(), "smallest"))
		}
		return c.T("self").along(&prim.TopK, c.Dim("dim"), attrs...)
	},
	"diff": one(func(c *Call) Tensor {
		x := c.T("self")
		if c.Int("n") > 0 {
			x = c.extended(x)
		}
		for range c.Int("n") {
			x = x.differences(c.Dim("dim"))
		}
		return x
	}),
	"trapezoid.dx": one(func(c *Call) Tensor {
		y, dim := c.T("y"), c.Dim("dim")
		ends := y.Select(dim, 0).Add(y.Select(dim, -1))
		return y.Sum(dim).Sub(ends.Div(2)).Mul(c.Number("dx"))
	}),
	"trapezoid.x": one(func(c *Call) Tensor {
		y, x, dim := c.T("y"), c.T("x"), c.Dim("dim")
		if x.Rank() == 1 { // along dim, too
			x = x.MoveDim(0, -1)
			for range y.Rank() - 1 - y.dim(dim) {
				x = x.Unsqueeze(-1)
			}
		}
		pairs := y.Slice(dim, 0, -1, 1).Add(y.Slice(dim, 1, ir.Dynamic, 1))
		return pairs.Mul(x.differences(y.dim(dim) - y.Rank())).Sum(dim).Div(2)
	}),
})

// extended returns x with the arguments prepend and append before and after it.
func (c *Call) extended(x Tensor) Tensor {
	list := []Tensor{x}
	for i, name := range []string{"prepend", "append"} {
		more, ok := c.Maybe(name)
		if !ok {
			continue
		}
		if more.Rank() != x.Rank() {
			Fail("diff expects %s to have the dimensions of input, %d, but it has %d", name, x.Rank(), more.Rank())
		}
		list = slices.Insert(list, i*len(list), more)
	}
	if len(list) == 1 {
		return x
	}
	return joined(c, list, c.Dim("dim"))
}

func softmax(x Tensor, dim int) Tensor {
	if x.isEmpty() {
		return x
	}
	e := x.Sub(x.KeepAMax(dim)).Exp()
	return e.Div(e.KeepSum(dim))
}

func logSoftmax(x Tensor, dim int) Tensor {
	if x.isEmpty() {
		return x
	}
	shifted := x.Sub(x.KeepAMax(dim))
	return shifted.Sub(shifted.Exp().KeepSum(dim).Log())
}

// isEmpty reports whether x is known to have no elements.
func (x Tensor) isEmpty() bool { return prim.Numel(x.shape()) == 0 }

// oldSoftmax makes the reference of an operator with the parameter half_to_float, with which the result for f16 is f32.
func oldSoftmax(f func(x Tensor, dim int) Tensor) Reference {
	return func(c *Call) []Tensor {
		x := c.T("self")
		result := x.Elem()
		if c.Bool("half_to_float") {
			result = c.Context().F32()
		}
		return []Tensor{f(x.To(torch.OpMath(c.Context(), x.Elem())), c.Dim("dim")).To(result)}
	}
}

// logSumExp subtracts the maximum before exp, unless it is infinite.
func logSumExp(x Tensor, dims Dims, keep bool) Tensor {
	if x.isEmpty() {
		return x.Exp().reduce(&prim.Sum, dims, keep).Log()
	}
	most := x.KeepAMax(dims...)
	most = most.IsInf().Where(0, most)
	sum := x.Sub(most).Exp().reduce(&prim.Sum, dims, keep)
	if !keep {
		most = most.squeezed(dims)
	}
	return sum.Log().Add(most)
}

// squeezed drops dimensions of size one, like a reduction.
func (x Tensor) squeezed(dims Dims) Tensor {
	if x.Rank() == 0 {
		return x
	}
	return x.Prim(&prim.Squeeze, prim.IntsAttr(x.ctx(), "dims", x.dims(dims)))
}

var summed = Reducing(true, func(c *Call, x Tensor) Tensor { return x.reduce(&prim.Sum, c.reduced(), c.keep()) })

var multiplied = Reducing(true, func(c *Call, x Tensor) Tensor { return x.reduce(&prim.Prod, c.reduced(), c.keep()) })

var average = Reducing(false, func(c *Call, x Tensor) Tensor {
	if x.Dtype()&(prim.Bool|prim.Int) != 0 {
		Fail("mean: could not infer output dtype; the input dtype must be a float or complex dtype, but is %s; or give "+
			"dtype", ir.Quote(x.Elem()))
	}
	return x.mean(c.reduced(), c.keep())
})

func (x Tensor) mean(dims Dims, keep bool) Tensor {
	return x.reduce(&prim.Sum, dims, keep).Div(x.Numel(dims...))
}

// reduced returns the dimensions of a reduction, whose parameter dim is a dimension or a list; an empty list stands for
// all.
func (c *Call) reduced() Dims {
	switch i := c.Schema.Has("dim"); {
	case !i:
		return nil
	case c.Inherent("dim") == nil:
		return nil
	}
	if _, one := c.Inherent("dim").(*ir.IntegerAttr); one {
		return Dims{c.Dim("dim")}
	}
	return c.Dims("dim")
}

func (c *Call) keep() bool { return c.Schema.Has("keepdim") && c.Bool("keepdim") }

// extremum makes the reference of an extremum along a dimension, and its index.
func extremum(value, index *ir.OpDef) Reference {
	return func(c *Call) []Tensor {
		x, dim := c.T("self"), c.Dim("dim")
		values := x.reduce(value, Dims{dim}, c.Bool("keepdim"))
		indices := x.along(index, dim)[0]
		if c.Bool("keepdim") && x.Rank() > 0 {
			indices = indices.Unsqueeze(x.dim(dim))
		}
		return []Tensor{values, indices}
	}
}

// place makes the reference of the index of an extremum, along a dimension or among all elements.
func place(index *ir.OpDef) Reference {
	return one(func(c *Call) Tensor {
		x := c.T("self")
		if c.Has("dim") {
			out := x.along(index, c.Dim("dim"))[0]
			if c.Bool("keepdim") && x.Rank() > 0 {
				out = out.Unsqueeze(x.dim(c.Dim("dim")))
			}
			return out
		}
		out := x.Reshape(x.Numel()).along(index, 0)[0]
		if c.Bool("keepdim") {
			for range x.Rank() {
				out = out.Unsqueeze(0)
			}
		}
		return out
	})
}

// anyOf and allOf return bools, or ui8 for ui8.
func (x Tensor) anyOf(dims Dims, keep bool) Tensor {
	found := x.True().To(x.index()).reduce(&prim.Sum, dims, keep).Ne(0)
	if prim.IsUnsigned(x.Elem()) && ir.ElementBits(x.Elem()) == 8 {
		return found.To(x.Elem())
	}
	return found
}

func (x Tensor) allOf(dims Dims, keep bool) Tensor {
	all := x.True().Not().To(x.index()).reduce(&prim.Sum, dims, keep).Eq(0)
	if prim.IsUnsigned(x.Elem()) && ir.ElementBits(x.Elem()) == 8 {
		return all.To(x.Elem())
	}
	return all
}

// spread makes the reference of a variance or standard deviation, which converts self to the type of computation and
// the results back. Variances of complex numbers are real.
func spread(f func(c *Call, x Tensor) []Tensor) Reference {
	return func(c *Call) []Tensor {
		x := c.T("self")
		out := f(c, x.To(torch.OpMath(c.Context(), x.Elem())))
		out[0] = out[0].To(prim.RealOf(x.Elem()))
		if len(out) > 1 {
			out[1] = out[1].To(x.Elem())
		}
		return out
	}
}

func (c *Call) variance(x Tensor) Tensor {
	return x.Var(asFloat(c.Or("correction", int64(1))), c.Bool("keepdim"), c.Dims("dim")...)
}

// vectorNorm is (sum |x|^p)^(1/p), and its limits for p = 0 and infinity.
func vectorNorm(c *Call, x Tensor) Tensor {
	dims, keep, p := c.Dims("dim"), c.Bool("keepdim"), c.Float("ord")
	switch {
	case p == 0:
		return x.Ne(0).To(x.Elem()).reduce(&prim.Sum, dims, keep)
	case math.IsInf(p, 1):
		return x.reduce(&prim.AMax, dims, keep)
	case math.IsInf(p, -1):
		return x.reduce(&prim.AMin, dims, keep)
	case p == 1:
		return x.reduce(&prim.Sum, dims, keep)
	case p == 2:
		return x.Square().reduce(&prim.Sum, dims, keep).Sqrt()
	}
	return x.Pow(p).reduce(&prim.Sum, dims, keep).Pow(1 / p)
}

var sorted = Reference(func(c *Call) []Tensor {
	var attrs []ir.NamedAttr
	if c.Bool("descending") {
		attrs = append(attrs, prim.Flag(c.Context(), "descending"))
	}
	return c.T("self").along(&prim.Sort, c.Dim("dim"), attrs...)
})

// differences returns the differences of neighbors along a dimension. For bools, it says which neighbors differ.
func (x Tensor) differences(dim int) Tensor {
	after, before := x.Slice(dim, 1, ir.Dynamic, 1), x.Slice(dim, 0, -1, 1)
	if ir.IsInt(x.Elem(), 1) {
		return after.Ne(before)
	}
	return after.Sub(before)
}
