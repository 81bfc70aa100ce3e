package mathexpand

import (
	gomath "math"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/ir"
)

// split finds n and r with x = n ln(2) + r and |r| at most ln(2)/2, and returns n as a word and e^r - 1. The products
// of n and the parts of ln(2) are rounded once, inside an fma (W. J. Cody and W. Waite, "Software Manual for the
// Elementary Functions", 1980, for the reduction in parts).
func (b *builder) split(x *ir.Value) (n, power *ir.Value) {
	multiple, n := b.rounded(x, gomath.Log2E)
	r := b.fma(multiple, b.float(-b.ln2.high), x)
	return n, b.nearZero(b.fma(multiple, b.float(-b.ln2.low), r))
}

// nearZero returns e^r - 1 for |r| up to ln(2)/2.
func (b *builder) nearZero(r *ir.Value) *ir.Value {
	return b.fma(b.mul(r, r), b.polynomial(b.exponential, r), r)
}

// exp is 2^n e^r. x is clamped to the bounds beyond which the result is zero or infinite.
func (b *builder) exp(x *ir.Value) *ir.Value {
	n, power := b.split(b.atMost(b.atLeast(x, b.underflow), b.overflow))
	return b.scaled(b.add(power, b.float(1)), n)
}

// halfExp returns e^x / 2 for x >= 0. It overflows only if e^x / 2 does, not if e^x does.
func (b *builder) halfExp(x *ir.Value) *ir.Value {
	n, power := b.split(b.atMost(x, b.overflow+1))
	return b.scaled(b.add(power, b.float(1)), b.binary(&arith.SubI, n, b.word(1)))
}

// exp2 is 2^n e^(f ln 2), where n is x rounded to an integer, and f = x - n, which is exact.
func (b *builder) exp2(x *ir.Value) *ir.Value {
	x = b.atMost(b.atLeast(x, b.underflow/gomath.Ln2), b.overflow/gomath.Ln2)
	whole, n := b.rounded(x, 1)
	power := b.nearZero(b.scale(b.sub(x, whole), gomath.Ln2))
	return b.scaled(b.add(power, b.float(1)), n)
}

// expm1 is 2^n (e^r - 1) + (2^n - 1). The code computes half of it and doubles the result, since 2^n may overflow.
func (b *builder) expm1(x *ir.Value) *ir.Value {
	const nearlyMinusOne = -40 // e^-40 is below a quarter of an ulp of 1 in both formats
	n, power := b.split(b.atMost(b.atLeast(x, nearlyMinusOne), b.overflow))
	half := b.powerOfTwo(b.binary(&arith.SubI, n, b.word(1)))
	v := b.scale(b.fma(half, power, b.sub(half, b.float(0.5))), 2)
	return b.withSign(v, x)
}

// sinh is a polynomial for |x| < 1, and (e^x - e^-x)/2 otherwise.
func (b *builder) sinh(x *ir.Value) *ir.Value {
	a := b.abs(x)
	half := b.halfExp(a)
	large := b.sub(half, b.div(b.float(0.25), half))
	small := b.odd(b.hyperbolicSine, a, b.mul(a, a))
	return b.withSign(b.choose(b.compare(arith.FOLT, a, b.float(1)), small, large), x)
}

func (b *builder) cosh(x *ir.Value) *ir.Value {
	half := b.halfExp(b.abs(x))
	return b.add(half, b.div(b.float(0.25), half))
}

// tanh is a polynomial for |x| < 5/8, and 1 - 2/(e^2x + 1) otherwise.
func (b *builder) tanh(x *ir.Value) *ir.Value {
	a := b.abs(x)
	half := b.halfExp(b.add(a, a))
	large := b.sub(b.float(1), b.div(b.float(1), b.add(half, b.float(0.5))))
	small := b.odd(b.hyperbolicTangent, a, b.mul(a, a))
	return b.withSign(b.choose(b.compare(arith.FOLT, a, b.float(0.625)), small, large), x)
}
