package tensors_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/girih-ir/girih/backend/tensors"
)

// Whether memory is reduced by rows or by columns, each element of the result is the sum, minimum or maximum of its own
// elements.
func TestReductionsAlongAnyDimensionsAreThoseOfTheirElements(t *testing.T) {
	shape := [3]int{5, 9, 1100}
	values := make([]float32, shape[0]*shape[1]*shape[2])
	for i := range values {
		values[i] = float32(i*7919%1009) - 500
	}
	values[12345] = float32(math.NaN())
	combine := map[string]func(a, b float64) float64{"sum": func(a, b float64) float64 { return a + b },
		"amax": func(a, b float64) float64 { return max(a, b) }, "amin": func(a, b float64) float64 { return min(a, b) }}
	for name, f := range combine {
		for _, dims := range [][]int{{0}, {1}, {2}, {0, 1}, {1, 0}, {0, 2}, {1, 2}} {
			var kept [3]bool
			for d := range kept {
				kept[d] = d != dims[0] && d != dims[len(dims)-1]
			}
			result, want := "tensor<", map[int]float64{}
			for d, k := range kept {
				if k {
					result += fmt.Sprint(shape[d], "x")
				}
			}
			for i, v := range values {
				at := 0
				for d, index := range []int{i / (9 * 1100), i / 1100 % 9, i % 1100} {
					if kept[d] {
						at = at*shape[d] + index
					}
				}
				w, ok := want[at]
				if w = f(w, float64(v)); !ok {
					w = float64(v)
				}
				want[at] = w
			}
			out, err := run(t, fmt.Sprintf(`func.func @f(%%x: tensor<5x9x1100xf32>) -> %[1]sf32> {
				%%0 = prim.%[2]s %%x dims %[3]s : tensor<5x9x1100xf32> -> %[1]sf32>
				return %%0 : %[1]sf32>
			}`, result, name, list(dims)), must(tensors.Of(ctx.F32(), values, shape[:]...)))
			if err != nil {
				t.Fatal(err)
			}
			for i, got := range out[0].Floats() {
				if w := want[i]; got != w && (got == got || w == w) {
					t.Errorf("%s along %v: element %d is %v, want %v", name, dims, i, got, w)
				}
			}
		}
	}
}

func list(dims []int) string {
	if len(dims) == 1 {
		return fmt.Sprintf("[%d]", dims[0])
	}
	return fmt.Sprintf("[%d, %d]", dims[0], dims[1])
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
