package references

import (
	"strings"

	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/ir"
)

// layerGradients are operators that compute gradients of layers and views. Traced training steps call them by name.
var layerGradients = aten(map[string]Reference{
	"native_batch_norm_backward": func(c *Call) []Tensor {
		g, x := c.T("grad_out"), c.T("input")
		channels := func(t Tensor) Tensor { return wide(t).along1(x.Rank()) }
		dims, h, train := besidesChannels(x), wide(g), c.Bool("train")
		var mean, rstd Tensor
		if train {
			mean, rstd = c.T("save_mean"), c.T("save_invstd")
		} else {
			mean, rstd = c.T("running_mean"), wide(c.T("running_var")).Add(c.Float("eps")).RSqrt()
		}
		normal, weight := wide(x).Sub(channels(mean)).Mul(channels(rstd)), x
		scale := channels(rstd)
		if w, ok := c.Maybe("weight"); ok {
			weight, scale = w, scale.Mul(channels(w))
		}
		return c.wanted(g, func() Tensor {
			dx := h
			if train {
				dx = h.Sub(h.KeepMean(dims...)).Sub(normal.Mul(h.Mul(normal).KeepMean(dims...)))
			}
			return dx.Mul(scale).To(x.Elem())
		}, func() Tensor { return h.Mul(normal).Sum(dims...).To(weight.Elem()) },
			func() Tensor { return h.Sum(dims...).To(weight.Elem()) })
	},
	"convolution_backward": func(c *Call) []Tensor {
		x, w, g := c.T("input"), c.T("weight"), c.T("grad_output")
		k := c.geometry(c.Bool("transposed"), c.Ints("output_padding"))
		return c.wanted(g, func() Tensor { return k.ImagesGradient(x, w, g) },
			func() Tensor { return k.FiltersGradient(x, w, g) },
			func() Tensor { return wide(g).Sum(besidesChannels(g)...).To(g.Elem()) })
	},
	"_scaled_dot_product_flash_attention_for_cpu_backward": func(c *Call) []Tensor {
		a, q, k, v := c.undropped(), c.T("query"), c.T("key"), c.T("value")
		logs := c.T("logsumexp").Unsqueeze(-1)
		p := logs.Eq(-infinity).Where(0, a.scores(q, k).Sub(logs).Exp())
		dq, dk, dv, _ := a.back(p, q, k, v, c.T("grad_out"))
		return []Tensor{dq.To(q.Elem()), dk.To(k.Elem()), dv.To(v.Elem())}
	},
	"max_pool2d_with_indices_backward": one(func(c *Call) Tensor {
		x, g, at := c.T("self"), c.T("grad_output"), c.T("indices")
		if x.Rank() < 3 || g.Rank() != x.Rank() || at.Rank() != x.Rank() {
			Fail("expected images, gradients and indices of 3 or 4 dimensions, but they have %d, %d and %d", x.Rank(), g.Rank(),
				at.Rank())
		}
		flat := func(t Tensor) Tensor { return t.Reshape(append(t.Shape()[:t.Rank()-2], t.Numel(-2, -1))...) }
		return flat(x.Like(0)).Prims(&prim.Scatter, []Tensor{flat(at), flat(g)},
			prim.IntAttr(c.Context(), "dim", x.Rank()-2), ir.NamedAttr{Name: "reduction",
				Value: c.Context().StringAttr("sum")})[0].Reshape(x.Shape()...)
	}),
	"leaky_relu_backward": gradient("self", func(c *Call, g, x Tensor) Tensor {
		return x.Gt(0).Where(g, g.Mul(c.Number("negative_slope")))
	}),
	"hardtanh_backward": gradient("self", func(c *Call, g, x Tensor) Tensor {
		return x.Le(c.Number("min_val")).Or(x.Ge(c.Number("max_val"))).Where(0, g)
	}),
	"hardswish_backward": gradient("self", func(_ *Call, g, x Tensor) Tensor {
		return x.Le(-3).Where(0, x.Lt(3).Where(g.Mul(x.Div(3).Add(0.5)), g))
	}),
	"hardsigmoid_backward": gradient("self", func(_ *Call, g, x Tensor) Tensor {
		return x.Gt(-3).And(x.Lt(3)).Where(g.Div(6), 0)
	}),
	"softplus_backward": gradient("self", func(c *Call, g, x Tensor) Tensor {
		z := x.Mul(c.Float("beta"))
		return z.Gt(c.Float("threshold")).Where(g, g.Mul(z.Sigmoid()))
	}),
	"elu_backward": gradient("self_or_result", func(c *Call, g, x Tensor) Tensor {
		scale, steep, low := c.Float("scale"), c.Float("input_scale"), c.Float("alpha")*c.Float("scale")
		if c.Bool("is_result") {
			return x.Le(0).Where(g.Mul(x.Add(low)).Mul(steep), g.Mul(scale))
		}
		return x.Le(0).Where(g.Mul(x.Mul(steep).Exp()).Mul(low*steep), g.Mul(scale))
	}),
	"slice_backward": one(func(c *Call) Tensor {
		g := c.T("grad_output")
		zeros := g.Full(c.Shape("input_sizes"), g.Elem(), 0)
		return zeros.putSlice(g, c.Dim("dim"), c.Int("start"), c.Int("end"), c.Int("step"))
	}),
	"select_backward": one(func(c *Call) Tensor {
		g := c.T("grad_output")
		zeros := g.Full(c.Shape("input_sizes"), g.Elem(), 0)
		return zeros.putSelected(g, c.Dim("dim"), c.Int("index"))
	}),
})

// wanted builds the gradients that the argument output_mask selects, such as [true, false, true]. The others are
// tensors without elements, of g's element type.
func (c *Call) wanted(g Tensor, gradients ...func() Tensor) (out []Tensor) {
	mask := strings.Split(strings.ToLower(strings.Trim(c.String("output_mask"), "[]")), ",")
	if len(mask) != len(gradients) {
		Fail("output_mask has %d bools, not %d", len(gradients), len(mask))
	}
	for i, build := range gradients {
		if strings.TrimSpace(mask[i]) == "true" {
			out = append(out, build())
		} else {
			out = append(out, g.Full([]Size{Const(0)}, g.Elem(), 0))
		}
	}
	return out
}

// putSlice returns x with the part that Slice would return replaced.
func (x Tensor) putSlice(part Tensor, dim int, start, end, step int64) Tensor {
	dim = x.dim(dim)
	n := x.known(dim)
	clip := func(v int64) int64 {
		if v < 0 {
			v = max(v+n, 0)
		}
		return min(v, n)
	}
	starts, limits, steps := x.whole()
	starts[dim], limits[dim], steps[dim] = clip(start), max(clip(start), clip(end)), step
	return x.Prims(&prim.SliceScatter, []Tensor{part}, prim.IntsAttr(x.ctx(), "starts", starts),
		prim.IntsAttr(x.ctx(), "limits", limits), prim.IntsAttr(x.ctx(), "strides", steps))[0]
}

// putSelected returns x with the part that Select would return replaced.
func (x Tensor) putSelected(part Tensor, dim int, index int64) Tensor {
	dim = x.dim(dim)
	n := x.known(dim)
	if index < -n || index >= n {
		Fail("index %d is out of range for dimension %d of size %d", index, dim, n)
	}
	index = (index + n) % n
	return x.putSlice(part.Unsqueeze(dim), dim, index, index+1, 1)
}
