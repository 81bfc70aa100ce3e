package apfloat

import "math"

// Convert returns the value of b, a pattern of format from, in format to.
//
// NaNs stay NaNs, as in APFloat::convert: between different formats with IEEE encodings the leading payload bits are
// kept and the result is quiet. In a format without infinities, infinity becomes [Format.Inf]. In a format without
// NaNs, NaN becomes [Format.NaN]. APFloat leaves both undefined for the formats that have neither. In a format without
// sign (f8E8M0FNU) the result is the magnitude, where APFloat writes the sign over the exponent.
func Convert(to, from *Format, b Bits, mode Mode) Bits {
	if to == from {
		return to.Canonical(b)
	}
	n := from.unpack(b)
	switch n.class {
	case zero:
		return to.Zero(n.neg)
	case infinite:
		return to.Inf(n.neg)
	case nan:
		return convertNaN(to, from, n)
	}
	return to.round(n.neg, n.sig, n.exp, false, mode)
}

// ConvertSaturating is like [Convert], but values beyond the range of the
// target, infinities included, become its largest number of that sign. This is
// the .satfinite modifier of PTX's cvt.
func ConvertSaturating(to, from *Format, b Bits, mode Mode) Bits {
	n := from.unpack(b)
	if n.class == infinite {
		return to.Largest(n.neg)
	}
	r := Convert(to, from, b, mode)
	if n.class == finite && !to.IsFinite(r) {
		return to.Largest(n.neg)
	}
	return r
}

// Quiet returns b, with the quiet bit set if it is a signaling NaN.
func (f *Format) Quiet(b Bits) Bits {
	if f.IsSignaling(b) {
		return b.or(f.quietBit())
	}
	return b
}

func convertNaN(to, from *Format, n number) Bits {
	if to.special == ieee && from.special == nanNegZero {
		return to.NaN(false)
	}
	// Align the most significant fraction bits, ignoring the stored integer
	// bit of f80.
	frac := n.sig
	if from.explicit {
		frac = frac.and(lowOnes(from.precision - 1))
	}
	if shift := to.precision - from.precision; shift >= 0 {
		frac = frac.shl(shift)
	} else {
		frac = frac.shr(-shift)
	}
	if to.explicit {
		frac = frac.or(Bits{Lo: 1}.shl(to.precision - 1))
	}
	return to.quietNaN(n.neg, frac)
}

// quietNaN returns the quiet NaN with the given fraction bits, or the default NaN if the format has no payloads.
func (f *Format) quietNaN(neg bool, frac Bits) Bits {
	if f.special != ieee {
		return f.NaN(neg)
	}
	b := frac.or(f.quietBit()).or(Bits{Lo: uint64(f.expField)}.shl(f.fracBits))
	if neg {
		b = b.or(f.signMask)
	}
	return b
}

// FromFloat64 returns x rounded to format f. It is Convert from [F64].
func (f *Format) FromFloat64(x float64, mode Mode) Bits {
	b := math.Float64bits(x)
	if f == F64 {
		return Bits{Lo: b}
	}
	if f == F32 && mode == ToNearestEven && x == x {
		return Bits{Lo: uint64(math.Float32bits(float32(x)))}
	}
	const fracBits, bias = 52, 1023
	field := int(b>>fracBits) & 0x7ff
	if field == 0 || field == 0x7ff {
		return Convert(f, F64, Bits{Lo: b}, mode)
	}
	sig := b&(1<<fracBits-1) | 1<<fracBits
	return f.round(b>>63 != 0, Bits{Lo: sig}, field-bias-fracBits, false, mode)
}

// Float64 returns the value of b. It is exact, except that f80 and f128 are rounded to nearest even, and that payloads
// of NaNs are lost.
func (f *Format) Float64(b Bits) float64 {
	switch f {
	case F64:
		return math.Float64frombits(b.Lo)
	case F32:
		return float64(math.Float32frombits(uint32(b.Lo)))
	case BF16:
		return float64(math.Float32frombits(uint32(b.Lo) << 16))
	case F80, F128:
		return math.Float64frombits(Convert(F64, f, b, ToNearestEven).Lo)
	}
	n := f.unpack(b)
	x := 0.0
	switch n.class {
	case nan:
		return math.NaN()
	case infinite:
		x = math.Inf(1)
	case finite:
		// Both factors and the product are normal float64 numbers, since the exponents of these formats are at most
		// those of f32.
		x = float64(n.sig.Lo) * math.Float64frombits(uint64(n.exp+1023)<<52)
	}
	if n.neg {
		x = -x
	}
	return x
}
