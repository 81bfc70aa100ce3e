package tiletollvm_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/backend/llvmir"
	"github.com/girih-ir/girih/backend/simt"
	"github.com/girih-ir/girih/internal/llvmtool"
	"github.com/girih-ir/girih/internal/longtest"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/apfloat"
)

// masked replaces the loads of the kernel elementwise by masked ones, of an odd number of elements.
var masked = strings.NewReplacer("%a = tile.load %p2 : tensor<$Nx!tile.ptr<$I>>",
	"%a = tile.load %p2, %mask : tensor<$Nx!tile.ptr<$I>>, tensor<$Nxi1>",
	"%b = tile.load %q2 : tensor<$Nx!tile.ptr<$I>>",
	"%b = tile.load %q2, %mask : tensor<$Nx!tile.ptr<$I>>, tensor<$Nxi1>").Replace(elementwise)

// TestPairsComputeWhatTheReferenceExecutorDoes checks that 8-bit and 16-bit numbers are computed two at a time, by
// packed instructions if the target has them, with the bits of the reference executor. An undefined element must not
// change its neighbor.
func TestPairsComputeWhatTheReferenceExecutorDoes(t *testing.T) {
	for i, o := range []struct{ line, in, out, instruction string }{
		{"%r = arith.addf %a, %b : $I", "f16", "", "add.rn.f16x2"},
		{"%r = arith.subf %a, %b : $I", "f16", "", "sub.rn.f16x2"},
		{"%r = arith.mulf %a, %b : $I", "f16", "", "mul.rn.f16x2"},
		{"%r = math.fma %a, %b, %c : $I", "f16", "", "fma.rn.f16x2"},
		{"%r = arith.addf %a, %b : $I", "bf16", "", "fma.rn.bf16x2"},
		{"%r = arith.subf %a, %b : $I", "bf16", "", "fma.rn.bf16x2"},
		{"%r = arith.mulf %a, %b : $I", "bf16", "", "fma.rn.bf16x2"},
		{"%r = math.fma %a, %b, %c : $I", "bf16", "", "fma.rn.bf16x2"},
		{"%r = arith.extf %a : $I to $O", "f8E4M3FN", "f16", "cvt.rn.f16x2.e4m3x2"},
		{"%r = arith.extf %a : $I to $O", "f8E5M2", "f16", "cvt.rn.f16x2.e5m2x2"},
		{"%r = arith.extf %a : $I to $O", "f8E4M3FN", "f32", "cvt.rn.f16x2.e4m3x2"},
		{"%r = arith.extf %a : $I to $O", "f8E5M2", "bf16", "cvt.rn.f16x2.e5m2x2"},
		{"%r = arith.extf %a : $I to $O", "f8E4M3FN", "f64", "cvt.rn.f16x2.e4m3x2"},
		{"%r = arith.truncf %a : $I to $O", "f32", "f8E4M3FN", "cvt.rn.satfinite.e4m3x2.f32"},
		{"%r = arith.truncf %a : $I to $O", "f32", "f8E5M2", "cvt.rn.satfinite.e5m2x2.f32"},
		{"%r = arith.truncf %a : $I to $O", "f16", "f8E4M3FN", "cvt.rn.satfinite.e4m3x2.f32"},
		{"%r = arith.truncf %a : $I to $O", "bf16", "f8E5M2", "cvt.rn.satfinite.e5m2x2.f32"},
		{"%r = tile.cast %a saturate : $I -> $O", "f32", "f8E4M3FN", "cvt.rn.satfinite.e4m3x2.f32"},
		{"%r = tile.cast %a rounding nearest_even saturate : $I -> $O", "bf16", "f8E5M2", "cvt.rn.satfinite.e5m2x2.f32"},
		{"%r = tile.cast %a rounding zero saturate : $I -> $O", "f32", "f8E5M2", ""},
		{"%r = tile.cast %a saturate : $I -> $O", "f8E5M2", "f8E4M3FN", "cvt.rn.satfinite.e4m3x2.f32"},
		{"%r = arith.addf %a, %b : $I", "f8E4M3FN", "", "cvt.rn.f16x2.e4m3x2"},
		{"%r = arith.minui %a, %b : $I", "i8", "", "min.u16x2"},
		{"%r = arith.maxsi %a, %b : $I", "i8", "", "max.s16x2"},
		{"%r = arith.minsi %a, %b : $I", "i16", "", "min.s16x2"},
		{"%r = arith.maxui %a, %b : $I", "i16", "", "max.u16x2"},
		{"%r = arith.minui %a, %b : $I", "i32", "", "min.u32"},
		{"%m = arith.minui %a, %b : $I\n%r = arith.maxui %m, %c : $I", "i8", "", "max.u16x2"},
		{"%m = arith.minui %a, %b : $I\n%r = arith.maxsi %m, %c : $I", "i8", "", "max.s16x2"},
		{"%m = arith.minsi %a, %b : $I\n%t = arith.addi %m, %c : $I\n%r = arith.minui %t, %m : $I", "i8", "", "min.u16x2"},
		{"%m = arith.minsi %a, %b : $I\n%t = arith.addi %m, %c : $I\n%r = arith.maxsi %m, %t : $I", "i16", "", "max.s16x2"},
	} {
		out := o.out
		if out == "" {
			out = o.in
		}
		for name, frame := range map[string]string{"whole": elementwise, "masked": masked} {
			t.Run(fmt.Sprintf("%d/%s to %s/%s", i, o.in, out, name), func(t *testing.T) {
				t.Parallel()
				for at, c := range []struct{ n, warps int }{{16, 1}, {512, 4}, {2048, 2}, {1024, 8}} {
					if !longtest.Includes(i+at, 8) {
						continue
					}
					types := strings.NewReplacer("$I", "tensor<$Nx"+o.in+">", "$O", "tensor<$Nx"+out+">")
					source := strings.NewReplacer("$LINE", types.Replace(o.line)).Replace(frame)
					source = strings.NewReplacer("$N", fmt.Sprint(c.n), "$LAST", fmt.Sprint(c.n-1), "$I", o.in, "$O",
						out).Replace(source)
					samePairs(t, source, o.in, out, o.instruction, c.n, c.warps)
				}
			})
		}
	}
}

// samePairs runs a kernel as tiles and thread by thread, for a target that has all packed instructions. The program
// must contain the given instruction.
func samePairs(t *testing.T, source, in, out, instruction string, n, warps int) {
	t.Helper()
	ctx := context.Background()
	m := parse(t, "pairs", source)
	types := m.Operation().Context()
	r := rand.New(rand.NewPCG(uint64(n), 4))
	var args []any
	for range 3 {
		a := operands(t, r, elementOf(types, in), n)
		if f, ok := elementOf(types, in).(*ir.FloatType); ok {
			nearEnds(r, a, f.Format)
		}
		args = append(args, a)
	}
	output := func() *interp.Array {
		a, err := interp.NewArray(elementOf(types, out), int64(n))
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	want, got := output(), output()
	if err := m.Execute(ctx, "k", interp.Grid{1, 1, 1}, append(args[:3:3], want)...); err != nil {
		t.Fatal(err)
	}
	program, err := m.Compile(ctx, girih.CompileOptions{NumWarps: warps, SM: 90})
	if err != nil {
		t.Fatalf("%v\n%s", err, source)
	}
	if _, err := program.Execute(ctx, "k", simt.Launch{Grid: [3]int32{1, 1, 1}}, append(args[:3:3], got)...); err != nil {
		t.Fatalf("%v\n%s", err, program)
	}
	for i := range n {
		g, w := got.Bits(i), want.Bits(i)
		if got.Defined(i) != want.Defined(i) || g != w && !(math.IsNaN(got.Float64(i)) && math.IsNaN(want.Float64(i))) {
			t.Fatalf("element %d is %x, want %x, for %x, %x, %x\n%s", i, g, w, args[0].(*interp.Array).Bits(i),
				args[1].(*interp.Array).Bits(i), args[2].(*interp.Array).Bits(i), source)
		}
	}
	if n == 512 {
		for _, pointers := range []llvmir.Pointers{llvmir.Opaque, llvmir.Typed} {
			text, err := program.LLVMIR(pointers)
			if err != nil {
				t.Fatalf("%v\n%s", err, program)
			}
			ptx := llvmtool.Output(t, "llc", text, "-mtriple=nvptx64-nvidia-cuda", "-mcpu=sm_90", "-mattr=+ptx80", "-o", "-")
			if !strings.Contains(string(ptx), instruction) {
				t.Errorf("no %s in\n%s", instruction, ptx)
			}
		}
	}
}

// nearEnds fills an array with numbers close to the limits of 8-bit formats, and infinities.
func nearEnds(r *rand.Rand, a *interp.Array, f *apfloat.Format) {
	ends := []float64{448, 464, 480, 57344, 61440, 65536, 1.0 / 1024, 1.0 / 65536, math.Inf(1), 0}
	for i := 0; i < a.Len(); i += 3 {
		bits := f.FromFloat64(ends[r.IntN(len(ends))], apfloat.ToZero).Lo
		if r.IntN(3) == 0 && bits > 0 && !f.IsInf(apfloat.Bits{Lo: bits}) {
			bits += uint64(r.IntN(3)) - 1
		}
		if f.IsNaN(apfloat.Bits{Lo: bits}) {
			continue
		}
		if r.IntN(2) == 0 {
			bits = f.Neg(apfloat.Bits{Lo: bits}).Lo
		}
		a.SetBits(i, bits)
	}
}

// TestEarlyTargetsComputePairsOfBF16InF32 is for targets before sm_80, which have no arithmetic on pairs of bf16.
func TestEarlyTargetsComputePairsOfBF16InF32(t *testing.T) {
	types := strings.NewReplacer("$I", "tensor<$Nxbf16>")
	source := strings.Replace(elementwise, "$LINE", types.Replace("%r = arith.addf %a, %b : $I"), 1)
	source = strings.NewReplacer("$N", "64", "$LAST", "63", "$I", "bf16", "$O", "bf16").Replace(source)
	for sm, packed := range map[int]bool{75: false, 80: true} {
		program, err := parse(t, "pairs", source).Compile(context.Background(), girih.CompileOptions{SM: sm})
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(program.String(), "fma.rn.bf16x2") != packed {
			t.Errorf("sm_%d: want packed arithmetic: %v\n%s", sm, packed, program)
		}
	}
}
