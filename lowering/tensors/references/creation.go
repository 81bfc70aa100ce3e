package references

import (
	"math"

	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/ir"
)

var creation = aten(map[string]Reference{
	"full": one(func(c *Call) Tensor {
		return c.none().Full(c.Shape("size"), c.elem(c.Number("fill_value")), c.Number("fill_value"))
	}),
	"scalar_tensor": one(func(c *Call) Tensor { return c.none().Full(nil, c.elem(c.Number("s")), c.Number("s")) }),
	"zeros":         one(func(c *Call) Tensor { return c.none().Full(c.Shape("size"), c.elem(0.0), 0) }),
	"ones":          one(func(c *Call) Tensor { return c.none().Full(c.Shape("size"), c.elem(0.0), 1) }),
	"full_like":     one(func(c *Call) Tensor { return c.like(c.Number("fill_value")) }),
	"zeros_like":    one(func(c *Call) Tensor { return c.like(0) }),
	"ones_like":     one(func(c *Call) Tensor { return c.like(1) }),
	"arange":        one(func(c *Call) Tensor { return c.arange(int64(0), c.Number("end"), int64(1)) }),
	"arange.start":  one(func(c *Call) Tensor { return c.arange(c.Number("start"), c.Number("end"), int64(1)) }),
	"arange.start_step": one(func(c *Call) Tensor {
		return c.arange(c.Number("start"), c.Number("end"), c.Number("step"))
	}),
	"linspace": one(func(c *Call) Tensor {
		elem := c.elem(0.0)
		x := c.none().linspace(asFloat(c.Number("start")), asFloat(c.Number("end")), c.Int("steps"))
		if prim.DtypeOf(elem) == prim.Int {
			x = x.Trunc()
		}
		return x.To(elem)
	}),
	"logspace": one(func(c *Call) Tensor {
		x := c.none().linspace(asFloat(c.Number("start")), asFloat(c.Number("end")), c.Int("steps"))
		return x.Raise(c.Float("base")).To(c.elem(0.0))
	}),
	"eye":   one(func(c *Call) Tensor { return c.eye(c.Int("n"), c.Int("n")) }),
	"eye.m": one(func(c *Call) Tensor { return c.eye(c.Int("n"), c.Int("m")) }),

	"kaiser_window":          one(func(c *Call) Tensor { return c.kaiser(true, 12) }),
	"kaiser_window.periodic": one(func(c *Call) Tensor { return c.kaiser(c.Bool("periodic"), 12) }),
	"kaiser_window.beta":     one(func(c *Call) Tensor { return c.kaiser(c.Bool("periodic"), c.Float("beta")) }),

	"rand": one(func(c *Call) Tensor {
		return c.uniform(c.Shape("size"), c.elem(0.0))
	}),
	"randn": one(func(c *Call) Tensor {
		return c.random(&prim.Normal, c.Shape("size"), c.elem(0.0), prim.Attr(c.Context(), "mean", 0.0),
			prim.Attr(c.Context(), "std", 1.0))
	}),
})

// none returns a Tensor without a value, for methods that create tensors.
func (c *Call) none() Tensor { return Tensor{b: c.b} }

// elem returns the argument dtype, or the default element type of a number.
func (c *Call) elem(number any) ir.Type {
	if t := c.Dtype("dtype"); t != nil {
		return t
	}
	switch ctx := c.Context(); number.(type) {
	case bool:
		return ctx.I(1)
	case int64:
		return ctx.I(64)
	case complex128:
		return ctx.ComplexType(ctx.F32())
	default:
		return ctx.F32()
	}
}

// elemOr returns the argument dtype, or the element type of another argument.
func (c *Call) elemOr(name string) ir.Type {
	if t := c.Dtype("dtype"); t != nil {
		return t
	}
	return c.T(name).Elem()
}

// like returns a tensor filled with a number, with the shape of self and, by default, its element type.
func (c *Call) like(number any) Tensor {
	x := c.T("self")
	if elem := c.Dtype("dtype"); elem != nil && elem != x.Elem() {
		return x.Full(x.Shape(), elem, number)
	}
	return x.Like(number)
}

// arange returns start, start + step, ..., up to but excluding end. Floats are computed in f64.
func (c *Call) arange(start, end, step any) Tensor {
	from, first := start.(int64)
	to, second := end.(int64)
	by, third := step.(int64)
	a, b, d := asFloat(start), asFloat(end), asFloat(step)
	switch {
	case d == 0:
		Fail("step must be nonzero")
	case (b-a)/d < 0:
		Fail("upper bound and lower bound inconsistent with step sign")
	}
	if first && second && third {
		n := (to - from + by) / by
		if (to-from)%by == 0 {
			n = (to - from) / by
		}
		elem := c.elem(int64(0))
		if prim.DtypeOf(elem) == prim.Int {
			return c.none().Iota(Const(n), elem, int(from), int(by))
		}
		return c.none().Iota(Const(n), c.Context().I(64), int(from), int(by)).To(elem)
	}
	n := int64(math.Ceil((b - a) / d))
	i := c.none().Iota(Const(n), c.Context().I(64), 0, 1).To(c.Context().F64())
	return i.Mul(d).Add(a).To(c.elem(0.0))
}

// linspace returns n numbers in f64 from start to end. The second half is computed from the end, so that the end is
// exact.
func (x Tensor) linspace(start, end float64, n int64) Tensor {
	if n < 0 {
		Fail("number of steps must be non-negative")
	}
	i := x.Iota(Const(n), x.ctx().I(64), 0, 1).To(x.ctx().F64())
	if n <= 1 {
		return i.Like(start)
	}
	step := (end - start) / float64(n-1)
	return i.Lt(n/2).Where(i.Mul(step).Add(start), i.Under(float64(n-1)).Mul(step).Under(end))
}

func (c *Call) eye(n, m int64) Tensor {
	index := c.Context().I(64)
	rows, columns := c.none().Iota(Const(n), index, 0, 1), c.none().Iota(Const(m), index, 0, 1)
	return rows.Unsqueeze(-1).Eq(columns).To(c.elem(0.0))
}

// kaiser is the window i0(beta * sqrt(1 - ((i - a) / a)^2)) / i0(beta), where a is half of the last index.
func (c *Call) kaiser(periodic bool, beta float64) Tensor {
	n, elem := c.Int("window_length"), c.elem(0.0)
	if n <= 1 {
		return c.none().Full([]Size{Const(n)}, elem, 1)
	}
	last := n - 1
	if periodic {
		last = n
	}
	a := float64(last) / 2
	i := c.none().Iota(Const(n), c.Context().I(64), 0, 1).To(c.Context().F64())
	root := i.Sub(a).Div(a).Square().Under(1).Maximum(0).Sqrt()
	return root.Mul(beta).BesselI0().Div(root.Like(beta).BesselI0()).To(elem)
}

// random builds random numbers from the next key of the generator.
func (c *Call) random(def *ir.OpDef, shape []Size, elem ir.Type, attrs ...ir.NamedAttr) Tensor {
	ctx := c.Context()
	st := c.b.State(&prim.RandomKey)
	st.Types = append(st.Types, ctx.TensorType([]int64{2}, ctx.I(64), nil))
	key := c.b.Create(st).Result(0)
	return c.none().made(def, shape, elem, []*ir.Value{key}, attrs...)
}

// uniform builds random numbers in [0, 1).
func (c *Call) uniform(shape []Size, elem ir.Type) Tensor {
	return c.random(&prim.Uniform, shape, elem, prim.Attr(c.Context(), "low", 0.0), prim.Attr(c.Context(), "high", 1.0))
}
