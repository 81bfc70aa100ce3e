package apfloat_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/girih-ir/girih/internal/llvmtool"
	"github.com/girih-ir/girih/ir/apfloat"
)

// fold is an operation that mlir-opt folds, on constants.
type fold struct {
	line string          // of MLIR
	f    *apfloat.Format // of the result
	want apfloat.Bits
}

// arithFolds returns random operations on values of f.
func arithFolds(f *apfloat.Format, rng *rand.Rand, n int) []fold {
	type op func(x, y apfloat.Bits) apfloat.Bits
	near := func(op func(x, y apfloat.Bits, mode apfloat.Mode) apfloat.Bits) op {
		return func(x, y apfloat.Bits) apfloat.Bits { return op(x, y, apfloat.ToNearestEven) }
	}
	ops := []struct {
		name string
		op   op
	}{
		{"addf", near(f.Add)}, {"subf", near(f.Sub)}, {"mulf", near(f.Mul)}, {"divf", near(f.Div)}, {"remf", f.Rem},
		{"minimumf", f.Minimum}, {"maximumf", f.Maximum}, {"minnumf", f.MinNum}, {"maxnumf", f.MaxNum},
	}
	var folds []fold
	for len(folds) < n {
		x, y := randomBits(f, rng), randomBits(f, rng)
		if f.Bits() <= 8 {
			x, y = apfloat.Bits{Lo: rng.Uint64N(1 << f.Bits())}, apfloat.Bits{Lo: rng.Uint64N(1 << f.Bits())}
		}
		if f.IsSignaling(x) || f.IsSignaling(y) || f.IsNaN(x) && f.IsNaN(y) || !f.HasNaN() && f.IsZero(y) {
			continue // Simplified without arithmetic, or undefined in APFloat.
		}
		o := ops[rng.IntN(len(ops))]
		folds = append(folds, fold{
			fmt.Sprintf("%%x = arith.constant %s : %s\n%%y = arith.constant %s : %s\n%%r = arith.%s %%x, %%y : %s",
				hexLiteral(x), f, hexLiteral(y), f, o.name, f),
			f, o.op(x, y),
		})
	}
	return folds
}

func TestArithmeticIsWhatMLIRFolds(t *testing.T) {
	rng := rand.New(rand.NewPCG(51, 52))
	var folds []fold
	for _, f := range apfloat.Formats() {
		if f.HasSign() {
			folds = append(folds, arithFolds(f, rng, *mlirSamples)...)
		}
	}
	checkFolds(t, folds)
}

// checkFolds lets mlir-opt fold every operation in a function of its own.
func checkFolds(t *testing.T, folds []fold) {
	t.Helper()
	var in bytes.Buffer
	for i, o := range folds {
		fmt.Fprintf(&in, "func.func @f%d() -> %s {\n%s\nreturn %%r : %s\n}\n", i, o.f, o.line, o.f)
	}
	out := llvmtool.Output(t, "mlir-opt", in.String(), "--canonicalize")
	results := regexp.MustCompile(`(?m)^    %.* = (arith\..*)\n    return`).FindAllStringSubmatch(out, -1)
	if len(results) != len(folds) {
		t.Fatalf("mlir-opt returned %d results of %d", len(results), len(folds))
	}
	for i, o := range folds {
		got := "arith.constant " + o.f.Text(o.want)
		if want := strings.TrimSuffix(results[i][1], " : "+o.f.Name()); got != want {
			t.Errorf("%s\n%s, mlir-opt: %s", o.line, got, want)
		}
	}
}
