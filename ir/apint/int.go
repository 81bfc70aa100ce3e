package apint

import (
	"math/big"
	"math/bits"
)

// Int is an integer of a fixed width. Operations on two integers take two of the same width. If the widths differ, the
// result has the width of the first one.
type Int struct {
	width uint32
	lo    uint64   // the bits, zero-extended, if width is at most 64
	wide  *big.Int // the bits as a number that is not negative, for greater widths; it is never changed
}

// New returns the integer of the lowest bits of v, which is zero-extended to greater widths.
func New(width int, v uint64) Int {
	if width <= 64 {
		return Int{width: uint32(width), lo: v & mask(width)}
	}
	return Int{width: uint32(width), wide: new(big.Int).SetUint64(v)}
}

// FromInt64 returns the integer of the lowest bits of v, which is sign-extended to greater widths.
func FromInt64(width int, v int64) Int {
	if width <= 64 {
		return New(width, uint64(v))
	}
	return FromBig(width, big.NewInt(v))
}

// FromBig returns v modulo 2**width.
func FromBig(width int, v *big.Int) Int {
	if width <= 64 {
		var m big.Int
		return New(width, m.And(v, new(big.Int).SetUint64(1<<64-1)).Uint64())
	}
	m := new(big.Int).Lsh(big.NewInt(1), uint(width))
	return Int{width: uint32(width), wide: m.And(v, m.Sub(m, big.NewInt(1)))}
}

// FromBool returns 1 or 0, of width 1.
func FromBool(v bool) Int {
	if v {
		return Int{width: 1, lo: 1}
	}
	return Int{width: 1}
}

func mask(width int) uint64 {
	if width >= 64 {
		return 1<<64 - 1
	}
	return 1<<width - 1
}

// Width returns the number of bits.
func (x Int) Width() int { return int(x.width) }

// Uint64 returns the value read as unsigned; the 64 lowest bits of wider integers.
func (x Int) Uint64() uint64 {
	if x.wide == nil {
		return x.lo
	}
	var low big.Int
	return low.And(x.wide, new(big.Int).SetUint64(1<<64-1)).Uint64()
}

// Int64 returns the value read as signed; the 64 lowest bits of wider integers.
func (x Int) Int64() int64 {
	if x.wide != nil {
		return int64(x.Uint64())
	}
	shift := 64 - x.width
	return int64(x.lo<<shift) >> shift
}

// Unsigned returns the value read as unsigned.
func (x Int) Unsigned() *big.Int {
	if x.wide == nil {
		return new(big.Int).SetUint64(x.lo)
	}
	return new(big.Int).Set(x.wide)
}

// Signed returns the value read as signed.
func (x Int) Signed() *big.Int {
	if x.wide == nil {
		return big.NewInt(x.Int64())
	}
	v := new(big.Int).Set(x.wide)
	if x.IsNegative() {
		v.Sub(v, new(big.Int).Lsh(big.NewInt(1), uint(x.width)))
	}
	return v
}

// IsZero reports whether no bit is set.
func (x Int) IsZero() bool { return x.lo == 0 && (x.wide == nil || x.wide.Sign() == 0) }

// IsOne reports whether the value is 1: of width 1, the set bit, which reads as -1 when signed.
func (x Int) IsOne() bool {
	if x.wide == nil {
		return x.lo == 1
	}
	return x.wide.IsUint64() && x.wide.Uint64() == 1
}

// IsNegative reports whether the highest bit is set.
func (x Int) IsNegative() bool { return x.width > 0 && x.bit(int(x.width)-1) }

func (x Int) bit(i int) bool {
	if x.wide == nil {
		return x.lo>>i&1 != 0
	}
	return x.wide.Bit(i) != 0
}

// IsOdd reports whether the lowest bit is set.
func (x Int) IsOdd() bool { return x.bit(0) }

// IsAllOnes reports whether every bit is set: -1, or the largest unsigned number.
func (x Int) IsAllOnes() bool { return x.OnesCount() == int(x.width) }

// IsMaxSigned reports whether x is the largest signed number of its width.
func (x Int) IsMaxSigned() bool { return !x.IsNegative() && x.OnesCount() == int(x.width)-1 }

// IsMinSigned reports whether x is the smallest signed number of its width.
func (x Int) IsMinSigned() bool { return x.IsNegative() && x.OnesCount() == 1 }

// OnesCount returns the number of bits that are set.
func (x Int) OnesCount() int {
	if x.wide == nil {
		return bits.OnesCount64(x.lo)
	}
	n := 0
	for _, w := range x.wide.Bits() {
		n += bits.OnesCount(uint(w))
	}
	return n
}

// LeadingZeros returns the number of bits above the highest one that is set.
func (x Int) LeadingZeros() int {
	if x.wide == nil {
		return int(x.width) - bits.Len64(x.lo)
	}
	return int(x.width) - x.wide.BitLen()
}

// TrailingZeros returns the number of bits below the lowest one that is set; the width, when there is none.
func (x Int) TrailingZeros() int {
	switch {
	case x.IsZero():
		return int(x.width)
	case x.wide == nil:
		return bits.TrailingZeros64(x.lo)
	}
	return int(x.wide.TrailingZeroBits())
}

// Equal reports whether x and y have the same bits.
func (x Int) Equal(y Int) bool {
	if x.wide == nil {
		return x.lo == y.lo
	}
	return x.wide.Cmp(y.wide) == 0
}

// Less reports whether x < y, both read as unsigned.
func (x Int) Less(y Int) bool {
	if x.wide == nil {
		return x.lo < y.lo
	}
	return x.wide.Cmp(y.wide) < 0
}

// SignedLess reports whether x < y, both read as signed.
func (x Int) SignedLess(y Int) bool {
	if x.wide == nil {
		return x.Int64() < y.Int64()
	}
	if x.IsNegative() != y.IsNegative() {
		return x.IsNegative()
	}
	return x.wide.Cmp(y.wide) < 0
}

// ZeroExtend returns x cut, or extended by zeros, to a width.
func (x Int) ZeroExtend(width int) Int {
	if x.wide == nil {
		return New(width, x.lo)
	}
	return FromBig(width, x.wide)
}

// SignExtend returns x cut, or extended by its highest bit, to a width.
func (x Int) SignExtend(width int) Int {
	if x.wide == nil {
		return FromInt64(width, x.Int64())
	}
	return FromBig(width, x.Signed())
}
