package main

import (
	"context"
	"errors"
	"flag"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/ir"
)

var update = flag.Bool("update", false, "write the golden files anew")

func compile(ctx *ir.Context, name, source string) (*girih.Module, error) {
	src := &ir.Source{Name: name, Text: []byte(source)}
	file, err := Parse(ctx, src)
	if err != nil {
		return nil, err
	}
	return Lower(ctx, src, file)
}

func read(t testing.TB, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestProgramsPrintTheirLevelsAndResults(t *testing.T) {
	for name, args := range map[string][]string{
		"softmax":   {"--grid=3", "--emit=all", "softmax.weft", "columns=10", "x=wave:30", "y=zeros:30"},
		"normalize": {"--grid=2", "--emit=tile", "normalize.weft", "x=ramp:6", "y=zeros:6", "columns=3", "epsilon=1e-5"},
	} {
		var out strings.Builder
		if err := run(girih.NewContext(), args, &out); err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		golden := filepath.Join("testdata", name+".golden")
		if *update {
			if err := os.WriteFile(golden, []byte(out.String()), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if want := read(t, golden); out.String() != want {
			t.Errorf("%s prints\n%s\nbut %s holds\n%s", name, &out, golden, want)
		}
	}
}

// The errors of the parser, the lowering, dialect tile and the executor all point into the source.
func TestErrorsShowTheLineWithACaret(t *testing.T) {
	for name, test := range map[string]struct{ body, want string }{
		"character":       {"let a = 1 $ 2", "3:11: error: unexpected character \"$\"\nlet a = 1 $ 2\n          ^\n"},
		"missing operand": {"let a = 1 +", "4:1: error: expected an expression, but got '}'\n}\n^\n"},
		"parenthesis":     {"let a = (1", "4:1: error: expected ')', but got '}'\n}\n^\n"},
		"keyword":         {"let if = 1", "3:5: error: expected a name, but got 'if'\nlet if = 1\n    ^\n"},
		"assignment":      {"n = 1", "3:3: error: expected '[', but got '=': a name is defined by 'let'\nn = 1\n  ^\n"},
		"big integer": {"let a = 9223372036854775808",
			"3:9: error: '9223372036854775808' is beyond the range of 64 bits\nlet a = 9223372036854775808\n        ^\n"},
		"big float": {"let a = 1e999", "3:9: error: '1e999' is beyond the range of 64 bits\nlet a = 1e999\n        ^\n"},
		"range": {"let a = 0..100",
			"3:9: error: the number of elements of a range is a power of two up to 16777216\nlet a = 0..100\n        ^\n"},
		"unknown name": {"let a = n + m", "3:13: error: 'm' is not defined\nlet a = n + m\n            ^\n"},
		"array":        {"let a = x", "3:9: error: 'x' is an array: its elements are x[...]\nlet a = x\n        ^\n"},
		"not an array": {"n[0] = 1", "3:1: error: 'n' is not an array\nn[0] = 1\n^\n"},
		"store else": {"x[0 if true else 1] = 1",
			"3:18: error: a store has no 'else': it writes where the condition holds\n"},
		"function": {"let a = foo(n)",
			"3:9: error: there is no function 'foo' of 1 arguments\nlet a = foo(n)\n        ^\n"},
		"axis": {"let a = program(3)", "3:17: error: an axis of the grid is a number less than 3\n"},
		"number of max": {"let a = max(n)",
			"3:13: error: 'max' of one argument takes a block\nlet a = max(n)\n            ^\n"},
		"twice": {"let n = 1",
			"3:5: error: 'n' is defined twice\nlet n = 1\n    ^\nk.weft:2:20: note: defined here first\n"},
		"shapes":        {"let a = 0..8 + 0..16", "3:14: error: building tile.add: "},
		"float address": {"x[1.5] = 2", "3:3: error: "},
		"mask":          {"x[0..8 if n] = 2", "3:1: error: 'tile.store' op operand #2 must be"},
	} {
		ctx := girih.NewContext()
		_, err := compile(ctx, "k.weft", "# a kernel\nkernel k(x: [f32], n: i32) {\n"+test.body+"\n}\n")
		if err == nil {
			t.Errorf("%s: no error", name)
			continue
		}
		if got := render(ctx, err); !strings.HasPrefix(got, "k.weft:"+test.want) {
			t.Errorf("%s: got\n%s\nwant\n%s", name, got, test.want)
		}
	}
}

func TestAccessesOutOfBoundsPointIntoTheSource(t *testing.T) {
	ctx := girih.NewContext()
	var out strings.Builder
	err := run(ctx, []string{"softmax.weft", "x=ramp:3", "y=zeros:3", "columns=4"}, &out)
	if !errors.Is(err, interp.ErrOutOfBounds) {
		t.Fatalf("got %v", err)
	}
	if got := render(ctx, err); !strings.Contains(got, "softmax.weft:6:11: error: ") || !strings.Contains(got, "^\n") {
		t.Errorf("got %s", got)
	}
}

func TestWrongCommandLinesAreRefused(t *testing.T) {
	for want, args := range map[string]string{
		"expected a file":               "",
		"--grid=0":                      "--grid=0 softmax.weft",
		"--emit=ptx":                    "--emit=ptx softmax.weft",
		"parameter 'y' has no value":    "softmax.weft x=ramp:3",
		"no parameter 'z'":              "softmax.weft x=ramp:3 y=ramp:3 columns=3 z=1",
		"once for each parameter":       "softmax.weft x=ramp:3 x=ramp:3",
		"an array is ramp:N":            "softmax.weft x=5 y=ramp:3 columns=3",
		"parameter 'columns'":           "softmax.weft x=ramp:3 y=ramp:3 columns=many",
		"no such file":                  "missing.weft",
		"flag provided but not defined": "--bogus",
	} {
		err := run(girih.NewContext(), strings.Fields(args), &strings.Builder{})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %s", args, err, want)
		}
	}
}

func TestDeepNestingIsAnErrorAndNotAnOverflow(t *testing.T) {
	for _, text := range []string{
		strings.Repeat("(", 1e6), strings.Repeat("-", 1e6), strings.Repeat("1+", 1e6), strings.Repeat("x[", 1e6),
	} {
		if _, err := compile(girih.NewContext(), "k", "kernel k(x: [f32]) { let a = "+text); err == nil {
			t.Errorf("%.10s... was accepted", text)
		}
	}
}

// Kernels give the same results as plain loops, on random rows of every length up to the block.
func TestKernelsAgreeWithLoops(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for file, test := range map[string]struct {
		kernel string
		more   []any
		loop   func(row []float64) []float64
	}{
		"softmax.weft":   {"softmax", nil, softmax},
		"normalize.weft": {"normalize", []any{1e-3}, normalize},
	} {
		ctx := girih.NewContext()
		m, err := compile(ctx, file, read(t, file))
		if err != nil {
			t.Fatal(err)
		}
		for _, level := range []girih.Level{girih.Loose, girih.Strict, girih.Layouts} {
			if err := m.Lower(context.Background(), level); err != nil {
				t.Fatal(err)
			}
			for columns := 1; columns <= 64; columns += 9 {
				const rows = 3
				x, err := interp.Filled(ctx.F32(), []int64{int64(rows * columns)}, func(int) float64 {
					return random.NormFloat64()
				})
				if err != nil {
					t.Fatal(err)
				}
				y, err := interp.NewArray(ctx.F32(), int64(rows*columns))
				if err != nil {
					t.Fatal(err)
				}
				args := append([]any{x, y, columns}, test.more...)
				if err := m.Execute(context.Background(), test.kernel, interp.Grid{rows, 1, 1}, args...); err != nil {
					t.Fatal(err)
				}
				for r := range rows {
					want := test.loop(x.Float64s()[r*columns : (r+1)*columns])
					for c, w := range want {
						if got := y.Float64(r*columns + c); math.Abs(got-w) > 1e-4 {
							t.Errorf("%s with %d columns, level %d: y[%d][%d] = %v, want %v", file, columns, level, r, c, got, w)
						}
					}
				}
			}
		}
	}
}

func softmax(row []float64) []float64 {
	sum, out := 0.0, make([]float64, len(row))
	for i, v := range row {
		out[i] = math.Exp(v)
		sum += out[i]
	}
	for i := range out {
		out[i] /= sum
	}
	return out
}

func normalize(row []float64) []float64 {
	mean, variance, n := 0.0, 0.0, float64(len(row))
	for _, v := range row {
		mean += v / n
	}
	for _, v := range row {
		variance += (v - mean) * (v - mean) / n
	}
	out := make([]float64, len(row))
	for i, v := range row {
		out[i] = (v - mean) / math.Sqrt(variance+1e-3)
	}
	return out
}

// Operators bind and associate as in Go, except that all comparisons have the same precedence.
func TestOperatorsBindByPrecedence(t *testing.T) {
	for text, want := range map[string]float64{
		"1 + n * 3": 7, "(1 + n) * 3": 9, "n * 5 - 4 - 3": 3, "(n + 5) // 2 * 2": 6, "7 % n + n": 3, "-n * -3": 6,
		"n / 8":                              0.25,
		"where(1 < n && !(n < 1), 5 + n, 6)": 7, "where(1 + n == 4 || false, 5 + n, 6)": 6, "max(n, 3) - min(n, 3)": 1,
		"sum(0..8)": 28, "max(4..8)": 7, "abs(-n)": 2, "n - 1.5": 0.5,
	} {
		ctx := girih.NewContext()
		m, err := compile(ctx, "k", "kernel k(x: [f64], n: i32) { x[0] = "+text+" }")
		if err != nil {
			t.Errorf("%s: %s", text, render(ctx, err))
			continue
		}
		x, err := interp.NewArray(ctx.F64(), 1)
		if err != nil {
			t.Fatal(err)
		}
		if err := m.Execute(context.Background(), "k", interp.Grid{1, 1, 1}, x, 2); err != nil {
			t.Errorf("%s: %v", text, err)
		} else if x.Float64(0) != want {
			t.Errorf("%s = %v, want %v", text, x.Float64(0), want)
		}
	}
}

// Every source compiles, or is refused with a place in it.
func FuzzCompile(f *testing.F) {
	f.Add(read(f, "softmax.weft"))
	f.Add(read(f, "normalize.weft"))
	for _, s := range []string{
		"", "kernel", "kernel k() {}", "kernel k() {} kernel k() {}", "kernel k(a: [i32]) { a[0 if 1 < 2] = 0..4 }", "#",
		"1..", "\x80",
		"kernel k(a: i64, a: f16) {}", "kernel k(a: i9) {}", "kernel k(a: [i32]) { a[1.5] = a[a[0]] }",
		"kernel k() { let a = sum(0 < 0..4) let b = max(1) let c = program(a) }", "kernel k() { let a = -true + inf }",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, source string) {
		ctx := girih.NewContext()
		_, err := compile(ctx, "k.weft", source)
		if err == nil {
			return
		}
		if text := render(ctx, err); !strings.HasPrefix(text, "k.weft:") || !strings.Contains(text, "^\n") {
			t.Errorf("no place in %q", text)
		}
	})
}
