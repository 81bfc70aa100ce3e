package apfloat

import "math"

// narrow reports whether the significand and the exponents of f are at most those of f32. Operations on such numbers
// can be done in float64, rounded to odd: if an exact result is first rounded to a format with at least two more bits
// than the final one, in such a way that the last bit of an inexact result is set, then the second rounding still knows
// on which side of every tie and of every representable number the exact result is. It is right in every mode, also for
// subnormal results (Boldo and Melquiond, "Emulation of FMA and correctly rounded sums: proved algorithms using
// rounding to odd", IEEE Transactions on Computers, 2008). Nothing overflows or underflows in float64 on the way.
func (f *Format) narrow() bool { return f.precision <= 24 }

// isOrdinary reports whether x is neither zero nor infinite nor NaN.
func isOrdinary(x float64) bool { return x != 0 && x-x == 0 }

// addToOdd returns x + y rounded to odd.
func addToOdd(x, y float64) float64 {
	s := x + y
	// t and s give the exact error of the sum (Knuth, The Art of Computer Programming, volume 2, 4.2.2, theorem B).
	t := s - x
	return toOdd(s, (x-(s-t))+(y-t))
}

// divToOdd returns x / y rounded to odd.
func divToOdd(x, y float64) float64 {
	q := x / y
	r := math.FMA(-q, y, x) // exact, since quotients of 24-bit numbers are not subnormal
	if y < 0 {
		r = -r
	}
	return toOdd(q, r)
}

// sqrtToOdd returns the square root of x rounded to odd.
func sqrtToOdd(x float64) float64 {
	s := math.Sqrt(x)
	return toOdd(s, math.FMA(-s, s, x))
}

// toOdd returns near, the float64 nearest to an exact result, if it is exact. Otherwise it returns the neighbor of the
// exact result whose last bit is set. err has the sign of the exact result minus near.
func toOdd(near, err float64) float64 {
	b := math.Float64bits(near)
	if err == 0 || b&1 != 0 || !isOrdinary(near) || err != err {
		return near
	}
	if (err > 0) == (near > 0) {
		return math.Float64frombits(b + 1)
	}
	return math.Float64frombits(b - 1)
}
