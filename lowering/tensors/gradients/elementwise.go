package gradients

import (
	"math"

	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/tensors/references"
)

// unaries are the rules of functions of one tensor, y = f(x): the derivative times g.
var unaries = named("prim.", map[string]Rule{
	"abs":     unary(func(g, x, y Tensor) Tensor { return g.Mul(x.Sign()) }),
	"acos":    unary(func(g, x, y Tensor) Tensor { return g.Mul(x.Square().Under(1).RSqrt()).Neg() }),
	"acosh":   unary(func(g, x, y Tensor) Tensor { return g.Mul(x.Square().Sub(1).RSqrt()) }),
	"asin":    unary(func(g, x, y Tensor) Tensor { return g.Mul(x.Square().Under(1).RSqrt()) }),
	"asinh":   unary(func(g, x, y Tensor) Tensor { return g.Mul(x.Square().Add(1).RSqrt()) }),
	"atan":    unary(func(g, x, y Tensor) Tensor { return g.Div(x.Square().Add(1)) }),
	"atanh":   unary(func(g, x, y Tensor) Tensor { return g.Div(x.Square().Under(1)) }),
	"cbrt":    unary(func(g, x, y Tensor) Tensor { return g.Div(y.Square().Mul(3)) }),
	"cos":     unary(func(g, x, y Tensor) Tensor { return g.Mul(x.Sin().Neg()) }),
	"cosh":    unary(func(g, x, y Tensor) Tensor { return g.Mul(x.SinH()) }),
	"digamma": unary(func(g, x, y Tensor) Tensor { return g.Mul(zeta(x.Like(2.0), x)) }),
	"erf":     unary(func(g, x, y Tensor) Tensor { return g.Mul(bell(x)) }),
	"erfc":    unary(func(g, x, y Tensor) Tensor { return g.Mul(bell(x)).Neg() }),
	"erfcx":   unary(func(g, x, y Tensor) Tensor { return g.Mul(x.Mul(y).Mul(2).Sub(2 / math.Sqrt(math.Pi))) }),
	"erf_inv": unary(func(g, x, y Tensor) Tensor { return g.Mul(y.Square().Exp()).Mul(math.Sqrt(math.Pi) / 2) }),
	"exp":     unary(func(g, x, y Tensor) Tensor { return g.Mul(y) }),
	"exp2":    unary(func(g, x, y Tensor) Tensor { return g.Mul(y).Mul(math.Ln2) }),
	"expm1":   unary(func(g, x, y Tensor) Tensor { return g.Mul(y.Add(1)) }),
	"lgamma":  unary(func(g, x, y Tensor) Tensor { return g.Mul(x.Digamma()) }),
	"log":     unary(func(g, x, y Tensor) Tensor { return g.Div(x) }),
	"log10":   unary(func(g, x, y Tensor) Tensor { return g.Div(x.Mul(math.Ln10)) }),
	"log1p":   unary(func(g, x, y Tensor) Tensor { return g.Div(x.Add(1)) }),
	"log2":    unary(func(g, x, y Tensor) Tensor { return g.Div(x.Mul(math.Ln2)) }),
	"ndtri":   unary(func(g, x, y Tensor) Tensor { return g.Mul(y.Square().Mul(0.5).Exp()).Mul(math.Sqrt(2 * math.Pi)) }),
	"neg":     unary(func(g, x, y Tensor) Tensor { return g.Neg() }),
	"rsqrt":   unary(func(g, x, y Tensor) Tensor { return g.Mul(y.Mul(y).Mul(y)).Mul(-0.5) }),
	"sin":     unary(func(g, x, y Tensor) Tensor { return g.Mul(x.Cos()) }),
	"sinh":    unary(func(g, x, y Tensor) Tensor { return g.Mul(x.CosH()) }),
	"sqrt":    unary(func(g, x, y Tensor) Tensor { return g.Div(y.Mul(2)) }),
	"tan":     unary(func(g, x, y Tensor) Tensor { return g.Mul(y.Square().Add(1)) }),
	"tanh":    unary(func(g, x, y Tensor) Tensor { return g.Mul(y.Square().Under(1)) }),
	"reciprocal": unary(func(g, x, y Tensor) Tensor {
		return g.Mul(y.Square()).Neg()
	}),
	"bessel_i0": unary(func(g, x, y Tensor) Tensor { return g.Mul(of(&prim.BesselI1, x)) }),
	"bessel_i0e": unary(func(g, x, y Tensor) Tensor {
		return g.Mul(of(&prim.BesselI1E, x).Sub(x.Sign().Mul(y)))
	}),
	"bessel_i1": unary(func(g, x, y Tensor) Tensor {
		return g.Mul(x.Eq(0).Where(0.5, of(&prim.BesselI0, x).Sub(y.Div(x))))
	}),
	"bessel_i1e": unary(func(g, x, y Tensor) Tensor {
		return g.Mul(x.Eq(0).Where(0.5, of(&prim.BesselI0E, x).Sub(y.Mul(x.Sign().Add(x.Over(1))))))
	}),
	"bessel_j0": unary(func(g, x, y Tensor) Tensor { return g.Mul(of(&prim.BesselJ1, x)).Neg() }),
	"bessel_j1": unary(func(g, x, y Tensor) Tensor {
		return g.Mul(x.Eq(0).Where(0.5, of(&prim.BesselJ0, x).Sub(y.Div(x))))
	}),
	"spherical_bessel_j0": unary(func(g, x, y Tensor) Tensor {
		return g.Mul(x.Eq(0).Where(0, x.Cos().Sub(y).Div(x)))
	}),
	"ceil": constant, "floor": constant, "round": constant, "trunc": constant, "sign": constant, "fill": constant,
	"frexp": {Reverse: func(c *Call) { c.Give(c.X(0), c.G(0).Div(c.Y(1).To(c.X(0).Elem()).Exp2())) }},
})

// bell is the derivative of the error function.
func bell(x Tensor) Tensor { return x.Square().Neg().Exp().Mul(2 / math.Sqrt(math.Pi)) }

// zeta is the Hurwitz zeta function.
func zeta(s, q Tensor) Tensor { return s.Prims(&prim.Zeta, []Tensor{q})[0] }

// of applies a primitive of one operand.
func of(def *ir.OpDef, x Tensor) Tensor { return x.Prim(def) }

// binaries are the rules of functions of two tensors, z = f(x, y): the derivatives times g.
var binaries = named("prim.", map[string]Rule{
	"add": binary(
		func(g, x, y, z Tensor) Tensor { return g },
		func(g, x, y, z Tensor) Tensor { return g }),
	"sub": binary(
		func(g, x, y, z Tensor) Tensor { return g },
		func(g, x, y, z Tensor) Tensor { return g.Neg() }),
	"mul": binary(
		func(g, x, y, z Tensor) Tensor { return g.Mul(y) },
		func(g, x, y, z Tensor) Tensor { return g.Mul(x) }),
	"div": binary(
		func(g, x, y, z Tensor) Tensor { return g.Div(y) },
		func(g, x, y, z Tensor) Tensor { return g.Neg().Mul(z.Div(y)) }),
	"atan2": binary( // the operands of atan2 are named y and x in its usual definition
		func(g, x, y, z Tensor) Tensor { return g.Mul(y).Div(x.Square().Add(y.Square())) },
		func(g, x, y, z Tensor) Tensor { return g.Mul(x.Neg()).Div(x.Square().Add(y.Square())) }),
	"hypot": binary(
		func(g, x, y, z Tensor) Tensor { return g.Mul(x.Div(z)) },
		func(g, x, y, z Tensor) Tensor { return g.Mul(y.Div(z)) }),
	// Equal operands share the gradient. If an operand is NaN, no comparison is true, and both get all of the gradient.
	"maximum": binary(
		func(g, x, y, z Tensor) Tensor { return x.Lt(y).Where(0, shared(g, x, y)) },
		func(g, x, y, z Tensor) Tensor { return x.Gt(y).Where(0, shared(g, x, y)) }),
	"minimum": binary(
		func(g, x, y, z Tensor) Tensor { return x.Gt(y).Where(0, shared(g, x, y)) },
		func(g, x, y, z Tensor) Tensor { return x.Lt(y).Where(0, shared(g, x, y)) }),
	// If the operands are equal, the first one gets the gradient.
	"fmax": binary(
		func(g, x, y, z Tensor) Tensor { return x.Ge(y).Or(y.IsNaN()).Where(g, 0) },
		func(g, x, y, z Tensor) Tensor { return x.Ge(y).Or(y.IsNaN()).Where(0, g) }),
	"fmin": binary(
		func(g, x, y, z Tensor) Tensor { return x.Le(y).Or(y.IsNaN()).Where(g, 0) },
		func(g, x, y, z Tensor) Tensor { return x.Le(y).Or(y.IsNaN()).Where(0, g) }),
	"fmod": binary(
		func(g, x, y, z Tensor) Tensor { return g },
		func(g, x, y, z Tensor) Tensor { return g.Neg().Mul(x.Div(y).Trunc()) }),
	"remainder": binary(
		func(g, x, y, z Tensor) Tensor { return g },
		func(g, x, y, z Tensor) Tensor { return g.Neg().Mul(x.Div(y).Floor()) }),
	"pow": binary( // for exponent 0 the power is constant, and so it is for base 0
		func(g, x, y, z Tensor) Tensor { return y.Eq(0).Where(0, g.Mul(y).Mul(x.Pow(y.Sub(1)))) },
		func(g, x, y, z Tensor) Tensor { return x.Eq(0).And(y.Ge(0)).Where(0, g.Mul(z).Mul(x.Log())) }),
	"where": linear(func(c *Call) {
		c.Give(c.X(1), c.X(0).Where(c.G(0), 0))
		c.Give(c.X(2), c.X(0).Where(0, c.G(0)))
	}),
	"zeta": binary(
		refuseTensor("prim.zeta", "its derivative with respect to the exponent is not known in closed form"),
		func(g, x, y, z Tensor) Tensor { return g.Mul(x.Neg()).Mul(zeta(x.Add(1), y)) }),
	"igamma": binary(
		refuseTensor("prim.igamma", "its derivative with respect to the shape is not known in closed form"),
		func(g, x, y, z Tensor) Tensor { return g.Mul(gammaDensity(x, y)) }),
	"igammac": binary(
		refuseTensor("prim.igammac", "its derivative with respect to the shape is not known in closed form"),
		func(g, x, y, z Tensor) Tensor { return g.Mul(gammaDensity(x, y)).Neg() }),
})

// shared is g, or half of it where x and y are equal.
func shared(g, x, y Tensor) Tensor { return x.Eq(y).Where(g.Mul(0.5), g) }

// gammaDensity is the density of the gamma distribution of shape a.
func gammaDensity(a, x Tensor) Tensor {
	return a.Sub(1).Mul(x.Log()).Sub(x).Sub(a.LGamma()).Exp()
}

func refuseTensor(name, reason string) func(g, x, y, z Tensor) Tensor {
	return func(g, x, y, z Tensor) Tensor {
		references.Fail("%w of %s: %s; cut the path to it with torch.aten.detach", ErrNoRule, name, reason)
		return g
	}
}

// refused are primitives for which there is no derivative here.
var refused = named("prim.", map[string]Rule{
	"nextafter":         refuse("it is a step of rounding; cut the path to it with torch.aten.detach"),
	"view_element_type": refuse("bits have no gradient; use prim.convert_element_type"),
	"svd":               refuse("singular vectors of equal singular values have no gradient, others have no rule"),
	"xor_sum":           refuse("bits have no gradient"),
	"fft_r2c":           refuse("complex numbers have no rules here"),
	"fft_c2c":           refuse("complex numbers have no rules here"),
	"fft_c2r":           refuse("complex numbers have no rules here"),
	"real":              refuse("complex numbers have no rules here"),
	"imag":              refuse("complex numbers have no rules here"),
	"conj":              refuse("complex numbers have no rules here"),
	"conj_physical":     refuse("complex numbers have no rules here"),
})
