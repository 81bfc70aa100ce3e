package apfloat

import "math"

// The operations below are computed in float64 where narrow.go or the Go language guarantees the right result, if that
// is neither zero nor special. All other cases are computed in exact.go.

// Add returns x + y. A sum that cancels is +0, or -0 when rounding to negative
// infinity.
//
// Here and below: if an operand is a NaN, the result is the first NaN among the operands, made quiet. An invalid
// operation returns [Format.NaN]. In a format without sign the result is the magnitude.
func (f *Format) Add(x, y Bits, mode Mode) Bits {
	switch {
	case f.narrow():
		if s := addToOdd(f.Float64(x), f.Float64(y)); isOrdinary(s) {
			return f.FromFloat64(s, mode)
		}
	case f == F64 && mode == ToNearestEven:
		if s := f.Float64(x) + f.Float64(y); isOrdinary(s) {
			return Bits{Lo: math.Float64bits(s)}
		}
	}
	return f.addExact(f.unpack(x), f.unpack(y), mode)
}

// Sub returns x - y. It is x + -y, except that NaNs keep their sign.
func (f *Format) Sub(x, y Bits, mode Mode) Bits {
	switch {
	case f.narrow():
		if s := addToOdd(f.Float64(x), -f.Float64(y)); isOrdinary(s) {
			return f.FromFloat64(s, mode)
		}
	case f == F64 && mode == ToNearestEven:
		if s := f.Float64(x) - f.Float64(y); isOrdinary(s) {
			return Bits{Lo: math.Float64bits(s)}
		}
	}
	b := f.unpack(y)
	if b.class != nan {
		b.neg = !b.neg
	}
	return f.addExact(f.unpack(x), b, mode)
}

// Mul returns x * y.
func (f *Format) Mul(x, y Bits, mode Mode) Bits {
	switch {
	case f.narrow():
		// The product of two 24 bit significands is exact.
		if p := f.Float64(x) * f.Float64(y); isOrdinary(p) {
			return f.FromFloat64(p, mode)
		}
	case f == F64 && mode == ToNearestEven:
		if p := f.Float64(x) * f.Float64(y); isOrdinary(p) {
			return Bits{Lo: math.Float64bits(p)}
		}
	}
	return f.mulExact(f.unpack(x), f.unpack(y), mode)
}

// Div returns x / y. Division of a finite number by zero returns [Format.Inf].
func (f *Format) Div(x, y Bits, mode Mode) Bits {
	switch {
	case f.narrow():
		if q := divToOdd(f.Float64(x), f.Float64(y)); isOrdinary(q) {
			return f.FromFloat64(q, mode)
		}
	case f == F64 && mode == ToNearestEven:
		if q := f.Float64(x) / f.Float64(y); isOrdinary(q) {
			return Bits{Lo: math.Float64bits(q)}
		}
	}
	return f.divExact(f.unpack(x), f.unpack(y), mode)
}

// Rem returns x - n*y, with n the quotient x / y rounded towards zero: C's
// fmod, LLVM's frem. It is exact, and has the sign of x even when zero.
func (f *Format) Rem(x, y Bits) Bits {
	if f.narrow() || f == F64 {
		if r := math.Mod(f.Float64(x), f.Float64(y)); isOrdinary(r) {
			return f.FromFloat64(r, ToNearestEven)
		}
	}
	return f.remExact(f.unpack(x), f.unpack(y))
}

// FMA returns x*y + z, rounded once.
func (f *Format) FMA(x, y, z Bits, mode Mode) Bits {
	switch {
	case f.narrow():
		p := float64(f.Float64(x) * f.Float64(y))
		if s := addToOdd(p, f.Float64(z)); isOrdinary(s) {
			return f.FromFloat64(s, mode)
		}
	case f == F64 && mode == ToNearestEven:
		if s := math.FMA(f.Float64(x), f.Float64(y), f.Float64(z)); isOrdinary(s) {
			return Bits{Lo: math.Float64bits(s)}
		}
	}
	return f.fmaExact(f.unpack(x), f.unpack(y), f.unpack(z), mode)
}

// Sqrt returns the square root of x. That of -0 is -0.
func (f *Format) Sqrt(x Bits, mode Mode) Bits {
	switch {
	case f.narrow():
		if s := sqrtToOdd(f.Float64(x)); isOrdinary(s) {
			return f.FromFloat64(s, mode)
		}
	case f == F64 && mode == ToNearestEven:
		if s := math.Sqrt(f.Float64(x)); isOrdinary(s) {
			return Bits{Lo: math.Float64bits(s)}
		}
	}
	return f.sqrtExact(f.unpack(x), mode)
}

// Neg returns -x. It flips the sign of NaNs too; zero and NaN of the FNUZ
// formats, and everything in a format without sign, stay as they are.
func (f *Format) Neg(x Bits) Bits {
	if f.special == nanNegZero && x.andNot(f.signMask).isZero() {
		return x
	}
	return x.xor(f.signMask)
}

// Abs returns the magnitude of x. The NaN of the FNUZ formats stays as it is.
func (f *Format) Abs(x Bits) Bits {
	if f.Signbit(x) {
		return f.Neg(x)
	}
	return x
}

// CopySign returns x with the sign of sign, if the format can represent that.
func (f *Format) CopySign(x, sign Bits) Bits {
	if f.Signbit(x) != f.Signbit(sign) {
		return f.Neg(x)
	}
	return x
}

// RoundToIntegral returns x rounded to an integer, which has the sign of x even
// when zero.
func (f *Format) RoundToIntegral(x Bits, mode Mode) Bits {
	n := f.unpack(x)
	if n.class != finite || n.exp >= 0 {
		return f.pack(n)
	}
	if n.truncate(mode).isZero() {
		return f.Zero(n.neg)
	}
	return f.round(n.neg, n.truncate(mode), 0, false, mode)
}

// truncate returns the magnitude of a finite number with a negative exponent,
// rounded to an integer.
func (n number) truncate(mode Mode) Bits {
	drop := -n.exp
	half := n.sig.bit(drop - 1)
	rest := !n.sig.and(lowOnes(min(drop-1, 128))).isZero()
	sig := n.sig.shr(drop)
	if mode.awayFromZero(n.neg, sig.Lo&1 != 0, half, rest) {
		sig = sig.inc()
	}
	return sig
}
