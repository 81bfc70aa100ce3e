package gradients

import (
	"math"

	"github.com/girih-ir/girih/dialects/torch"
	"github.com/girih-ir/girih/ir"
)

// norms are rules of operators that work along dimensions.
var norms = named("torch.aten.", map[string]Rule{
	// The gradient of max and min of all elements is divided evenly among the elements that are equal to the result.
	// NaNs count as equal.
	"max": {Reverse: everywhere}, "min": {Reverse: everywhere},
	"max.dim": {Reverse: place}, "min.dim": {Reverse: place},
	"std.correction": {Reverse: func(c *Call) { c.Give(c.T("self"), c.deviation()) }},
	"std_mean.correction": {Reverse: func(c *Call) {
		x := c.T("self")
		dims := c.Dims("dim", x)
		mean := spread(c.G(1), x, dims, c.Bool("keepdim")).Div(c.count(x, dims))
		c.Give(x, c.deviation().Add(mean))
	}},
	"linalg_vector_norm": {Reverse: func(c *Call) {
		x := c.T("self")
		dims, p := c.Dims("dim", x), c.Float("ord")
		over := func(t Tensor) Tensor { return spread(t, x, dims, c.Bool("keepdim")) }
		g, y := over(c.G(0)), over(c.Y(0))
		unless0 := func(t Tensor) Tensor { return y.Eq(0).Where(0, t) }
		switch {
		case p == 0:
		case p == 1:
			c.Give(x, g.Mul(x.Sign()))
		case p == 2:
			c.Give(x, unless0(g.Mul(x.Div(y))))
		case math.IsInf(p, 0):
			c.Give(x, g.Mul(x.Sign()).Mul(evenly(x.Abs().Eq(y).To(g.Elem()), dims)))
		default:
			c.Give(x, unless0(g.Mul(x.Sign()).Mul(x.Abs().Div(y).Pow(p-1))))
		}
	}},
	"logsumexp": {Reverse: func(c *Call) {
		x := c.T("self")
		over := func(t Tensor) Tensor { return spread(t, x, c.Dims("dim", x), c.Bool("keepdim")) }
		c.Give(x, over(c.G(0)).Mul(x.Sub(over(c.Y(0))).Exp()))
	}},
	"softmax.int": {Reverse: softmax}, "_softmax": {Reverse: softmax}, "_safe_softmax": {Reverse: softmax},
	"log_softmax.int": {Reverse: logSoftmax}, "_log_softmax": {Reverse: logSoftmax},
	"native_layer_norm": {Reverse: func(c *Call) {
		x, mean, rstd := c.T("input"), c.Y(1), c.Y(2)
		c.layerNorm(mean, rstd)
		n := c.count(x, c.normalized(x))
		if c.Has(1) {
			c.Give(x, c.G(1).Div(n).Expand(x.Shape()))
		}
		if c.Has(2) {
			cube := rstd.Mul(rstd).Mul(rstd).Neg()
			c.Give(x, c.G(2).Mul(cube).Mul(x.Sub(mean)).Div(n))
		}
	}},
	"rms_norm": {Reverse: func(c *Call) {
		wide := c.T("input").To(torch.OpMath(c.Context(), c.T("input").Elem()))
		eps := math.Pow(2, float64(1-wide.Elem().(*ir.FloatType).Format.Precision()))
		if c.Inherent("eps") != nil {
			eps = c.Float("eps")
		}
		c.rmsNorm(wide.Mul(wide).KeepMean(c.normalized(wide)...).Add(eps).RSqrt())
	}},
	"_fused_rms_norm": {Reverse: func(c *Call) {
		x, rstd := c.T("input"), c.Y(1)
		c.rmsNorm(rstd)
		if c.Has(1) { // the gradient of result rstd
			cube := rstd.Mul(rstd).Mul(rstd).Neg()
			c.Give(x, c.G(1).Mul(cube).Mul(x.To(rstd.Elem())).Div(c.count(x, c.normalized(x))).To(x.Elem()))
		}
	}},
	"layer_norm": {Reverse: func(c *Call) {
		x := c.T("input")
		dims := c.normalized(x)
		c.layerNorm(x.KeepMean(dims...), x.Var(0, true, dims...).Add(c.Float("eps")).RSqrt())
	}},
})

// rmsNorm sets the gradients of input and weight. It computes as PyTorch does, in the type of rstd.
func (c *Call) rmsNorm(rstd Tensor) {
	x, g := c.T("input"), c.G(0).To(rstd.Elem())
	normal, h := x.To(rstd.Elem()).Mul(rstd), g
	if w, ok := c.Maybe("weight"); ok {
		h = g.Mul(w)
		c.Give(w, g.Mul(normal).To(w.Elem()))
	}
	c.Give(x, h.Sub(normal.Mul(h.Mul(normal).KeepMean(c.normalized(x)...))).Mul(rstd).To(x.Elem()))
}

// everywhere is the rule of an extremum of all elements.
func everywhere(c *Call) {
	x, y, g := c.T("self"), c.Y(0), c.G(0)
	is := x.Eq(y).Or(x.IsNaN().And(y.IsNaN())).To(x.Elem())
	c.Give(x, g.Mul(evenly(is, allDims(x))))
}

// place is the rule of an extremum along a dimension. Result 1 is the index of the extremum.
func place(c *Call) {
	x, at, g := c.T("self"), c.Y(1), c.G(0)
	d := c.Dim("dim", x)
	if x.Rank() == 0 {
		c.Give(x, g)
		return
	}
	if !c.Bool("keepdim") {
		at, g = at.Unsqueeze(d), g.Unsqueeze(d)
	}
	c.Give(x, scattered(x, at, g, d))
}

// deviation returns the gradient of a standard deviation, which is 0 where the standard deviation is 0.
func (c *Call) deviation() Tensor {
	x := c.T("self")
	dims := c.Dims("dim", x)
	correction := 1.0
	if a := c.Inherent("correction"); a != nil {
		correction = c.Float("correction")
	}
	over := func(t Tensor) Tensor { return spread(t, x, dims, c.Bool("keepdim")) }
	y := over(c.Y(0))
	slope := x.Sub(x.KeepMean(dims...)).Div(y.Mul(c.count(x, dims).Sub(correction)))
	return y.Eq(0).Where(0, over(c.G(0)).Mul(slope))
}

func softmax(c *Call) {
	y, g := c.Y(0), c.G(0)
	c.Give(c.T("self"), y.Mul(g.Sub(g.Mul(y).KeepSum(c.Dim("dim", y)))))
}

func logSoftmax(c *Call) {
	y, g := c.Y(0), c.G(0)
	c.Give(c.T("self"), g.Sub(y.Exp().Mul(g.KeepSum(c.Dim("dim", y)))))
}

// normalized returns the dimensions that a layer normalization normalizes.
func (c *Call) normalized(x Tensor) (dims []int) {
	for d := x.Rank() - len(c.Ints("normalized_shape")); d < x.Rank(); d++ {
		dims = append(dims, d)
	}
	return dims
}

// layerNorm sets the gradients of input, weight and bias.
func (c *Call) layerNorm(mean, rstd Tensor) {
	x, g := c.T("input"), c.G(0)
	dims := c.normalized(x)
	normal, h := x.Sub(mean).Mul(rstd), g
	if w, ok := c.Maybe("weight"); ok {
		h = g.Mul(w)
		c.Give(w, g.Mul(normal))
	}
	if b, ok := c.Maybe("bias"); ok {
		c.Give(b, g)
	}
	c.Give(x, h.Sub(h.KeepMean(dims...)).Sub(normal.Mul(h.Mul(normal).KeepMean(dims...))).Mul(rstd))
}
