package apfloat

import "math/bits"

// nat is a natural number, little endian, without leading zero words. Its methods reuse its storage, so that numbers of
// ordinary size can be held in an array on the caller's stack.
type nat []uint64

func (n nat) bitLen() int {
	if len(n) == 0 {
		return 0
	}
	return 64*(len(n)-1) + bits.Len64(n[len(n)-1])
}

// mul returns n·w.
func (n nat) mul(w uint64) nat {
	var carry uint64
	for i, d := range n {
		hi, lo := bits.Mul64(d, w)
		var c uint64
		n[i], c = bits.Add64(lo, carry, 0)
		carry = hi + c
	}
	if carry != 0 {
		n = append(n, carry)
	}
	return n
}

// mulPow5 returns n·5**k.
func (n nat) mulPow5(k int) nat {
	const step, pow = 27, 7450580596923828125 // 5**27, the largest power of 5 below 2**64
	for ; k >= step; k -= step {
		n = n.mul(pow)
	}
	return n.mul(smallPow(5, k))
}

// shl returns n << k.
func (n nat) shl(k int) nat {
	n = n.mul(1 << (k % 64))
	words := k / 64
	if words == 0 {
		return n
	}
	for range words {
		n = append(n, 0)
	}
	copy(n[words:], n)
	clear(n[:words])
	return n
}

// divPow10 returns n / 10**k, rounded down.
func (n nat) divPow10(k int) nat {
	const step, pow = 19, 10000000000000000000 // 10**19, the largest power of 10 below 2**64
	for ; k >= step; k -= step {
		n = n.div(pow)
	}
	return n.div(smallPow(10, k))
}

// div returns n / w, rounded down.
func (n nat) div(w uint64) nat {
	var rem uint64
	for i := len(n) - 1; i >= 0; i-- {
		n[i], rem = bits.Div64(rem, n[i], w)
	}
	for len(n) > 0 && n[len(n)-1] == 0 {
		n = n[:len(n)-1]
	}
	return n
}

func smallPow(base uint64, k int) uint64 {
	p := uint64(1)
	for range k {
		p *= base
	}
	return p
}

// decimal is the number 0.d₀d₁d₂…·10**point. The last digit is not zero.
type decimal struct {
	digits []byte
	point  int
}

// maxDecimalDigits bounds the number of digits that decimalOf writes: the digits of a number below 2**128.
const maxDecimalDigits = 39

// wordsForF64 bounds the words of the integers that decimalOf computes with
// for any format but f80 and f128: (2**53)·5**1074 has 2547 bits.
const wordsForF64 = 40

// decimalOf returns at most prec digits of sig·2**exp, with sig != 0 and prec
// at most 36, stored in buf.
//
// It makes the choices of APFloat::toString. The exact decimal expansion is cut, without rounding, by a number of
// digits that depends on its length in bits. Digits beyond prec are then rounded half up. If exactly prec digits are
// left after the cut, the result is truncated, which is why mlir-opt prints 0.7 : f32 as 0.699999988.
func decimalOf(buf *[maxDecimalDigits]byte, sig Bits, exp, prec int) decimal {
	tz := sig.trailingZeros()
	sig = sig.shr(tz)
	exp += tz

	var store [wordsForF64]uint64
	n := append(nat(store[:0]), sig.Lo, sig.Hi)
	if sig.Hi == 0 {
		n = n[:1]
	}
	exp10 := 0
	if exp >= 0 {
		n = n.shl(exp)
	} else {
		n = n.mulPow5(-exp)
		exp10 = exp
	}
	// 196/59 is APFloat's bound for the bits of a decimal digit.
	if cut := (n.bitLen() - (prec*196+58)/59) * 59 / 196; cut > 0 {
		n = n.divPow10(cut)
		exp10 += cut
	}
	digits := n.appendDecimal(buf[:0])
	return roundHalfUp(digits, prec, exp10+len(digits))
}

// appendDecimal appends the digits of n, which must be below 2**128 and not
// zero.
func (n nat) appendDecimal(dst []byte) []byte {
	const pow19 = 10000000000000000000
	if len(n) == 1 {
		return appendDigits(dst, n[0], 1)
	}
	q1, r1 := bits.Div64(0, n[1], pow19)
	q0, r0 := bits.Div64(r1, n[0], pow19)
	top, mid := bits.Div64(q1, q0, pow19)
	if top != 0 {
		dst = appendDigits(dst, top, 1)
		dst = appendDigits(dst, mid, 19)
	} else if mid != 0 {
		dst = appendDigits(dst, mid, 1)
	}
	return appendDigits(dst, r0, 19)
}

// appendDigits appends u in decimal, with leading zeros to at least width.
func appendDigits(dst []byte, u uint64, width int) []byte {
	var buf [20]byte
	i := len(buf)
	for u > 0 || len(buf)-i < width {
		i--
		buf[i] = byte('0' + u%10)
		u /= 10
	}
	return append(dst, buf[i:]...)
}

// roundHalfUp returns 0.d₀d₁…·10**point rounded to prec digits, without
// trailing zeros.
func roundHalfUp(digits []byte, prec, point int) decimal {
	if len(digits) > prec {
		up := digits[prec] >= '5'
		digits = digits[:prec]
		if up {
			for len(digits) > 0 && digits[len(digits)-1] == '9' {
				digits = digits[:len(digits)-1]
			}
			if len(digits) == 0 {
				return decimal{append(digits, '1'), point + 1}
			}
			digits[len(digits)-1]++
			return decimal{digits, point}
		}
	}
	for len(digits) > 1 && digits[len(digits)-1] == '0' {
		digits = digits[:len(digits)-1]
	}
	return decimal{digits, point}
}
