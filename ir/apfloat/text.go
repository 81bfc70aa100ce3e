package apfloat

import (
	"math"
	"math/big"
	"strconv"
)

// AppendText appends b as mlir-opt 22 prints a float attribute, without the
// type:
//
//   - in scientific notation with six digits and a redundant zero, as in
//     1.000000e+00, if reading that back gives b;
//   - else with as many digits as the format may need, as in 0.699999988 or
//     1.17549435E-38, if that has a point;
//   - else, which are large integers, infinities and NaNs, as the hexadecimal
//     pattern, as in 0x7FC00000.
func (f *Format) AppendText(dst []byte, b Bits) []byte {
	n := f.unpack(b)
	switch n.class {
	case zero:
		return append(appendSign(dst, n.neg), "0.000000e+00"...)
	case infinite, nan:
		return appendHex(dst, f.Canonical(b))
	}
	var buf [maxDecimalDigits]byte
	d := decimalOf(&buf, n.sig, n.exp, shortDigits)
	if f.roundTrips(d, b, n) {
		return appendShort(appendSign(dst, n.neg), d)
	}
	// The number of digits that identifies a value (Steele and White, "How to Print Floating-Point Numbers
	// Accurately"), in APFloat's approximation.
	d = decimalOf(&buf, n.sig, n.exp, 2+f.precision*59/196)
	if d.isPlainInteger(2 + f.precision*59/196) {
		return appendHex(dst, f.Canonical(b))
	}
	return appendLong(appendSign(dst, n.neg), d)
}

// Text returns what [Format.AppendText] appends.
func (f *Format) Text(b Bits) string { return string(f.AppendText(nil, b)) }

// shortDigits is the number of significant digits of the short form.
const shortDigits = 6

// roundTrips reports whether the decimal d, which has at most shortDigits digits, rounds to b. n is b unpacked.
func (f *Format) roundTrips(d decimal, b Bits, n number) bool {
	// The error of d is below 10**-5 of the value. Half a place of these
	// formats is more than that.
	if f.precision <= 15 {
		return true
	}
	mant := uint64(0)
	for _, c := range d.digits {
		mant = mant*10 + uint64(c-'0')
	}
	exp10 := d.point - len(d.digits)
	switch f {
	case F32:
		return math.Float32bits(float32Of(mant, exp10)) == uint32(b.Lo)&^(1<<31)
	case F64:
		return math.Float64bits(float64Of(mant, exp10)) == b.Lo&^(1<<63)
	}
	return f.roundDecimal(mant, exp10) == f.round(false, n.sig, n.exp, false, ToNearestEven)
}

// float64Of returns mant·10**exp10, correctly rounded.
func float64Of(mant uint64, exp10 int) float64 {
	lit := decimalLiteral{mant: mant, exp: exp10}
	if x, ok := lit.exactFloat64(); ok {
		return x
	}
	var buf [32]byte
	x, _ := strconv.ParseFloat(string(appendPow10(buf[:0], mant, exp10)), 64)
	return x
}

// float32Of returns mant·10**exp10, correctly rounded. mant must be below
// 2**24.
func float32Of(mant uint64, exp10 int) float32 {
	const maxExact = 10 // the largest power of ten that f32 holds exactly
	switch {
	case 0 <= exp10 && exp10 <= maxExact:
		return float32(mant) * float32(exactPow10[exp10])
	case -maxExact <= exp10 && exp10 < 0:
		return float32(mant) / float32(exactPow10[-exp10])
	}
	var buf [32]byte
	x, _ := strconv.ParseFloat(string(appendPow10(buf[:0], mant, exp10)), 32)
	return float32(x)
}

func appendPow10(dst []byte, mant uint64, exp10 int) []byte {
	dst = append(strconv.AppendUint(dst, mant, 10), 'e')
	return strconv.AppendInt(dst, int64(exp10), 10)
}

// roundDecimal returns mant·10**exp10 in format f, rounded to nearest even.
func (f *Format) roundDecimal(mant uint64, exp10 int) Bits {
	x := new(big.Int).SetUint64(mant)
	pow := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(max(exp10, -exp10))), nil)
	if exp10 >= 0 {
		return f.roundBig(false, x.Mul(x, pow), 0, false, ToNearestEven)
	}
	// Enough quotient bits for any precision, and a sticky bit for the rest.
	shift := pow.BitLen() + 128
	rem := new(big.Int)
	x.QuoRem(x.Lsh(x, uint(shift)), pow, rem)
	return f.roundBig(false, x, -shift, rem.Sign() != 0, ToNearestEven)
}

// isPlainInteger reports whether the long form has no decimal point. prec is the requested number of digits.
func (d decimal) isPlainInteger(prec int) bool {
	zeros := d.point - len(d.digits)
	return 0 <= zeros && zeros <= maxPadding && d.point <= prec
}

// maxPadding is the greatest number of zeros between the decimal point and the digits in the long form. With more, it
// uses scientific notation.
const maxPadding = 3

// appendShort appends d in the form d.dddddde±dd.
func appendShort(dst []byte, d decimal) []byte {
	dst = append(dst, d.digits[0], '.')
	dst = append(dst, d.digits[1:]...)
	for range shortDigits + 1 - len(d.digits) {
		dst = append(dst, '0')
	}
	dst = append(dst, 'e')
	exp := d.point - 1
	if exp < 0 {
		dst = append(dst, '-')
		exp = -exp
	} else {
		dst = append(dst, '+')
	}
	if exp < 10 {
		dst = append(dst, '0')
	}
	return strconv.AppendInt(dst, int64(exp), 10)
}

// appendLong appends d, which is not a plain integer, in the shorter of the forms ddd.ddd, 0.00ddd and d.dddE±d.
func appendLong(dst []byte, d decimal) []byte {
	switch {
	case 0 < d.point && d.point < len(d.digits):
		dst = append(dst, d.digits[:d.point]...)
		dst = append(dst, '.')
		return append(dst, d.digits[d.point:]...)
	case d.point <= 0 && 1-d.point <= maxPadding:
		dst = append(dst, "0.000"[:2-d.point]...)
		return append(dst, d.digits...)
	}
	dst = append(dst, d.digits[0], '.')
	if len(d.digits) == 1 {
		dst = append(dst, '0')
	}
	dst = append(dst, d.digits[1:]...)
	dst = append(dst, 'E')
	if d.point >= 1 {
		dst = append(dst, '+')
	}
	return strconv.AppendInt(dst, int64(d.point-1), 10)
}

func appendSign(dst []byte, neg bool) []byte {
	if neg {
		return append(dst, '-')
	}
	return dst
}

// appendHex appends 0x and b in upper-case hexadecimal, without leading zeros.
func appendHex(dst []byte, b Bits) []byte {
	const digits = "0123456789ABCDEF"
	dst = append(dst, "0x"...)
	for i := (max(b.bitLen(), 1) - 1) / 4; i >= 0; i-- {
		dst = append(dst, digits[b.shr(4*i).Lo&15])
	}
	return dst
}
