package apfloat

// Canonical returns the pattern that LLVM keeps for b: itself, except for the
// f80 patterns whose integer bit contradicts the exponent (a pseudo-denormal
// becomes the equal normal number, an unnormal becomes a NaN). Bits beyond the
// width of the format are dropped.
func (f *Format) Canonical(b Bits) Bits {
	b = b.and(lowOnes(f.bits))
	if !f.explicit {
		return b
	}
	switch n := f.unpack(b); n.class {
	case finite:
		return f.encode(n.neg, n.sig, max(n.exp, f.minExp-(f.precision-1)))
	case nan:
		return b.or(Bits{Lo: uint64(f.expField)}.shl(f.fracBits))
	}
	return b
}

// Signbit reports whether b is negative, negative zero, or a NaN whose sign bit is set. In the FNUZ formats the pattern
// of the only NaN is the sign bit alone.
func (f *Format) Signbit(b Bits) bool { return !b.and(f.signMask).isZero() }

// IsNaN reports whether b is not a number.
func (f *Format) IsNaN(b Bits) bool { return f.unpack(b).class == nan }

// HasNegatives reports whether the format has a sign: the scales of f8E8M0FNU have none.
func (f *Format) HasNegatives() bool { return !f.signMask.isZero() }

// IsSignaling reports whether b is a signaling NaN. Only the formats with IEEE
// encodings have them.
func (f *Format) IsSignaling(b Bits) bool {
	return f.special == ieee && f.IsNaN(b) && b.and(f.quietBit()).isZero()
}

// IsInf reports whether b is an infinity.
func (f *Format) IsInf(b Bits) bool { return f.unpack(b).class == infinite }

// IsZero reports whether b is +0 or -0.
func (f *Format) IsZero(b Bits) bool { return f.unpack(b).class == zero }

// IsFinite reports whether b is neither an infinity nor a NaN.
func (f *Format) IsFinite(b Bits) bool { return f.unpack(b).class <= finite }

// IsSubnormal reports whether b is nonzero and smaller in magnitude than every
// normal number.
func (f *Format) IsSubnormal(b Bits) bool {
	n := f.unpack(b)
	return n.class == finite && n.exp+n.sig.bitLen()-1 < f.minExp
}

// Zero returns a zero, negative if asked for and there is one. In a format
// without zero it is the smallest normal number, as in APFloat.
func (f *Format) Zero(neg bool) Bits {
	if neg && f.HasNegativeZero() {
		return f.signMask
	}
	return Bits{}
}

// Inf returns an infinity. In a format without infinities it returns the result of an overflow: NaN, or the largest
// number if the format has no NaN.
func (f *Format) Inf(neg bool) Bits {
	switch f.special {
	case ieee:
		return f.infinity(neg)
	case finiteValues:
		return f.Largest(neg)
	}
	return f.NaN(neg)
}

func (f *Format) infinity(neg bool) Bits {
	b := Bits{Lo: uint64(f.expField)}.shl(f.fracBits)
	if f.explicit {
		b = b.or(Bits{Lo: 1}.shl(f.fracBits - 1))
	}
	if neg {
		b = b.or(f.signMask)
	}
	return b
}

// NaN returns the default quiet NaN, with its sign bit set if neg and if the
// format has NaNs of both signs. In a format without NaNs it is the largest
// positive number, which is what the PTX ISA's cvt.satfinite gives there.
func (f *Format) NaN(neg bool) Bits {
	var b Bits
	switch f.special {
	case finiteValues:
		return f.Largest(false)
	case nanNegZero:
		return f.signMask
	case nanAllOnes:
		b = lowOnes(f.bits).andNot(f.signMask)
	case ieee:
		b = f.infinity(false).or(f.quietBit())
	}
	if neg {
		b = b.or(f.signMask)
	}
	return b
}

// quietBit returns the fraction bit that distinguishes quiet from signaling NaNs, for the formats with IEEE encodings.
func (f *Format) quietBit() Bits { return Bits{Lo: 1}.shl(f.precision - 2) }

// Largest returns the finite number of the largest magnitude. In a format
// without sign neg is ignored.
func (f *Format) Largest(neg bool) Bits {
	sig := lowOnes(f.precision)
	if f.special == nanAllOnes && f.fracBits > 0 {
		sig.Lo &^= 1
	}
	return f.encode(neg, sig, f.maxExp-(f.precision-1))
}

// SmallestNormal returns the normal number of the smallest magnitude.
func (f *Format) SmallestNormal(neg bool) Bits {
	return f.encode(neg, Bits{Lo: 1}.shl(f.precision-1), f.minExp-(f.precision-1))
}

// Smallest returns the number of the smallest magnitude that is not zero.
func (f *Format) Smallest(neg bool) Bits {
	return f.encode(neg, Bits{Lo: 1}, f.minExp-(f.precision-1))
}
