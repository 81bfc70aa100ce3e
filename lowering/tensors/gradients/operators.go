package gradients

import (
	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/dialects/torch"
	"github.com/girih-ir/girih/lowering/tensors/references"
)

// operators are rules of operators on several tensors.
var operators = named("torch.aten.", map[string]Rule{
	"clamp.Tensor":     {Reverse: clampTensor},
	"clamp_min.Tensor": {Reverse: clampTensor},
	"clamp_max.Tensor": {Reverse: clampTensor},
	"logaddexp": {Reverse: func(c *Call) {
		x, y, g := c.T("self"), c.T("other"), c.G(0)
		c.Give(x, g.Div(y.Sub(x).Exp().Add(1)))
		c.Give(y, g.Div(x.Sub(y).Exp().Add(1)))
	}},
	"logaddexp2": {Reverse: func(c *Call) {
		x, y, g := c.T("self"), c.T("other"), c.G(0)
		c.Give(x, g.Div(y.Sub(x).Exp2().Add(1)))
		c.Give(y, g.Div(x.Sub(y).Exp2().Add(1)))
	}},
	"xlogy.Tensor": {Reverse: func(c *Call) {
		x, y, g := c.T("self"), c.T("other"), c.G(0)
		c.Give(x, g.Mul(x.Eq(0).And(y.Le(0)).Where(0, y.Log())))
		c.Give(y, g.Mul(x.Div(y)))
	}},
	"copysign.Tensor": {Reverse: func(c *Call) {
		x, y, g := c.T("self"), c.Y(0), c.G(0)
		c.Give(x, g.Mul(x.Eq(0).Where(0, y.Div(x))))
	}},
	// Gradients of repeated indices add up. The row at the padding index has none.
	"embedding": {Reverse: func(c *Call) {
		w, at, g := c.T("weight"), c.T("indices").To(c.Context().I(64)), c.G(0)
		if c.Bool("scale_grad_by_freq") {
			references.Fail("%w of torch.aten.embedding with scale_grad_by_freq: there is no rule for it", ErrNoRule)
		}
		if p := c.Int("padding_idx"); p >= 0 {
			g = at.Eq(p).Unsqueeze(-1).Where(0, g)
		}
		c.Give(w, zeros(w).Prims(&prim.IndexPut, []Tensor{g, at}, prim.IntsAttr(c.Context(), "dims", []int{0}),
			prim.Flag(c.Context(), "accumulate"))[0])
	}},
	// The weights are computed again, rather than stored for all pairs of queries and keys. With dropout, the gradient
	// needs the same random numbers as the result.
	"scaled_dot_product_attention": {Reverse: attention,
		Decomposed: func(c *torch.Call) bool { return c.Float("dropout_p") != 0 }},
	"_scaled_dot_product_flash_attention_for_cpu": {Reverse: attention},
	"max_pool2d_with_indices":                     {Reverse: func(c *Call) { c.pooled(c.Y(1)) }},
	"max_pool2d": {Reverse: func(c *Call) {
		at := c.Context().TensorType(sizesOf(c.Y(0)), c.Context().I(64), nil)
		op, err := torch.Another(c.b, c.Call, "torch.aten.max_pool2d_with_indices", c.Y(0).Type(), at)
		if err != nil {
			references.Fail("%w", err)
		}
		c.pooled(references.Of(c.b, op.Result(1)))
	}},
})

func attention(c *Call) {
	if c.NumResults() > 1 && c.Has(1) {
		references.Fail("%w of the second result of %s: the logarithms of sums are for gradients", ErrNoRule, c.Name())
	}
	q, k, v := c.T("query"), c.T("key"), c.T("value")
	mask, _ := c.Maybe("attn_mask")
	a := references.Attention{Scale: c.Number("scale"), Causal: c.Bool("is_causal"), Mask: mask,
		Groups: c.Schema.Has("enable_gqa") && c.Bool("enable_gqa")}
	dq, dk, dv, dmask := a.Gradients(q, k, v, c.G(0))
	c.Give(q, dq)
	c.Give(k, dk)
	c.Give(v, dv)
	if mask.Value != nil {
		c.Give(mask, dmask)
	}
}

func clampTensor(c *Call) {
	x, g := c.T("self"), c.G(0)
	var low, high any
	var lo, hi Tensor
	if c.Schema.Has("min") {
		if t, ok := c.Maybe("min"); ok {
			lo, low = t, t
		}
	}
	if c.Schema.Has("max") {
		if t, ok := c.Maybe("max"); ok {
			hi, high = t, t
		}
	}
	c.Give(x, within(x, low, high).Where(g, 0))
	switch {
	case high == nil:
		c.Give(lo, x.Lt(low).Where(g, 0))
	case low == nil:
		c.Give(hi, x.Gt(high).Where(g, 0))
	default:
		c.Give(lo, x.Lt(lo).And(lo.Lt(hi)).Where(g, 0))
		c.Give(hi, x.Gt(hi).Or(hi.Lt(lo)).Where(g, 0))
	}
}

// pooled sets the gradient of images from that of their pooled maxima. at has the indices of the maxima in the
// flattened last two dimensions.
func (c *Call) pooled(at Tensor) {
	x, g := c.T("self"), c.G(0)
	rest := x.Shape()[:x.Rank()-2]
	flat := func(t Tensor) Tensor { return t.Reshape(append(rest[:len(rest):len(rest)], t.Numel(-2, -1))...) }
	c.Give(x, scattered(flat(x), flat(at), flat(g), x.Rank()-2).Reshape(x.Shape()...))
}
