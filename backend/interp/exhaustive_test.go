package interp_test

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/internal/longtest"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/apfloat"
)

// elementwiseTable has digests of PyTorch's results for every number of a narrow format; benchmarks/torch/tables.py
// writes it.
const elementwiseTable = "../../benchmarks/torch/elementwise.txt"

var tableTypes = map[string]string{
	"u8": "ui8", "e4m3fn": "f8E4M3FN", "e5m2": "f8E5M2", "e8m0fnu": "f8E8M0FNU",
}

func tableType(name string) string {
	if long, ok := tableTypes[name]; ok {
		return long
	}
	return name
}

// allCodes applies an operation to all bit patterns of a type, as one tile, and returns the results.
func allCodes(t *testing.T, op, from, to, mode string) *interp.Array {
	t.Helper()
	elem := element(t, from)
	n := int64(1) << ir.BitWidth(elem)
	in, err := interp.NewArray(elem, n)
	if err != nil {
		t.Fatal(err)
	}
	for i := range in.Len() {
		in.SetBits(i, uint64(i))
	}
	out, err := interp.NewArray(element(t, to), n)
	if err != nil {
		t.Fatal(err)
	}
	kernel := module(t, fmt.Sprintf(`tile.kernel @k(%%x: !tile.array<?x%[1]s>, %%y: !tile.array<?x%[2]s>) {
  %%z = arith.constant 0 : i32
  %%v = tile.load_view %%x[%%z] : !tile.array<?x%[1]s> -> tensor<%[3]dx%[1]s>
  %%r = %[4]s %%v %[5]s {tile.semantics = #tile.semantics<cutile>} : tensor<%[3]dx%[1]s> -> tensor<%[3]dx%[2]s>
  tile.store_view %%r, %%y[%%z] : tensor<%[3]dx%[2]s>, !tile.array<?x%[2]s>
  tile.return
}`, from, to, n, op, mode))
	if err := interp.Run(context.Background(), kernel, "k", interp.Grid{1, 1, 1}, in, out); err != nil {
		t.Fatal(err)
	}
	return out
}

// digest returns the SHA-256 of an array's bytes in little-endian order. Every NaN counts as the quiet NaN without a
// sign.
func digest(a *interp.Array) string {
	var raw []byte
	bytes := max(1, ir.BitWidth(a.Elem())/8)
	for i := range a.Len() {
		w := a.Bits(i)
		if f, ok := a.Elem().(*ir.FloatType); ok && a.Float64(i) != a.Float64(i) {
			w = f.Format.NaN(false).Lo
		}
		raw = append(raw, binary.LittleEndian.AppendUint64(nil, w)[:bytes]...)
	}
	return fmt.Sprintf("%x", sha256.Sum256(raw))
}

func TestEveryCodeOfNarrowFormatsIsComputedAsPyTorchDoes(t *testing.T) {
	table, err := os.ReadFile(elementwiseTable)
	if err != nil {
		t.Fatal(err)
	}
	compared := 0
	for line := range strings.Lines(string(table)) {
		f := strings.Fields(line)
		if strings.HasPrefix(line, "#") || f[0] == "sign" {
			continue
		}
		if compared++; !longtest.Includes(compared, 4) {
			continue
		}
		op, from, to := "tile."+f[0], tableType(f[1]), tableType(f[1])
		switch {
		case f[0] == "cast":
			to = tableType(f[2])
		case strings.HasPrefix(f[0], "is"):
			to = "i1"
		}
		t.Run(strings.Join(f[:len(f)-1], "_"), func(t *testing.T) {
			if got := digest(allCodes(t, op, from, to, "")); got != f[len(f)-1] {
				t.Errorf("other results than PyTorch's: %s, want %s", got, f[len(f)-1])
			}
		})
	}
	if compared < 70 {
		t.Errorf("only %d tables", compared)
	}
}

func TestDirectedConversionsBracketEveryNumber(t *testing.T) {
	for _, from := range []string{"f16", "bf16"} {
		for _, to := range []string{"f8E4M3FN", "f8E5M2", "f8E8M0FNU", "f4E2M1FN", "f16", "bf16"} {
			if from == to {
				continue
			}
			in := element(t, from).(*ir.FloatType).Format
			cast := func(mode string) *interp.Array {
				return allCodes(t, "tile.cast", from, to, "rounding "+mode+" saturate")
			}
			down, up, zero := cast("negative_inf"), cast("positive_inf"), cast("zero")
			nearest := cast("nearest_even")
			format := element(t, to).(*ir.FloatType).Format
			largest, least := format.Float64(format.Largest(false)), format.Float64(format.Largest(true))
			for i := range down.Len() {
				x := in.Float64(apfloat.Bits{Lo: uint64(i)})
				if x != x || x > largest || x < least || x == 0 {
					continue
				}
				d, u, z, n := down.Float64(i), up.Float64(i), zero.Float64(i), nearest.Float64(i)
				switch {
				case to == "f8E8M0FNU" && (x < 0 || x < 0x1p-127):
				case d > x || u < x, n != d && n != u, z != d && z != u, math.Abs(z) > math.Abs(x),
					math.Abs(n-x) > math.Abs(d-x), math.Abs(n-x) > math.Abs(u-x):
					t.Fatalf("%v of %s becomes %v, %v, %v and %v in %s", x, from, d, z, n, u, to)
				}
			}
		}
	}
}

func TestPaddingModes(t *testing.T) {
	want := map[string]string{"zero": "0", "neg_zero": "-0", "nan": "NaN", "pos_inf": "+Inf", "neg_inf": "-Inf"}
	for _, elem := range []string{"f16", "bf16", "f32", "f64", "f8E5M2", "f8E4M3FN", "i32", "ui8", "i1"} {
		for mode, text := range want {
			isFloat := ir.IsFloat(element(t, elem))
			if !isFloat && mode != "zero" || elem == "f8E4M3FN" && strings.HasSuffix(mode, "inf") {
				continue
			}
			kernel := module(t, fmt.Sprintf(`tile.kernel @k(%%x: !tile.array<?x%[1]s>, %%y: !tile.array<?x%[1]s>) {
  %%z = arith.constant 0 : i32
  %%v = tile.load_view %%x[%%z] padding %[2]s : !tile.array<?x%[1]s> -> tensor<4x%[1]s>
  tile.store_view %%v, %%y[%%z] : tensor<4x%[1]s>, !tile.array<?x%[1]s>
  tile.return
}`, elem, mode))
			in, err := interp.Filled(element(t, elem), []int64{3}, func(int) float64 { return 1 })
			if err != nil {
				t.Fatal(err)
			}
			out, err := interp.NewArray(element(t, elem), 4)
			if err != nil {
				t.Fatal(err)
			}
			if err := interp.Run(context.Background(), kernel, "k", interp.Grid{1, 1, 1}, in, out); err != nil {
				t.Fatal(err)
			}
			if got := fmt.Sprint(out.Float64(3)); got != text || out.Float64(2) != 1 {
				t.Errorf("%s padding of %s is %s", mode, elem, got)
			}
		}
	}
}
