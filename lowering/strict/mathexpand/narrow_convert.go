package mathexpand

import (
	gomath "math"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/apfloat"
)

var modes = [...]apfloat.Mode{
	arith.ToNearestEven: apfloat.ToNearestEven, arith.Downward: apfloat.ToNegativeInf, arith.Upward: apfloat.ToPositiveInf,
	arith.TowardZero: apfloat.ToZero, arith.ToNearestAway: apfloat.ToNearestAway,
}

func modeOf(op *ir.Operation) apfloat.Mode {
	if m, ok := arith.RoundingMode.Value(op.Inherent("roundingmode")); ok {
		return modes[m]
	}
	return apfloat.ToNearestEven
}

// extended converts f32 to a format that holds the number exactly.
func (b *builder) extended(v *ir.Value, t ir.Type) *ir.Value {
	switch width := ir.BitWidth(ir.ElementOrSelf(t)); {
	case width > 32:
		return arith.Cast(b.Builder, &arith.ExtF, v, t)
	case width < 32:
		return arith.Cast(b.Builder, &arith.TruncF, v, t)
	}
	return v
}

// single converts a number to f32. Narrower formats are exact. f64 is rounded to odd: if it is not exact in f32, the
// result is the neighbor whose last bit is set. Rounding that to fewer bits, in any mode, gives the same as rounding
// the number itself (S. Boldo and G. Melquiond, "Emulation of FMA and correctly rounded sums", 2008).
func (b *builder) single(x *ir.Value) *ir.Value {
	switch width := ir.BitWidth(ir.ElementOrSelf(x.Type())); {
	case isScale(x.Type()):
		return b.powerOfScale(b.wordOf(x))
	case isByte(x.Type()):
		return b.decode(x)
	case width == 32:
		return x
	case width < 32:
		return arith.Cast(b.Builder, &arith.ExtF, x, b.shape)
	}
	near := arith.Cast(b.Builder, &arith.TruncF, x, b.shape)
	back := arith.Cast(b.Builder, &arith.ExtF, near, x.Type())
	pattern := b.bits(near)
	even := arith.NewCmpI(b.Builder, arith.EQ, b.binary(&arith.AndI, pattern, b.word(1)), b.word(0))
	moves := b.binary(&arith.AndI, even, b.compare(arith.FONE, back, x))
	outwards := b.compare(arith.FOLT, b.abs(back), b.abs(x))
	step := b.choose(outwards, b.word(1), b.word(-1))
	return b.fromBits(b.binary(&arith.AddI, pattern, b.choose(moves, step, b.word(0))))
}

// decode converts a float of at most 8 bits to f32.
func (b *builder) decode(x *ir.Value) *ir.Value {
	f := ir.ElementOrSelf(x.Type()).(*ir.FloatType).Format
	return b.decodeWord(b.wordOf(x), f)
}

// wordOf returns the bits of a float or integer of at most 8 bits, zero-extended to a word.
func (b *builder) wordOf(x *ir.Value) *ir.Value {
	if ir.IsFloat(ir.ElementOrSelf(x.Type())) {
		x = arith.Cast(b.Builder, &arith.Bitcast, x,
			b.Context().WithElement(b.shape, b.Context().I(uint32(castWidth(x.Type())))))
	}
	return arith.Cast(b.Builder, &arith.ExtUI, x, b.words)
}

// decodeWord converts the low bits of a word, which are a number of a narrow format, to f32. Exponent and fraction go
// where f32 has them. The number is then too small by a power of two, also if it is denormal, since a number that is
// denormal in the narrow format is so in f32 at this place.
func (b *builder) decodeWord(pattern *ir.Value, f *apfloat.Format) *ir.Value {
	fraction, sign := int64(f.Precision()-1), int64(1)<<(f.Bits()-1)
	magnitude := b.binary(&arith.AndI, pattern, b.word(sign-1))
	aligned := b.binary(&arith.ShLI, magnitude, b.word(23-fraction))
	v := b.bits(b.scale(b.fromBits(aligned), gomath.Ldexp(1, 126+f.MinExponent())))
	negative := b.binary(&arith.ShLI, b.binary(&arith.AndI, pattern, b.word(sign)), b.word(32-int64(f.Bits())))
	switch {
	case noNegativeZero(f):
		none := arith.NewCmpI(b.Builder, arith.EQ, b.binary(&arith.AndI, pattern, b.word(2*sign-1)), b.word(sign))
		v = b.choose(none, b.word(0x7FC00000), v)
	case f.HasNaN():
		special := b.word(0x7FC00000)
		if f.HasInf() {
			special = b.binary(&arith.OrI, aligned, b.word(0x7F800000))
		}
		largest := b.word(int64(f.Largest(false).Lo))
		v = b.choose(arith.NewCmpI(b.Builder, arith.UGT, magnitude, largest), special, v)
	}
	return b.fromBits(b.binary(&arith.OrI, v, negative))
}

// encode rounds f32 to a narrower format by integer arithmetic. It rounds significand and exponent together, so that a
// carry goes from one to the other, or the significand alone if the result is denormal.
func (b *builder) encode(x *ir.Value, t ir.Type, mode apfloat.Mode) *ir.Value {
	f := ir.ElementOrSelf(t).(*ir.FloatType).Format
	pattern := b.bits(x)
	magnitude := b.binary(&arith.AndI, pattern, b.word(gomath.MaxInt32))
	negative := arith.NewCmpI(b.Builder, arith.SLT, pattern, b.word(0))
	v, dropped := b.aligned(magnitude, f)
	rounded := b.binary(&arith.AddI, v, b.increment(v, dropped, negative, mode))
	rounded = b.binary(&arith.ShRUI, rounded, dropped)

	// The result for numbers that are too large, or infinite, depends on the mode and the sign.
	of := func(special apfloat.Bits) *ir.Value {
		code := func(neg bool) *ir.Value {
			y := special
			if neg {
				y = apfloat.F32.Neg(y)
			}
			return b.word(absolute(f, apfloat.Convert(f, apfloat.F32, y, mode)))
		}
		return b.choose(negative, code(true), code(false))
	}
	infinity := b.word(0x7F800000)
	large := arith.NewCmpI(b.Builder, arith.UGT, rounded, b.word(int64(f.Largest(false).Lo)))
	rounded = b.choose(large, of(apfloat.F32.Largest(false)), rounded)
	endless := arith.NewCmpI(b.Builder, arith.UGE, magnitude, infinity)
	rounded = b.choose(endless, of(apfloat.F32.Inf(false)), rounded)
	none := arith.NewCmpI(b.Builder, arith.UGT, magnitude, infinity)
	rounded = b.choose(none, b.word(absolute(f, f.NaN(false))), rounded)

	width := int64(f.Bits())
	sign := b.binary(&arith.ShLI, b.binary(&arith.ShRUI, pattern, b.word(31)), b.word(width-1))
	if noNegativeZero(f) { // zero has no sign, and the code of NaN includes the sign bit already
		unsigned := b.binary(&arith.OrI, arith.NewCmpI(b.Builder, arith.EQ, rounded, b.word(0)),
			arith.NewCmpI(b.Builder, arith.EQ, rounded, b.word(1<<(width-1))))
		sign = b.choose(unsigned, b.word(0), sign)
	}
	if !f.HasNaN() { // NaN is converted to a positive number
		sign = b.choose(none, b.word(0), sign)
	}
	word := b.Context().WithElement(b.shape, b.Context().I(uint32(width)))
	code := arith.Cast(b.Builder, &arith.TruncI, b.binary(&arith.OrI, rounded, sign), word)
	return arith.Cast(b.Builder, &arith.Bitcast, code, t)
}

// absolute returns bits without the sign. The sign bit stays if it is the NaN of a format without negative zero.
func absolute(f *apfloat.Format, x apfloat.Bits) int64 {
	if f.IsNaN(x) && noNegativeZero(f) {
		return int64(x.Lo)
	}
	return int64(f.Abs(x).Lo)
}

// aligned returns the bits of a magnitude in f32 with the exponent biased as in format f, or the significand alone if
// the result is denormal, and how many low bits the conversion drops.
func (b *builder) aligned(magnitude *ir.Value, f *apfloat.Format) (v, dropped *ir.Value) {
	drop := int64(24 - f.Precision())
	least := int64(f.MinExponent() + 127) // the exponent of the least normal number, as f32 stores it
	if least <= 1 {
		return magnitude, b.word(drop)
	}
	exponent := b.binary(&arith.ShRUI, magnitude, b.word(23))
	normal := b.binary(&arith.SubI, magnitude, b.word((least-1)<<23))
	significand := b.binary(&arith.OrI, b.binary(&arith.AndI, magnitude, b.word(1<<23-1)), b.word(1<<23))
	isZero := arith.NewCmpI(b.Builder, arith.EQ, magnitude, b.word(0))
	significand = b.choose(isZero, b.word(0), significand)
	denormal := arith.NewCmpI(b.Builder, arith.ULT, exponent, b.word(least))
	more := b.binary(&arith.SubI, b.word(least+drop), exponent)
	more = b.binary(&arith.MinUI, more, b.word(31)) // dropping 31 bits of a significand of 24 bits leaves zero
	return b.choose(denormal, significand, normal), b.choose(denormal, more, b.word(drop))
}

// increment returns the number to add to v so that dropping its low bits rounds in a mode.
func (b *builder) increment(v, dropped, negative *ir.Value, mode apfloat.Mode) *ir.Value {
	zero, one := b.word(0), b.word(1)
	unit := b.binary(&arith.ShLI, one, dropped)
	below := b.binary(&arith.SubI, unit, one)
	half := b.binary(&arith.ShRUI, unit, one)
	switch mode {
	case apfloat.ToZero:
		return zero
	case apfloat.ToNegativeInf:
		return b.choose(negative, below, zero)
	case apfloat.ToPositiveInf:
		return b.choose(negative, zero, below)
	case apfloat.ToNearestAway:
		return half
	}
	odd := b.binary(&arith.AndI, b.binary(&arith.ShRUI, v, dropped), one)
	return b.binary(&arith.AddI, b.binary(&arith.SubI, half, one), odd)
}
