package tiletollvm_test

import (
	"context"
	"fmt"
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
	"github.com/girih-ir/girih/lowering/strict/mathexpand"
)

// elementwise is the text of a kernel that loads three tensors of type $I, computes %r of type $O from %a, %b and %c,
// and stores it. Masks exclude the last element.
const elementwise = `module attributes {tile.semantics = #tile.semantics<triton>} {
tile.kernel @k(%p: !tile.ptr<$I>, %q: !tile.ptr<$I>, %s: !tile.ptr<$I>, %z: !tile.ptr<$O>) {
  %i = tile.iota : tensor<$Nxi32>
  %last = arith.constant dense<$LAST> : tensor<$Nxi32>
  %mask = arith.cmpi slt, %i, %last : tensor<$Nxi32>
  %p1 = tile.splat %p : !tile.ptr<$I> -> tensor<$Nx!tile.ptr<$I>>
  %q1 = tile.splat %q : !tile.ptr<$I> -> tensor<$Nx!tile.ptr<$I>>
  %s1 = tile.splat %s : !tile.ptr<$I> -> tensor<$Nx!tile.ptr<$I>>
  %z1 = tile.splat %z : !tile.ptr<$O> -> tensor<$Nx!tile.ptr<$O>>
  %p2 = tile.addptr %p1, %i : tensor<$Nx!tile.ptr<$I>>, tensor<$Nxi32> -> tensor<$Nx!tile.ptr<$I>>
  %q2 = tile.addptr %q1, %i : tensor<$Nx!tile.ptr<$I>>, tensor<$Nxi32> -> tensor<$Nx!tile.ptr<$I>>
  %s2 = tile.addptr %s1, %i : tensor<$Nx!tile.ptr<$I>>, tensor<$Nxi32> -> tensor<$Nx!tile.ptr<$I>>
  %z2 = tile.addptr %z1, %i : tensor<$Nx!tile.ptr<$O>>, tensor<$Nxi32> -> tensor<$Nx!tile.ptr<$O>>
  %a = tile.load %p2 : tensor<$Nx!tile.ptr<$I>>
  %b = tile.load %q2 : tensor<$Nx!tile.ptr<$I>>
  %c = tile.load %s2 : tensor<$Nx!tile.ptr<$I>>
  $LINE
  tile.store %z2, %r, %mask : tensor<$Nx!tile.ptr<$O>>, tensor<$Nx$O>, tensor<$Nxi1>
  tile.return
}
}
`

// operations are lines of the kernel, in which $I and $O stand for tensor types. in and out are the element types. An
// empty out stands for the same types as in.
var operations = []struct{ line, in, out string }{
	{"%r = math.absi %a : $I", "i8 i16 i32 i64", ""},
	{"%r = math.ipowi %a, %b : $I", "i8 i16 i32 i64", ""},
	{"%r = math.ctpop %a : $I", "i8 i16 i32 i64", ""},
	{"%r = math.ctlz %a : $I", "i8 i16 i32 i64", ""},
	{"%r = math.cttz %a : $I", "i8 i16 i32 i64", ""},
	{"%r = arith.ceildivsi %a, %b : $I", "i8 i32 i64", ""},
	{"%r = arith.ceildivui %a, %b : $I", "i8 i32 i64", ""},
	{"%r = arith.floordivsi %a, %b : $I", "i8 i32 i64", ""},
	{"%r = arith.maxsi %a, %b : $I", "i8 i16 i32 i64", ""},
	{"%r = arith.minui %a, %b : $I", "i8 i16 i32 i64", ""},
	{"%l, %r = arith.mulsi_extended %a, %b : $I", "i8 i16 i32 i64", ""},
	{"%l, %r = arith.mului_extended %a, %b : $I", "i8 i16 i32 i64", ""},
	{"%r, %h = arith.mulsi_extended %a, %b : $I", "i8 i64", ""},
	{"%r, %h = arith.addui_extended %a, %b : $I, tensor<$Nxi1>", "i8 i32 i64", ""},
	{"%h, %r = arith.addui_extended %a, %b : $I, tensor<$Nxi1>", "i8 i32 i64", "i1"},
	{"%r = arith.addf %a, %b : $I", "f16 bf16 f32 f64", ""},
	{"%r = arith.divf %a, %b : $I", "f16 bf16 f32 f64", ""},
	{"%r = arith.remf %a, %b : $I", "f16 bf16 f32 f64 f8E4M3FN", ""},
	{"%r = arith.remf %b, %a : $I", "f32 f64", ""},
	{"%r = arith.negf %a : $I", "f16 bf16 f32 f64", ""},
	{"%r = arith.maximumf %a, %b : $I", "f16 bf16 f32 f64", ""},
	{"%r = arith.minimumf %a, %b : $I", "f16 bf16 f32 f64", ""},
	{"%r = arith.maxnumf %a, %b : $I", "f16 bf16 f32 f64", ""},
	{"%r = math.absf %a : $I", "f16 bf16 f32 f64", ""},
	{"%r = math.copysign %a, %b : $I", "f16 bf16 f32 f64", ""},
	{"%r = math.sqrt %a : $I", "f16 bf16 f32 f64", ""},
	{"%r = math.floor %a : $I", "f16 bf16 f32 f64", ""},
	{"%r = math.ceil %a : $I", "f16 bf16 f32 f64", ""},
	{"%r = math.trunc %a : $I", "f16 bf16 f32 f64", ""},
	{"%r = math.round %a : $I", "f16 bf16 f32 f64", ""},
	{"%r = math.roundeven %a : $I", "f16 bf16 f32 f64", ""},
	{"%r = math.fma %a, %b, %c : $I", "f16 f32 f64", ""},
	{"%r = math.clampf %a to [%b, %c] : $I", "f16 bf16 f32 f64", ""},
	{"%r = math.isnan %a : $I", "f16 bf16 f32 f64", "i1"},
	{"%r = math.isinf %a : $I", "f16 bf16 f32 f64", "i1"},
	{"%r = math.isfinite %a : $I", "f16 bf16 f32 f64", "i1"},
	{"%r = math.isnormal %a : $I", "f16 bf16 f32 f64", "i1"},
	{"%r = arith.extf %a : $I to $O", "f16 bf16", "f32"},
	{"%r = arith.truncf %a : $I to $O", "f32 f64", "f16"},
	{"%r = arith.truncf %a : $I to $O", "f32", "bf16"},
	{"%r = arith.sitofp %a : $I to $O", "i8 i16 i32 i64", "f32"},
	{"%r = arith.uitofp %a : $I to $O", "i8 i16 i32 i64", "f64"},
	{"%r = arith.bitcast %a : $I to $O", "f16 bf16", "i16"},
	{"%r = arith.bitcast %a : $I to $O", "i64", "f64"},
	{"%r = arith.extsi %a : $I to $O", "i8 i16 i32", "i64"},
	{"%r = arith.trunci %a : $I to $O", "i16 i32 i64", "i8"},
	// 8-bit floats, rounding modes and elementary functions are expanded before the conversion.
	{"%r = math.log %a : $I", "f16 bf16 f32 f64", ""},
	{"%r = math.sin %a : $I", "f16 bf16 f32 f64", ""},
	{"%r = math.tan %a : $I", "f64", ""},
	{"%r = math.erfc %a : $I", "f16 f32 f64", ""},
	{"%r = math.tanh %a : $I", "f32 f64", ""},
	{"%r = math.erf %a : $I", "f16 f32 f64", ""},
	{"%r = math.cbrt %a : $I", "f32 f64", ""},
	{"%r = math.powf %a, %b : $I", "bf16 f32 f64", ""},
	{"%r = math.atan2 %a, %b : $I", "f32 f64", ""},
	{"%r = math.exp %a : $I", "f64", ""},
	{"%r = arith.truncf %a : $I to $O", "f16 bf16 f32 f64", "f8E4M3FN"},
	{"%r = arith.truncf %a to_nearest_away : $I to $O", "f64", "f32"},
	{"%r = arith.truncf %a : $I to $O", "f16 f32 f64", "f8E5M2FNUZ"},
	{"%r = arith.extf %a : $I to $O", "f8E4M3FNUZ f8E4M3B11FNUZ f8E3M4 f8E4M3 f8E8M0FNU", "f32"},
	{"%r = arith.mulf %a, %b : $I", "f8E4M3FNUZ f8E3M4", ""},
	{"%r = tile.add %a, %b rounding zero : $I, $I -> $I", "f8E5M2 f16 bf16 f32 f64", ""},
	{"%r = tile.sub %a, %b rounding negative_inf : $I, $I -> $I", "f16 f32 f64", ""},
	{"%r = tile.mul %a, %b rounding positive_inf : $I, $I -> $I", "bf16 f32 f64", ""},
	{"%r = tile.div %a, %b rounding zero : $I, $I -> $I", "f16 f32 f64", ""},
	{"%r = tile.fma %a, %b, %c rounding negative_inf : $I, $I, $I -> $I", "f16 f32 f64", ""},
	{"%r = tile.sqrt %a rounding positive_inf : $I -> $I", "f16 f32 f64", ""},
	{"%r = tile.div %a, %b rounding zero flush_to_zero : $I, $I -> $I", "f32", ""},
	{"%r = tile.div %a, %b rounding approx : $I, $I -> $I", "f32", ""},
	{"%r = arith.truncf %a toward_zero : $I to $O", "bf16 f32", "f8E5M2"},
	{"%r = arith.truncf %a upward : $I to $O", "f32 f64", "bf16"},
	{"%r = arith.extf %a : $I to $O", "f8E4M3FN f8E5M2", "f16"},
	{"%r = arith.addf %a, %b : $I", "f8E4M3FN f8E5M2", ""},
	{"%k = arith.cmpf olt, %a, %b : $I\n  %r = arith.select %k, %a, %b : tensor<$Nxi1>, $I", "f8E4M3FN f8E5M2", ""},
	{"%r = arith.bitcast %a : $I to $O", "i8", "f8E4M3FN"},
	{"%t = tile.flip %a axis = 0 : $I\n  %r = arith.mulf %t, %b : $I", "f8E5M2", ""},
	{"%t = arith.constant dense<0.5> : $I\n  %r = arith.mulf %t, %b : $I", "f8E5M2", ""},
	{"%t = arith.constant dense<0.5> : $I\n  %k = arith.cmpf une, %a, %t : $I\n  %r = arith.select %k, %a, %t : " +
		"tensor<$Nxi1>, $I",
		"f8E4M3FN", ""},
}

// operands fills an array with numbers of all kinds. Integers are never zero, since some are divisors. NaNs are quiet,
// since conversions make them quiet.
func operands(t *testing.T, r *rand.Rand, elem ir.Type, n int) *interp.Array {
	t.Helper()
	a, err := interp.NewArray(elem, int64(n))
	if err != nil {
		t.Fatal(err)
	}
	width := ir.BitWidth(elem)
	for i := range n {
		word := r.Uint64() >> (64 - width)
		if f, ok := elem.(*ir.FloatType); ok {
			if r.IntN(8) != 0 || f.Format.IsNaN(apfloat.Bits{Lo: word}) {
				word = f.Format.FromFloat64(r.NormFloat64()*4, apfloat.ToNearestEven).Lo
			}
		} else if r.IntN(2) == 0 {
			word = uint64(r.IntN(11)-5) << (64 - width) >> (64 - width)
		}
		if word == 0 {
			word = 1
		}
		a.SetBits(i, word)
	}
	return a
}

func TestElementwiseOperationsComputeWhatTheReferenceExecutorDoes(t *testing.T) {
	for i, o := range operations {
		for k, in := range strings.Fields(o.in) {
			if !longtest.Includes(i+k, 3) {
				continue
			}
			out := o.out
			if out == "" {
				out = in
			}
			t.Run(fmt.Sprintf("%d/%s/%s", i, strings.Fields(o.line[strings.Index(o.line, "= ")+2:])[0], in), func(t *testing.T) {
				t.Parallel()
				for at, c := range []struct{ n, warps int }{{16, 1}, {512, 4}, {256, 8}} {
					if !longtest.Includes(i+k+at, 3) {
						continue
					}
					source := strings.NewReplacer("$LINE", strings.NewReplacer("$I", "tensor<$Nx"+in+">", "$O",
						"tensor<$Nx"+out+">").Replace(o.line)).Replace(elementwise)
					source = strings.NewReplacer("$N", fmt.Sprint(c.n), "$LAST", fmt.Sprint(c.n-1), "$I", in, "$O",
						out).Replace(source)
					agree(t, source, in, out, c.n, c.warps, rand.New(rand.NewPCG(uint64(i), uint64(c.n))))
				}
			})
		}
	}
}

// agree runs a kernel as tiles in the reference executor, with elementary functions expanded as for the GPU, and thread
// by thread. The outputs must have the same bits, and LLVM must accept the program.
func agree(t *testing.T, source, in, out string, n, warps int, r *rand.Rand) {
	t.Helper()
	ctx := context.Background()
	m := parse(t, "elementwise", source)
	types := m.Operation().Context()
	var args []any
	for range 3 {
		args = append(args, operands(t, r, elementOf(types, in), n))
	}
	run := func(execute func(args ...any) error) *interp.Array {
		output, err := interp.NewArray(elementOf(types, out), int64(n))
		if err == nil {
			err = execute(append(args[:3:3], output)...)
		}
		if err != nil {
			t.Fatalf("%v\n%s", err, m)
		}
		return output
	}
	expand(m)
	want := run(func(args ...any) error { return m.Execute(ctx, "k", interp.Grid{1, 1, 1}, args...) })
	program, err := m.Compile(ctx, girih.CompileOptions{NumWarps: warps})
	if err != nil {
		t.Fatalf("%v\n%s", err, source)
	}
	got := run(func(args ...any) error {
		_, err := simt.Run(ctx, program.Operation(), "k", simt.Launch{Grid: [3]int32{1, 1, 1}}, args...)
		return err
	})
	for i := range n {
		if got.Defined(i) != want.Defined(i) {
			t.Fatalf("element %d was written: %v, want %v\n%s", i, got.Defined(i), want.Defined(i), source)
		}
		if g, w := got.Bits(i), want.Bits(i); g != w &&
			!(got.Float64(i) != got.Float64(i) && want.Float64(i) != want.Float64(i)) {
			t.Fatalf("element %d is %x, want %x, for %x, %x, %x\n%s", i, g, w, args[0].(*interp.Array).Bits(i),
				args[1].(*interp.Array).Bits(i), args[2].(*interp.Array).Bits(i), source)
		}
	}
	if n == 16 {
		text, err := program.LLVMIR(llvmir.Opaque)
		if err != nil {
			t.Fatalf("%v\n%s", err, program)
		}
		llvmtool.Output(t, "llc", text, "-mtriple=nvptx64-nvidia-cuda", "-mcpu=sm_80", "-mattr=+ptx70", "-o", "/dev/null")
	}
}

func elementOf(ctx *ir.Context, name string) ir.Type {
	if f := ctx.Float(name); f != nil {
		return f
	}
	var width uint32
	fmt.Sscanf(name, "i%d", &width)
	return ctx.I(width)
}

func expand(m *girih.Module) { mathexpand.Expand(m.Operation(), mathexpand.Options{}) }
