package mathexpand

import (
	gomath "math"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/ir"
)

// remainder returns |x| - n pi/2 in two parts, whose sum is at most pi/4 in magnitude, and a word that is n modulo 4.
func (b *builder) remainder(x *ir.Value) (high, low, quadrant *ir.Value) {
	a := b.abs(x)
	if b.width == 64 {
		high, low, quadrant = b.remainderInDouble(a)
	} else {
		high, low, quadrant = b.remainderInSingle(a)
	}
	small := b.compare(arith.FOLT, a, b.float(gomath.Pi/4))
	return b.choose(small, a, high), b.choose(small, b.float(0), low), b.choose(small, b.word(0), quadrant)
}

// remainderInSingle returns the remainder (see remainder) of an f32 x >= 1/2.
//
// The method is that of M. H. Payne and R. N. Hanek ("Radian reduction for trigonometric functions", 1983). x is an
// integer times a power of two. The power selects 96 bits of 2/pi: the bits before them contribute multiples of 4 to
// the product, and the bits after them are too small. The product has 62 bits after the binary point. For f32, at most
// 30 leading ones of these are zeros, so that it has more bits than the two floats that it is converted to.
func (b *builder) remainderInSingle(x *ir.Value) (high, low, quadrant *ir.Value) {
	pattern := b.bits(x)
	exponent := b.binary(&arith.ShRUI, pattern, b.word(23))
	// For smaller x, the bit number would be negative; the result is not used then.
	at := b.binary(&arith.MaxSI, b.binary(&arith.SubI, exponent, b.word(126)), b.word(0))
	words := b.window(twoOverPi(26, 8), at, 3)
	wide := b.Context().WithElement(b.shape, b.Context().I(64))
	extended := func(v *ir.Value) *ir.Value { return arith.Cast(b.Builder, &arith.ExtUI, v, wide) }
	significand := extended(b.binary(&arith.OrI, b.binary(&arith.AndI, pattern, b.word(1<<23-1)), b.word(1<<23)))
	// Compute the upper 64 of the product's 96 bits.
	product := func(i int) *ir.Value { return b.binary(&arith.MulI, significand, extended(words[i])) }
	by32 := b.integer(wide, 32)
	turns := b.binary(&arith.AddI, product(1), b.binary(&arith.ShLI, product(0), by32))
	turns = b.binary(&arith.AddI, turns, b.binary(&arith.ShRUI, product(2), by32))
	n := b.binary(&arith.ShRUI, b.binary(&arith.AddI, turns, b.integer(wide, 1<<61)), b.integer(wide, 62))
	rest := b.binary(&arith.SubI, turns, b.binary(&arith.ShLI, n, b.integer(wide, 62)))

	float := func(v *ir.Value) *ir.Value { return arith.Cast(b.Builder, &arith.SIToFP, v, b.shape) }
	r := float(rest)
	behind := float(b.binary(&arith.SubI, rest, arith.Cast(b.Builder, &arith.FPToSI, r, wide)))
	unit := gomath.Ldexp(1, -62)
	high, low = b.product(r, b.float(b.halfPi.high*unit))
	low = b.fma(r, b.float(b.halfPi.low*unit), low)
	low = b.fma(behind, b.float(b.halfPi.high*unit), low)

	return high, low, arith.Cast(b.Builder, &arith.TruncI, n, b.words)
}

// sineOf returns sin(high + low). It takes low into account to first order only.
func (b *builder) sineOf(high, low *ir.Value) *ir.Value {
	z := b.mul(high, high)
	v := b.fma(b.mul(high, z), b.polynomial(b.sine, z), low)
	return b.add(high, v)
}

// cosineOf returns cos(high + low). It takes low into account to first order only.
func (b *builder) cosineOf(high, low *ir.Value) *ir.Value {
	z := b.mul(high, high)
	one, rest := b.sum(b.float(1), b.scale(z, -0.5))
	v := b.fma(b.mul(z, z), b.polynomial(b.cosine, z), rest)
	return b.add(one, b.fma(b.neg(high), low, v))
}

// sinCos returns sin(x) and cos(x).
func (b *builder) sinCos(x *ir.Value) (sin, cos *ir.Value) {
	high, low, quadrant := b.remainder(x)
	s, c := b.sineOf(high, low), b.cosineOf(high, low)
	odd := arith.NewCmpI(b.Builder, arith.NE, b.binary(&arith.AndI, quadrant, b.word(1)), b.word(0))
	sin, cos = b.choose(odd, c, s), b.choose(odd, s, c)
	sign := func(v, quadrant, mirrored *ir.Value) *ir.Value {
		flip := b.binary(&arith.ShLI, b.binary(&arith.AndI, quadrant, b.word(2)), b.word(b.width-2))
		if mirrored != nil {
			flip = b.binary(&arith.XOrI, flip, b.binary(&arith.AndI, b.bits(mirrored), b.word(-1<<(b.width-1))))
		}
		return b.fromBits(b.binary(&arith.XOrI, b.bits(v), flip))
	}
	finite := b.compare(arith.FOLT, b.abs(x), b.float(gomath.Inf(1)))
	none := b.float(gomath.NaN())
	sin = sign(sin, quadrant, x)
	cos = sign(cos, b.binary(&arith.AddI, quadrant, b.word(1)), nil)
	return b.choose(finite, sin, none), b.choose(finite, cos, none)
}

func (b *builder) sin(x *ir.Value) *ir.Value { sin, _ := b.sinCos(x); return sin }

func (b *builder) cos(x *ir.Value) *ir.Value { _, cos := b.sinCos(x); return cos }

func (b *builder) tan(x *ir.Value) *ir.Value { return b.div(b.sinCos(x)) }
