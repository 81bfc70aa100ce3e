package gradients

import (
	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/tensors/references"
)

// reductions are the rules of what drops dimensions.
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

// weighted is the rule of a reduction whose elements change the result by a weight each.
func weighted(weight func(c *Call) Tensor) Rule {
	return Rule{
		Reverse: func(c *Call) { c.Give(c.X(0), c.expanded(c.G(0)).Mul(weight(c))) },
		Forward: func(c *Call) []Tensor {
			t, _ := c.Tangent(0)
			return []Tensor{sum(t.Mul(weight(c)), listed(c))}
		},
	}
}

// listed are the dimensions that a primitive's attribute names.
func listed(c *Call) (dims []int) {
	for _, d := range c.Ints("dims") {
		dims = append(dims, int(d))
	}
	return dims
}

// sum drops dimensions, of which there may be none.
func sum(x Tensor, dims []int) Tensor {
	if len(dims) == 0 {
		return x
	}
	return x.Sum(dims...)
}

// expanded repeats a tensor of the reduction's shape along the dimensions that it dropped.
func (c *Call) expanded(g Tensor) Tensor { return spread(g, c.X(0), listed(c), false) }

// spread repeats the result of a reduction of x along dimensions, which it may have kept.
func spread(g, x Tensor, dims []int, kept bool) Tensor {
	if len(dims) == 0 || x.Rank() == 0 {
		return g
	}
	if !kept {
		g = g.Unsqueeze(dims...)
	}
	return g.Expand(x.Shape())
}

// count is how many elements there are along dimensions, as a number of x's type.
func (c *Call) count(x Tensor, dims []int) Tensor {
	one := x.Full(nil, x.Elem(), 1.0)
	if len(dims) == 0 {
		return one
	}
	return one.Mul(x.Numel(dims...))
}

// among is one divided by the number of extrema where x is one, and 0 elsewhere; NaN everywhere where one is NaN.
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

// withoutEach are the products along dimensions of all elements but the one at hand: those before it times those behind
// it. Nothing is divided, so that zeros need no other form.
func withoutEach(x Tensor, dims []int) Tensor {
	if len(dims) == 0 || x.Rank() == 0 {
		return x.Like(1.0)
	}
	var order []int
	for d := range x.Rank() {
		if !contains(dims, d) {
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

func contains(list []int, d int) bool {
	for _, e := range list {
		if e == d {
			return true
		}
	}
	return false
}

// before are the products along the last dimension of the elements before each.
func before(x Tensor) Tensor {
	d := x.Rank() - 1
	return along(&prim.CumProd, shifted(x, d), d)
}

// shifted has each element one place further along a dimension, and 1 as the first.
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

// scans are the rules of what goes along a dimension.
var scans = named("prim.", map[string]Rule{
	"cumsum": linear(func(c *Call) { c.Give(c.X(0), suffixSum(c.G(0), int(c.Int("dim")))) }),
	// The element i of x is in the products from i on, each time with those before it and those between.
	"cumprod": paired(func(c *Call, x Tensor, i, k Tensor) Tensor {
		pairs := x.Unsqueeze(-2).Expand(append(x.Shape(), x.Size(-1))) // (..., i, k)
		between := along(&prim.CumProd, k.Gt(i).Where(pairs, 1.0), x.Rank())
		return before(x).Unsqueeze(-1).Mul(between)
	}),
	"cummax": selected, "cummin": selected, "sort": selected, "topk": selected,
	// Gradients of either sign are added up as logarithms.
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

// exponentials is the rule of logcumsumexp, in the form of pairs.
var exponentials = paired(func(c *Call, x Tensor, _, _ Tensor) Tensor {
	return x.Unsqueeze(-1).Sub(c.Y(0).MoveDim(int(c.Int("dim")), -1).Unsqueeze(-2)).Exp()
})

// paired is the rule of a scan by how the element k of the result changes with the element i of x, for all pairs with
// k at least i. The dimension of the scan is the last one there.
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

// suffixSum is the sum of each element and those behind it.
func suffixSum(g Tensor, d int) Tensor { return along(&prim.CumSum, g.Flip(d), d).Flip(d) }

// selected is the rule of elements that stand at the indices of result 1 along a dimension.
var selected = Rule{
	Reverse: func(c *Call) {
		c.Give(c.X(0), scattered(c.X(0), c.Y(1), c.G(0), int(c.Int("dim"))))
	},
	Forward: func(c *Call) []Tensor {
		t, _ := c.Tangent(0)
		return []Tensor{t.Prims(&prim.Gather, []Tensor{c.Y(1)}, prim.IntAttr(c.Context(), "dim", int(c.Int("dim"))))[0]}
	},
}

// scattered adds g to zeros like x, at indices along a dimension.
func scattered(x, at, g Tensor, d int) Tensor {
	ctx := x.Builder().Context()
	return zeros(x).Prims(&prim.Scatter, []Tensor{at, g}, prim.IntAttr(ctx, "dim", d),
		ir.NamedAttr{Name: "reduction", Value: ctx.StringAttr("sum")})[0]
}
