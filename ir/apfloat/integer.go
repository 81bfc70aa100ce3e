package apfloat

import "math/big"

// FromInt64 returns v rounded to format f.
func (f *Format) FromInt64(v int64, mode Mode) Bits {
	if v < 0 {
		return f.fromMagnitude(true, -uint64(v), mode)
	}
	return f.fromMagnitude(false, uint64(v), mode)
}

// FromUint64 returns v rounded to format f.
func (f *Format) FromUint64(v uint64, mode Mode) Bits { return f.fromMagnitude(false, v, mode) }

func (f *Format) fromMagnitude(neg bool, v uint64, mode Mode) Bits {
	if v == 0 {
		return f.Zero(false)
	}
	return f.round(neg, Bits{Lo: v}, 0, false, mode)
}

// FromBigInt returns v rounded to format f.
func (f *Format) FromBigInt(v *big.Int, mode Mode) Bits {
	if v.Sign() == 0 {
		return f.Zero(false)
	}
	return f.roundBig(v.Sign() < 0, new(big.Int).Abs(v), 0, false, mode)
}

// Int64 returns b rounded to a signed integer of the given width, in [1, 64].
// ok is false if b is a NaN, which gives 0, or beyond the range, which gives
// the nearest integer in range.
func (f *Format) Int64(b Bits, width int, mode Mode) (v int64, ok bool) {
	limit := uint64(1) << (width - 1) // the magnitude of the smallest number
	n, mag, fits := f.integerMagnitude(b, mode)
	if n.class == nan {
		return 0, false
	}
	if n.neg {
		if !fits || mag > limit {
			return -int64(limit), false
		}
		return -int64(mag), true
	}
	if !fits || mag >= limit {
		return int64(limit - 1), false
	}
	return int64(mag), true
}

// Uint64 returns b rounded to an unsigned integer of the given width, in
// [1, 64]. ok is false if b is a NaN, which gives 0, or beyond the range, which
// gives the nearest integer in range.
func (f *Format) Uint64(b Bits, width int, mode Mode) (v uint64, ok bool) {
	n, mag, fits := f.integerMagnitude(b, mode)
	largest := ^uint64(0) >> (64 - width)
	switch {
	case n.class == nan:
		return 0, false
	case n.neg:
		return 0, fits && mag == 0
	case !fits || mag > largest:
		return largest, false
	}
	return mag, true
}

// integerMagnitude unpacks b and rounds its magnitude to an integer. fits is
// false for values of 2**64 and more, and NaNs.
func (f *Format) integerMagnitude(b Bits, mode Mode) (n number, mag uint64, fits bool) {
	n = f.unpack(b)
	switch {
	case n.class == zero:
		return n, 0, true
	case n.class != finite || n.exp+n.sig.bitLen() > 64:
		return n, 0, false
	case n.exp >= 0:
		return n, n.sig.Lo << n.exp, true
	}
	sig := n.truncate(mode)
	return n, sig.Lo, sig.Hi == 0
}

// BigInt returns b rounded to an integer. ok is false if b is an infinity or a
// NaN.
func (f *Format) BigInt(b Bits, mode Mode) (v *big.Int, ok bool) {
	n := f.unpack(b)
	v = new(big.Int)
	switch {
	case n.class == zero:
		return v, true
	case n.class != finite:
		return nil, false
	case n.exp >= 0:
		v.Lsh(bigOfBits(n.sig), uint(n.exp))
	default:
		v = bigOfBits(n.truncate(mode))
	}
	if n.neg {
		v.Neg(v)
	}
	return v, true
}
