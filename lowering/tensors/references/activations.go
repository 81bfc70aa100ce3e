package references

import "math"

// activations are the references of activation functions.
var activations = aten(map[string]Reference{
	// relu keeps NaN, and its gradient at 0 is 0.
	"relu":  of(func(x Tensor) Tensor { return x.Le(0).Where(0, x) }),
	"relu6": elementwise(func(_ *Call, x Tensor) Tensor { return x.Clamp(0, 6) }),
	"hardtanh": elementwise(func(c *Call, x Tensor) Tensor {
		return x.Clamp(c.Number("min_val"), c.Number("max_val"))
	}),
	"leaky_relu": elementwise(func(c *Call, x Tensor) Tensor {
		return x.Gt(0).Where(x, x.Mul(c.Number("negative_slope")))
	}),
	"threshold": one(func(c *Call) Tensor {
		return c.T("self").Le(c.Number("threshold")).Where(c.Number("value"), c.T("self"))
	}),
	"elu": elementwise(func(c *Call, x Tensor) Tensor {
		alpha, scale := c.Float("alpha"), c.Float("scale")
		return x.Gt(0).Where(x.Mul(scale), x.Mul(c.Float("input_scale")).ExpM1().Mul(alpha*scale))
	}),
	"celu": elementwise(func(c *Call, x Tensor) Tensor {
		alpha := c.Float("alpha")
		return x.Gt(0).Where(x, x.Div(alpha).ExpM1().Mul(alpha))
	}),
	"selu": elementwise(func(_ *Call, x Tensor) Tensor { // Klambauer et al., "Self-normalizing neural networks"
		const alpha, scale = 1.6732632423543772848170429916717, 1.0507009873554804934193349852946
		return x.Gt(0).Where(x, x.ExpM1().Mul(alpha)).Mul(scale)
	}),
	"gelu": elementwise(func(c *Call, x Tensor) Tensor {
		if c.String("approximate") == "tanh" {
			cubic := x.Mul(x).Mul(x).Mul(0.044715).Add(x)
			return x.Mul(0.5).Mul(cubic.Mul(math.Sqrt(2 / math.Pi)).TanH().Add(1))
		}
		return x.Mul(0.5).Mul(x.Mul(math.Sqrt2 / 2).Erf().Add(1))
	}),
	"silu": elementwise(func(_ *Call, x Tensor) Tensor { return x.Mul(x.Sigmoid()) }),
	"mish": elementwise(func(_ *Call, x Tensor) Tensor { return x.Mul(softplus(x, 1, 20).TanH()) }),
	"softplus": elementwise(func(c *Call, x Tensor) Tensor {
		return softplus(x, c.Float("beta"), c.Float("threshold"))
	}),
	"log_sigmoid": elementwise(func(_ *Call, x Tensor) Tensor { return logSigmoid(x) }),
	"hardsigmoid": elementwise(func(_ *Call, x Tensor) Tensor { return x.Add(3).Clamp(0, 6).Div(6) }),
	"hardswish":   elementwise(func(_ *Call, x Tensor) Tensor { return x.Mul(x.Add(3).Clamp(0, 6)).Div(6) }),
	"hardshrink": one(func(c *Call) Tensor {
		x, l := c.T("self"), c.Float("lambd")
		return x.Ge(-l).And(x.Le(l)).Where(0, x)
	}),
	"softshrink": elementwise(func(c *Call, x Tensor) Tensor {
		l := c.Float("lambd")
		return x.Gt(l).Where(x.Sub(l), x.Lt(-l).Where(x.Add(l), x.Mul(0)))
	}),
	"glu": elementwise(func(c *Call, x Tensor) Tensor {
		n, ok := x.Size(c.Dim("dim")).Known()
		if !ok || n%2 != 0 {
			Fail("halving dimension must be even, but dimension %d is of size %d", c.Dim("dim"), n)
		}
		half := int64(n / 2)
		return x.Slice(c.Dim("dim"), 0, half, 1).Mul(x.Slice(c.Dim("dim"), half, int64(n), 1).Sigmoid())
	}),
	"prelu": one(func(c *Call) Tensor {
		x, w := c.T("self"), c.T("weight")
		if w.Rank() == 1 && x.Rank() > 1 {
			w = w.along1(x.Rank())
		}
		return x.Gt(0).Where(x, x.Mul(w))
	}),
})

func softplus(x Tensor, beta, threshold float64) Tensor {
	scaled := x.Mul(beta)
	return scaled.Gt(threshold).Where(x, scaled.Exp().Log1P().Div(beta))
}

// logSigmoid is log(1 / (1 + exp(-x))), without overflow.
func logSigmoid(x Tensor) Tensor { return x.Minimum(0).Sub(x.Abs().Neg().Exp().Log1P()) }

// along1 reshapes a vector to a tensor of the given rank, with the elements along dimension 1.
func (x Tensor) along1(rank int) Tensor {
	dims := []int{0}
	for d := 2; d < rank; d++ {
		dims = append(dims, d)
	}
	return x.Unsqueeze(dims...)
}
