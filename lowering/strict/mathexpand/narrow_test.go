package mathexpand_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/internal/longtest"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/strict/mathexpand"
)

// Expanding conversions does not change their results: for all codes of formats of up to 16 bits, and for samples of
// wider formats.
func TestConversionsStayTheSame(t *testing.T) {
	widths := map[string]int{"f4E2M1FN": 4, "f6E3M2FN": 6, "f6E2M3FN": 6, "f8E4M3FN": 8, "f8E5M2": 8, "f8E4M3": 8,
		"f8E3M4":     8,
		"f8E4M3FNUZ": 8, "f8E5M2FNUZ": 8, "f8E4M3B11FNUZ": 8, "f8E8M0FNU": 8, "f16": 16, "bf16": 16, "f32": 32, "f64": 64}
	for to := range widths {
		for from := range widths {
			for _, mode := range []string{"", "to_nearest_even ", "downward ", "upward ", "toward_zero ", "to_nearest_away "} {
				op := "truncf"
				switch {
				case widths[from] == widths[to], widths[from] < widths[to] && mode != "", to == "f64" && widths[from] > 8,
					to == "f32" && (mode == "" || strings.HasPrefix(mode, "to_nearest_even")):
					continue
				case widths[from] < widths[to]:
					op = "extf"
				}
				line := fmt.Sprintf("%%r = arith.%s %%a %s: tensor<$Nx%s> to tensor<$Nx%s>", op, mode, from, to)
				if !longtest.IncludesName(line, 32) {
					continue
				}
				t.Run(fmt.Sprintf("%s to %s %s", from, to, mode), func(t *testing.T) {
					t.Parallel()
					same(t, line, from, to, codes(from, widths[from]))
				})
			}
		}
	}
}

func TestIntegersAreRoundedToBF16Once(t *testing.T) {
	for _, op := range []string{"sitofp", "uitofp"} {
		for _, width := range []int{32, 64} {
			line := fmt.Sprintf("%%r = arith.%s %%a : tensor<$Nxi%d> to tensor<$Nxbf16>", op, width)
			same(t, line, fmt.Sprintf("i%d", width), "bf16", integers(width))
		}
	}
}

func TestNumbersOfAByteComputeTheSame(t *testing.T) {
	for _, elem := range []string{"f4E2M1FN", "f6E3M2FN", "f8E4M3FN", "f8E5M2", "f8E3M4", "f8E4M3FNUZ", "f8E5M2FNUZ"} {
		width := map[byte]int{'4': 4, '6': 6, '8': 8}[elem[1]]
		for _, op := range []string{"addf", "subf", "mulf", "divf", "maximumf", "minnumf"} {
			line := fmt.Sprintf("%%r = arith.%s %%a, %%b : tensor<$Nx%s>", op, elem)
			t.Run(op+"/"+elem, func(t *testing.T) { t.Parallel(); same(t, line, elem, elem, codes(elem, width)) })
		}
		same(t, "%r = math.sqrt %a : tensor<$Nx"+elem+">", elem, elem, codes(elem, width))
		same(t, "%r = arith.cmpf ult, %a, %b : tensor<$Nx"+elem+">", elem, "i1", codes(elem, width))
		same(t, "%r = arith.sitofp %a : tensor<$Nxi16> to tensor<$Nx"+elem+">", "i16", elem, codes("i16", 16))
		same(t, "%r = arith.sitofp %a : tensor<$Nxi32> to tensor<$Nx"+elem+">", "i32", elem, integers(32))
		same(t, "%r = arith.uitofp %a : tensor<$Nxi64> to tensor<$Nx"+elem+">", "i64", elem, integers(64))
		for _, op := range []string{"arith.negf %a", "math.absf %a", "math.copysign %a, %b", "math.fma %a, %b, %a",
			"math.fma %b, %b, %a"} {
			same(t, "%r = "+op+" : tensor<$Nx"+elem+">", elem, elem, codes(elem, width))
		}
	}
}

// Expanding arithmetic with directed rounding or flushing does not change its results. Afterwards only arithmetic on
// f32 and f64 has a directed rounding mode.
func TestArithmeticRoundsAsItSays(t *testing.T) {
	for _, elem := range []string{"f8E5M2", "f16", "bf16", "f32", "f64"} {
		widths := map[string]int{"f8E5M2": 8, "f16": 16, "bf16": 16, "f32": 32, "f64": 64}
		for _, mode := range []string{"zero", "negative_inf", "positive_inf", "nearest_even flush_to_zero",
			"zero flush_to_zero"} {
			if strings.Contains(mode, "flush") && elem != "f32" {
				continue
			}
			for _, call := range []string{ // operations whose results do not depend on how they are computed
				"add %a, %b", "sub %a, %b", "mul %a, %b", "div %a, %b", "sqrt %a", "fma %a, %b, %a", "exp2 %a",
			} {
				if call == "exp2 %a" && (elem == "f64" || !strings.HasPrefix(mode, "nearest_even")) {
					continue
				}
				types := strings.TrimSuffix(strings.Repeat("tensor<$Nx"+elem+">, ", strings.Count(call, "%")), ", ")
				line := fmt.Sprintf("%%r = tile.%s rounding %s : %s -> tensor<$Nx%s>", call, mode, types, elem)
				if !longtest.IncludesName(line, 32) {
					continue
				}
				t.Run(elem+"/"+mode+"/"+call, func(t *testing.T) {
					t.Parallel()
					same(t, line, elem, elem, codes(elem, widths[elem]))
				})
			}
		}
	}
}

func TestPowersOfIntegersStayTheSame(t *testing.T) {
	for _, width := range []int{32, 64} {
		line := fmt.Sprintf(`%%w = arith.bitcast %%b : tensor<$Nxf32> to tensor<$Nxi32>
  %%by = arith.constant dense<23> : tensor<$Nxi32>
  %%m = arith.shrsi %%w, %%by : tensor<$Nxi32>
  %%n = %s
  %%r = math.fpowi %%a, %%n : tensor<$Nxf32>, tensor<$Nxi%d>`, map[int]string{32: "arith.addi %m, %m : tensor<$Nxi32>",
			64: "arith.extsi %m : tensor<$Nxi32> to tensor<$Nxi64>"}[width], width)
		same(t, line, "f32", "f32", codes("f32", 32))
	}
}

// width16 reports whether a line has numbers of at most 16 bits.
func width16(line string) bool {
	return strings.Contains(line, "xf16>") || strings.Contains(line, "xbf16>") || strings.Contains(line, "xf8E")
}

// isNarrow reports whether a line has numbers of at most 8 bits.
func isNarrow(line string) bool {
	return strings.Contains(line, "f8E") || strings.Contains(line, "f6E") || strings.Contains(line, "f4E")
}

// integers returns small and large integers near powers of two and near the middles between floats of 8 bits.
func integers(width int) []uint64 {
	r := rand.New(rand.NewPCG(3, 3))
	out := make([]uint64, 1<<12)
	for i := range out {
		out[i] = (r.Uint64N(512)<<r.IntN(width) + r.Uint64N(3) - 1) << (64 - width) >> (64 - width)
	}
	return out
}

// codes returns all bit patterns of a format of up to 16 bits. In short tests, it returns one in eight of the patterns
// of 16 bits. For wider formats it returns numbers close to those of 8 and 16 bits.
func codes(elem string, width int) []uint64 {
	out := make([]uint64, 1<<min(width, 14))
	if width == 16 {
		out = make([]uint64, longtest.Count(1<<13, 1<<16))
	}
	r := rand.New(rand.NewPCG(2, 2))
	for i := range out {
		exact := math.Ldexp(float64(r.IntN(1<<12))-1<<11, r.IntN(60)-44)
		switch {
		case width <= 16:
			every := 1 << width / len(out)
			out[i] = uint64(i*every + r.IntN(every))
		case i%8 == 0:
			out[i] = r.Uint64() >> (64 - width)
		case width == 32:
			out[i] = uint64(math.Float32bits(float32(exact)) + r.Uint32N(3) - 1)
		default:
			out[i] = math.Float64bits(exact) + r.Uint64N(3) - 1
		}
	}
	return out
}

// same runs a line before and after it is expanded, and compares the results. %b has the elements of %a in another
// order.
func same(t *testing.T, line, from, to string, x []uint64) {
	t.Helper()
	run := func(expand bool) *interp.Array {
		source := strings.ReplaceAll(strings.NewReplacer("%y: !tile.ptr<$T>, %z: !tile.ptr<$T>",
			"%y: !tile.ptr<"+from+">, %z: !tile.ptr<"+to+">",
			"%zp = tile.splat %z : !tile.ptr<$T> -> tensor<$Nx!tile.ptr<$T>>",
			"%zp = tile.splat %z : !tile.ptr<"+to+"> -> tensor<$Nx!tile.ptr<"+to+">>",
			"%zs = tile.addptr %zp, %i : tensor<$Nx!tile.ptr<$T>>, tensor<$Nxi32> -> tensor<$Nx!tile.ptr<$T>>",
			"%zs = tile.addptr %zp, %i : tensor<$Nx!tile.ptr<"+to+">>, tensor<$Nxi32> -> tensor<$Nx!tile.ptr<"+to+">>",
			"tile.store %zs, %r : tensor<$Nx!tile.ptr<$T>>, tensor<$Nx$T>",
			"tile.store %zs, %r : tensor<$Nx!tile.ptr<"+to+">>, tensor<$Nx"+to+">",
			"$LINES", line, "$T", from).Replace(kernel), "$N", fmt.Sprint(len(x)))
		source = "module attributes {tile.semantics = #tile.semantics<triton>} {\n" + source + "}\n"
		m, err := girih.Parse("narrow", []byte(source))
		if err != nil {
			t.Fatalf("%v\n%s", err, source)
		}
		if expand {
			mathexpand.Expand(m.Operation(), mathexpand.Options{})
			if err := ir.Verify(m.Operation(), nil); err != nil {
				t.Fatalf("%v\n%s", err, m)
			}
			for _, l := range strings.Split(m.String(), "\n") {
				if strings.Contains(l, " rounding ") && (width16(l) || strings.Contains(l, "exp2") ||
					strings.Contains(l, "flush")) {
					t.Fatalf("%s was not expanded: %s", line, l)
				}
				if strings.Contains(l, "itofp") && strings.Contains(l, "xbf16>") {
					t.Fatalf("%s was not expanded: %s", line, l)
				}
				if narrow := isNarrow(l) && strings.Contains(l, " = arith.") && !strings.Contains(l, "bitcast"); narrow ||
					strings.Contains(l, "ward") || strings.Contains(l, "to_nearest_away") {
					t.Fatalf("%s was not expanded: %s", line, l)
				}
			}
		}
		ctx := m.Operation().Context()
		element := func(name string) ir.Type {
			if f := ctx.Float(name); f != nil {
				return f
			}
			return map[string]ir.Type{"i1": ctx.I(1), "i16": ctx.I(16), "i32": ctx.I(32), "i64": ctx.I(64)}[name]
		}
		var args []any
		for i, name := range []string{from, from, to} {
			a, err := interp.NewArray(element(name), int64(len(x)))
			if err != nil {
				t.Fatal(err)
			}
			for j := range x {
				a.SetBits(j, []uint64{x[j], x[(j*7+j>>5)%len(x)], 0}[i])
			}
			args = append(args, a)
		}
		if err := m.Execute(context.Background(), "k", interp.Grid{1, 1, 1}, args...); err != nil {
			t.Fatal(err)
		}
		return args[2].(*interp.Array)
	}
	want, got := run(false), run(true)
	for i := range x {
		g, w := got.Float64(i), want.Float64(i)
		if got.Bits(i) != want.Bits(i) && !(g != g && w != w) {
			t.Fatalf("%s of %x is %x, want %x", line, x[i], got.Bits(i), want.Bits(i))
		}
	}
}
