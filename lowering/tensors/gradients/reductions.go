package gradients

import (
	"slices"

	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/tensors/references"
)

// reductions are the rules of primitives that reduce dimensions.
var reductions = named("prim.", map[string]Rule{
	"sum":  linear(func(c *Call) { c.Give(c.X(0), c.expanded(c.G(0))) }),
	"prod": weighted(func(c *Call) Tensor { return withoutEach(c.X(0), listed(c)) }),
	"amax": weighted(among), "amin": weighted(among),
	"var": weighted(func(c *Call) Tensor {
		x, dims := c.X(0), listed(c)
		correction, _ := prim.NumberOf(c.Inherent("correction")).(float64)
		if n, ok := prim.NumberOf(c.Inherent("correction")).(int64); ok {
			correction = float64(n)
		}
		return x.Sub(x.KeepMean(dims...)).Mul(2).Div(c.count(x, dims).Sub(correction))
	}),
})

// weighted is the rule of a reduction whose derivative with respect to each element is a weight.
func weighted(weight func(c *Call) Tensor) Rule {
	return Rule{
		Reverse: func(c *Call) { c.Give(c.X(0), c.expanded(c.G(0)).Mul(weight(c))) },
		Forward: func(c *Call) []Tensor {
			t, _ := c.Tangent(0)
			return []Tensor{sum(t.Mul(weight(c)), listed(c))}
		},
	}
}

// listed returns the dimensions in a primitive's attribute dims.
func listed(c *Call) (dims []int) {
	for _, d := range c.Ints("dims") {
		dims = append(dims, int(d))
	}
	return dims
}

// sum sums along dimensions. Without dimensions, it returns x.
func sum(x Tensor, dims []int) Tensor {
	if len(dims) == 0 {
		return x
	}
	return x.Sum(dims...)
}

// expanded broadcasts the result of a reduction to the shape of its operand.
func (c *Call) expanded(g Tensor) Tensor { return spread(g, c.X(0), listed(c), false) }

// spread broadcasts the result of a reduction of x along dimensions to the shape of x. kept says whether the result has
// these dimensions, with size 1.
func spread(g, x Tensor, dims []int, kept bool) Tensor {
	if len(dims) == 0 || x.Rank() == 0 {
		return g
	}
	if !kept {
		g = g.Unsqueeze(dims...)
	}
	return g.Expand(x.Shape())
}

// count returns the number of elements along dimensions, as a scalar of x's element type.
func (c *Call) count(x Tensor, dims []int) Tensor {
	one := x.Full(nil, x.Elem(), 1.0)
	if len(dims) == 0 {
		return one
	}
	return one.Mul(x.Numel(dims...))
}

// among returns 1/n at the n extrema of each reduction, and 0 elsewhere. It is NaN for all elements if one of them is
// NaN.
func among(c *Call) Tensor {
	x := c.X(0)
	return evenly(x.Eq(c.expanded(c.Y(0))).To(x.Elem()), listed(c))
}

func evenly(is Tensor, dims []int) Tensor {
	if len(dims) == 0 {
		return is
	}
	return is.Div(is.KeepSum(dims...))
}

// withoutEach returns, for each element, the product of all other elements along dimensions: the product of those
// before it times that of those behind it. Since it does not divide, zeros need no special case.
func withoutEach(x Tensor, dims []int) Tensor {
	if len(dims) == 0 || x.Rank() == 0 {
		return x.Like(1.0)
	}
	var order []int
	for d := range x.Rank() {
		if !slices.Contains(dims, d) {
			order = append(order, d)
		}
	}
	order = append(order, dims...)
	moved := x.Permute(order...)
	outer := moved.Shape()[:x.Rank()-len(dims)]
	rows := moved.Reshape(append(outer, x.Numel(dims...))...)
	both := before(rows).Mul(before(rows.Flip(-1)).Flip(-1)).Reshape(moved.Shape()...)
	back := make([]int, x.Rank())
	for i, d := range order {
		back[d] = i
	}
	return both.Permute(back...)
}

// before returns, for each element, the product of the elements before it along the last dimension.
func before(x Tensor) Tensor {
	d := x.Rank() - 1
	return along(&prim.CumProd, shifted(x, d), d)
}

// shifted moves the elements one place further along a dimension, and inserts 1 as the first one.
func shifted(x Tensor, d int) Tensor {
	n := sizesOf(x)[d]
	switch {
	case n == ir.Dynamic:
		references.Fail("%w of a product along dimension %d, whose size is not known", ErrNoRule, d)
	case n == 0:
		return x
	}
	one := x.Slice(d, 0, 1, 1).Like(1.0)
	if n == 1 {
		return one
	}
	return references.Cat(d, one, x.Slice(d, 0, n-1, 1))
}

func along(def *ir.OpDef, x Tensor, d int, attrs ...ir.NamedAttr) Tensor {
	return x.Prims(def, nil, append(attrs, prim.IntAttr(x.Builder().Context(), "dim", d))...)[0]
}

// scans are the rules of scans along a dimension.
var scans = named("prim.", map[string]Rule{
	"cumsum": linear(func(c *Call) { c.Give(c.X(0), suffixSum(c.G(0), int(c.Int("dim")))) }),
	// Element k of the result is the product of the elements up to k. Its derivative with respect to element i is the
	// product of the elements before i and of those between i and k.
	"cumprod": paired(func(c *Call, x Tensor, i, k Tensor) Tensor {
		pairs := x.Unsqueeze(-2).Expand(append(x.Shape(), x.Size(-1))) // (..., i, k)
		between := along(&prim.CumProd, k.Gt(i).Where(pairs, 1.0), x.Rank())
		return before(x).Unsqueeze(-1).Mul(between)
	}),
	"cummax": selected, "cummin": selected, "sort": selected, "topk": selected,
	// Positive and negative gradients are summed separately, as logarithms.
	"logcumsumexp": {Forward: exponentials.Forward, Reverse: func(c *Call) {
		x, y, g, d := c.X(0), c.Y(0), c.G(0), int(c.Int("dim"))
		least := -float64(1<<64) * float64(1<<40)
		part := func(g Tensor) Tensor {
			logs := g.Gt(0).Where(g.Log(), least).Sub(y)
			return along(&prim.LogCumSumExp, logs.Flip(d), d).Flip(d).Add(x).Exp()
		}
		c.Give(x, part(g).Sub(part(g.Neg())))
	}},
})

// exponentials is the rule of logcumsumexp that computes a derivative for each pair of elements.
var exponentials = paired(func(c *Call, x Tensor, _, _ Tensor) Tensor {
	return x.Unsqueeze(-1).Sub(c.Y(0).MoveDim(int(c.Int("dim")), -1).Unsqueeze(-2)).Exp()
})

// paired is the rule of a scan. change returns the derivative of element k of the result with respect to element i of
// x, for all pairs with k >= i. x has the dimension of the scan last.
func paired(change func(c *Call, x Tensor, i, k Tensor) Tensor) Rule {
	matrix := func(c *Call) (m Tensor, d int) {
		d = int(c.Int("dim"))
		x := c.X(0).MoveDim(d, -1)
		k := x.Iota(x.Size(-1), c.Context().I(64), 0, 1)
		i := k.Unsqueeze(1)
		return k.Ge(i).Where(change(c, x, i, k), 0.0), d
	}
	return Rule{
		Reverse: func(c *Call) {
			m, d := matrix(c)
			c.Give(c.X(0), c.G(0).MoveDim(d, -1).Unsqueeze(-2).Mul(m).Sum(-1).MoveDim(-1, d))
		},
		Forward: func(c *Call) []Tensor {
			m, d := matrix(c)
			t, _ := c.Tangent(0)
			return []Tensor{t.MoveDim(d, -1).Unsqueeze(-1).Mul(m).Sum(-2).MoveDim(-1, d)}
		},
	}
}

// suffixSum returns, for each element, the sum of it and those behind it.
func suffixSum(g Tensor, d int) Tensor { return along(&prim.CumSum, g.Flip(d), d).Flip(d) }

// selected is the rule of elements that were selected along a dimension. Result 1 has their indices.
var selected = Rule{
	Reverse: func(c *Call) {
		c.Give(c.X(0), scattered(c.X(0), c.Y(1), c.G(0), int(c.Int("dim"))))
	},
	Forward: func(c *Call) []Tensor {
		t, _ := c.Tangent(0)
		return []Tensor{t.Prims(&prim.Gather, []Tensor{c.Y(1)}, prim.IntAttr(c.Context(), "dim", int(c.Int("dim"))))[0]}
	},
}

// scattered adds g to a tensor of zeros like x, at indices at along dimension d.
func scattered(x, at, g Tensor, d int) Tensor {
	ctx := x.Builder().Context()
	return zeros(x).Prims(&prim.Scatter, []Tensor{at, g}, prim.IntAttr(ctx, "dim", d),
		ir.NamedAttr{Name: "reduction", Value: ctx.StringAttr("sum")})[0]
}
