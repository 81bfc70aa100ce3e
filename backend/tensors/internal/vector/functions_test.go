package vector

import (
	"math"
	"testing"

	"github.com/girih-ir/girih/internal/longtest"
)

// Functions of f32 return the nearest f32, or its neighbor if both are about equally near. Some arguments are from each
// binade.
func TestFunctionsOfSingleFloatsAreRoundedOnce(t *testing.T) {
	step := 1_000_003 / uint64(longtest.Count(1<<7, 1<<14))
	for _, c := range []struct {
		name  string
		exact func(x float64) float64
		all   func(dst, x []float32)
	}{{"exp", math.Exp, Exp}, {"erf", math.Erf, Erf}, {"tanh", math.Tanh, Tanh}} {
		const batch = 1 << 12
		x, y := make([]float32, 0, batch), make([]float32, batch)
		other := 0
		check := func(x []float32) {
			c.all(y[:len(x)], x)
			for i, v := range x {
				want := c.exact(float64(v))
				near := float32(want)
				if y[i] == near || near != near && y[i] != y[i] {
					continue
				}
				// The tolerance is half a unit in the last place, and a thousandth of a unit more.
				unit := float64(math.Nextafter32(float32(math.Abs(float64(near))), math.MaxFloat32)) - math.Abs(float64(near))
				if other++; !(math.Abs(float64(y[i])-want) <= 0.501*unit) {
					t.Fatalf("%s(%v) = %v, want %v", c.name, v, y[i], want)
				}
			}
		}
		for bits := uint64(0); bits < 1<<32; bits += step {
			if x = append(x, math.Float32frombits(uint32(bits))); len(x) == batch {
				check(x)
				x = x[:0]
			}
		}
		x = append(x, float32(math.Inf(1)), float32(math.Inf(-1)), float32(math.NaN()), 0, float32(math.Copysign(0, -1)))
		zero := len(x) - 1
		c.all(y[:len(x)], x)
		if got, want := y[zero], c.exact(math.Copysign(0, -1)); math.Signbit(float64(got)) != math.Signbit(want) {
			t.Errorf("%s(-0) = %v, want %v", c.name, got, want)
		}
		check(x)
		t.Logf("%s: %d are neighbors of the nearest f32", c.name, other)
	}
}
