package kernel_test

import (
	"fmt"
	"math/big"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/girih-ir/girih/kernel"
)

// TestOptionsSayHowOperationsRound compares results with the exact ones, rounded by math/big.
func TestOptionsSayHowOperationsRound(t *testing.T) {
	x, y := []float32{1, -1, 3, 1e-3, -7}, []float32{1e-9, -1e-9, 7, 3e4, 3}
	type rational = *big.Rat
	exact := map[string]func(x, y rational) rational{
		"kernel.Add(a, b%s)": func(x, y rational) rational { return new(big.Rat).Add(x, y) },
		"kernel.Sub(a, b%s)": func(x, y rational) rational { return new(big.Rat).Sub(x, y) },
		"kernel.Mul(a, b%s)": func(x, y rational) rational { return new(big.Rat).Mul(x, y) },
		"kernel.Div(a, b%s)": func(x, y rational) rational { return new(big.Rat).Quo(x, y) },
		"kernel.FMA(a, b, a%s)": func(x, y rational) rational {
			return new(big.Rat).Add(new(big.Rat).Mul(x, y), x)
		},
		"kernel.Convert[float32](wide%s)":  func(x, y rational) rational { return new(big.Rat).Add(x, y) },
		"kernel.Saturate[float32](wide%s)": func(x, y rational) rational { return new(big.Rat).Add(x, y) },
	}
	for option, mode := range map[string]big.RoundingMode{"": big.ToNearestEven, ", kernel.TowardZero": big.ToZero,
		", kernel.TowardPositive": big.ToPositiveInf, ", kernel.TowardNegative": big.ToNegativeInf} {
		for call, f := range exact {
			out := make([]float32, len(x))
			source := fstest.MapFS{"k.go": {Data: fmt.Appendf(nil, `package k
import "github.com/girih-ir/girih/kernel"
func apply(x, y, out kernel.Array1[float32]) {
	i := kernel.Range(8)
	a, b := x.Load(i, kernel.Else(1)), y.Load(i, kernel.Else(1))
	wide := float64(a) + float64(b)
	_ = wide
	out.Store(i, %s)
}`, fmt.Sprintf(call, option))}}
			kernel.Check(t, source, "apply", kernel.Options{NumWarps: 1}, [3]int32{1, 1, 1}, kernel.Of(x), kernel.Of(y),
				kernel.Of(out))
			for i := range x {
				a, b := new(big.Rat).SetFloat64(float64(x[i])), new(big.Rat).SetFloat64(float64(y[i]))
				want, _ := new(big.Float).SetPrec(24).SetMode(mode).SetRat(f(a, b)).Float32()
				if out[i] != want {
					t.Errorf(call+" of %v and %v is %v, want %v", option, x[i], y[i], out[i], want)
				}
			}
		}
	}
}

func TestARoundingThatAFunctionDoesNotHaveIsRefused(t *testing.T) {
	source := fstest.MapFS{"k.go": {Data: []byte(`package k
import "github.com/girih-ir/girih/kernel"
func apply(x kernel.Array1[float32]) {
	i := kernel.Range(8)
	x.Store(i, kernel.Exp(x.Load(i), kernel.TowardZero))
}`)}}
	k, err := kernel.Compile(source, "apply", kernel.Options{})
	if err == nil {
		_, err = k.Module()
	}
	if err == nil || !strings.Contains(err.Error(), "k.go:5:13: error: 'tile.exp' op rounding zero is not allowed") {
		t.Errorf("error %v", err)
	}
}
