package apfloat_test

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/girih-ir/girih/internal/llvmtool"
	"github.com/girih-ir/girih/internal/longtest"
	"github.com/girih-ir/girih/ir/apfloat"
)

var mlirSamples = flag.Int("mlir-samples", longtest.Count(6, 300), "values per format in the tests against mlir-opt")

// roundTripMLIR returns what mlir-opt prints for each of the literals, given
// the type f.
func roundTripMLIR(t *testing.T, f *apfloat.Format, literals []string) []string {
	t.Helper()
	const perOp = 500
	var in bytes.Buffer
	for rest := literals; len(rest) > 0; {
		n := min(perOp, len(rest))
		fmt.Fprintf(&in, "\"t.x\"() {a = [%s : %s]} : () -> ()\n",
			strings.Join(rest[:n], " : "+f.Name()+", "), f.Name())
		rest = rest[n:]
	}
	out := llvmtool.Output(t, "mlir-opt", in.String(), "--allow-unregistered-dialect")
	var printed []string
	for line := range strings.Lines(out) {
		_, list, ok := strings.Cut(line, "[")
		if !ok {
			continue
		}
		list, _, _ = strings.Cut(list, "]")
		for elem := range strings.SplitSeq(list, ", ") {
			text, _, _ := strings.Cut(elem, " : ")
			printed = append(printed, text)
		}
	}
	if len(printed) != len(literals) {
		t.Fatalf("mlir-opt printed %d values for %d literals", len(printed), len(literals))
	}
	return printed
}

// samples returns patterns of f: all of them where there are at most limit,
// else random ones, with special values and their neighbors.
func samples(f *apfloat.Format, rng *rand.Rand, limit int) []apfloat.Bits {
	if f.Bits() <= 16 && 1<<f.Bits() <= limit {
		all := make([]apfloat.Bits, 1<<f.Bits())
		for i := range all {
			all[i].Lo = uint64(i)
		}
		return all
	}
	out := specials(f)
	for len(out) < limit {
		out = append(out, randomBits(f, rng))
	}
	return out
}

// specials returns the special values of f and their neighbors.
func specials(f *apfloat.Format) []apfloat.Bits {
	var out []apfloat.Bits
	for _, neg := range []bool{false, true} {
		for _, b := range []apfloat.Bits{
			f.Zero(neg), f.Inf(neg), f.NaN(neg), f.Largest(neg), f.SmallestNormal(neg), f.Smallest(neg),
		} {
			for _, d := range []uint64{0, 1, 2, ^uint64(0)} {
				c := apfloat.Bits{Lo: b.Lo + d, Hi: b.Hi}
				out = append(out, f.Canonical(c))
			}
		}
	}
	return out
}

// randomBits returns a random pattern of f: of any kind, of moderate size, or
// with few significand bits.
func randomBits(f *apfloat.Format, rng *rand.Rand) apfloat.Bits {
	switch rng.IntN(4) {
	case 0:
		return f.Canonical(apfloat.Bits{Lo: rng.Uint64(), Hi: rng.Uint64()})
	case 1:
		return f.FromFloat64(rng.NormFloat64()*100, apfloat.ToNearestEven)
	case 2:
		return f.FromFloat64(float64(rng.IntN(1<<rng.IntN(31)))/float64(int(1)<<rng.IntN(20)), apfloat.ToNearestEven)
	}
	x := float64(rng.IntN(1000000)) / 1000
	for range rng.IntN(20) {
		x /= 10
	}
	return f.FromFloat64(x, apfloat.ToNearestEven)
}

func TestTextIsWhatMLIRPrints(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, f := range apfloat.Formats() {
		t.Run(f.Name(), func(t *testing.T) {
			values := samples(f, rng, *mlirSamples)
			literals := make([]string, len(values))
			for i, v := range values {
				literals[i] = hexLiteral(v)
			}
			for i, want := range roundTripMLIR(t, f, literals) {
				if got := f.Text(values[i]); got != want {
					t.Errorf("%s : %s prints as %s, mlir-opt prints %s", literals[i], f, got, want)
				}
			}
		})
	}
}

func hexLiteral(v apfloat.Bits) string {
	if v.Hi != 0 {
		return fmt.Sprintf("0x%x%016x", v.Hi, v.Lo)
	}
	return fmt.Sprintf("0x%x", v.Lo)
}

func TestHexLiteralsAreWhatMLIRReads(t *testing.T) {
	// f80 patterns with a contradictory integer bit are the only ones that
	// change when read.
	rng := rand.New(rand.NewPCG(3, 4))
	literals := []string{
		"0x00008000000000000001", "0x3FFF0000000000000001", "0x7FFF0000000000000000",
		"0x80008000000000000000", "0xFFFF8000000000000001", "0x0", "0x80000000000000000000",
	}
	for range *mlirSamples {
		literals = append(literals, fmt.Sprintf("0x%x%016x", rng.IntN(1<<16), rng.Uint64()))
	}
	for i, want := range roundTripMLIR(t, apfloat.F80, literals) {
		v, err := apfloat.F80.ParseHex([]byte(literals[i]))
		if err != nil {
			t.Fatalf("%s: %v", literals[i], err)
		}
		if got := apfloat.F80.Text(v); got != want {
			t.Errorf("%s : f80 prints as %s, mlir-opt prints %s", literals[i], got, want)
		}
	}
}

func TestDecimalLiteralsAreWhatMLIRReads(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, f := range apfloat.Formats() {
		t.Run(f.Name(), func(t *testing.T) {
			literals := decimalLiterals(f, rng, *mlirSamples)
			for i, want := range roundTripMLIR(t, f, literals) {
				v, err := f.ParseDecimal([]byte(literals[i]))
				if err != nil {
					t.Fatalf("%s : %s: %v", literals[i], f, err)
				}
				if got := f.Text(v); got != want {
					t.Errorf("%s : %s is %s, for mlir-opt it is %s", literals[i], f, got, want)
				}
			}
		})
	}
}

// decimalLiterals returns n literals, many of them halfway between two values
// of f, next to such a number, or around the ends of the range.
func decimalLiterals(f *apfloat.Format, rng *rand.Rand, n int) []string {
	out := []string{
		"0.0", "1.", "1.e2", "0.1", "1.0e39", "3.5E+38", "1.0e-60", "0.00000",
		"0.0e999999999999999999999999", "1.0e-99999999999999999999999",
		"123456789012345678901234567890.123456789012345678901234567890",
	}
	if f.HasInf() || f.HasNaN() {
		out = append(out, "1.0e99999999999999999999999", "1.7976931348623159e308")
	}
	for len(out) < n {
		v := randomBits(f, rng)
		if f.Bits() <= 16 {
			v = f.Canonical(apfloat.Bits{Lo: rng.Uint64()})
		}
		x := f.Float64(v)
		next := f.Float64(f.Canonical(apfloat.Bits{Lo: v.Lo + 1, Hi: v.Hi}))
		mid := x + (next-x)/2
		if mid-mid != 0 {
			continue
		}
		if !f.HasSign() {
			mid = max(mid, -mid)
		}
		lit := fmt.Sprintf("%.*e", 1+rng.IntN(40), mid)
		if rng.IntN(2) == 0 {
			lit = fmt.Sprintf("%.30f", mid)
		}
		out = append(out, lit)
	}
	if f.HasSign() {
		for i := range 5 {
			out = append(out, "-"+out[i])
		}
	}
	return out
}
