package vector

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// sizes are less than a group of lanes, a multiple of it, or a multiple and a rest.
var sizes = []int{1, 7, 15, 16, 17, 33, 100, 4096, 4099}

// numbers returns n numbers of both signs and of different magnitudes.
func numbers(rng *rand.Rand, n int) []float32 {
	x := make([]float32, n)
	for i := range x {
		x[i] = float32(rng.NormFloat64() * math.Exp2(float64(rng.IntN(12)-6)))
	}
	return x
}

func TestArithmeticIsThatOfFloat32(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for name, f := range map[string]struct {
		all func(dst, x, y []float32)
		one func(a, b float32) float32
	}{
		"add": {Add, func(a, b float32) float32 { return a + b }}, "sub": {Sub, func(a, b float32) float32 { return a - b }},
		"mul": {Mul, func(a, b float32) float32 { return a * b }}, "div": {Div, func(a, b float32) float32 { return a / b }},
	} {
		for _, n := range sizes {
			x, y, dst := numbers(rng, n), numbers(rng, n), make([]float32, n)
			f.all(dst, x, y)
			for i := range dst {
				if want := f.one(x[i], y[i]); dst[i] != want {
					t.Errorf("%s of %d: element %d is %v, want %v", name, n, i, dst[i], want)
				}
			}
		}
	}
}

func TestSumsAreThoseOfFloat64(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, n := range sizes {
		x := numbers(rng, n)
		var sum, squares, scale float64
		sums, want := make([]float64, n), make([]float64, n)
		for i, v := range x {
			d := float64(v) - 0.5
			sum += float64(v)
			squares += d * d
			scale += math.Abs(float64(v))
			sums[i] = float64(i)
			want[i] = float64(i) + float64(v)
		}
		if got := Sum(x); math.Abs(got-sum) > scale*1e-13 {
			t.Errorf("sum of %d is %v, want %v", n, got, sum)
		}
		if got := Squares(x, 0.5); math.Abs(got-squares) > squares*1e-13 {
			t.Errorf("squares of %d are %v, want %v", n, got, squares)
		}
		if AddTo(sums, x); !slices.Equal(sums, want) {
			t.Errorf("%d sums are %v, want %v", n, sums, want)
		}
	}
}

func TestExtremaAreNaNIfThereIsOneAndOrderZeros(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	nan, zero := float32(math.NaN()), float32(math.Copysign(0, -1))
	for _, n := range sizes {
		x := numbers(rng, n)
		check := func(what string) {
			t.Helper()
			if got, want := Max(x), slices.Max(x); math.Float32bits(got) != math.Float32bits(want) && want == want {
				t.Errorf("largest of %d, %s: %v, want %v", n, what, got, want)
			} else if want != want && got == got {
				t.Errorf("largest of %d, %s: %v, want NaN", n, what, got)
			}
			if got, want := Min(x), slices.Min(x); math.Float32bits(got) != math.Float32bits(want) && want == want {
				t.Errorf("least of %d, %s: %v, want %v", n, what, got, want)
			} else if want != want && got == got {
				t.Errorf("least of %d, %s: %v, want NaN", n, what, got)
			}
		}
		check("numbers")
		for _, at := range []int{0, n / 2, n - 1} {
			v := x[at]
			x[at] = nan
			check("a NaN")
			x[at] = float32(math.Inf(1))
			check("infinity")
			x[at] = v
		}
		for i := range x {
			x[i] = zero
		}
		check("negative zeros")
		x[rng.IntN(n)] = 0
		check("zeros")
	}
}

func TestExpIsTheNearestFloat32AlmostAlways(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	far, all := 0, 0
	for range 200 {
		x := numbers(rng, 100)
		dst := make([]float32, len(x))
		Exp(dst, x)
		for i, v := range x {
			want := float32(math.Exp(float64(v)))
			all++
			if dst[i] != want {
				far++
				if next := math.Nextafter32(want, dst[i]); next != dst[i] {
					t.Errorf("exp(%v) = %v, want %v", v, dst[i], want)
				}
			}
		}
	}
	if far > all/1000 {
		t.Errorf("%d of %d are not the nearest", far, all)
	}
	edges := []float32{0, float32(math.Copysign(0, -1)), float32(math.Inf(1)), float32(math.Inf(-1)), float32(math.NaN()),
		88.7, 88.8, -87, -103, -104, 1e30, -1e30, math.MaxFloat32, math.SmallestNonzeroFloat32}
	for n := 1; n <= 17; n += 16 {
		for _, v := range edges {
			x := slices.Repeat([]float32{v}, n)
			Exp(x, x)
			want := float32(math.Exp(float64(v)))
			for i, got := range x {
				if got != want && (got == got || want == want) {
					t.Errorf("exp(%v) = %v at %d of %d, want %v", v, got, i, n, want)
				}
			}
		}
	}
}

func TestResultsDoNotDependOnTheirPlace(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	x := numbers(rng, 1000)
	all := make([]float32, len(x))
	Exp(all, x)
	for i, v := range x {
		one := []float32{v}
		if Exp(one, one); one[0] != all[i] {
			t.Errorf("exp(%v) is %v alone, and %v as element %d", v, one[0], all[i], i)
		}
	}
}
