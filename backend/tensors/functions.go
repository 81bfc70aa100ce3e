package tensors

import (
	"math"
	"math/cmplx"

	"gonum.org/v1/gonum/mathext"

	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/ir"
)

// functions are the functions of one float, computed in float64.
var functions = map[*ir.OpDef]func(float64) float64{
	&prim.ACos: math.Acos, &prim.ACosH: math.Acosh, &prim.ASin: math.Asin, &prim.ASinH: math.Asinh,
	&prim.ATan: math.Atan, &prim.ATanH: math.Atanh, &prim.Cbrt: math.Cbrt, &prim.Ceil: math.Ceil, &prim.Cos: math.Cos,
	&prim.CosH: math.Cosh, &prim.Digamma: digamma, &prim.Erf: math.Erf, &prim.ErfInv: math.Erfinv,
	&prim.ErfC: math.Erfc, &prim.ErfCX: erfcx, &prim.Exp: math.Exp, &prim.Exp2: math.Exp2, &prim.ExpM1: math.Expm1,
	&prim.Floor: math.Floor, &prim.LGamma: logGamma,
	&prim.Log: log, &prim.Log10: log10, &prim.Log1P: math.Log1p, &prim.Log2: math.Log2,
	&prim.NdTRI: normalQuantile,
	&prim.Round: math.RoundToEven, &prim.RSqrt: func(x float64) float64 { return 1 / math.Sqrt(x) }, &prim.Sign: sign,
	&prim.Sin: math.Sin, &prim.SinH: math.Sinh, &prim.Tan: math.Tan, &prim.TanH: math.Tanh, &prim.Trunc: math.Trunc,
	&prim.BesselJ0: finite(math.J0), &prim.BesselJ1: finite(math.J1), &prim.SphericalBesselJ0: sphericalJ0,
	&prim.BesselI0:  func(x float64) float64 { return besselI(0, x) },
	&prim.BesselI0E: func(x float64) float64 { return besselIE(0, x) },
	&prim.BesselI1:  func(x float64) float64 { return besselI(1, x) },
	&prim.BesselI1E: func(x float64) float64 { return besselIE(1, x) },
}

// functions2 are the functions of two floats for which Go has no operator, computed in float64.
var functions2 = map[*ir.OpDef]func(x, y float64) float64{
	&prim.ATan2: atan2, &prim.FMod: math.Mod, &prim.Hypot: math.Hypot, &prim.Pow: pow, &prim.Remainder: remainder,
	&prim.IGamma: igamma, &prim.IGammaC: igammac, &prim.Zeta: zeta,
}

// complexFunctions are the functions of a complex number.
var complexFunctions = map[*ir.OpDef]func(complex128) complex128{
	&prim.ACos: cmplx.Acos, &prim.ACosH: cmplx.Acosh, &prim.ASin: cmplx.Asin, &prim.ASinH: cmplx.Asinh,
	&prim.ATan: cmplx.Atan, &prim.ATanH: cmplx.Atanh, &prim.ConjPhysical: cmplx.Conj, &prim.Cos: cmplx.Cos,
	&prim.CosH: cmplx.Cosh, &prim.Exp: cmplx.Exp,
	&prim.Exp2:  func(x complex128) complex128 { return cmplx.Exp(x * math.Ln2) },
	&prim.ExpM1: complexExpM1, &prim.Log: cmplx.Log, &prim.Log10: cmplx.Log10,
	&prim.Log1P:      func(x complex128) complex128 { return cmplx.Log(1 + x) },
	&prim.Log2:       func(x complex128) complex128 { return cmplx.Log(x) / math.Ln2 },
	&prim.Neg:        func(x complex128) complex128 { return -x },
	&prim.Reciprocal: func(x complex128) complex128 { return 1 / x },
	&prim.RSqrt:      func(x complex128) complex128 { return 1 / cmplx.Sqrt(x) },
	&prim.Sin:        cmplx.Sin, &prim.SinH: cmplx.Sinh,
	&prim.Sqrt: cmplx.Sqrt, &prim.Tan: cmplx.Tan, &prim.TanH: cmplx.Tanh,
}

// log is math.Log, which on amd64 is wrong for subnormal numbers.
func log(x float64) float64 {
	if x > 0 && x < 0x1p-1022 {
		return math.Log(x*0x1p54) - 54*math.Ln2
	}
	return math.Log(x)
}

func log10(x float64) float64 { return log(x) * (1 / math.Ln10) }

// logGamma is -log(x) near zero.
func logGamma(x float64) float64 {
	if math.Abs(x) < 0x1p-1022 && x != 0 {
		return -log(math.Abs(x))
	}
	v, _ := math.Lgamma(x)
	return v
}

// finite returns NaN for infinities. PyTorch returns NaN there, although the limit is 0.
func finite(f func(float64) float64) func(float64) float64 {
	return func(x float64) float64 {
		if math.IsInf(x, 0) {
			return math.NaN()
		}
		return f(x)
	}
}

// complexExpM1 is accurate for small arguments.
func complexExpM1(x complex128) complex128 {
	half := math.Sin(imag(x) / 2)
	return complex(math.Expm1(real(x))*math.Cos(imag(x))-2*half*half, math.Exp(real(x))*math.Sin(imag(x)))
}

// sign returns 0 for NaN, as PyTorch does.
func sign(x float64) float64 {
	switch {
	case x > 0:
		return 1
	case x < 0:
		return -1
	}
	return 0
}

// pow is C's pow. Go has no signaling NaNs, which is the only difference.
func pow(x, y float64) float64 { return math.Pow(x, y) }

// remainder has the sign of the divisor.
func remainder(x, y float64) float64 {
	r := math.Mod(x, y)
	if r != 0 && (r < 0) != (y < 0) {
		r += y
	}
	return r
}

// digamma is minus infinity at +0, plus infinity at -0, and NaN at negative integers.
func digamma(x float64) float64 {
	switch {
	case x == 0:
		return math.Copysign(math.Inf(1), -x)
	case math.IsInf(x, 1):
		return x
	case math.IsInf(x, -1) || x < 0 && x == math.Trunc(x):
		return math.NaN()
	}
	return mathext.Digamma(x)
}

// erfcx is exp(x*x) * erfc(x). Where the factors overflow and underflow, it uses the continued fraction.
func erfcx(x float64) float64 {
	switch {
	case x < -26.7:
		return math.Inf(1)
	case x < 8:
		// exp(x*x), from the rounded square and its rounding error.
		s := x * x
		return math.Exp(s) * math.Exp(math.FMA(x, x, -s)) * math.Erfc(x)
	case math.IsNaN(x):
		return x
	}
	// Lentz's method converges in a few steps for such large x: 1/(x + (1/2)/(x + 1/(x + (3/2)/(x + ...)))) / sqrt(pi).
	v := x
	for k := 60; k >= 1; k-- {
		v = x + float64(k)/2/v
	}
	return 1 / (v * math.SqrtPi)
}

// normalQuantile is the inverse of the normal distribution function.
func normalQuantile(p float64) float64 {
	switch {
	case p == 0:
		return math.Inf(-1)
	case p == 1:
		return math.Inf(1)
	case !(p > 0 && p < 1):
		return math.NaN()
	}
	if p < 0x1p-1022 {
		return tinyQuantile(p)
	}
	return mathext.NormalQuantile(p)
}

// tinyQuantile finds x with log(erfcx(-x/sqrt2)/2) - x*x/2 = log(p), by Newton's method.
func tinyQuantile(p float64) float64 {
	x := -math.Sqrt(-2 * log(p))
	for range 6 {
		tail := erfcx(-x / math.Sqrt2)
		x -= (math.Log(tail/2) - x*x/2 - log(p)) * tail * math.Sqrt(math.Pi/2)
	}
	return x
}

func sphericalJ0(x float64) float64 {
	switch {
	case math.IsInf(x, 0):
		return 0
	case math.Abs(x) < 0.5: // power series
		s := x * x
		return 1 - s/6*(1-s/20*(1-s/42*(1-s/72*(1-s/110))))
	}
	return math.Sin(x) / x
}

// besselI is the modified Bessel function of order n, 0 or 1.
func besselI(n int, x float64) float64 {
	if math.IsNaN(x) {
		return x
	}
	if a := math.Abs(x); a > 30 {
		return besselIE(n, x) * math.Exp(a/2) * math.Exp(a/2)
	}
	// All terms of its series are positive.
	term := math.Pow(x/2, float64(n))
	sum := term
	for k := 1; k < 200 && math.Abs(term) > math.Abs(sum)*1e-18; k++ {
		term *= x / 2 * (x / 2) / float64(k*(k+n))
		sum += term
	}
	return sum
}

// besselIE is besselI times exp(-|x|).
func besselIE(n int, x float64) float64 {
	a := math.Abs(x)
	if math.IsInf(a, 1) {
		return 0
	}
	if !(a > 30) {
		return besselI(n, x) * math.Exp(-a)
	}
	// The asymptotic series, which is accurate to the last bits for such large x.
	mu, term, sum := 4*float64(n*n), 1.0, 1.0
	for k := 1; k < 30; k++ {
		odd := float64(2*k - 1)
		next := -term * (mu - odd*odd) / (8 * a * float64(k))
		if math.Abs(next) > math.Abs(term) {
			break
		}
		term = next
		sum += term
	}
	v := sum / (math.Sqrt(2*math.Pi) * math.Sqrt(a))
	if n == 1 && x < 0 {
		return -v
	}
	return v
}

// igamma and igammac are the regularized incomplete gamma functions; a is the first argument.
func igamma(a, x float64) float64 {
	return gammaRegions(a, x, 0, 1, mathext.GammaIncReg)
}

func igammac(a, x float64) float64 {
	return gammaRegions(a, x, 1, 0, mathext.GammaIncRegComp)
}

func gammaRegions(a, x, atZero, atInf float64, f func(a, x float64) float64) float64 {
	switch {
	case math.IsNaN(a) || math.IsNaN(x) || a < 0 || x < 0:
		return math.NaN()
	case a == 0 && x > 0, math.IsInf(x, 1) && !math.IsInf(a, 1):
		return atInf
	case a == 0 || math.IsInf(a, 1) && math.IsInf(x, 1):
		return math.NaN()
	case x == 0 || math.IsInf(a, 1):
		return atZero
	}
	return f(a, x)
}

func zeta(x, q float64) float64 {
	switch {
	case math.IsNaN(x) || math.IsNaN(q) || x < 1:
		return math.NaN()
	case x == 1:
		return math.Inf(1)
	case q <= 0 && q == math.Floor(q):
		return math.Inf(1)
	case q <= 0 && x != math.Floor(x):
		return math.NaN()
	}
	return mathext.Zeta(x, q)
}

// atan2 is math.Atan2, which returns a positive number if the quotient underflows.
func atan2(y, x float64) float64 {
	if x < 0 && y < 0 && y/x == 0 {
		return -math.Pi
	}
	return math.Atan2(y, x)
}
