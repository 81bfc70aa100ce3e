package mathexpand

import (
	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/ir"
)

// erf is computed by a polynomial for |x| < 1. For larger |x|, 1 - erf(|x|) is erfc(|x|) (see tail) in f64, and the
// exponential of a polynomial in f32.
func (b *builder) erf(x *ir.Value) *ir.Value {
	if b.approximate && b.errorExponent != nil {
		return b.approximateErf(x)
	}
	a := b.abs(x)
	var rest *ir.Value
	if b.errorLogarithm == nil {
		rest = b.tail(a)
	} else {
		t := b.sub(b.atMost(a, 4), b.float(1))
		n, power := b.split(b.neg(b.polynomial(b.errorLogarithm, t)))
		rest = b.mul(b.add(power, b.float(1)), b.powerOfTwo(n))
	}
	large := b.sub(b.float(1), rest)
	return b.withSignOf(b.choose(b.compare(arith.FOLT, a, b.float(1)), b.nearErf(a), large), x)
}

// approximateErf computes 1 - erf(|x|) from the target's exponential for |x| above 1, where it is at most 0.16. Over
// all f32, the error is 1.33 units in the last place with a correctly rounded exponential, and 1.7 with one that is
// wrong by 2 units (CUDA C++ Programming Guide, "Mathematical Functions", exp2f). The polynomials in the exponent fall
// to minus infinity beyond their interval, so no argument is too large for them. NaN passes through.
//
// If results are only added to constants of at least 1 in magnitude, numbers below 1 are computed in the same way. The
// relative error of results near zero does not matter then. The absolute error is at most 2^-23.2 (1.01e-7) over all
// f32 with a correctly rounded exponential; the target's exponential adds up to 2^-23. For comparison: a sum with an
// erf that is rounded to 24 bits has an error of 2^-25 from the erf, and of 2^-24 from its own rounding if it is above
// 1.
//
// In this case the polynomial also includes a constant factor of the argument, as in gelu's erf(x sqrt(1/2)); see
// [builder.withoutFactor]. Its coefficients are rounded for each factor. The rounding errors of coefficients, Horner's
// rule, the exponential and the difference add up to at most 2^-22.8; the largest error found for 3000 factors is
// 2^-23.1. The polynomial is negative everywhere. The code writes it as the negative of its magnitude, which costs
// nothing in machine code and shows that the exponential is at most 1.
func (b *builder) approximateErf(x *ir.Value) *ir.Value {
	one := b.float(1)
	if b.summed {
		v, factor := b.withoutFactor(x)
		a := b.abs(v)
		slope := b.abs(b.polynomial(b.errorExponentSlope.inMultiples(factor), a))
		return b.withSignOf(b.sub(one, b.approximateExp2(b.neg(b.mul(slope, a)))), v)
	}
	a := b.abs(x)
	large := b.sub(one, b.approximateExp2(b.polynomial(b.errorExponent, a)))
	return b.withSignOf(b.choose(b.compare(arith.FOLT, a, one), b.nearErf(a), large), x)
}

// nearErf returns erf(x) for |x| up to 1.
func (b *builder) nearErf(x *ir.Value) *ir.Value {
	return b.fma(x, b.polynomial(b.errorFunction, b.mul(x, x)), x)
}

// erfc is 1 - erf(x) for |x| < 1/2, tail(x) for larger x, and 2 - tail(-x) for smaller x.
func (b *builder) erfc(x *ir.Value) *ir.Value {
	a := b.abs(x)
	near := b.sub(b.float(1), b.nearErf(x))
	tail := b.tail(a)
	far := b.choose(b.compare(arith.FOLT, x, b.float(0)), b.sub(b.float(2), tail), tail)
	return b.choose(b.compare(arith.FOLT, a, b.float(0.5)), near, far)
}

// tail returns erfc(x) for x not below 1/2: e^(-x^2) / (1 + 2x) times a polynomial of (x-c)/(x+c) (M. M. Shepherd and
// J. G. Laframboise, "Chebyshev approximation of (1+2x) exp(x^2) erfc x in 0 <= x < oo", 1981). The square is taken in
// two parts.
func (b *builder) tail(x *ir.Value) *ir.Value {
	x = b.atMost(x, b.tailEnd)
	center := b.float(b.tailCenter)
	u := b.div(b.sub(x, center), b.add(x, center))
	v := b.div(b.polynomial(b.errorTail, u), b.fma(x, b.float(2), b.float(1)))
	square, low := b.product(x, x)
	n, power := b.split(b.neg(square))
	power = b.add(power, b.fma(b.neg(low), power, b.neg(low))) // multiply by e^(-low), which is about 1 - low
	return b.scaled(b.fma(v, power, v), n)
}
