package math

import (
	"strings"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
)

// Magnitude, sign and rounding.
var (
	AbsF      = unary("absf", "floating point absolute-value operation")
	Ceil      = unary("ceil", "ceiling of the specified value")
	Floor     = unary("floor", "floor of the specified value")
	Round     = unary("round", "round of the specified value")
	RoundEven = unary("roundeven", "round of the specified value with halfway cases to even")
	Trunc     = unary("trunc", "trunc of the specified value")
	CopySign  = float("copysign", "a copysign operation", "lhs", "rhs")
	FMA       = float("fma", "floating point fused multiply-add operation", "a", "b", "c")
)

// Trigonometric and hyperbolic functions and their inverses.
var (
	Sin   = unary("sin", "sine of the specified value")
	Cos   = unary("cos", "cosine of the specified value")
	Tan   = unary("tan", "tangent of the specified value")
	ASin  = unary("asin", "arcus sine of the given value")
	ACos  = unary("acos", "arcus cosine of the specified value")
	ATan  = unary("atan", "arcus tangent of the given value")
	ATan2 = float("atan2", "2-argument arcus tangent of the given values", "lhs", "rhs")
	SinH  = unary("sinh", "hyperbolic sine of the specified value")
	CosH  = unary("cosh", "hyperbolic cosine of the specified value")
	TanH  = unary("tanh", "hyperbolic tangent of the specified value")
	ASinH = unary("asinh", "hyperbolic arcus sine of the given value")
	ACosH = unary("acosh", "hyperbolic arcus cosine of the given value")
	ATanH = unary("atanh", "hyperbolic arcus tangent of the given value")
)

// Exponentials, logarithms, roots, powers and the error function.
var (
	Exp   = unary("exp", "base-e exponential of the specified value")
	Exp2  = unary("exp2", "base-2 exponential of the specified value")
	ExpM1 = unary("expm1", "base-e exponential of the specified value minus 1")
	Log   = unary("log", "base-e logarithm of the specified value")
	Log2  = unary("log2", "base-2 logarithm of the specified value")
	Log10 = unary("log10", "base-10 logarithm of the specified value")
	Log1P = unary("log1p", "natural logarithm of one plus the given value")
	Sqrt  = unary("sqrt", "sqrt of the specified value")
	RSqrt = unary("rsqrt", "reciprocal of sqrt (1 / sqrt of the specified value)")
	Cbrt  = unary("cbrt", "cube root of the specified value")
	PowF  = float("powf", "floating point raised to the power of operation", "lhs", "rhs")
	Erf   = unary("erf", "error function of the specified value")
	ErfC  = unary("erfc", "complementary error function of the specified value")
)

// ClampF defines `math.clampf`.
var ClampF = clamp(float("clampf", "floating point clamping operation", "value", "min", "max"))

// SinCos defines `math.sincos`: the results are the sine and the cosine.
var SinCos = ir.OpDef{
	Name:     "math.sincos",
	Summary:  "sine and cosine of the specified value",
	Operands: []ir.ValueDef{{Name: "operand", Type: constraints.FloatLike}},
	Results:  []ir.ValueDef{{Name: "sin", Type: constraints.FloatLike}, {Name: "cos", Type: constraints.FloatLike}},
	Attrs:    fastMath(),
	Traits:   elementwise | ir.SameOperandsAndResultShape,
	TypeRules: []ir.TypeRule{
		{From: "operand", To: "sin", Summary: "all of {operand, sin, cos} have same type"},
		{From: "operand", To: "cos", Summary: "all of {operand, sin, cos} have same type"},
	},
	Assembly:    `$operand ('fastmath' '' $fastmath^)? attr-dict ':' type($operand)`,
	ResultNames: ir.DeclaredResultNames,
}

// FPowI defines `math.fpowi`: the result is a float to the power of a signed integer.
var FPowI = ir.OpDef{
	Name:    "math.fpowi",
	Summary: "floating point raised to the signed integer power",
	Operands: []ir.ValueDef{
		{Name: "lhs", Type: constraints.FloatLike},
		{Name: "rhs", Type: constraints.SignlessIntegerOrIndexLike},
	},
	Results:   []ir.ValueDef{{Name: "result", Type: constraints.FloatLike}},
	Attrs:     fastMath(),
	Traits:    elementwise | ir.SameOperandsAndResultShape,
	TypeRules: []ir.TypeRule{{From: "lhs", To: "result", Summary: "all of {lhs, result} have same type"}},
	Assembly:  `$lhs ',' $rhs ('fastmath' '' $fastmath^)? attr-dict ':' type($lhs) ',' type($rhs)`,
}

func unary(name, summary string) ir.OpDef { return float(name, summary, "operand") }

// float defines a function of floats of one type.
func float(name, summary string, operands ...string) ir.OpDef {
	def := ir.OpDef{
		Name:    "math." + name,
		Summary: summary,
		Results: []ir.ValueDef{{Name: "result", Type: constraints.FloatLike}},
		Attrs:   fastMath(),
		Traits:  elementwise | ir.SameOperandsAndResultType,
		Assembly: "$" + strings.Join(operands, " ',' $") +
			" ('fastmath' '' $fastmath^)? attr-dict ':' type($result)",
	}
	for _, o := range operands {
		def.Operands = append(def.Operands, ir.ValueDef{Name: o, Type: constraints.FloatLike})
	}
	return def
}

func clamp(def ir.OpDef) ir.OpDef {
	def.Assembly = `$value 'to' ' ' '[' $min ',' $max ']' ('fastmath' '' $fastmath^)? attr-dict ':' type($result)`
	return def
}

// Predicates on floats.
var (
	IsFinite = classification("isfinite", "returns true if the operand classifies as finite")
	IsInf    = classification("isinf", "returns true if the operand classifies as infinite")
	IsNaN    = classification("isnan", "returns true if the operand classifies as NaN")
	IsNormal = classification("isnormal", "returns true if the operand classifies as normal")
)

func classification(name, summary string) ir.OpDef {
	return ir.OpDef{
		Name:     "math." + name,
		Summary:  summary,
		Operands: []ir.ValueDef{{Name: "operand", Type: constraints.FloatLike}},
		Results:  []ir.ValueDef{{Name: "result", Type: constraints.BoolLike}},
		Attrs:    fastMath(),
		Traits:   elementwise,
		TypeRules: []ir.TypeRule{{From: "operand", To: "result", Map: arith.BoolLike,
			Summary: "result type has i1 element type and same shape as operands"}},
		Assembly: `$operand attr-dict ':' type($operand)`,
	}
}
