package references

import (
	"math"
	"slices"

	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/dialects/torch"
	"github.com/girih-ir/girih/ir"
)

// Attention is softmax(query * key' * scale + mask) * value (Vaswani et al., "Attention is all you need"), along the
// last two dimensions. It computes in f32 or wider. But as in PyTorch's fused GPU kernels, factors of products are
// rounded to the operands' type: weights, and gradients of scores. A query without visible keys has the result 0, not
// NaN.
type Attention struct {
	Scale  any    // a number; nil stands for 1/sqrt(size of a query)
	Causal bool   // queries do not see later keys
	Groups bool   // consecutive heads of queries share a head of keys and values (grouped-query attention)
	Mask   Tensor // numbers to add to the scores, or bools for visible keys; without Value if there is none
	// Drop returns weights of which some are set to 0, and the others are scaled up; nil for all weights as they are.
	Drop func(weights Tensor) Tensor
}

// attention returns the parameters of an attention operator.
func (c *Call) attention() Attention {
	mask, masked := c.Maybe("attn_mask")
	q := c.T("query").Elem()
	if masked && mask.Dtype() != prim.Bool && mask.Elem() != q && mask.Elem() != c.Context().F32() {
		Fail("expected attn_mask dtype to be bool or float or to match query dtype, but got %s and %s",
			ir.Quote(mask.Elem()), ir.Quote(q))
	}
	a := Attention{Scale: c.Number("scale"), Causal: c.Bool("is_causal"), Mask: mask,
		Groups: c.Schema.Has("enable_gqa") && c.Bool("enable_gqa")}
	if p := c.Float("dropout_p"); p != 0 {
		a.Drop = func(weights Tensor) Tensor {
			y, _ := c.dropped(weights, p, true)
			return y
		}
	}
	return a
}

// undropped returns the parameters of an attention operator that PyTorch has no dropout for.
func (c *Call) undropped() Attention {
	if p := c.Float("dropout_p"); p != 0 {
		Fail("dropout_p must be 0 here, as in PyTorch, but got %v; use scaled_dot_product_attention", p)
	}
	return c.attention()
}

// Apply returns the attention of queries (..., L, E) to keys (..., S, E) and values (..., S, V).
func (a Attention) Apply(q, k, v Tensor) Tensor {
	if a.Groups {
		shape := q.Shape()
		shape[len(shape)-1] = v.Size(-1)
		inner, split := a.grouped(q, k)
		return inner.Apply(split(q), k.Unsqueeze(-3), v.Unsqueeze(-3)).Reshape(shape...)
	}
	p := a.weights(a.scores(q, k))
	if a.Drop != nil {
		p = a.Drop(p)
	}
	return p.To(v.Elem()).wideMatmul(v).To(q.Elem())
}

// Gradients returns the gradients of queries, keys, values, and of the numbers that the mask adds, given the gradient g
// of the result. They are not yet summed along dimensions in which an operand was broadcast. All weights are computed
// again.
func (a Attention) Gradients(q, k, v, g Tensor) (dq, dk, dv, dmask Tensor) {
	if a.Groups {
		inner, split := a.grouped(q, k)
		dq, dk, dv, dmask = inner.Gradients(split(q), k.Unsqueeze(-3), v.Unsqueeze(-3), split(g))
		pairs := append(q.Shape()[:q.Rank()-1], k.Size(-2))
		return dq.Reshape(q.Shape()...), dk.Sum(-3), dv.Sum(-3), dmask.Reshape(pairs...)
	}
	p := a.weights(a.scores(q, k))
	return a.back(p, q, k, v, g)
}

// grouped returns the attention for heads divided into groups, and a function that divides them: (..., H, L, E) becomes
// (..., heads of keys, heads of a group, L, E). Keys have shape (..., heads of keys, 1, S, E).
func (a Attention) grouped(q, k Tensor) (inner Attention, split func(x Tensor) Tensor) {
	if q.Rank() < 3 || k.Rank() != q.Rank() {
		Fail("enable_gqa needs heads: tensors of one rank, at least 3")
	}
	heads, known := q.Size(-3).Known()
	shared, also := k.Size(-3).Known()
	if !known || !also || shared == 0 || heads%shared != 0 {
		Fail("Number of heads in key and value must divide the number of heads in query")
	}
	split = func(x Tensor) Tensor {
		if x.Rank() < 3 {
			return x
		}
		if n, _ := x.Size(-3).Known(); n == 1 && heads > 1 {
			return x.Unsqueeze(-3)
		}
		shape := x.Shape()
		last := len(shape) - 3
		return x.Reshape(slices.Concat(shape[:last], []Size{Const(shared), Const(heads / shared)}, shape[last+1:])...)
	}
	inner = a
	inner.Groups = false
	if a.Mask.Value != nil {
		inner.Mask = split(a.Mask)
	}
	return inner, split
}

// back returns the gradients of queries, keys, values and scores, given the weights p.
func (a Attention) back(p, q, k, v, g Tensor) (dq, dk, dv, scores Tensor) {
	dp := g.wideMatmul(v.Transpose(-2, -1))
	scores = p.Mul(dp.Sub(dp.Mul(p).KeepSum(-1)))
	products := a.scaled(scores, q).To(q.Elem())
	dq, dk = products.wideMatmul(k), products.Transpose(-2, -1).wideMatmul(q)
	return dq, dk, p.To(g.Elem()).Transpose(-2, -1).wideMatmul(g), scores
}

// scores returns the operands of the softmax: scaled and masked products of queries and keys.
func (a Attention) scores(q, k Tensor) Tensor {
	scores := a.scaled(q.wideMatmul(k.Transpose(-2, -1)), q)
	if a.Causal {
		column := q.Iota(k.Size(-2), q.index(), 0, 1)
		row := q.Iota(q.Size(-2), q.index(), 0, 1).Unsqueeze(-1)
		scores = column.Le(row).Where(scores, -infinity)
	}
	switch {
	case a.Mask.Value == nil:
		return scores
	case a.Mask.Dtype() == prim.Bool:
		return a.Mask.Where(scores, -infinity)
	}
	return scores.Add(a.Mask)
}

func (a Attention) weights(scores Tensor) Tensor {
	if a.Mask.Value != nil {
		return safeSoftmax(scores, -1)
	}
	return softmax(scores, -1)
}

// scaled multiplies x by the scale.
func (a Attention) scaled(x, q Tensor) Tensor {
	if a.Scale != nil {
		return x.Mul(a.Scale)
	}
	size := q.Size(-1)
	if n, ok := size.Known(); ok {
		return x.Div(math.Sqrt(float64(n)))
	}
	return x.Div(apply(x.b, &prim.Sqrt, size.tensor(q).To(x.ctx().F64())).To(x.Elem()))
}

// wide converts x to the type in which arithmetic on it is computed.
func wide(x Tensor) Tensor { return x.To(torch.OpMath(x.ctx(), x.Elem())) }

// safeSoftmax is softmax, but 0 if all elements are -Inf.
func safeSoftmax(x Tensor, dim int) Tensor {
	if x.isEmpty() {
		return x
	}
	return x.KeepAMax(dim).Eq(math.Inf(-1)).Where(0, softmax(x, dim))
}

// tensor returns a size as a tensor of rank 0.
func (s Size) tensor(x Tensor) Tensor {
	if n, ok := s.Known(); ok {
		return x.Full(nil, x.index(), n)
	}
	return Tensor{x.b.Build(&prim.IndexTensor, []*ir.Value{s.v}).Result(0), x.b}
}
