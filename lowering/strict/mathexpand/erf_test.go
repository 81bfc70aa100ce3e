package mathexpand_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/girih-ir/girih/ir/apfloat"
)

const approximateErf = "math.erf %a fastmath<afn> : tensor<$Nx$T>"

// erfInputs returns random inputs, denormals, and all numbers around points where the error is largest or the method
// changes.
func erfInputs(r *rand.Rand) []uint64 {
	x := inputs(r, chunk)
	for i := 64; i < len(x); i += 4 {
		switch {
		case i%64 == 0:
			x[i] = uint64(r.Uint32N(1<<23)) | uint64(r.Uint32N(2))<<31
		case i%8 == 0:
			x[i] = uint64(math.Float32bits(1)) + uint64(i/8-chunk/16)
		default:
			x[i] = uint64(math.Float32bits(r.Float32()*5)) | uint64(r.Uint32N(2))<<31
		}
	}
	return x
}

func TestApproximateErfIsWithinTwoUnits(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 7))
	worst, at := 0.0, float32(0)
	for range *samples {
		x := erfInputs(r)
		for i, w := range execute(t, "%r = "+approximateErf, "f32", x, x) {
			a, got := math.Float32frombits(uint32(x[i])), math.Float32frombits(uint32(w))
			if math.Signbit(float64(got)) != math.Signbit(float64(a)) && a == a {
				t.Fatalf("erf(%v) = %v", a, got)
			}
			if e := ulps(apfloat.F32, float64(got), math.Erf(float64(a)), 23, -149); e > worst {
				worst, at = e, a
			}
		}
	}
	t.Logf("%.3f ulp at %v", worst, at)
	if worst > 1.33 { // the largest error over all f32, with a correctly rounded exponential
		t.Errorf("erf(%v) is wrong by %.3f ulp", at, worst)
	}
}

// The error of a sum with erf is at most the absolute error of the summed form plus the rounding error of the sum.
func TestSumsWithApproximateErfHaveASmallAbsoluteError(t *testing.T) {
	tests := []struct {
		name, elem, lines string
		want              func(erf float64) float64
		factor, digits    float64 // the factor of erf, and the precision of the format in bits
	}{
		{"1 + erf", "f32", "%r = arith.addf %e, %one : tensor<$Nx$T>", func(e float64) float64 { return 1 + e }, 1, 24},
		{"1 - erf", "f32", "%r = arith.subf %one, %e : tensor<$Nx$T>", func(e float64) float64 { return 1 - e }, 1, 24},
		{"erf - 1", "f32", "%r = arith.subf %e, %one : tensor<$Nx$T>", func(e float64) float64 { return e - 1 }, 1, 24},
		{"0.5 + 0.5 erf", "f32", "%f = arith.mulf %e, %half : tensor<$Nx$T>\n%r = arith.addf %f, %half : tensor<$Nx$T>",
			func(e float64) float64 { return 0.5 + 0.5*e }, 0.5, 24},
		{"fma", "f32", "%f = math.fma %half, %e, %one : tensor<$Nx$T>\n%r = arith.mulf %f, %one : tensor<$Nx$T>",
			func(e float64) float64 {
				return 1 + 0.5*e
			}, 0.5, 24},
		{"1 + erf", "f16", "%r = arith.addf %e, %one : tensor<$Nx$T>", func(e float64) float64 { return 1 + e }, 1, 11},
		{"1 + erf", "bf16", "%r = arith.addf %e, %one : tensor<$Nx$T>", func(e float64) float64 { return 1 + e }, 1, 8},
	}
	for _, tt := range tests {
		t.Run(tt.name+"/"+tt.elem, func(t *testing.T) {
			x, format := erfInputs(rand.New(rand.NewPCG(5, 7))), apfloat.F32
			if tt.elem != "f32" {
				x, format = make([]uint64, 1<<16), apfloat.F16
				for i := range x {
					x[i] = uint64(i)
				}
			}
			if tt.elem == "bf16" {
				format = apfloat.BF16
			}
			lines := "%one = arith.constant dense<1.0> : tensor<$Nx$T>\n%half = arith.constant dense<0.5> : tensor<$Nx$T>\n" +
				"%e = " + approximateErf + "\n" + tt.lines
			// In narrow formats, erf itself is rounded, too; it is below 1.
			ownRounding := math.Exp2(-tt.digits)
			if tt.elem != "f32" {
				ownRounding *= 1.5
			}
			bound := tt.factor*0x1p-23*math.Exp2(-0.2449) + ownRounding
			for i, w := range execute(t, lines, tt.elem, x, x) {
				a, got := format.Float64(apfloat.Bits{Lo: x[i]}), format.Float64(apfloat.Bits{Lo: w})
				want := tt.want(math.Erf(a))
				if d := math.Abs(got - want); !(d <= bound) && !(got != got && a != a) {
					t.Fatalf("of %v: %v, want %v: wrong by %.4g, more than %.4g", a, got, want, d, bound)
				}
				if math.IsInf(a, 0) && got != want {
					t.Fatalf("of %v: %v, want %v", a, got, want)
				}
			}
		})
	}
}

// Merging a constant factor of the argument into the polynomial does not increase the error, for factors within the
// limits. The error is relative to erf of the exact product, which may be denormal or overflow f32.
func TestSumsWithApproximateErfTakeInFactors(t *testing.T) {
	for _, tt := range []struct {
		name, line string
		factor     float64
	}{
		{"sqrt(1/2)", "%s = arith.mulf %a, %c : tensor<$Nx$T>", float64(float32(math.Sqrt(0.5)))},
		{"in front", "%s = arith.mulf %c, %a : tensor<$Nx$T>", 0.8125},
		{"divided", "%s = arith.divf %a, %c : tensor<$Nx$T>", 1 / float64(float32(math.Sqrt2))},
		{"negative", "%s = arith.mulf %a, %c : tensor<$Nx$T>", -1.25},
		{"divided by negative", "%s = arith.divf %a, %c : tensor<$Nx$T>", -1 / 3.0},
		{"least", "%s = arith.mulf %a, %c : tensor<$Nx$T>", 0x1p-10},
		{"greatest", "%s = arith.mulf %a, %c : tensor<$Nx$T>", 0x1p10},
		{"too small", "%s = arith.mulf %a, %c : tensor<$Nx$T>", 0x1p-11},
		{"too large", "%s = arith.divf %a, %c : tensor<$Nx$T>", 0x1p11},
	} {
		t.Run(tt.name, func(t *testing.T) {
			constant := tt.factor
			if strings.Contains(tt.line, "divf") {
				constant = 1 / tt.factor
			}
			x := erfInputs(rand.New(rand.NewPCG(6, 7)))
			for i := 128; i < len(x); i++ {
				if v := math.Float32frombits(uint32(x[i])) / float32(tt.factor); i%4 == 1 && v == v {
					x[i] = uint64(math.Float32bits(v))
				}
			}
			lines := "%one = arith.constant dense<1.0> : tensor<$Nx$T>\n" +
				fmt.Sprintf("%%c = arith.constant dense<0x%08X> : tensor<$Nx$T>\n", math.Float32bits(float32(constant))) + tt.line +
				"\n%e = math.erf %s fastmath<afn> : tensor<$Nx$T>\n%r = arith.addf %e, %one : tensor<$Nx$T>"
			for i, w := range execute(t, lines, "f32", x, x) {
				a, got := float64(math.Float32frombits(uint32(x[i]))), float64(math.Float32frombits(uint32(w)))
				want := 1 + math.Erf(tt.factor*a)
				// If the factor is not merged, the product is rounded, which changes the result by up to 2^-25.
				if d := math.Abs(got - want); !(d <= 0x1p-23*math.Exp2(-0.1)+0x1p-24) && !(got != got && a != a) {
					t.Fatalf("of %v: %v, want %v: wrong by %.4g", a, got, want, d)
				}
				if math.IsInf(a, 0) && got != want {
					t.Fatalf("of %v: %v, want %v", a, got, want)
				}
			}
		})
	}
}

// erf(-x) is -erf(x), also for zeros: the sign of x is put on erf of the magnitude.
func TestApproximateErfIsOdd(t *testing.T) {
	x := erfInputs(rand.New(rand.NewPCG(8, 7)))
	y := make([]uint64, len(x))
	for i, w := range x {
		y[i] = w ^ 1<<31
	}
	plus, minus := execute(t, "%r = "+approximateErf, "f32", x, x), execute(t, "%r = "+approximateErf, "f32", y, y)
	for i := range x {
		a, b := math.Float32frombits(uint32(plus[i])), math.Float32frombits(uint32(minus[i]))
		if (a == a || b == b) && plus[i] != minus[i]^1<<31 {
			t.Fatalf("erf(%v) = %v, and %v of the negative", math.Float32frombits(uint32(x[i])), a, b)
		}
	}
}
