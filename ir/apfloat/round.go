package apfloat

// A Mode is a rounding direction.
type Mode uint8

// The rounding directions of IEEE 754.
const (
	ToNearestEven Mode = iota // ties to the even neighbor
	ToNearestAway             // ties away from zero
	ToZero
	ToPositiveInf
	ToNegativeInf
)

// awayFromZero reports whether a magnitude between two neighbors is rounded to the larger one. odd is the lowest bit of
// the smaller neighbor, half the first dropped bit; rest says whether any later dropped bit is set.
func (m Mode) awayFromZero(neg, odd, half, rest bool) bool {
	switch m {
	case ToNearestEven:
		return half && (rest || odd)
	case ToNearestAway:
		return half
	case ToPositiveInf:
		return !neg && (half || rest)
	case ToNegativeInf:
		return neg && (half || rest)
	}
	return false
}

// overflows reports whether a magnitude beyond the largest finite one becomes an infinity, and not the largest finite
// number.
func (m Mode) overflows(neg bool) bool {
	switch m {
	case ToZero:
		return false
	case ToPositiveInf:
		return !neg
	case ToNegativeInf:
		return neg
	}
	return true
}

// round returns the value ±(sig+s)·2**exp in format f, where s is 0, or some
// number in (0, 1) if sticky is set. sig must not be zero, and where sticky is
// set it must have at least two bits more than the precision of f.
func (f *Format) round(neg bool, sig Bits, exp int, sticky bool, mode Mode) Bits {
	// The exponent of the last place of the result.
	lsb := max(exp+sig.bitLen()-1, f.minExp) - (f.precision - 1)
	if drop := lsb - exp; drop <= 0 {
		sig = sig.shl(-drop)
	} else {
		half := sig.bit(drop - 1)
		rest := sticky || !sig.and(lowOnes(min(drop-1, 128))).isZero()
		sig = sig.shr(drop)
		if mode.awayFromZero(neg, sig.Lo&1 != 0, half, rest) {
			sig = sig.inc()
			if sig.bitLen() > f.precision {
				sig = sig.shr(1)
				lsb++
			}
		}
	}
	if sig.isZero() {
		return f.Zero(neg)
	}
	if f.tooLarge(sig, lsb) {
		if mode.overflows(neg) {
			return f.Inf(neg)
		}
		return f.Largest(neg)
	}
	return f.encode(neg, sig, lsb)
}

// tooLarge reports whether sig·2**lsb, whose significand has at most the
// precision's bits, exceeds the largest finite number.
func (f *Format) tooLarge(sig Bits, lsb int) bool {
	e := lsb + sig.bitLen() - 1
	if e != f.maxExp {
		return e > f.maxExp
	}
	// The pattern with all ones is NaN and not a number. A format without fraction bits (f8E8M0FNU) loses a whole
	// exponent to it instead, which maxExp already takes into account.
	return f.special == nanAllOnes && f.fracBits > 0 && sig == lowOnes(f.precision)
}

// encode packs sig·2**lsb, which must be representable, with lsb the exponent
// of the last place at that magnitude.
func (f *Format) encode(neg bool, sig Bits, lsb int) Bits {
	field := 0
	if sig.bitLen() == f.precision {
		field = lsb + f.precision - 1 + f.bias
	}
	b := sig.and(f.fracMask).or(Bits{Lo: uint64(field)}.shl(f.fracBits))
	if neg {
		b = b.or(f.signMask)
	}
	return b
}

// class is the kind of value that a pattern encodes.
type class uint8

const (
	zero class = iota
	finite
	infinite
	nan
)

// number is a decoded value: for finite numbers ±sig·2**exp, with sig != 0.
// For NaNs sig holds the fraction bits.
type number struct {
	class class
	neg   bool
	sig   Bits
	exp   int
}

// unpack decodes b.
func (f *Format) unpack(b Bits) number {
	n := number{neg: f.Signbit(b), sig: b.and(f.fracMask)}
	field := int(b.andNot(f.signMask).shr(f.fracBits).Lo)
	n.class = f.classify(field, n.sig, n.neg)
	switch {
	case n.class != finite:
	case field == 0 && !f.noZero:
		n.exp = f.minExp - (f.precision - 1)
	default:
		n.exp = field - f.bias - (f.precision - 1)
		if !f.explicit {
			n.sig = n.sig.or(Bits{Lo: 1}.shl(f.fracBits))
		}
	}
	return n
}

// classify returns the class of the value with the given fields.
func (f *Format) classify(field int, frac Bits, neg bool) class {
	switch {
	case field == 0 && frac.isZero() && !f.noZero:
		if neg && f.special == nanNegZero {
			return nan
		}
		return zero
	case f.explicit:
		return classifyX87(field, frac.Lo)
	case field != f.expField:
		return finite
	case f.special == ieee && frac.isZero():
		return infinite
	case f.special == ieee, f.special == nanAllOnes && frac == f.fracMask:
		return nan
	}
	return finite
}

// classifyX87 classifies a nonzero x87 extended number. The integer bit may
// contradict the exponent: the processor rejects such operands (Intel SDM
// volume 1, 8.2.2), and APFloat reads them as NaNs.
func classifyX87(field int, sig uint64) class {
	const integerBit = 1 << 63
	switch {
	case field == 0x7fff && sig == integerBit:
		return infinite
	case field == 0x7fff, field != 0 && sig&integerBit == 0:
		return nan
	}
	return finite
}
