package kernel_test

import (
	_ "embed"
	"fmt"
	"math"
	"testing"
	"testing/fstest"

	"github.com/girih-ir/girih/internal/longtest"
	"github.com/girih-ir/girih/kernel"
)

// functionsSource is the source of the functions that are compared.
//
//go:embed semantics_functions_test.go
var functionsSource []byte

// wrapped returns the source of the functions, with a kernel that applies one of them to a tile, or to one number in
// each program.
func wrapped(function, element string, tile bool) fstest.MapFS {
	index := "kernel.Program(0)"
	if tile {
		index = "kernel.Program(0)*64 + kernel.Range(64)"
	}
	return fstest.MapFS{"semantics.go": {Data: functionsSource}, "kernel.go": {Data: fmt.Appendf(nil, `package kernel_test
import "github.com/girih-ir/girih/kernel"
func apply(x, y, out kernel.Array1[%[2]s]) {
	i := %[3]s
	out.Store(i, %[1]s(x.Load(i, kernel.Else(1)), y.Load(i, kernel.Else(1))))
}`, function, element, index)}}
}

// operands returns pairs of small numbers and extremes.
func operands() (x, y []int32) {
	edges := []int32{0, 1, -1, 2, 3, 7, -8, 31, 32, 33, 63, 64, 100, 1000, -1000, math.MaxInt32, math.MinInt32 + 1,
		math.MinInt32}
	for _, a := range edges {
		for _, b := range edges {
			if a != math.MinInt32 || b != -1 { // the quotient overflows
				x, y = append(x, a), append(y, b)
			}
		}
	}
	seed := uint32(1)
	for range 200 {
		seed = seed*1664525 + 1013904223
		x, y = append(x, int32(seed)>>(seed%29)), append(y, int32(seed*7)>>(seed>>5%23))
	}
	return x, y
}

func compareIntegers(t *testing.T, name string, f func(x, y int32) int32, tile bool) {
	t.Helper()
	x, y := operands()
	out := make([]int32, len(x))
	grid := [3]int32{int32(len(x)), 1, 1}
	if tile {
		grid[0] = int32(len(x)+63) / 64
	}
	kernel.Check(t, wrapped(name, "int32", tile), "apply", kernel.Options{NumWarps: 1}, grid, kernel.Of(x), kernel.Of(y),
		kernel.Of(out))
	for i := range x {
		if want := f(x[i], y[i]); out[i] != want {
			t.Errorf("%s(%d, %d) is %d in Go and %d in a kernel", name, x[i], y[i], want, out[i])
			return
		}
	}
}

func TestFunctionsOfIntegersMeanTheSameOnTilesAsInGo(t *testing.T) {
	for name, f := range integerFunctions {
		if !longtest.IncludesName(name, 3) {
			continue
		}
		t.Run(name, func(t *testing.T) { compareIntegers(t, name, f, true) })
	}
}

func TestFunctionsOfIntegersMeanTheSameOnNumbersAsInGo(t *testing.T) {
	for name, f := range integerFunctions {
		if !longtest.IncludesName(name, 3) {
			continue
		}
		t.Run(name, func(t *testing.T) { compareIntegers(t, name, f, false) })
	}
	for name, f := range scalarFunctions {
		if !longtest.IncludesName(name, 3) {
			continue
		}
		t.Run(name, func(t *testing.T) { compareIntegers(t, name, f, false) })
	}
}

func TestFunctionsOfFloatsMeanTheSameAsInGo(t *testing.T) {
	var x, y []float32
	for _, a := range []float32{0, 1, -1, 0.5, 3.25, -7.75, 100, 1e-3} {
		for _, b := range []float32{0, 1, -2, 0.1, 12.5} {
			x, y = append(x, a), append(y, b)
		}
	}
	for name, f := range floatFunctions {
		for _, tile := range []bool{true, false} {
			t.Run(fmt.Sprint(name, " tile=", tile), func(t *testing.T) {
				out := make([]float32, len(x))
				grid := [3]int32{1, 1, 1}
				if !tile {
					grid[0] = int32(len(x))
				}
				kernel.Check(t, wrapped(name, "float32", tile), "apply", kernel.Options{NumWarps: 1}, grid, kernel.Of(x),
					kernel.Of(y), kernel.Of(out))
				for i := range x {
					want := f(x[i], y[i])
					if math.Abs(float64(out[i]-want)) > 1e-6*max(1, math.Abs(float64(want))) {
						t.Errorf("%s(%v, %v) is %v in Go and %v in a kernel", name, x[i], y[i], want, out[i])
					}
				}
			})
		}
	}
}
