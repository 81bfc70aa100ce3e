package apfloat

import (
	"errors"
	"math"
	"strconv"
)

// Errors of the parsing methods. The texts of ErrRange and ErrUnsigned are
// those of MLIR's parser.
var (
	ErrSyntax   = errors.New("malformed floating point literal")
	ErrRange    = errors.New("hexadecimal float constant out of range for type")
	ErrUnsigned = errors.New("floating point type does not support negative values")
)

// ParseDecimal returns the value of a literal of MLIR's grammar,
//
//	'-'? [0-9]+ '.' [0-9]* ([eE] [-+]? [0-9]+)?
//
// As MLIR does, it rounds the decimal number to f64 first and the result to f, both to nearest even. A number that is
// too large becomes [Format.Inf]. The error wraps [ErrSyntax], or [ErrUnsigned] for a negative number in a format that
// has none. -0.0 is allowed there: in f8E8M0FNU it is the smallest number, as 0.0 is.
func (f *Format) ParseDecimal(text []byte) (Bits, error) {
	lit, ok := scanDecimal(text)
	if !ok {
		return Bits{}, ErrSyntax
	}
	if lit.neg && f.unsigned && lit.mant != 0 {
		return Bits{}, ErrUnsigned
	}
	x, ok := lit.exactFloat64()
	if !ok {
		// The only possible error is an overflow, and then the result is an infinity.
		x, _ = strconv.ParseFloat(string(text), 64)
	}
	return f.FromFloat64(x, ToNearestEven), nil
}

// decimalLiteral is a scanned literal, ±mant·10**exp. If inexact, digits or
// exponents that did not fit were dropped.
type decimalLiteral struct {
	neg     bool
	inexact bool
	mant    uint64
	exp     int
}

// maxLiteralExp bounds the exponents that scanDecimal computes with. It only
// has to exceed 22, the largest that exactFloat64 handles, by the number of
// digits that fit a uint64.
const maxLiteralExp = 1000

func scanDecimal(s []byte) (lit decimalLiteral, ok bool) {
	if len(s) > 0 && s[0] == '-' {
		lit.neg = true
		s = s[1:]
	}
	n := lit.scanDigits(s, 0)
	if n == 0 || n == len(s) || s[n] != '.' {
		return lit, false
	}
	s = s[n+1:]
	s = s[lit.scanDigits(s, -1):]
	if len(s) == 0 {
		return lit, true
	}
	return lit, lit.scanExponent(s)
}

// scanDigits adds the leading digits of s to the mantissa, and scale to the
// exponent for each. It returns how many there were.
func (lit *decimalLiteral) scanDigits(s []byte, scale int) int {
	for i, c := range s {
		if c < '0' || c > '9' {
			return i
		}
		if lit.mant > (math.MaxUint64-9)/10 {
			lit.inexact = true
			continue
		}
		lit.mant = lit.mant*10 + uint64(c-'0')
		lit.exp += scale
	}
	return len(s)
}

// scanExponent scans the rest of a literal, from its 'e' on.
func (lit *decimalLiteral) scanExponent(s []byte) bool {
	if s[0] != 'e' && s[0] != 'E' {
		return false
	}
	s = s[1:]
	sign := 1
	if len(s) > 0 && (s[0] == '-' || s[0] == '+') {
		if s[0] == '-' {
			sign = -1
		}
		s = s[1:]
	}
	exp := 0
	for _, c := range s {
		if c < '0' || c > '9' {
			return false
		}
		if exp > maxLiteralExp {
			lit.inexact = true
			continue
		}
		exp = exp*10 + int(c-'0')
	}
	lit.exp += sign * exp
	return len(s) > 0
}

// exactFloat64 returns the value of the literal if a single correctly rounded f64 operation computes it: mantissa and
// power of ten must both be exact.
func (lit *decimalLiteral) exactFloat64() (float64, bool) {
	if lit.inexact || lit.mant >= 1<<53 || lit.exp > maxExactPow10 || lit.exp < -maxExactPow10 {
		return 0, false
	}
	x := float64(lit.mant)
	if lit.neg {
		x = -x
	}
	if lit.exp < 0 {
		return x / exactPow10[-lit.exp], true
	}
	return x * exactPow10[lit.exp], true
}

// maxExactPow10 is the largest n such that f64 holds 10**n exactly.
const maxExactPow10 = 22

var exactPow10 = [maxExactPow10 + 1]float64{
	1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
	1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
}

// ParseHex returns the value whose pattern is the literal 0x[0-9a-fA-F]+, in
// the form that [Format.Canonical] describes. The error is [ErrSyntax], or
// [ErrRange] if the pattern is wider than the format.
func (f *Format) ParseHex(text []byte) (Bits, error) {
	if len(text) < 3 || text[0] != '0' || text[1] != 'x' {
		return Bits{}, ErrSyntax
	}
	var b Bits
	tooWide := false
	for _, c := range text[2:] {
		digit, ok := hexDigit(c)
		if !ok {
			return Bits{}, ErrSyntax
		}
		tooWide = tooWide || !b.shr(f.bits-4).isZero()
		b = b.shl(4)
		b.Lo |= digit
	}
	if tooWide || !b.shr(f.bits).isZero() {
		return Bits{}, ErrRange
	}
	return f.Canonical(b), nil
}

func hexDigit(c byte) (uint64, bool) {
	switch {
	case '0' <= c && c <= '9':
		return uint64(c - '0'), true
	case 'a' <= c && c <= 'f':
		return uint64(c-'a') + 10, true
	case 'A' <= c && c <= 'F':
		return uint64(c-'A') + 10, true
	}
	return 0, false
}
