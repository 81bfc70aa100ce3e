package mathexpand

import (
	gomath "math"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/math"
	"github.com/girih-ir/girih/ir"
)

// pow is 2^(y log2|x|), with a logarithm of about twice the format's precision. If x is negative, the result is
// negative for odd y, and NaN if y is no integer.
func (b *builder) pow(x, y *ir.Value) *ir.Value {
	one, zero, infinity := b.float(1), b.float(0), b.float(gomath.Inf(1))
	a := b.abs(x)
	high, low := b.wideLog2(a)
	limits := b.choose(b.compare(arith.FOEQ, a, zero), b.float(gomath.Inf(-1)), high)
	limits = b.choose(b.compare(arith.FOEQ, a, infinity), infinity, limits)
	exponent := b.mul(y, limits)
	rest := b.fma(y, low, b.fma(y, high, b.neg(exponent)))
	// Beyond these bounds the result is zero or infinite.
	inside := b.compare(arith.FOLT, b.abs(exponent), b.float(b.powerLimit))
	rest = b.choose(inside, rest, zero)
	exponent = b.atMost(b.atLeast(exponent, -b.powerLimit), b.powerLimit)
	whole, n := b.rounded(exponent, 1)
	fraction := b.add(b.sub(exponent, whole), rest)
	v := b.scaled(b.add(b.nearZero(b.scale(fraction, gomath.Ln2)), one), n)

	isInteger := b.compare(arith.FOEQ, b.unary(&math.Trunc, y), y)
	half := b.scale(y, 0.5)
	isOdd := b.binary(&arith.AndI, isInteger, b.compare(arith.FUNE, b.unary(&math.Trunc, half), half))
	v = b.choose(isOdd, b.withSign(v, x), v)
	negative := b.compare(arith.FOLT, x, zero)
	finite := b.compare(arith.FOLT, a, infinity)
	fractional := b.compare(arith.FONE, b.unary(&math.Trunc, y), y)
	none := b.binary(&arith.AndI, b.binary(&arith.AndI, negative, finite), fractional)
	v = b.choose(none, b.float(gomath.NaN()), v)
	v = b.choose(b.compare(arith.FUNO, x, y), b.add(x, y), v)
	endless := b.binary(&arith.AndI, b.compare(arith.FOEQ, a, one), b.compare(arith.FOEQ, b.abs(y), infinity))
	alwaysOne := b.binary(&arith.OrI, b.compare(arith.FOEQ, x, one), b.compare(arith.FOEQ, y, zero))
	return b.choose(b.binary(&arith.OrI, alwaysOne, endless), one, v)
}

// wideLog2 returns the binary logarithm of a positive number in two parts. With x = 2^e m and s = (m-1)/(m+1), the
// natural logarithm of m is 2 atanh(s) = 2s + s^3 (2/3 + s^2 P(s^2)). All terms except for P(s^2) are computed in two
// parts.
func (b *builder) wideLog2(x *ir.Value) (high, low *ir.Value) {
	e, m := b.parts(x)
	one := b.float(1)
	f := b.sub(m, one)
	d := b.add(m, one)
	lost := b.sub(m, b.sub(d, one))
	inverse := b.div(one, d)
	s := b.mul(f, inverse)
	rest := b.fma(b.neg(s), lost, b.fma(b.neg(s), d, f))
	sLow := b.mul(rest, inverse)

	z, zLow := b.product(s, s)
	zLow = b.fma(b.add(s, s), sLow, zLow)
	t, tLow := b.sum(b.float(b.twoThirds.high), b.mul(z, b.polynomial(b.powerLogarithm, z)))
	tLow = b.add(tLow, b.float(b.twoThirds.low))
	cube, cubeLow := b.product(z, s)
	cubeLow = b.fma(z, sLow, b.fma(zLow, s, cubeLow))
	v, vLow := b.product(cube, t)
	vLow = b.fma(cubeLow, t, b.fma(cube, tLow, vLow))

	log, logLow := b.sum(b.add(s, s), v)
	logLow = b.add(logLow, b.add(vLow, b.add(sLow, sLow)))
	u, uLow := b.product(log, b.float(b.binaryBase.e.high))
	uLow = b.fma(logLow, b.float(b.binaryBase.e.high), b.fma(log, b.float(b.binaryBase.e.low), uLow))
	n := arith.Cast(b.Builder, &arith.SIToFP, e, b.shape)
	high, rest = b.sum(n, u)
	return b.sum(high, b.add(rest, uLow))
}

// powerOfInteger is pow for an integer exponent, computed in f64. An exponent of 64 bits, which f64 may not hold, is
// split: x^(2^32 q + r) = x^(2^32 q) x^r.
func (b *builder) powerOfInteger(x, n *ir.Value) *ir.Value {
	wide := b.Context().WithElement(b.shape, b.Context().I(64))
	float := func(v *ir.Value) *ir.Value { return arith.Cast(b.Builder, &arith.SIToFP, v, b.shape) }
	if ir.BitWidth(ir.ElementOrSelf(n.Type())) <= 32 {
		return b.pow(x, float(n))
	}
	unit := b.integer(wide, 1<<32)
	high := b.scale(float(b.binary(&arith.DivSI, n, unit)), 1<<32)
	return b.mul(b.pow(x, high), b.pow(x, float(b.binary(&arith.RemSI, n, unit))))
}
