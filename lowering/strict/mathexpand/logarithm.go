package mathexpand

import (
	gomath "math"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/ir"
)

// parts returns e and m with x = 2^e m and sqrt(1/2) <= m < sqrt(2), for x positive and finite.
func (b *builder) parts(x *ir.Value) (e, m *ir.Value) {
	denormal := b.compare(arith.FOLT, x, b.float(b.leastNormal))
	shift := b.fraction + 1
	normal := b.choose(denormal, b.scale(x, gomath.Ldexp(1, int(shift))), x)
	e, m = b.normalParts(normal)
	return b.binary(&arith.SubI, e, b.choose(denormal, b.word(shift), b.word(0))), m
}

// normalParts is parts for a normal number.
func (b *builder) normalParts(x *ir.Value) (e, m *ir.Value) {
	pattern := b.bits(x)
	e = b.binary(&arith.ShRSI, b.binary(&arith.SubI, pattern, b.bitsOf(gomath.Sqrt2/2)), b.word(b.fraction))
	m = b.fromBits(b.binary(&arith.SubI, pattern, b.binary(&arith.ShLI, e, b.word(b.fraction))))
	return e, m
}

// base is a base of logarithms. It has the logarithms, in that base, of 2 and of e. The high part of two has few enough
// bits that its products with exponents are exact.
type base struct{ two, e pair }

// logOf returns the logarithm of 2^e (1 + f).
func (b *builder) logOf(base base, e, f *ir.Value) *ir.Value {
	square := b.mul(f, f)
	cube := b.mul(b.mul(square, f), b.polynomial(b.logarithm, f))
	rest := b.fma(square, b.float(-0.5), cube)
	n := arith.Cast(b.Builder, &arith.SIToFP, e, b.shape)
	if base.e.high != 1 {
		scaled, low := b.product(f, b.float(base.e.high))
		low = b.fma(f, b.float(base.e.low), low)
		rest = b.fma(rest, b.float(base.e.high), low)
		f = scaled
	}
	rest = b.fma(n, b.float(base.two.low), rest)
	high, low := b.sum(b.scale(n, base.two.high), f)
	return b.add(high, b.add(low, rest))
}

// logarithmIn returns the logarithm of x to a base.
func (b *builder) logarithmIn(base base, x *ir.Value) *ir.Value {
	e, m := b.parts(x)
	return b.logLimits(b.logOf(base, e, b.sub(m, b.float(1))), x, x)
}

// logLimits corrects a logarithm v of x for x that is not positive or not finite. If special is NaN or infinite, it is
// the result.
func (b *builder) logLimits(v, x, special *ir.Value) *ir.Value {
	infinity, zero := b.float(gomath.Inf(1)), b.float(0)
	v = b.choose(b.compare(arith.FUEQ, special, infinity), special, v)
	v = b.choose(b.compare(arith.FOLT, x, zero), b.float(gomath.NaN()), v)
	return b.choose(b.compare(arith.FOEQ, x, zero), b.float(gomath.Inf(-1)), v)
}

func (b *builder) log(x *ir.Value) *ir.Value { return b.logarithmIn(b.natural, x) }

func (b *builder) log2(x *ir.Value) *ir.Value { return b.logarithmIn(b.binaryBase, x) }

func (b *builder) log10(x *ir.Value) *ir.Value { return b.logarithmIn(b.decimal, x) }

// log1p computes the logarithm of the rounded sum 1 + x. It adds the rounding error of the sum to the fraction.
func (b *builder) log1p(x *ir.Value) *ir.Value {
	one := b.float(1)
	u := b.add(one, x)
	back := b.sub(u, one)
	lost := b.add(b.sub(one, b.sub(u, back)), b.sub(x, back))
	e, m := b.normalParts(u)
	limited := b.binary(&arith.MinSI, e, b.word(b.bias-1))
	down := b.powerOfTwo(b.binary(&arith.SubI, b.word(0), limited))
	v := b.logOf(b.natural, e, b.fma(lost, down, b.sub(m, one)))
	return b.withSign(b.logLimits(v, u, x), x)
}

// asinh is log(x + sqrt(x^2 + 1)), and log(x) + log(2) from squareLimit on.
func (b *builder) asinh(x *ir.Value) *ir.Value {
	one, a := b.float(1), b.abs(x)
	square := b.mul(a, a)
	small := b.log1p(b.add(a, b.div(square, b.add(one, b.sqrt(b.add(square, one))))))
	large := b.add(b.log(a), b.float(gomath.Ln2))
	v := b.choose(b.compare(arith.FOLT, a, b.float(b.squareLimit)), small, large)
	return b.withSign(v, x)
}

// acosh is log(x + sqrt(x^2 - 1)), computed as log1p(t + sqrt(t^2 + 2t)) with t = x - 1.
func (b *builder) acosh(x *ir.Value) *ir.Value {
	t := b.sub(x, b.float(1))
	small := b.log1p(b.add(t, b.sqrt(b.fma(t, t, b.add(t, t)))))
	large := b.add(b.log(x), b.float(gomath.Ln2))
	v := b.choose(b.compare(arith.FOLT, x, b.float(b.squareLimit)), small, large)
	return b.choose(b.compare(arith.FOLT, x, b.float(1)), b.float(gomath.NaN()), v)
}

// atanh is log((1 + x)/(1 - x))/2.
func (b *builder) atanh(x *ir.Value) *ir.Value {
	a := b.abs(x)
	v := b.log1p(b.div(b.add(a, a), b.sub(b.float(1), a)))
	return b.withSign(b.scale(v, 0.5), x)
}
