package vector

import "math"

// These functions compute in float64 with an error below 1e-10, so that nearly all results are the nearest
// float32. There is no call for each element, and the float32 is not needed once it is converted (amd64's conversion
// into another register waits for what that had before), so that a processor computes several elements at once.

// Powers of two are taken apart into an integer and a number of parts of an octave, which a table has.
const (
	expParts = 32
	// Adding and subtracting it rounds a float64 below 2^51 to an integer, which is then in the low bits of the sum.
	rounder64 = 3 << 51
)

// octaves has 2^(i/expParts).
var octaves = func() (t [expParts]float64) {
	for i := range t {
		t[i] = math.Exp2(float64(i) / expParts)
	}
	return t
}()

// expOf returns e^x for -1000 < x < 1000 with a relative error of 1e-12.
func expOf(x float64) float64 {
	shifted := x*(expParts/math.Ln2) + rounder64
	n := int64(math.Float64bits(shifted)) // its low bits, as its high ones are shifted out below
	r := x - (shifted-rounder64)*(math.Ln2/expParts)
	power := math.Float64frombits(math.Float64bits(octaves[n&(expParts-1)]) + uint64(n>>5)<<52)
	return power + power*r*(1+r*(1.0/2+r*(1.0/6+r*(1.0/24))))
}

// expLimit is where e^x is 0 or infinite as a float32, but not as a float64.
const expLimit = 110

func expGo(dst, x []float32) {
	dst = dst[:len(x)]
	for i := range x {
		v := float64(x[i])
		if !(math.Abs(v) < expLimit) && v == v {
			v = math.Copysign(expLimit, v)
		}
		dst[i] = float32(expOf(v)) // which is NaN for NaN
	}
}

// tanhSmall is below which the series of the hyperbolic tangent is more exact than a quotient.
const tanhSmall = 0x1p-6

// Tanh sets dst to hyperbolic tangents.
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

// The error function is expanded at the nearest of points that are a part of 1 apart. Beyond erfLimit, it is 1 as an
// f32.
const (
	erfParts = 32
	erfLimit = 4
)

// erfTable has the function at the points, and the coefficients of its Taylor series there.
var erfTable = func() (t [erfLimit*erfParts + 1][6]float64) {
	for i := range t {
		c := float64(i) / erfParts
		d := 2 / math.SqrtPi * math.Exp(-c*c)
		t[i] = [6]float64{math.Erf(c), d, -d * c, d * (2*c*c - 1) / 3, d * (3 - 2*c*c) * c / 6,
			d * (4*c*c*c*c - 12*c*c + 3) / 30}
	}
	return t
}()

// Erf sets dst to error functions.
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
