package elementary

import (
	"math"
	"math/big"
)

// Unary is a function of one number.
type Unary struct {
	// near has an error of a few units in the last place, and is exact for special values.
	near func(x float64) float64
	// precise computes the function for finite nonzero numbers. Its result has the precision of x.
	precise func(x *big.Float) *big.Float
	// largest is the magnitude from which near's result is final, since it overflows or underflows; 0 for none.
	largest float64
	// minus says that the NaN for an undefined result is negative, as in glibc on x86.
	minus bool
}

// Float64 returns the value of the function at x: x itself for a NaN, and a default quiet NaN if the value is
// undefined.
func (f *Unary) Float64(x float64) float64 {
	r := f.near(x)
	switch {
	case x != x:
		return x
	case r != r && f.minus:
		return -noNumber
	case r != r:
		return noNumber
	case f.isFinal(x, r):
		return r
	}
	r, _ = f.precise(wide(x)).Float64()
	return r
}

// Float32 returns the value of the function, rounded once.
func (f *Unary) Float32(x float32) float32 {
	r := f.near(float64(x))
	switch {
	case x != x:
		return x
	case r != r && f.minus:
		return float32(-noNumber)
	case r != r:
		return float32(noNumber)
	case f.isFinal(float64(x), r), !isHalfway(r):
		return float32(r)
	}
	s, _ := f.precise(wide(float64(x))).Float32()
	return s
}

// isFinal reports whether near's result r for x is right in all bits: for zero, an infinity or a pole, and far out of
// range.
func (f *Unary) isFinal(x, r float64) bool {
	return x == 0 || math.IsInf(x, 0) || f.largest > 0 && math.Abs(x) >= f.largest ||
		math.IsInf(r, 0) && math.Abs(x) <= 1
}

// noNumber is the default NaN; math.NaN has a payload.
var noNumber = math.Float64frombits(0x7FF8 << 48)

// isHalfway reports whether an error in the last bits of r could change the float32 number to which it is rounded: r is
// nearly halfway between two float32 numbers, or very small or large.
func isHalfway(r float64) bool {
	const (
		dropped = 53 - 24 // bits of a float64's fraction that float32 lacks
		margin  = 1 << 10
	)
	if a := math.Abs(r); a < 0x1p-120 || a > 0x1p120 {
		return true
	}
	low := int64(math.Float64bits(r) & (1<<dropped - 1))
	distance := low - 1<<(dropped-1)
	return -margin < distance && distance < margin
}

// Binary is a function of two numbers.
type Binary struct {
	near    func(x, y float64) float64
	precise func(x, y *big.Float) *big.Float // of finite numbers for which near is neither zero, infinite nor NaN
}

// Float64 returns the value of the function at x and y. If an operand is NaN and so is the result, it is the first NaN
// operand. If the value is undefined, it is a negative quiet NaN, as in glibc on x86.
func (f *Binary) Float64(x, y float64) float64 {
	r := f.near(x, y)
	switch {
	case r != r && x != x:
		return x
	case r != r && y != y:
		return y
	case r != r:
		return -noNumber
	case f.isFinal(x, y, r):
		return r
	}
	r, _ = f.precise(wide(x), wide(y)).Float64()
	return r
}

// Float32 returns the value of the function, rounded once.
func (f *Binary) Float32(x, y float32) float32 {
	r := f.near(float64(x), float64(y))
	switch {
	case r != r && x != x:
		return x
	case r != r && y != y:
		return y
	case r != r:
		return float32(-noNumber)
	case f.isFinal(float64(x), float64(y), r), !isHalfway(r):
		return float32(r)
	}
	s, _ := f.precise(wide(float64(x)), wide(float64(y))).Float32()
	return s
}

// isFinal reports whether near's result r is right in all bits: for zeros, and for numbers that are not finite.
func (f *Binary) isFinal(x, y, r float64) bool {
	return x == 0 || y == 0 || x-x != 0 || y-y != 0 || math.IsInf(r, 0) || r == 0
}
