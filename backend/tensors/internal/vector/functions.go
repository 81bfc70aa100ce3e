package vector

import "math"

// These functions compute in float64 with an error below 1e-10, so that nearly all results are the nearest float32.
// There is no function call for each element, and each float32 is only used for its conversion (on amd64 a conversion
// to another register waits for that register's previous value). So a processor computes several elements at the same
// time.

// The exponent of e^x is split into an integer power of two and a fraction of an octave, which a table has.
const (
	expParts = 32
	// Adding and subtracting it rounds a float64 below 2^51 to an integer. The integer is in the low bits of the sum.
	rounder64 = 3 << 51
)

// octaves[i] is 2^(i/expParts).
var octaves = func() (t [expParts]float64) {
	for i := range t {
		t[i] = math.Exp2(float64(i) / expParts)
	}
	return t
}()

// expOf returns e^x for -1000 < x < 1000 with a relative error of 1e-12.
func expOf(x float64) float64 {
	shifted := x*(expParts/math.Ln2) + rounder64
	n := int64(math.Float64bits(shifted)) // only its low bits matter; the high ones are shifted out below
	r := x - (shifted-rounder64)*(math.Ln2/expParts)
	power := math.Float64frombits(math.Float64bits(octaves[n&(expParts-1)]) + uint64(n>>5)<<52)
	return power + power*r*(1+r*(1.0/2+r*(1.0/6+r*(1.0/24))))
}

// expLimit is the |x| from which e^x is 0 or infinite as a float32, but not as a float64.
const expLimit = 110

func expGo(dst, x []float32) {
	dst = dst[:len(x)]
	for i := range x {
		v := float64(x[i])
		if !(math.Abs(v) < expLimit) && v == v {
			v = math.Copysign(expLimit, v)
		}
		dst[i] = float32(expOf(v)) // NaN for NaN
	}
}

// tanhSmall is the |x| below which the series of the hyperbolic tangent is more accurate than the quotient.
const tanhSmall = 0x1p-6

// Tanh sets dst to the hyperbolic tangents of x.
func Tanh(dst, x []float32) {
	dst = dst[:len(x)]
	for i := range x {
		v := float64(x[i])
		switch a := math.Abs(v); {
		case a < tanhSmall:
			s := v * v
			v *= 1 + s*(-1.0/3+s*(2.0/15))
		case a < 20:
			v = 1 - 2/(expOf(2*v)+1)
		case v == v:
			v = math.Copysign(1, v)
		}
		dst[i] = float32(v)
	}
}

// The error function is expanded at the nearest multiple of 1/erfParts. Beyond erfLimit, it is 1 as a float32.
const (
	erfParts = 32
	erfLimit = 4
)

// erfTable has the function at these points, and the coefficients of its Taylor series there.
var erfTable = func() (t [erfLimit*erfParts + 1][6]float64) {
	for i := range t {
		c := float64(i) / erfParts
		d := 2 / math.SqrtPi * math.Exp(-c*c)
		t[i] = [6]float64{math.Erf(c), d, -d * c, d * (2*c*c - 1) / 3, d * (3 - 2*c*c) * c / 6,
			d * (4*c*c*c*c - 12*c*c + 3) / 30}
	}
	return t
}()

// Erf sets dst to the error functions of x.
func Erf(dst, x []float32) {
	dst = dst[:len(x)]
	for i := range x {
		v := float64(x[i])
		switch a := math.Abs(v); {
		case a < erfLimit:
			shifted := a*erfParts + rounder64
			t := &erfTable[math.Float64bits(shifted)&0xFF]
			r := a - (shifted-rounder64)*(1.0/erfParts)
			v = math.Copysign(t[0]+r*(t[1]+r*(t[2]+r*(t[3]+r*(t[4]+r*t[5])))), v)
		case v == v:
			v = math.Copysign(1, v)
		}
		dst[i] = float32(v)
	}
}
