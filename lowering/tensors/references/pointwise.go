package references

import (
	"math"

	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/dialects/torch"
	"github.com/girih-ir/girih/ir"
)

// pointwise are elementwise operators. A reference that is a single loosely typed function needs no explicit promotion.
// The others are wrapped in a promotion.
var pointwise = aten(map[string]Reference{
	"abs": of(Tensor.Abs), "acos": of(Tensor.ACos), "acosh": of(Tensor.ACosH), "asin": of(Tensor.ASin),
	"asinh": of(Tensor.ASinH), "atan": of(Tensor.ATan), "atanh": of(Tensor.ATanH), "bitwise_not": of(Tensor.Not),
	"ceil": of(Tensor.Ceil), "cos": of(Tensor.Cos), "cosh": of(Tensor.CosH), "digamma": of(Tensor.Digamma),
	"erf": of(Tensor.Erf), "erfc": of(Tensor.ErfC), "erfinv": of(Tensor.ErfInv), "exp": of(Tensor.Exp),
	"exp2": of(Tensor.Exp2), "expm1": of(Tensor.ExpM1), "floor": of(Tensor.Floor), "i0": of(Tensor.BesselI0),
	"isfinite": of(Tensor.IsFinite), "isinf": of(Tensor.IsInf), "isnan": of(Tensor.IsNaN), "lgamma": of(Tensor.LGamma),
	"log": of(Tensor.Log), "log10": of(Tensor.Log10), "log1p": of(Tensor.Log1P), "log2": of(Tensor.Log2),
	"neg": of(Tensor.Neg), "reciprocal": of(Tensor.Reciprocal), "round": of(Tensor.Round), "rsqrt": of(Tensor.RSqrt),
	"sign": of(Tensor.Sign), "signbit": of(Tensor.SignBit), "sin": of(Tensor.Sin), "sinh": of(Tensor.SinH),
	"sqrt": of(Tensor.Sqrt), "tan": of(Tensor.Tan), "tanh": of(Tensor.TanH), "trunc": of(Tensor.Trunc),
	"special_bessel_j0": of(function(&prim.BesselJ0)), "special_bessel_j1": of(function(&prim.BesselJ1)),
	"special_erfcx": of(function(&prim.ErfCX)), "special_i0e": of(function(&prim.BesselI0E)),
	"special_i1": of(function(&prim.BesselI1)), "special_i1e": of(function(&prim.BesselI1E)),
	"special_ndtri":               of(function(&prim.NdTRI)),
	"special_spherical_bessel_j0": one(func(c *Call) Tensor { return apply(c.b, &prim.SphericalBesselJ0, c.T("x")) }),

	"maximum": with(Tensor.Maximum), "minimum": with(Tensor.Minimum), "fmax": with(Tensor.FMax), "fmin": with(Tensor.FMin),
	"atan2": with(Tensor.ATan2), "hypot": with(Tensor.Hypot), "gcd": with(Tensor.GCD),
	"nextafter": with(function2(&prim.NextAfter)), "igamma": with(function2(&prim.IGamma)),
	"igammac": with(function2(&prim.IGammaC)), "special_zeta": with(function2(&prim.Zeta)),
	"mul.Tensor": with(Tensor.Mul), "mul.Scalar": with(Tensor.Mul),
	"div.Tensor": with(Tensor.Div), "div.Scalar": with(Tensor.Div),
	"remainder.Tensor": with(Tensor.Remainder), "remainder.Scalar": with(Tensor.Remainder),
	"fmod.Tensor": with(Tensor.FMod), "fmod.Scalar": with(Tensor.FMod),
	"eq.Tensor": with(Tensor.Eq), "eq.Scalar": with(Tensor.Eq), "ne.Tensor": with(Tensor.Ne), "ne.Scalar": with(Tensor.Ne),
	"lt.Tensor": with(Tensor.Lt), "lt.Scalar": with(Tensor.Lt), "le.Tensor": with(Tensor.Le), "le.Scalar": with(Tensor.Le),
	"gt.Tensor": with(Tensor.Gt), "gt.Scalar": with(Tensor.Gt), "ge.Tensor": with(Tensor.Ge), "ge.Scalar": with(Tensor.Ge),
	"bitwise_and.Tensor": with(Tensor.And), "bitwise_and.Scalar": with(Tensor.And),
	"bitwise_or.Tensor": with(Tensor.Or), "bitwise_or.Scalar": with(Tensor.Or),
	"bitwise_xor.Tensor": with(Tensor.Xor), "bitwise_xor.Scalar": with(Tensor.Xor),
	"bitwise_left_shift.Tensor":  with(function2(&prim.ShiftLeft)),
	"bitwise_right_shift.Tensor": with(function2(&prim.ShiftRight)),
	"logical_and":                with(func(x Tensor, y any) Tensor { return x.True().And(y.(Tensor).True()) }),
	"logical_or":                 with(func(x Tensor, y any) Tensor { return x.True().Or(y.(Tensor).True()) }),
	"logical_xor":                with(func(x Tensor, y any) Tensor { return x.True().Xor(y.(Tensor).True()) }),
	"logical_not":                of(func(x Tensor) Tensor { return x.True().Not() }),

	"add.Tensor":  one(func(c *Call) Tensor { return c.T("self").Add(c.scaled("other")) }),
	"add.Scalar":  one(func(c *Call) Tensor { return c.T("self").Add(c.scaled("other")) }),
	"sub.Tensor":  one(func(c *Call) Tensor { return c.T("self").Sub(c.scaled("other")) }),
	"sub.Scalar":  one(func(c *Call) Tensor { return c.T("self").Sub(c.scaled("other")) }),
	"rsub.Tensor": one(func(c *Call) Tensor { return c.T("other").Sub(c.scaled("self")) }),
	"rsub.Scalar": one(func(c *Call) Tensor { return c.scaled("self").(Tensor).Under(c.Arg("other")) }),

	"pow.Tensor_Tensor": one(func(c *Call) Tensor { return c.T("self").Pow(c.Arg("exponent")) }),
	"pow.Tensor_Scalar": one(func(c *Call) Tensor {
		x := c.T("self")
		if n, ok := c.Arg("exponent").(bool); ok && x.Dtype() == prim.Bool { // stays bool
			return x.Or(!n)
		}
		return x.Pow(c.Arg("exponent"))
	}),
	"pow.Scalar": one(func(c *Call) Tensor { return c.T("exponent").Raise(c.Arg("self")) }),
	"float_power.Tensor_Tensor": one(func(c *Call) Tensor {
		x, y, elem := c.T("self"), c.T("exponent"), ir.Type(c.Context().F64())
		if (x.Dtype()|y.Dtype())&prim.Complex != 0 {
			elem = c.Context().ComplexType(elem)
		}
		return x.To(elem).Pow(y.To(elem))
	}),
	"square": Promoted(torch.BoolToLong, self, func(c *Call) Tensor { return c.T("self").Square() }),
	"sgn": elementwise(func(_ *Call, x Tensor) Tensor {
		if x.Dtype() != prim.Complex {
			return x.Sign()
		}
		return x.Abs().Eq(0).Where(0, x.Div(x.Abs()))
	}),
	"frac": elementwise(func(_ *Call, x Tensor) Tensor { return x.Sub(x.Trunc()) }),
	"round.decimals": elementwise(func(c *Call, x Tensor) Tensor {
		if n := c.Int("decimals"); n >= 0 {
			return x.Mul(math.Pow10(int(n))).Round().Div(math.Pow10(int(n)))
		}
		ten := math.Pow10(-int(c.Int("decimals")))
		return x.Div(ten).Round().Mul(ten)
	}),
	"sinc": Promoted(torch.IntToFloat, self, func(c *Call) Tensor {
		x := c.T("self").Mul(math.Pi)
		return x.Eq(0).Where(1, x.Sin().Div(x))
	}),
	"sigmoid": Promoted(torch.IntToFloat, self, func(c *Call) Tensor { return c.T("self").Sigmoid() }),
	"logit": Promoted(torch.IntToFloat, self, func(c *Call) Tensor {
		x := c.T("self")
		if eps, ok := c.Number("eps").(float64); ok {
			x = x.Clamp(eps, 1-eps)
		}
		return x.Div(x.Under(1)).Log()
	}),
	"nan_to_num": one(func(c *Call) Tensor {
		x := c.T("self")
		if x.Dtype()&(prim.Float|prim.Complex) == 0 {
			return x.Prim(&prim.Clone)
		}
		elem, ok := x.Elem().(*ir.FloatType)
		if !ok {
			Fail("nan_to_num of complex numbers is not supported")
		}
		most := elem.Format.Float64(elem.Format.Largest(false))
		return x.IsNaN().Where(c.Or("nan", 0.0),
			x.Eq(infinity).Where(c.Or("posinf", most), x.Eq(-infinity).Where(c.Or("neginf", -most), x)))
	}),

	"floor_divide":    Promoted(torch.Default, both, func(c *Call) Tensor { return floorDivide(c.pair()) }),
	"div.Tensor_mode": divide, "div.Scalar_mode": divide,
	"copysign.Tensor": Promoted(torch.IntToFloat, both, func(c *Call) Tensor {
		x, y := c.T("self"), c.T("other")
		return y.SignBit().Where(x.Abs().Neg(), x.Abs())
	}),
	"lcm": Promoted(torch.Default, both, func(c *Call) Tensor {
		x, y := c.T("self"), c.T("other")
		if ir.ElementBits(x.Elem()) < 32 { // PyTorch's C++ multiplies ints
			narrow, wide := x.Elem(), c.Context().I(32)
			x, y = x.To(wide), y.To(wide)
			return leastMultiple(x, y).To(narrow)
		}
		return leastMultiple(x, y)
	}),
	"logaddexp": Promoted(torch.Default, both, func(c *Call) Tensor {
		return logAddExp(c, func(d Tensor) Tensor { return d.Exp().Log1P() })
	}),
	"logaddexp2": Promoted(torch.Default, both, func(c *Call) Tensor {
		return logAddExp(c, func(d Tensor) Tensor { return d.Exp2().Log1P().Mul(1 / math.Ln2) })
	}),
	"xlogy.Tensor": Promoted(torch.IntToFloat, both, func(c *Call) Tensor {
		x, y := c.T("self"), c.T("other")
		return y.IsNaN().Where(nan, x.Eq(0).Where(0, x.Mul(y.Log())))
	}),
	"heaviside": Promoted(torch.Default, []string{"self", "values"}, func(c *Call) Tensor {
		x := c.T("self")
		return x.Eq(0).Where(c.T("values"), x.Lt(0).Or(x.IsNaN()).Where(0, x.Like(1)))
	}),
	"isclose": one(func(c *Call) Tensor {
		x, y := c.T("self"), c.T("other")
		near := x.Eq(y)
		if c.Bool("equal_nan") {
			near = near.Or(x.IsNaN().And(y.IsNaN()))
		}
		if x.Dtype() == prim.Bool || c.Float("rtol") == 0 && c.Float("atol") == 0 {
			return near
		}
		if x.Dtype() != prim.Float && x.Dtype() != prim.Complex { // differences of integers may overflow
			x, y = x.To(c.Context().F32()), y.To(c.Context().F32())
		}
		allowed, distance := y.Mul(c.Float("rtol")).Abs().Add(c.Float("atol")), x.Sub(y).Abs()
		return near.Or(distance.IsFinite().And(distance.Le(allowed)))
	}),

	"clamp":     clamp,
	"clamp_min": clamp, "clamp_max": clamp, "clamp.Tensor": clamp, "clamp_min.Tensor": clamp, "clamp_max.Tensor": clamp,
	"addcmul": Promoted(torch.Default, []string{"self", "tensor1", "tensor2"}, func(c *Call) Tensor {
		return c.T("self").Add(c.T("tensor1").Mul(c.T("tensor2")).Mul(c.Number("value")))
	}),
	"addcdiv": Promoted(torch.IntToFloat, []string{"self", "tensor1", "tensor2"}, func(c *Call) Tensor {
		return c.T("self").Add(c.T("tensor1").Mul(c.Number("value")).Div(c.T("tensor2")))
	}),
	"lerp.Tensor": Promoted(torch.Default, []string{"self", "end", "weight"}, func(c *Call) Tensor {
		x, y, w := c.T("self"), c.T("end"), c.T("weight")
		near := w.Abs().Lt(0.5) // exact at both ends
		return near.Where(x, y).Add(near.Where(w, w.Sub(1)).Mul(y.Sub(x)))
	}),
	"lerp.Scalar": Promoted(torch.Default, []string{"self", "end"}, func(c *Call) Tensor {
		x, y, w := c.T("self"), c.T("end"), c.Float("weight")
		if math.Abs(w) < 0.5 {
			return x.Add(y.Sub(x).Mul(w))
		}
		return y.Sub(y.Sub(x).Mul(1 - w))
	}),
	"where.self":        choice,
	"where.ScalarOther": choice,
	"where.ScalarSelf":  choice,
	"fill.Scalar":       one(func(c *Call) Tensor { return c.T("self").Like(c.Number("value")) }),
	"fill.Tensor": one(func(c *Call) Tensor {
		x, value := c.T("self"), c.T("value")
		if value.Rank() > 0 {
			Fail("fill_ only supports 0-dimension value tensor but got tensor with %d dimensions", value.Rank())
		}
		return value.To(x.Elem()).Expand(x.Shape()).Prim(&prim.Clone)
	}),
	"masked_fill.Scalar": one(func(c *Call) Tensor { return c.fill(c.Arg("value")) }),
	"masked_fill.Tensor": one(func(c *Call) Tensor { return c.fill(c.T("value").To(c.T("self").Elem())) }),
	"conj_physical": of(func(x Tensor) Tensor {
		if x.Dtype() != prim.Complex {
			return x.Prim(&prim.Clone)
		}
		return apply(x.b, &prim.ConjPhysical, x)
	}),
})

// Names of the parameters that are promoted.
var (
	self = []string{"self"}
	both = []string{"self", "other"}
)

var nan = math.NaN()

// of and with make references of functions of self, and of self and other.
func of(f func(x Tensor) Tensor) Reference {
	return one(func(c *Call) Tensor { return f(c.T("self")) })
}

func with(f func(x Tensor, y any) Tensor) Reference {
	return one(func(c *Call) Tensor { return f(c.T("self"), c.Arg("other")) })
}

func function(p *ir.OpDef) func(x Tensor) Tensor {
	return func(x Tensor) Tensor { return apply(x.b, p, x) }
}

func function2(p *ir.OpDef) func(x Tensor, y any) Tensor {
	return func(x Tensor, y any) Tensor { return apply(x.b, p, x, y) }
}

// elementwise makes a reference of a function of self, with the default promotion.
func elementwise(f func(c *Call, x Tensor) Tensor) Reference {
	return Promoted(torch.Default, self, func(c *Call) Tensor { return f(c, c.T("self")) })
}

// scaled returns an argument times alpha. Integers cannot be multiplied by a float alpha.
func (c *Call) scaled(name string) any {
	x, alpha := c.Arg(name), c.Number("alpha")
	if alpha == int64(1) {
		return x
	}
	t, ok := x.(Tensor)
	if !ok {
		return product(x, alpha)
	}
	if kind := prim.KindOf(prim.NumberAttr(c.Context(), alpha)); kind > t.Dtype() && kind > c.T("self").Dtype() {
		Fail("for operands that are %v, argument alpha must not be %v", t.Dtype(), kind)
	}
	return t.Mul(alpha)
}

// product returns the product of two numbers.
func product(x, y any) any {
	i, ok := x.(int64)
	j, too := y.(int64)
	if ok && too {
		return i * j
	}
	return asFloat(x) * asFloat(y)
}

func asFloat(x any) float64 {
	switch x := x.(type) {
	case bool:
		if x {
			return 1
		}
		return 0
	case int64:
		return float64(x)
	}
	f, _ := x.(float64)
	return f
}

// pair returns self and other as tensors of the same shape and element type.
func (c *Call) pair() operands {
	x := c.T("self")
	y, ok := c.Arg("other").(Tensor)
	if !ok {
		y = x.Like(c.Arg("other"))
	}
	return together(x, y)
}

// operands are two tensors of the same shape and element type.
type operands struct{ x, y Tensor }

// together broadcasts two tensors.
func together(x, y Tensor) operands {
	shape := must(torch.Broadcast(x.shape(), y.shape()))
	sizes := make([]Size, len(shape))
	for d := range sizes {
		from, at := x, d-len(shape)+x.Rank()
		if at < 0 || from.shape()[at] != shape[d] {
			from, at = y, d-len(shape)+y.Rank()
		}
		sizes[d] = from.Size(at)
	}
	return operands{x.Expand(sizes), y.Expand(sizes)}
}

// quotient returns x/y, rounded towards zero.
func (o operands) quotient() Tensor {
	if o.x.Dtype()&(prim.Bool|prim.Int) != 0 {
		return o.x.Prims(&prim.Div, []Tensor{o.y})[0]
	}
	return o.x.Div(o.y).Trunc()
}

// divide is division with an optional rounding mode.
var divide = Reference(func(c *Call) []Tensor {
	switch mode := c.String("rounding_mode"); mode {
	case "":
		return []Tensor{c.T("self").Div(c.Arg("other"))}
	case "trunc":
		return Promoted(torch.Default, both, func(c *Call) Tensor { return c.pair().quotient() })(c)
	case "floor":
		return Promoted(torch.Default, both, func(c *Call) Tensor { return floorDivide(c.pair()) })(c)
	default:
		Fail("rounding_mode must be \"trunc\" or \"floor\", or absent, but is %q", mode)
		return nil
	}
})

// floorDivide is Python's floor division. It is consistent with the remainder, and exact where the quotient would be
// rounded up to an integer.
func floorDivide(o operands) Tensor {
	x, y := o.x, o.y
	mod := x.FMod(y)
	inexact := mod.Ne(0).And(mod.Lt(0).Ne(y.Lt(0)))
	if x.Dtype() != prim.Float {
		q := o.quotient()
		return inexact.Where(q.Sub(1), q)
	}
	q := x.Sub(mod).Div(y)
	q = inexact.Where(q.Sub(1), q)
	floor := q.Floor()
	floor = q.Sub(floor).Gt(0.5).Where(floor.Add(1), floor)
	quotient, zero := x.Div(y), x.Like(0.0)
	signed := quotient.SignBit().Where(zero.Neg(), zero)
	return y.Eq(0).Where(quotient, q.Eq(0).Where(signed, floor))
}

// logAddExp is log(exp(x) + exp(y)), without overflow. log1p computes log(1 + exp(d)) for d <= 0.
func logAddExp(c *Call, log1p func(d Tensor) Tensor) Tensor {
	x, y := c.T("self"), c.T("other")
	most, least := x.Maximum(y), x.Minimum(y)
	return x.Eq(y).And(x.IsInf()).Where(x, most.Add(log1p(least.Sub(most))))
}

// clamp keeps NaN. If min is greater than max, the result is max.
var clamp = Promoted(torch.Default, []string{"self", "min", "max"}, func(c *Call) Tensor {
	bound := func(name string) any {
		if !c.Schema.Has(name) {
			return nil
		}
		return c.Arg(name)
	}
	if bound("min") == nil && bound("max") == nil {
		Fail("at least one of min and max must not be absent")
	}
	return c.T("self").Clamp(bound("min"), bound("max"))
})

// Clamp bounds x by low and high, which may be nil.
func (x Tensor) Clamp(low, high any) Tensor {
	if low != nil {
		x = x.Ge(low).Or(x.IsNaN()).Where(x, low)
	}
	if high != nil {
		x = x.Le(high).Or(x.IsNaN()).Where(x, high)
	}
	return x
}

var choice = one(func(c *Call) Tensor { return c.T("condition").Where(c.Arg("self"), c.Arg("other")) })

// fill returns self with a value where the mask is true.
func (c *Call) fill(value any) Tensor {
	x := c.T("self")
	return c.T("mask").Where(value, x).To(x.Elem())
}

// leastMultiple returns the least common multiple of integers.
func leastMultiple(x, y Tensor) Tensor {
	g := x.GCD(y)
	return together(x, g.Eq(0).Where(1, g)).quotient().Mul(y).Abs()
}
