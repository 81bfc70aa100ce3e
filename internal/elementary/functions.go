package elementary

import "math"

// enormous is the magnitude beyond which exponentials of f64 are zero or infinite.
const enormous = 2000

// Exponentials and logarithms.
var (
	Exp   = Unary{near: math.Exp, precise: exp, largest: enormous}
	Exp2  = Unary{near: math.Exp2, precise: exp2, largest: enormous}
	ExpM1 = Unary{near: math.Expm1, precise: expm1, largest: enormous}
	Log   = Unary{near: math.Log, precise: log}
	Log2  = Unary{near: math.Log2, precise: log2}
	Log10 = Unary{near: math.Log10, precise: log10}
	Log1P = Unary{near: math.Log1p, precise: log1p}
	Pow   = Binary{near: math.Pow, precise: pow}
)

// Trigonometric functions and their inverses.
var (
	Sin   = Unary{near: math.Sin, precise: sin, minus: true}
	Cos   = Unary{near: math.Cos, precise: cos, minus: true}
	Tan   = Unary{near: math.Tan, precise: tan, minus: true}
	ASin  = Unary{near: math.Asin, precise: asin}
	ACos  = Unary{near: math.Acos, precise: acos}
	ATan  = Unary{near: math.Atan, precise: atan}
	ATan2 = Binary{near: math.Atan2, precise: atan2}
)

// Hyperbolic functions, their inverses, and the error functions.
var (
	SinH  = Unary{near: math.Sinh, precise: sinh, largest: enormous}
	CosH  = Unary{near: math.Cosh, precise: cosh, largest: enormous}
	TanH  = Unary{near: math.Tanh, precise: tanh, largest: enormous}
	ASinH = Unary{near: math.Asinh, precise: asinh}
	ACosH = Unary{near: math.Acosh, precise: acosh, minus: true}
	ATanH = Unary{near: math.Atanh, precise: atanh, minus: true}
	Erf   = Unary{near: math.Erf, precise: erf, largest: 30}
	ErfC  = Unary{near: math.Erfc, precise: erfc, largest: 30}
)
