package mathexpand

import (
	gomath "math"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/ir"
)

// from returns the constant that is the sum of two parts, minus x.
func (b *builder) from(constant pair, x *ir.Value) *ir.Value {
	return b.sub(b.float(constant.high), b.sub(x, b.float(constant.low)))
}

// atan is a polynomial for |x| <= 1, and pi/2 - atan(1/x) for larger x.
func (b *builder) atan(x *ir.Value) *ir.Value {
	a, one := b.abs(x), b.float(1)
	above := b.compare(arith.FOGT, a, one)
	t := b.choose(above, b.div(one, a), a)
	v := b.odd(b.arctangent, t, b.mul(t, t))
	return b.withSign(b.choose(above, b.from(b.halfPi, v), v), x)
}

// atan2 computes the arctangent of the smaller magnitude divided by the larger one, and moves it to the right octant.
// The quotient of two infinities counts as 1, that of two zeros as 0.
func (b *builder) atan2(y, x *ir.Value) *ir.Value {
	ay, ax := b.abs(y), b.abs(x)
	above := b.compare(arith.FOGT, ay, ax)
	small, large := b.choose(above, ax, ay), b.choose(above, ay, ax)
	t := b.div(small, large)
	t = b.choose(b.compare(arith.FOEQ, small, large), b.float(1), t)
	t = b.choose(b.compare(arith.FOEQ, small, b.float(0)), b.float(0), t)
	v := b.odd(b.arctangent, t, b.mul(t, t))
	v = b.choose(above, b.from(b.halfPi, v), v)
	negative := arith.NewCmpI(b.Builder, arith.SLT, b.bits(x), b.word(0))
	v = b.choose(negative, b.from(b.halfPi.times(2), v), v)
	v = b.withSign(v, y)
	return b.choose(b.compare(arith.FUNO, x, y), b.add(x, y), v)
}

// arcsine returns asin(s). For a <= 1/2, s is a. Otherwise above is true and s = sqrt((1-a)/2), which is at most 1/2,
// and asin(a) = pi/2 - 2 asin(s).
func (b *builder) arcsine(a *ir.Value) (above, v *ir.Value) {
	half := b.float(0.5)
	above = b.compare(arith.FOGT, a, half)
	z := b.choose(above, b.fma(a, b.float(-0.5), half), b.mul(a, a))
	return above, b.odd(b.arcsin, b.choose(above, b.sqrt(z), a), z)
}

func (b *builder) asin(x *ir.Value) *ir.Value {
	above, v := b.arcsine(b.abs(x))
	return b.withSign(b.choose(above, b.from(b.halfPi, b.add(v, v)), v), x)
}

// acos is 2 asin(s) for x > 1/2, pi - 2 asin(s) for x < -1/2, and pi/2 - asin(x) in between; see arcsine.
func (b *builder) acos(x *ir.Value) *ir.Value {
	above, v := b.arcsine(b.abs(x))
	twice := b.add(v, v)
	outer := b.choose(b.compare(arith.FOLT, x, b.float(0)), b.from(b.halfPi.times(2), twice), twice)
	return b.choose(above, outer, b.from(b.halfPi, b.withSign(v, x)))
}

// cbrt starts from an estimate by a third of the bits of x, improves it by Halley's method, and ends with a step of
// Newton's method whose residual is nearly exact. x is scaled, so that denormals become normal and cubes do not
// overflow.
func (b *builder) cbrt(x *ir.Value) *ir.Value {
	const thirds = 18 // 2^54 has the root 2^18
	a := b.abs(x)
	below := b.compare(arith.FOLT, a, b.float(1))
	a = b.mul(a, b.choose(below, b.float(1<<(3*thirds)), b.float(1.0/(1<<(3*thirds)))))
	third := b.binary(&arith.DivUI, b.bits(a), b.word(3))
	y := b.fromBits(b.binary(&arith.AddI, third, b.word(b.rootGuess)))
	for range b.rootSteps {
		cube := b.mul(b.mul(y, y), y)
		// y (y^3 + 2a) / (2y^3 + a), as y + y (a - y^3) / (2y^3 + a)
		y = b.fma(y, b.div(b.sub(a, cube), b.add(b.add(cube, cube), a)), y)
	}
	square, low := b.product(y, y)
	rest := b.fma(b.neg(y), low, b.fma(b.neg(y), square, a))
	y = b.add(y, b.div(rest, b.scale(square, 3)))
	y = b.withSign(b.mul(y, b.choose(below, b.float(1.0/(1<<thirds)), b.float(1<<thirds))), x)
	special := b.binary(&arith.OrI, b.compare(arith.FOEQ, a, b.float(0)), b.compare(arith.FUEQ, a, b.float(gomath.Inf(1))))
	return b.choose(special, x, y)
}
