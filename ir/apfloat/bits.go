package apfloat

import "math/bits"

// Bits is the bit pattern of a floating-point value, right-aligned in 128 bits. The format says how many bits are used;
// the others are zero. Bits are comparable with ==: equal Bits are the same pattern, which is not the numeric equality
// of [Format.Compare].
type Bits struct{ Lo, Hi uint64 }

// lowOnes returns the n lowest bits set, for n in [0, 128].
func lowOnes(n int) Bits {
	if n >= 128 {
		return Bits{^uint64(0), ^uint64(0)}
	}
	b := Bits{Lo: 1}.shl(n)
	lo, borrow := bits.Sub64(b.Lo, 1, 0)
	return Bits{lo, b.Hi - borrow}
}

// shl returns b << n, for any n >= 0. Go shifts of 64 and more give zero,
// which makes the two expressions below right for every n.
func (b Bits) shl(n int) Bits {
	u := uint(n)
	if u >= 64 {
		return Bits{0, b.Lo << (u - 64)}
	}
	return Bits{b.Lo << u, b.Hi<<u | b.Lo>>(64-u)}
}

// shr returns b >> n, for any n >= 0.
func (b Bits) shr(n int) Bits {
	u := uint(n)
	if u >= 64 {
		return Bits{b.Hi >> (u - 64), 0}
	}
	return Bits{b.Lo>>u | b.Hi<<(64-u), b.Hi >> u}
}

func (b Bits) and(c Bits) Bits    { return Bits{b.Lo & c.Lo, b.Hi & c.Hi} }
func (b Bits) andNot(c Bits) Bits { return Bits{b.Lo &^ c.Lo, b.Hi &^ c.Hi} }
func (b Bits) or(c Bits) Bits     { return Bits{b.Lo | c.Lo, b.Hi | c.Hi} }
func (b Bits) xor(c Bits) Bits    { return Bits{b.Lo ^ c.Lo, b.Hi ^ c.Hi} }
func (b Bits) isZero() bool       { return b.Lo|b.Hi == 0 }

// bit returns bit n, for any n >= 0.
func (b Bits) bit(n int) bool { return b.shr(n).Lo&1 != 0 }

// inc returns b + 1.
func (b Bits) inc() Bits {
	lo, carry := bits.Add64(b.Lo, 1, 0)
	return Bits{lo, b.Hi + carry}
}

// less reports whether b < c as unsigned integers.
func (b Bits) less(c Bits) bool {
	return b.Hi < c.Hi || b.Hi == c.Hi && b.Lo < c.Lo
}

// bitLen returns the number of bits needed for b, 0 for zero.
func (b Bits) bitLen() int {
	if b.Hi != 0 {
		return 64 + bits.Len64(b.Hi)
	}
	return bits.Len64(b.Lo)
}

// trailingZeros returns the number of zero bits below the lowest set bit, for
// nonzero b.
func (b Bits) trailingZeros() int {
	if b.Lo != 0 {
		return bits.TrailingZeros64(b.Lo)
	}
	return 64 + bits.TrailingZeros64(b.Hi)
}
