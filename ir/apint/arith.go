package apint

import (
	"math/big"
	"math/bits"
)

// narrow returns the integer of x's width, at most 64, with the lowest bits of v.
func (x Int) narrow(v uint64) Int { return Int{width: x.width, lo: v & mask(int(x.width))} }

// Add returns x + y, wrapped around.
func (x Int) Add(y Int) Int {
	if x.wide == nil {
		return x.narrow(x.lo + y.lo)
	}
	return FromBig(x.Width(), new(big.Int).Add(x.wide, y.wide))
}

// Sub returns x - y, wrapped around.
func (x Int) Sub(y Int) Int {
	if x.wide == nil {
		return x.narrow(x.lo - y.lo)
	}
	return FromBig(x.Width(), new(big.Int).Sub(x.wide, y.wide))
}

// Neg returns -x, wrapped around.
func (x Int) Neg() Int { return New(x.Width(), 0).Sub(x) }

// Mul returns the low half of x * y.
func (x Int) Mul(y Int) Int {
	if x.wide == nil {
		return x.narrow(x.lo * y.lo)
	}
	return FromBig(x.Width(), new(big.Int).Mul(x.wide, y.wide))
}

// MulHigh returns the high half of x * y, both read as unsigned.
func (x Int) MulHigh(y Int) Int {
	if x.wide == nil {
		hi, lo := bits.Mul64(x.lo, y.lo)
		return x.narrow(upper(hi, lo, x.width))
	}
	p := new(big.Int).Mul(x.wide, y.wide)
	return FromBig(x.Width(), p.Rsh(p, uint(x.width)))
}

// SignedMulHigh returns the high half of x * y, both read as signed.
func (x Int) SignedMulHigh(y Int) Int {
	if x.wide != nil {
		p := new(big.Int).Mul(x.Signed(), y.Signed())
		return FromBig(x.Width(), p.Rsh(p, uint(x.width)))
	}
	a, b := x.Int64(), y.Int64()
	hi, lo := bits.Mul64(uint64(a), uint64(b))
	// Two's complement: a negative factor is 2**64 too large when read as unsigned.
	if a < 0 {
		hi -= uint64(b)
	}
	if b < 0 {
		hi -= uint64(a)
	}
	return x.narrow(upper(hi, lo, x.width))
}

// upper returns the 64 bits of hi:lo from bit n on, for n up to 64.
func upper(hi, lo uint64, n uint32) uint64 { return hi<<(64-n) | lo>>n }

// And returns the bits set in both x and y.
func (x Int) And(y Int) Int {
	if x.wide == nil {
		return x.narrow(x.lo & y.lo)
	}
	return Int{width: x.width, wide: new(big.Int).And(x.wide, y.wide)}
}

// Or returns the bits set in x or y.
func (x Int) Or(y Int) Int {
	if x.wide == nil {
		return x.narrow(x.lo | y.lo)
	}
	return Int{width: x.width, wide: new(big.Int).Or(x.wide, y.wide)}
}

// Xor returns the bits set in one of x and y.
func (x Int) Xor(y Int) Int {
	if x.wide == nil {
		return x.narrow(x.lo ^ y.lo)
	}
	return Int{width: x.width, wide: new(big.Int).Xor(x.wide, y.wide)}
}

// ShiftInRange reports whether x, read as unsigned, is less than its width: integers can be shifted by it.
func (x Int) ShiftInRange() bool {
	if x.wide == nil {
		return x.lo < uint64(x.width)
	}
	return x.wide.IsUint64() && x.wide.Uint64() < uint64(x.width)
}

// ShiftLeft returns x << y; zero, when y is not in range.
func (x Int) ShiftLeft(y Int) Int {
	switch {
	case !y.ShiftInRange():
		return New(x.Width(), 0)
	case x.wide == nil:
		return x.narrow(x.lo << y.lo)
	}
	return FromBig(x.Width(), new(big.Int).Lsh(x.wide, uint(y.Uint64())))
}

// ShiftRight returns x >> y, filled with zeros; zero, when y is not in range.
func (x Int) ShiftRight(y Int) Int {
	switch {
	case !y.ShiftInRange():
		return New(x.Width(), 0)
	case x.wide == nil:
		return x.narrow(x.lo >> y.lo)
	}
	return Int{width: x.width, wide: new(big.Int).Rsh(x.wide, uint(y.Uint64()))}
}

// SignedShiftRight returns x >> y, filled with the sign bit. If y is not in range, all bits are the sign bit.
func (x Int) SignedShiftRight(y Int) Int {
	by := uint64(x.width)
	if y.ShiftInRange() {
		by = y.Uint64()
	}
	if x.wide == nil {
		return x.narrow(uint64(x.Int64() >> by))
	}
	s := x.Signed()
	return FromBig(x.Width(), s.Rsh(s, uint(by)))
}

// Div returns x / y, both read as unsigned. y must not be zero.
func (x Int) Div(y Int) Int {
	if x.wide == nil {
		return x.narrow(x.lo / y.lo)
	}
	return Int{width: x.width, wide: new(big.Int).Quo(x.wide, y.wide)}
}

// Rem returns the remainder of x / y, both read as unsigned. y must not be zero.
func (x Int) Rem(y Int) Int {
	if x.wide == nil {
		return x.narrow(x.lo % y.lo)
	}
	return Int{width: x.width, wide: new(big.Int).Rem(x.wide, y.wide)}
}

// SignedDiv returns x / y rounded toward zero, both read as signed, wrapped around. y must not be zero.
func (x Int) SignedDiv(y Int) Int {
	if x.wide == nil {
		// In Go, the only quotient that overflows wraps around.
		return x.narrow(uint64(x.Int64() / y.Int64()))
	}
	return FromBig(x.Width(), new(big.Int).Quo(x.Signed(), y.Signed()))
}

// SignedRem returns the remainder of x / y, both read as signed, with the sign of x. y must not be zero.
func (x Int) SignedRem(y Int) Int {
	if x.wide == nil {
		return x.narrow(uint64(x.Int64() % y.Int64()))
	}
	return FromBig(x.Width(), new(big.Int).Rem(x.Signed(), y.Signed()))
}

// DivOverflows reports whether the signed quotient x / y is one more than the largest number.
func (x Int) DivOverflows(y Int) bool { return y.IsAllOnes() && x.IsMinSigned() }

// Abs returns the magnitude of x read as signed; the smallest number stays as it is.
func (x Int) Abs() Int {
	if x.IsNegative() {
		return x.Neg()
	}
	return x
}
