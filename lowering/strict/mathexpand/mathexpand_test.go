package mathexpand_test

import (
	"context"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/internal/elementary"
	"github.com/girih-ir/girih/internal/longtest"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/apfloat"
	"github.com/girih-ir/girih/lowering/strict/mathexpand"
)

var samples = flag.Int("samples", 1, "f32 inputs of each function, in units of the inputs of one execution")

// chunk is the number of inputs of one execution.
var chunk = longtest.Count(1<<11, 1<<15)

type function struct {
	name   string
	unary  *elementary.Unary
	binary *elementary.Binary
	bound  float64 // bound of the error in f32, in ULP
	double float64 // bound of the distance from the correctly rounded value in f64, in ULP
}

var functions = []function{
	{name: "exp", unary: &elementary.Exp, bound: 1.25, double: 1},
	{name: "exp2", unary: &elementary.Exp2, bound: 1.25, double: 1},
	{name: "expm1", unary: &elementary.ExpM1, bound: 1.75, double: 1},
	{name: "log", unary: &elementary.Log, bound: 1.25, double: 1},
	{name: "log2", unary: &elementary.Log2, bound: 1.25, double: 1},
	{name: "log10", unary: &elementary.Log10, bound: 1.25, double: 1},
	{name: "log1p", unary: &elementary.Log1P, bound: 1.75, double: 1},
	{name: "sin", unary: &elementary.Sin, bound: 1.25, double: 1},
	{name: "cos", unary: &elementary.Cos, bound: 1.25, double: 1},
	{name: "tan", unary: &elementary.Tan, bound: 2.75, double: 2},
	{name: "asin", unary: &elementary.ASin, bound: 2.75, double: 2},
	{name: "acos", unary: &elementary.ACos, bound: 1.25, double: 1},
	{name: "atan", unary: &elementary.ATan, bound: 1.75, double: 1},
	{name: "atan2", binary: &elementary.ATan2, bound: 1.75, double: 1},
	{name: "sinh", unary: &elementary.SinH, bound: 1.75, double: 1},
	{name: "cosh", unary: &elementary.CosH, bound: 1.75, double: 1},
	{name: "tanh", unary: &elementary.TanH, bound: 1.75, double: 1},
	{name: "asinh", unary: &elementary.ASinH, bound: 2.75, double: 1},
	{name: "acosh", unary: &elementary.ACosH, bound: 2.75, double: 1},
	{name: "atanh", unary: &elementary.ATanH, bound: 2.75, double: 1},
	{name: "erf", unary: &elementary.Erf, bound: 1.25, double: 1},
	{name: "erfc", unary: &elementary.ErfC, bound: 3, double: 2},
	{name: "cbrt", bound: 1.25, double: 1},
	{name: "powf", binary: &elementary.Pow, bound: 1.25, double: 1},
}

// float32 returns the exact value, rounded to f32.
func (f *function) float32(x, y float32) float32 {
	switch {
	case f.unary != nil:
		return f.unary.Float32(x)
	case f.binary != nil:
		return f.binary.Float32(x, y)
	}
	return float32(math.Cbrt(float64(x)))
}

func (f *function) float64(x, y float64) float64 {
	switch {
	case f.unary != nil:
		return f.unary.Float64(x)
	case f.binary != nil:
		return f.binary.Float64(x, y)
	}
	return math.Cbrt(x)
}

const kernel = `tile.kernel @k(%x: !tile.ptr<$T>, %y: !tile.ptr<$T>, %z: !tile.ptr<$T>) {
  %i = tile.iota : tensor<$Nxi32>
  %xp = tile.splat %x : !tile.ptr<$T> -> tensor<$Nx!tile.ptr<$T>>
  %yp = tile.splat %y : !tile.ptr<$T> -> tensor<$Nx!tile.ptr<$T>>
  %zp = tile.splat %z : !tile.ptr<$T> -> tensor<$Nx!tile.ptr<$T>>
  %xs = tile.addptr %xp, %i : tensor<$Nx!tile.ptr<$T>>, tensor<$Nxi32> -> tensor<$Nx!tile.ptr<$T>>
  %ys = tile.addptr %yp, %i : tensor<$Nx!tile.ptr<$T>>, tensor<$Nxi32> -> tensor<$Nx!tile.ptr<$T>>
  %zs = tile.addptr %zp, %i : tensor<$Nx!tile.ptr<$T>>, tensor<$Nxi32> -> tensor<$Nx!tile.ptr<$T>>
  %a = tile.load %xs : tensor<$Nx!tile.ptr<$T>>
  %b = tile.load %ys : tensor<$Nx!tile.ptr<$T>>
  $LINES
  tile.store %zs, %r : tensor<$Nx!tile.ptr<$T>>, tensor<$Nx$T>
  tile.return
}
`

// compute expands a function on tensors of an element type and runs it on the bits of inputs.
func compute(t *testing.T, name, elem string, x, y []uint64) []uint64 {
	t.Helper()
	operands := "%a"
	if name == "atan2" || name == "powf" {
		operands = "%a, %b"
	}
	return execute(t, "%r = math."+name+" "+operands+" : tensor<$Nx$T>", elem, x, y)
}

// execute expands and runs lines that compute %r of %a and %b.
func execute(t *testing.T, lines, elem string, x, y []uint64) []uint64 {
	t.Helper()
	source := strings.NewReplacer("$N", fmt.Sprint(len(x)), "$T",
		elem).Replace(strings.Replace(kernel, "$LINES", lines, 1))
	m, err := girih.Parse("kernel", []byte(source))
	if err != nil {
		t.Fatalf("%v\n%s", err, source)
	}
	_, name, _ := strings.Cut(source, "%r = ")
	name, _, _ = strings.Cut(name, " ")
	mathexpand.Expand(m.Operation(), mathexpand.Options{Exponentials: true})
	if err := ir.Verify(m.Operation(), nil); err != nil {
		t.Fatalf("%v\n%s", err, m)
	}
	if strings.HasPrefix(name, "math.") && strings.Contains(m.String(), name+" ") {
		t.Fatalf("%s on %s was not expanded", name, elem)
	}
	typ := m.Operation().Context().Float(elem)
	var arrays []any
	for _, words := range [][]uint64{x, y, make([]uint64, len(x))} {
		a, err := interp.NewArray(typ, int64(len(words)))
		if err != nil {
			t.Fatal(err)
		}
		for i, w := range words {
			a.SetBits(i, w)
		}
		arrays = append(arrays, a)
	}
	if err := m.Execute(context.Background(), "k", interp.Grid{1, 1, 1}, arrays...); err != nil {
		t.Fatal(err)
	}
	out := make([]uint64, len(x))
	for i := range out {
		out[i] = arrays[2].(*interp.Array).Bits(i)
	}
	return out
}

// ulps returns the distance of got from want, the exact value rounded to f64, in units in the last place of a format.
func ulps(f *apfloat.Format, got, want float64, fraction, least int) float64 {
	switch {
	case got == want || got != got && want != want:
		return 0
	case math.IsInf(want, 0) || got != got || want != want:
		return math.Inf(1)
	case math.IsInf(got, 0): // count infinity as the next power of two after the largest number
		got = math.Copysign(2*f.Float64(f.Largest(false)), got)
	}
	_, exponent := math.Frexp(want)
	unit := math.Ldexp(1, max(exponent-1-fraction, least))
	return math.Abs(got-want) / unit
}

// inputs returns bit patterns of f32: special numbers and random ones, half of which are between 2^-14 and 2^10.
func inputs(r *rand.Rand, n int) []uint64 {
	special := []float32{0, float32(math.Copysign(0, -1)), 1, -1, float32(math.Inf(1)), float32(math.Inf(-1)),
		float32(math.NaN()), 0.5, -0.5, 2, -2, 3, -3, math.MaxFloat32, -math.MaxFloat32, math.SmallestNonzeroFloat32,
		-math.SmallestNonzeroFloat32, 0x1p-126, -0x1p-126, 1 + 0x1p-23, 1 - 0x1p-24}
	step := uint32(1 << 32 / n)
	out := make([]uint64, n)
	for i := range out {
		switch {
		case i < len(special):
			out[i] = uint64(math.Float32bits(special[i]))
		case i%2 == 0:
			out[i] = uint64(uint32(i)*step + r.Uint32N(2*step))
		default:
			v := math.Ldexp(1+r.Float64(), r.IntN(24)-14)
			out[i] = uint64(math.Float32bits(float32(v))) | uint64(r.Uint32N(2))<<31
		}
	}
	return out
}

func TestErrorsStayBelowTheBounds(t *testing.T) {
	for _, f := range functions {
		t.Run(f.name, func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(3, 5))
			worst, at := 0.0, [2]float32{}
			for range *samples {
				x, y := inputs(r, chunk), inputs(r, chunk)
				r.Shuffle(len(y), func(i, j int) { y[i], y[j] = y[j], y[i] })
				for i, w := range compute(t, f.name, "f32", x, y) {
					a, b := math.Float32frombits(uint32(x[i])), math.Float32frombits(uint32(y[i]))
					got, want := math.Float32frombits(uint32(w)), f.float32(a, b)
					if got == want {
						if math.Signbit(float64(got)) != math.Signbit(float64(want)) {
							t.Fatalf("%s(%v, %v) = %v, want %v", f.name, a, b, got, want)
						}
						continue
					}
					if e := ulps(apfloat.F32, float64(got), f.float64(float64(a), float64(b)), 23, -149); e > worst {
						worst, at = e, [2]float32{a, b}
					}
				}
			}
			t.Logf("%s: %.3f ulp at %v", f.name, worst, at)
			if worst > f.bound {
				t.Errorf("%s(%v) is wrong by %.3f ulp, more than %v", f.name, at, worst, f.bound)
			}
		})
	}
}

// All functions of one argument are within one ULP on all numbers of the 16-bit formats. The f32 result is rounded once
// more.
func TestAllInputsOf16BitsAreWithinOneULP(t *testing.T) {
	for i, f := range functions {
		if f.binary != nil {
			continue
		}
		for elem, format := range map[string]*apfloat.Format{"f16": apfloat.F16, "bf16": apfloat.BF16} {
			if !longtest.Includes(i+len(elem), 13) {
				continue
			}
			t.Run(f.name+"/"+elem, func(t *testing.T) {
				t.Parallel()
				x := make([]uint64, 1<<16)
				for i := range x {
					x[i] = uint64(i)
				}
				fraction, least := 10, -24
				if elem == "bf16" {
					fraction, least = 7, -133
				}
				for i, w := range compute(t, f.name, elem, x, x) {
					a, got := format.Float64(apfloat.Bits{Lo: x[i]}), format.Float64(apfloat.Bits{Lo: w})
					want := float64(f.float32(float32(a), 0))
					rounded := format.Float64(format.FromFloat64(want, apfloat.ToNearestEven))
					if got != rounded && !(ulps(format, got, want, fraction, least) <= 0.6) {
						t.Fatalf("%s(%v) = %v, want %v", f.name, a, got, rounded)
					}
				}
			})
		}
	}
}

func TestErrorsInF64StayBelowTheBounds(t *testing.T) {
	for _, f := range functions {
		t.Run(f.name, func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(3, 9))
			n := longtest.Count(1<<7, 1<<10)
			x, y := make([]uint64, n), make([]uint64, n)
			for i := range x {
				x[i], y[i] = r.Uint64(), r.Uint64()
				if i%4 != 0 {
					x[i] = math.Float64bits(math.Ldexp(r.Float64()*2-1, r.IntN(24)-14))
					y[i] = math.Float64bits(math.Ldexp(r.Float64()*2-1, r.IntN(24)-14))
				}
			}
			for i, v := range []float64{0, math.Copysign(0, -1), 1, -1, math.Inf(1), math.Inf(-1), math.NaN(), math.MaxFloat64,
				math.SmallestNonzeroFloat64, 710, -746, 709, -709, 0x1.6ac5b262ca1ffp849, math.Pi, math.Pi / 2, -1e22, 0.5, 0.499,
				27.2, -6, 5.9} { // the first number above 1000 is the f64 that is closest to a multiple of pi/2
				x[i] = math.Float64bits(v)
			}
			worst := 0.0
			for i, w := range compute(t, f.name, "f64", x, y) {
				a, b := math.Float64frombits(x[i]), math.Float64frombits(y[i])
				got, want := math.Float64frombits(w), f.float64(a, b)
				// The exact value is within half an ulp of want.
				if e := ulps(apfloat.F64, got, want, 52, -1074); e > worst {
					if worst = e; e > f.double {
						t.Errorf("%s(%v, %v) = %v, want %v: %v ulp", f.name, a, b, got, want, e)
					}
				}
			}
			t.Logf("%s: %.0f ulp from the rounded value", f.name, worst)
		})
	}
}
