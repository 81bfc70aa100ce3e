package gradients

import (
	"math"

	"github.com/girih-ir/girih/dialects/torch"
)

// activations are rules of operators on one tensor. Otherwise they would be decomposed. The gradient of the
// decomposition would differ from PyTorch's at kinks, or would be NaN if a branch that is not taken overflows.
var activations = named("torch.aten.", map[string]Rule{
	// The gradient of clamp is g where x is within the bounds or equal to one of them.
	"clamp": pointwise(func(c *Call, g, x Tensor) Tensor {
		return within(x, c.Number("min"), c.Number("max")).Where(g, 0)
	}),
	"clamp_min": pointwise(func(c *Call, g, x Tensor) Tensor { return x.Ge(c.Number("min")).Where(g, 0) }),
	"clamp_max": pointwise(func(c *Call, g, x Tensor) Tensor { return x.Le(c.Number("max")).Where(g, 0) }),
	// The gradient of hardtanh is 0 where x is equal to a bound.
	"hardtanh": pointwise(func(c *Call, g, x Tensor) Tensor {
		return x.Le(c.Number("min_val")).Or(x.Ge(c.Number("max_val"))).Where(0, g)
	}),
	"relu6":       pointwise(func(_ *Call, g, x Tensor) Tensor { return x.Le(0).Or(x.Ge(6)).Where(0, g) }),
	"hardsigmoid": pointwise(func(_ *Call, g, x Tensor) Tensor { return x.Gt(-3).And(x.Lt(3)).Where(g.Div(6), 0) }),
	"hardswish": pointwise(func(_ *Call, g, x Tensor) Tensor {
		return x.Le(-3).Where(0, x.Lt(3).Where(g.Mul(x.Div(3).Add(0.5)), g))
	}),
	"softshrink": pointwise(func(c *Call, g, x Tensor) Tensor {
		return x.Ge(-c.Float("lambd")).And(x.Le(c.Float("lambd"))).Where(0, g)
	}),
	"sigmoid": {
		Reverse: func(c *Call) { c.Give(c.T("self"), c.G(0).Mul(c.Y(0).Under(1)).Mul(c.Y(0))) },
		Forward: func(c *Call) []Tensor {
			t, _ := c.Tangent(0)
			return []Tensor{t.Mul(c.Y(0).Under(1)).Mul(c.Y(0))}
		},
	},
	"silu": pointwise(func(_ *Call, g, x Tensor) Tensor {
		s := x.Sigmoid()
		return g.Mul(s).Mul(x.Mul(s.Under(1)).Add(1))
	}),
	"mish": pointwise(func(_ *Call, g, x Tensor) Tensor {
		t := x.Gt(20).Where(x, x.Exp().Log1P()).TanH()
		return g.Mul(t.Add(x.Mul(x.Sigmoid()).Mul(t.Square().Under(1))))
	}),
	"softplus": pointwise(func(c *Call, g, x Tensor) Tensor {
		z := x.Mul(c.Float("beta"))
		return z.Gt(c.Float("threshold")).Where(g, g.Mul(z.Sigmoid()))
	}),
	"log_sigmoid": pointwise(func(_ *Call, g, x Tensor) Tensor { return g.Mul(x.Neg().Sigmoid()) }),
	"elu": pointwise(func(c *Call, g, x Tensor) Tensor {
		scale, steep := c.Float("scale"), c.Float("input_scale")
		return x.Le(0).Where(g.Mul(x.Mul(steep).Exp()).Mul(c.Float("alpha")*scale*steep), g.Mul(scale))
	}),
	"celu": pointwise(func(c *Call, g, x Tensor) Tensor {
		return x.Le(0).Where(g.Mul(x.Div(c.Float("alpha")).Exp()), g)
	}),
	"selu": pointwise(func(_ *Call, g, x Tensor) Tensor {
		const alpha, scale = 1.6732632423543772848170429916717, 1.0507009873554804934193349852946
		return x.Le(0).Where(g.Mul(x.Exp()).Mul(alpha*scale), g.Mul(scale))
	}),
	"gelu": pointwise(func(c *Call, g, x Tensor) Tensor { return x.GELUGradient(g, c.String("approximate")) }),
	"sinc": pointwise(func(_ *Call, g, x Tensor) Tensor {
		a := x.Mul(math.Pi)
		return x.Eq(0).Where(0, g.Mul(a.Cos().Mul(a).Sub(a.Sin()).Div(a.Mul(x))))
	}),
	"logit": pointwise(func(c *Call, g, x Tensor) Tensor {
		slope := g.Div(x.Mul(x.Under(1)))
		if eps, ok := c.Number("eps").(float64); ok {
			return x.Lt(eps).Or(x.Gt(1-eps)).Where(0, slope)
		}
		return x.Lt(0).Or(x.Gt(1)).Where(math.NaN(), slope)
	}),
	"nan_to_num": pointwise(func(_ *Call, g, x Tensor) Tensor { return x.IsFinite().Where(g, 0) }),
	"frac":       pointwise(func(_ *Call, g, _ Tensor) Tensor { return g }),
	"detach":     constant,
	"heaviside":  constant,
})

// pointwise is the rule of an elementwise operator of the tensor self. times returns g times the derivative. As in
// PyTorch, it is computed in f32 for narrow floats, and rounded once.
func pointwise(times func(c *Call, g, x Tensor) Tensor) Rule {
	of := func(c *Call, g Tensor) Tensor {
		x := c.T("self")
		wide := torch.OpMath(c.Context(), x.Elem())
		return times(c, g.To(wide), x.To(wide)).To(x.Elem())
	}
	return Rule{
		Reverse: func(c *Call) { c.Give(c.T("self"), of(c, c.G(0))) },
		Forward: func(c *Call) []Tensor {
			t, _ := c.Tangent(0)
			return []Tensor{of(c, t).To(c.Y(0).Elem())}
		},
	}
}

// within reports whether x is within bounds. A bound is a tensor, a number, or nil if there is none.
func within(x Tensor, low, high any) Tensor {
	switch {
	case low == nil:
		return x.Le(high)
	case high == nil:
		return x.Ge(low)
	}
	return x.Ge(low).And(x.Le(high))
}
