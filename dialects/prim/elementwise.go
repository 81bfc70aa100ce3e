package prim

import (
	"strings"

	"github.com/girih-ir/girih/ir"
)

// Elementwise functions of one tensor.
var (
	Abs               = unary("abs", "absolute value, which is real for complex numbers", numbers, RealOf)
	ACos              = unary("acos", "inverse cosine", inexact, same)
	ACosH             = unary("acosh", "inverse hyperbolic cosine", inexact, same)
	ASin              = unary("asin", "inverse sine", inexact, same)
	ASinH             = unary("asinh", "inverse hyperbolic sine", inexact, same)
	ATan              = unary("atan", "inverse tangent", inexact, same)
	ATanH             = unary("atanh", "inverse hyperbolic tangent", inexact, same)
	BesselI0          = unary("bessel_i0", "modified Bessel function of order 0", Float, same)
	BesselI0E         = unary("bessel_i0e", "bessel_i0 times exp(-|x|)", Float, same)
	BesselI1          = unary("bessel_i1", "modified Bessel function of order 1", Float, same)
	BesselI1E         = unary("bessel_i1e", "bessel_i1 times exp(-|x|)", Float, same)
	BesselJ0          = unary("bessel_j0", "Bessel function of the first kind of order 0", Float, same)
	BesselJ1          = unary("bessel_j1", "Bessel function of the first kind of order 1", Float, same)
	BitwiseNot        = unary("bitwise_not", "bitwise complement", whole, same)
	Cbrt              = unary("cbrt", "cube root", Float, same)
	Ceil              = unary("ceil", "smallest integer that is at least x", ordered, same)
	ConjPhysical      = unary("conj_physical", "complex conjugate, as a copy", Complex, same)
	Cos               = unary("cos", "cosine", inexact, same)
	CosH              = unary("cosh", "hyperbolic cosine", inexact, same)
	Digamma           = unary("digamma", "derivative of lgamma", Float, same)
	Erf               = unary("erf", "error function", Float, same)
	ErfInv            = unary("erf_inv", "inverse of the error function", Float, same)
	ErfC              = unary("erfc", "one minus the error function", Float, same)
	ErfCX             = unary("erfcx", "erfc times exp(x*x)", Float, same)
	Exp               = unary("exp", "exponential function", inexact, same)
	Exp2              = unary("exp2", "2 to the power of x", inexact, same)
	ExpM1             = unary("expm1", "exponential function minus one", inexact, same)
	Floor             = unary("floor", "largest integer that is at most x", ordered, same)
	Imag              = unary("imag", "imaginary part", Complex, RealOf)
	IsFinite          = unary("isfinite", "whether x is neither infinite nor NaN", every, toBool)
	LGamma            = unary("lgamma", "logarithm of the absolute value of the gamma function", Float, same)
	Log               = unary("log", "natural logarithm", inexact, same)
	Log10             = unary("log10", "logarithm to base 10", inexact, same)
	Log1P             = unary("log1p", "natural logarithm of one plus x", inexact, same)
	Log2              = unary("log2", "logarithm to base 2", inexact, same)
	NdTRI             = unary("ndtri", "quantile of the normal distribution", Float, same)
	Neg               = unary("neg", "negation", numbers, same)
	Real              = unary("real", "real part", Complex, RealOf)
	Reciprocal        = unary("reciprocal", "one divided by x", inexact, same)
	Round             = unary("round", "nearest integer; of two nearest ones, the even one", ordered, same)
	RSqrt             = unary("rsqrt", "reciprocal of the square root", inexact, same)
	Sign              = unary("sign", "-1, 0 or 1: the sign of x", ordered, same)
	SignBit           = unary("signbit", "whether the sign bit is set, also for zeros and NaNs", ordered, toBool)
	Sin               = unary("sin", "sine", inexact, same)
	SinH              = unary("sinh", "hyperbolic sine", inexact, same)
	SphericalBesselJ0 = unary("spherical_bessel_j0", "sin(x)/x", Float, same)
	Sqrt              = unary("sqrt", "square root", inexact, same)
	Tan               = unary("tan", "tangent", inexact, same)
	TanH              = unary("tanh", "hyperbolic tangent", inexact, same)
	Trunc             = unary("trunc", "integer part", ordered, same)
)

// Elementwise functions of two tensors.
var (
	Add        = binary("add", "sum", every, same)
	ATan2      = binary("atan2", "angle of the point (y, x)", Float, same)
	BitwiseAnd = binary("bitwise_and", "bitwise and", whole, same)
	BitwiseOr  = binary("bitwise_or", "bitwise or", whole, same)
	BitwiseXor = binary("bitwise_xor", "bitwise exclusive or", whole, same)
	Div        = binary("div", "quotient; for integers, rounded towards zero", numbers, same)
	Eq         = binary("eq", "whether x equals y", every, toBool)
	FMax       = binary("fmax", "maximum; if one operand is NaN, the other operand", ordered, same)
	FMin       = binary("fmin", "minimum; if one operand is NaN, the other operand", ordered, same)
	FMod       = binary("fmod", "remainder with the sign of the dividend", Int|Float, same)
	GCD        = binary("gcd", "greatest common divisor", Int, same)
	Ge         = binary("ge", "whether x is at least y", ordered, toBool)
	Gt         = binary("gt", "whether x is greater than y", ordered, toBool)
	Hypot      = binary("hypot", "length of the vector (x, y)", Float, same)
	IGamma     = binary("igamma", "regularized lower incomplete gamma function", Float, same)
	IGammaC    = binary("igammac", "regularized upper incomplete gamma function", Float, same)
	Le         = binary("le", "whether x is at most y", ordered, toBool)
	Lt         = binary("lt", "whether x is less than y", ordered, toBool)
	Maximum    = binary("maximum", "maximum; NaN if an operand is NaN", ordered, same)
	Minimum    = binary("minimum", "minimum; NaN if an operand is NaN", ordered, same)
	Mul        = binary("mul", "product", every, same)
	Ne         = binary("ne", "whether x differs from y", every, toBool)
	NextAfter  = binary("nextafter", "next number from x towards y", Float, same)
	Pow        = binary("pow", "x to the power of y", numbers, same)
	Remainder  = binary("remainder", "remainder with the sign of the divisor", Int|Float, same)
	ShiftLeft  = binary("shift_left", "shift to the left", Int, same)
	ShiftRight = binary("shift_right_arithmetic", "arithmetic shift to the right", Int, same)
	Sub        = binary("sub", "difference", numbers, same)
	Zeta       = binary("zeta", "Hurwitz zeta function", Float, same)
)

// Where defines `prim.where`: a choice between two tensors by a third.
var Where = define(ir.OpDef{
	Name:     "where",
	Summary:  "elements of x where pred is true, and of y elsewhere",
	Operands: tensors("pred", "x", "y"),
	Assembly: `$pred ',' $x ',' $y attr-dict ':' type($pred) ',' type($x)`,
	TypeRules: []ir.TypeRule{
		{From: "x", To: "y", Summary: "all of {x, y} have same type"},
	},
}, func(c *Call) ([]Tensor, error) {
	if err := wantDtype(c.Operands[0].Elem, Bool); err != nil {
		return nil, err
	}
	return elementwise(c, c.Operands[1].Elem)
})

// FrExp defines `prim.frexp`: a float as a mantissa of magnitude in [0.5, 1) and an exponent of two.
var FrExp = define(ir.OpDef{
	Name:     "frexp",
	Summary:  "mantissa and exponent",
	Operands: tensors("x"),
	Results:  tensors("mantissa", "exponent"),
	Assembly: `$x attr-dict ':' type($x)`,
}, func(c *Call) ([]Tensor, error) {
	if err := wantDtype(c.Operands[0].Elem, Float); err != nil {
		return nil, err
	}
	m, err := elementwise(c, c.Operands[0].Elem)
	if err != nil {
		return nil, err
	}
	e, err := elementwise(c, c.Context.I(32))
	return append(m, e...), err
})

// Element types of results.

func same(t ir.Type) ir.Type { return t }

func toBool(ir.Type) ir.Type { return nil }

// unary and binary define elementwise functions of tensors of some element types.
func unary(name, summary string, of Dtype, to func(ir.Type) ir.Type) ir.OpDef {
	return function(name, summary, of, to, "x")
}

func binary(name, summary string, of Dtype, to func(ir.Type) ir.Type) ir.OpDef {
	return function(name, summary, of, to, "x", "y")
}

func function(name, summary string, of Dtype, to func(ir.Type) ir.Type, operands ...string) ir.OpDef {
	def := ir.OpDef{
		Name:     name,
		Summary:  summary,
		Operands: tensors(operands...),
		Assembly: "$" + strings.Join(operands, " ',' $") + " attr-dict ':' type($x)",
	}
	for _, o := range operands[1:] {
		def.TypeRules = append(def.TypeRules, ir.TypeRule{From: operands[0], To: o,
			Summary: "all of {" + strings.Join(operands, ", ") + "} have same type"})
	}
	def.Interfaces = []any{of}
	return define(def, func(c *Call) ([]Tensor, error) {
		elem := c.Operands[0].Elem
		if err := wantDtype(elem, of); err != nil {
			return nil, err
		}
		if elem = to(elem); elem == nil {
			elem = c.Context.I(1)
		}
		return elementwise(c, elem)
	})
}

// elementwise is the rule of elementwise primitives: operands and results have one shape, and strides are those of
// [ElementwiseStrides].
func elementwise(c *Call, elem ir.Type) ([]Tensor, error) {
	out := Tensor{Elem: elem, Shape: c.Operands[0].Shape}
	strided := true
	for _, o := range c.Operands {
		shape, err := unify(out.Shape, o.Shape)
		if err != nil {
			return nil, err
		}
		out.Shape = shape
		strided = strided && o.Strides != nil
	}
	if strided {
		var strides [][]int64
		for _, o := range c.Operands {
			strides = append(strides, o.Strides)
		}
		out.Strides = ElementwiseStrides(out.Shape, strides...)
	}
	return []Tensor{out}, nil
}
