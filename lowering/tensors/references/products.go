package references

import (
	"slices"
	"strings"

	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/dialects/torch"
	"github.com/girih-ir/girih/ir"
)

var products = aten(map[string]Reference{
	"mm":     one(func(c *Call) Tensor { return c.T("self").Dot("mk,kn->mn", c.T("mat2")) }),
	"bmm":    one(func(c *Call) Tensor { return c.T("self").Dot("bmk,bkn->bmn", c.T("mat2")) }),
	"mv":     one(func(c *Call) Tensor { return c.T("self").matmul(c.T("vec")) }),
	"dot":    one(func(c *Call) Tensor { return c.T("self").matmul(c.T("tensor")) }),
	"matmul": one(func(c *Call) Tensor { return c.T("self").matmul(c.T("other")) }),
	"outer":  one(func(c *Call) Tensor { return c.T("self").Unsqueeze(-1).Mul(c.T("vec2")) }),
	"inner": one(func(c *Call) Tensor {
		x, y := c.T("self"), c.T("other")
		if x.Rank() == 0 || y.Rank() == 0 {
			return x.Mul(y)
		}
		shape := slices.Concat(x.Shape()[:x.Rank()-1], y.Shape()[:y.Rank()-1])
		return x.rows().Dot("mk,nk->mn", y.rows()).Reshape(shape...)
	}),
	"linear": one(func(c *Call) Tensor {
		x, w := c.T("input"), c.T("weight")
		if w.Rank() == 1 {
			return x.matmul(w)
		}
		if b, ok := c.Maybe("bias"); ok {
			return x.linear(w, b)
		}
		return x.linear(w)
	}),
	"addmm":   one(func(c *Call) Tensor { return c.plus(c.T("mat1").wideDot("mk,kn->mn", c.T("mat2"))) }),
	"baddbmm": one(func(c *Call) Tensor { return c.plus(c.T("batch1").wideDot("bmk,bkn->bmn", c.T("batch2"))) }),
	"addmv":   one(func(c *Call) Tensor { return c.plus(c.T("mat").matmul(c.T("vec"))) }),
	"addr": Promoted(torch.Default, []string{"self", "vec1", "vec2"}, func(c *Call) Tensor {
		return c.plus(c.T("vec1").Unsqueeze(-1).Mul(c.T("vec2")))
	}),
	"einsum": one(einsum),
	"linalg_vecdot": Promoted(torch.Default, []string{"x", "y"}, func(c *Call) Tensor {
		x := c.T("x")
		if x.Dtype() == prim.Complex {
			x = apply(x.b, &prim.ConjPhysical, x)
		}
		return x.Mul(c.T("y")).Sum(c.Dim("dim"))
	}),
	"linalg_cross": Promoted(torch.Default, both, func(c *Call) Tensor {
		o, d := together(c.T("self"), c.T("other")), c.Dim("dim")
		if n := o.x.Size(d); !n.is(3) {
			Fail("linalg.cross: inputs dimension %d must have length 3. Got %d", d, n.n)
		}
		next := func(x Tensor, by int64) Tensor { return x.roll(d, -by) }
		return next(o.x, 1).Mul(next(o.y, 2)).Sub(next(o.x, 2).Mul(next(o.y, 1)))
	}),
	"cosine_similarity": Promoted(torch.IntToFloat, []string{"x1", "x2"}, func(c *Call) Tensor {
		o, d, eps := together(c.T("x1"), c.T("x2")), c.Dim("dim"), c.Float("eps")
		length := func(x Tensor) Tensor { return x.Square().KeepSum(d).Sqrt().Maximum(eps) }
		return o.x.Div(length(o.x)).Mul(o.y.Div(length(o.y))).Sum(d)
	}),
	"pairwise_distance": Promoted(torch.IntToFloat, []string{"x1", "x2"}, func(c *Call) Tensor {
		d, p := c.T("x1").Sub(c.T("x2")).Add(c.Float("eps")).Abs(), c.Float("p")
		return d.Pow(p).reduce(&prim.Sum, Dims{-1}, c.Bool("keepdim")).Pow(1 / p)
	}),
	"convolution": one(func(c *Call) Tensor {
		return c.convolution(c.Bool("transposed"), c.Ints("output_padding"))
	}),
	"conv1d": one(func(c *Call) Tensor { return c.convolution(false, nil) }),
	"conv2d": one(func(c *Call) Tensor { return c.convolution(false, nil) }),
	"conv3d": one(func(c *Call) Tensor { return c.convolution(false, nil) }),

	"conv1d.padding": one(func(c *Call) Tensor { return c.convolution(false, nil) }),
	"conv2d.padding": one(func(c *Call) Tensor { return c.convolution(false, nil) }),
	"conv3d.padding": one(func(c *Call) Tensor { return c.convolution(false, nil) }),
	"scaled_dot_product_attention": one(func(c *Call) Tensor {
		return c.attention().Apply(c.T("query"), c.T("key"), c.T("value"))
	}),
	"_scaled_dot_product_flash_attention_for_cpu": func(c *Call) []Tensor {
		a, q, k := c.undropped(), c.T("query"), c.T("key")
		return []Tensor{a.Apply(q, k, c.T("value")), logSumExp(a.scores(q, k), Dims{-1}, false)}
	},
})

// Dot contracts x and y by an equation of letters. Both have the same element type. Executors choose the type in which
// products of narrow floats are summed.
func (x Tensor) Dot(equation string, y Tensor) Tensor {
	if x.Elem() != y.Elem() {
		Fail("expected m1 and m2 to have the same dtype, but got: %s != %s", x.Elem(), y.Elem())
	}
	return x.Prims(&prim.Dot, []Tensor{y}, ir.NamedAttr{Name: "equation", Value: x.ctx().StringAttr(equation)})[0]
}

// wideDot is Dot, but returns sums of narrow floats in f32, so that terms can be added before rounding.
func (x Tensor) wideDot(equation string, y Tensor) Tensor {
	if x.Dtype() != prim.Float || x.Elem() != y.Elem() || ir.ElementBits(x.Elem()) >= 32 {
		return x.Dot(equation, y)
	}
	return x.Prims(&prim.Dot, []Tensor{y}, ir.NamedAttr{Name: "equation", Value: x.ctx().StringAttr(equation)},
		ir.NamedAttr{Name: "elem", Value: x.ctx().TypeAttr(x.ctx().F32())})[0]
}

// linear multiplies rows by the rows of w, and adds vectors.
func (x Tensor) linear(w Tensor, bias ...Tensor) Tensor {
	y := x.rows().wideDot("mk,nk->mn", w)
	for _, b := range bias {
		y = y.Add(b)
	}
	if y = y.To(x.Elem()); x.Rank() == 2 {
		return y
	}
	return y.Reshape(append(x.Shape()[:x.Rank()-1], w.Size(0))...)
}

// rows returns x as a matrix whose rows are along the last dimension.
func (x Tensor) rows() Tensor {
	if x.Rank() == 2 {
		return x
	}
	n := Const(1)
	for d := range x.Rank() - 1 {
		n = x.times(n, x.Size(d))
	}
	return x.Reshape(n, x.Size(-1))
}

// plus returns alpha times a product plus beta times self. If beta is 0, self is not used at all, even if it has NaNs.
func (c *Call) plus(product Tensor) Tensor {
	if c.Number("alpha") != int64(1) {
		product = product.Mul(c.Number("alpha"))
	}
	x := c.T("self")
	switch c.Number("beta") {
	case int64(0), 0.0:
		return product.To(x.Elem())
	case int64(1):
		return product.Add(x).To(x.Elem())
	}
	return product.Add(x.To(product.Elem()).Mul(c.Number("beta"))).To(x.Elem())
}

// matmul multiplies the matrices in the last two dimensions, and broadcasts the other dimensions. A vector is a row on
// the left, and a column on the right.
func (x Tensor) matmul(y Tensor) Tensor { return x.multiply(y, Tensor.Dot) }

// wideMatmul is matmul, but returns sums of narrow floats in f32.
func (x Tensor) wideMatmul(y Tensor) Tensor { return x.multiply(y, Tensor.wideDot) }

func (x Tensor) multiply(y Tensor, dot func(x Tensor, equation string, y Tensor) Tensor) Tensor {
	switch m, n := x.Rank(), y.Rank(); {
	case m == 0 || n == 0:
		Fail("both arguments to matmul need to be at least 1D, but they are %dD and %dD", m, n)
	case m == 1 && n == 1:
		return dot(x, "k,k->", y)
	case m == 2 && n == 1:
		return dot(x, "mk,k->m", y)
	case m == 1 && n == 2:
		return dot(x, "k,kn->n", y)
	case m == 2 && n == 2:
		return dot(x, "mk,kn->mn", y)
	case m == 1:
		return x.Unsqueeze(0).multiply(y, dot).Prim(&prim.Squeeze, prim.IntsAttr(x.ctx(), "dims", []int{n - 2}))
	case n == 1:
		out := x.multiply(y.Unsqueeze(-1), dot)
		return out.Prim(&prim.Squeeze, prim.IntsAttr(x.ctx(), "dims", []int{out.Rank() - 1}))
	}
	front := func(t Tensor) []int64 { return t.shape()[:t.Rank()-2] }
	batch := must(torch.Broadcast(front(x), front(y)))
	sizes := make([]Size, len(batch))
	for d := range batch {
		from, at := x, d-len(batch)+x.Rank()-2
		if at < 0 || from.shape()[at] != batch[d] {
			from, at = y, d-len(batch)+y.Rank()-2
		}
		sizes[d] = from.Size(at)
	}
	x = x.Expand(slices.Concat(sizes, []Size{x.Size(-2), x.Size(-1)}))
	y = y.Expand(slices.Concat(sizes, []Size{y.Size(-2), y.Size(-1)}))
	letters := "abcdefgh"[:len(batch)]
	return dot(x, letters+"mk,"+letters+"kn->"+letters+"mn", y)
}

// einsum contracts the operands from left to right, two at a time. Letters that only one operand has, and that are not
// needed later, are summed first.
func einsum(c *Call) Tensor {
	equation := strings.ReplaceAll(c.String("equation"), " ", "")
	inputs, output, explicit := strings.Cut(equation, "->")
	terms, list := strings.Split(inputs, ","), c.List("tensors")
	if len(terms) != len(list) {
		Fail("einsum(): the equation has %d operands, but %d were provided", len(terms), len(list))
	}
	if strings.Contains(equation, ".") {
		Fail("einsum(): an ellipsis is not supported; write its letters")
	}
	for i, term := range terms {
		if len(term) != list[i].Rank() {
			Fail("einsum(): the number of subscripts in the equation (%d) does not match the number of dimensions (%d) for "+
				"operand %d", len(term), list[i].Rank(), i)
		}
	}
	if !explicit {
		output = once(inputs)
	}
	x, letters := list[0], terms[0]
	for i, y := range list[1:] {
		needed := output + strings.Join(terms[i+2:], "")
		x, letters = x.contract(letters, y, terms[i+1], needed)
	}
	x, letters = x.sumUnless(letters, output)
	perm := make([]int, len(output))
	for i, l := range output {
		perm[i] = strings.IndexRune(letters, l)
	}
	return x.Permute(perm...)
}

// once returns the letters that occur once, in alphabetical order: the output of an equation without an explicit one.
func once(inputs string) string {
	var out []rune
	for _, l := range inputs {
		if l != ',' && strings.Count(inputs, string(l)) == 1 {
			out = append(out, l)
		}
	}
	slices.Sort(out)
	return string(out)
}

// sumUnless sums over the letters that are not needed.
func (x Tensor) sumUnless(letters, needed string) (Tensor, string) {
	var dims []int
	kept := ""
	for d, l := range letters {
		if strings.ContainsRune(needed, l) {
			kept += string(l)
		} else {
			dims = append(dims, d)
		}
	}
	if len(dims) == 0 {
		return x, letters
	}
	return x.Sum(dims...), kept
}

// contract contracts two operands, and keeps the letters that are needed. It also returns the letters of the result.
func (x Tensor) contract(xs string, y Tensor, ys, needed string) (Tensor, string) {
	x, xs = x.sumUnless(xs, needed+ys)
	y, ys = y.sumUnless(ys, needed+xs)
	out := ""
	for _, l := range xs + ys {
		if strings.ContainsRune(needed, l) && !strings.ContainsRune(out, l) {
			out += string(l)
		}
	}
	return x.Dot(xs+","+ys+"->"+out, y), out
}

// repeated returns a list of n numbers. A list of one number is repeated.
func repeated(list []int64, n int) []int64 {
	if len(list) == n {
		return list
	}
	if len(list) != 1 || n < 0 {
		Fail("expected one number, or %d, but got %v", n, list)
	}
	return slices.Repeat(list, n)
}
