package references

import (
	"math"

	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/dialects/torch"
	"github.com/girih-ir/girih/ir"
)

// backward are operators that compute gradients. Traced training steps call them by name.
var backward = aten(map[string]Reference{
	"threshold_backward": one(func(c *Call) Tensor {
		return c.T("self").Le(c.Number("threshold")).Where(0, c.T("grad_output"))
	}),
	"sigmoid_backward": gradient("output", func(_ *Call, g, y Tensor) Tensor { return g.Mul(y.Under(1)).Mul(y) }),
	"tanh_backward":    gradient("output", func(_ *Call, g, y Tensor) Tensor { return g.Mul(y.Square().Under(1)) }),
	"silu_backward": gradient("self", func(_ *Call, g, x Tensor) Tensor {
		s := x.Sigmoid()
		return g.Mul(s).Mul(x.Mul(s.Under(1)).Add(1))
	}),
	"gelu_backward": gradient("self", func(c *Call, g, x Tensor) Tensor {
		return x.GELUGradient(g, c.String("approximate"))
	}),
	"_softmax_backward_data": gradient("output", func(c *Call, g, y Tensor) Tensor {
		return y.Mul(g.Sub(g.Mul(y).KeepSum(c.Dim("dim"))))
	}),
	"_log_softmax_backward_data": gradient("output", func(c *Call, g, y Tensor) Tensor {
		return g.Sub(y.Exp().Mul(g.KeepSum(c.Dim("dim"))))
	}),
	"nll_loss_backward": one(func(c *Call) Tensor {
		x := c.T("self")
		t := c.classes(x)
		_, weights := c.likelihood(x)
		if c.Int("reduction") == 1 {
			weights = weights.Div(c.T("total_weight"))
		}
		channel := min(1, x.Rank()-1)
		class := t.Eq(c.Int("ignore_index")).Where(0, t).Unsqueeze(channel)
		slopes := c.T("grad_output").Mul(weights).Neg().Unsqueeze(channel)
		return x.Like(0).Prims(&prim.Scatter, []Tensor{class, slopes}, prim.IntAttr(c.Context(), "dim", channel),
			ir.NamedAttr{Name: "reduction", Value: c.Context().StringAttr("none")})[0]
	}),
	"native_layer_norm_backward": func(c *Call) []Tensor {
		elem := c.T("input").Elem()
		g, x, rstd := wide(c.T("grad_out")), wide(c.T("input")), wide(c.T("rstd"))
		dims := c.last(x, "normalized_shape")
		normal, h := x.Sub(wide(c.T("mean"))).Mul(rstd), g
		if w, ok := c.Maybe("weight"); ok {
			h = g.Mul(wide(w))
		}
		dx := func() Tensor {
			return h.Sub(h.KeepMean(dims...)).Sub(normal.Mul(h.Mul(normal).KeepMean(dims...))).Mul(rstd).To(elem)
		}
		sum := func(t Tensor) Tensor { return t.sumOuter(x.Rank() - len(dims)).To(elem) }
		return c.wanted(c.T("grad_out"), dx, func() Tensor { return sum(g.Mul(normal)) },
			func() Tensor { return sum(g) })
	},
	"_fused_rms_norm_backward": func(c *Call) []Tensor {
		x, rstd := c.T("input"), c.T("rstd")
		dims := c.last(x, "normalized_shape")
		g := c.T("grad_out").To(rstd.Elem())
		normal, h := x.To(rstd.Elem()).Mul(rstd), g
		w, weighted := c.Maybe("weight")
		if weighted {
			h = g.Mul(w)
		}
		dx := func() Tensor {
			return h.Sub(normal.Mul(h.Mul(normal).KeepMean(dims...))).Mul(rstd).To(x.Elem())
		}
		dw := func() Tensor {
			d := g.Mul(normal).sumOuter(x.Rank() - len(dims))
			if weighted {
				return d.To(w.Elem())
			}
			return d
		}
		return c.wanted(g, dx, dw)
	},
	"embedding_dense_backward": one(func(c *Call) Tensor {
		g, at := c.T("grad_output"), c.T("indices").long()
		if c.Bool("scale_grad_by_freq") {
			Fail("scale_grad_by_freq is not supported")
		}
		g = at.Eq(c.Int("padding_idx")).Unsqueeze(-1).Where(0, g)
		table := g.Full([]Size{Const(c.Int("num_weights")), g.Size(-1)}, g.Elem(), 0)
		return table.Prims(&prim.IndexPut, []Tensor{g, at}, prim.IntsAttr(c.Context(), "dims", []int{0}),
			prim.Flag(c.Context(), "accumulate"))[0]
	}),
})

// gradient makes a reference of a function of grad_output and another argument.
func gradient(other string, f func(c *Call, g, x Tensor) Tensor) Reference {
	return Promoted(torch.Default, []string{"grad_output", other}, func(c *Call) Tensor {
		return f(c, c.T("grad_output"), c.T(other))
	})
}

// GELUGradient returns g times the derivative of gelu at x. If approximate is "tanh", it is that of the approximation.
func (x Tensor) GELUGradient(g Tensor, approximate string) Tensor {
	if approximate == "tanh" {
		const a, b = 0.044715, 0.7978845608028654 // sqrt(2 / pi)
		t := x.Mul(x).Mul(x).Mul(a).Add(x).Mul(b).TanH()
		slope := t.Square().Under(1).Mul(x.Square().Mul(3 * a).Add(1)).Mul(b)
		return g.Mul(t.Add(1).Mul(0.5).Add(x.Mul(0.5).Mul(slope)))
	}
	cdf := x.Mul(math.Sqrt2 / 2).Erf().Add(1).Mul(0.5)
	pdf := x.Square().Mul(-0.5).Exp().Mul(1 / math.Sqrt(2*math.Pi))
	return g.Mul(cdf.Add(x.Mul(pdf)))
}

// sumOuter returns the sum over the first dimensions.
func (x Tensor) sumOuter(n int) Tensor {
	if n == 0 {
		return x
	}
	dims := make([]int, n)
	for d := range dims {
		dims[d] = d
	}
	return x.Sum(dims...)
}
