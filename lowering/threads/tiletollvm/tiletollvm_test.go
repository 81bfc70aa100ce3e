package tiletollvm_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/backend/simt"
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/internal/irtest"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/layout"
	"github.com/girih-ir/girih/lowering/layouts/assign"
	"github.com/girih-ir/girih/lowering/threads/tiletollvm"
)

// differ runs a kernel with layouts in the reference executor, and, converted, thread by thread, and compares the
// outputs. The last array is the output, which is not initialized. Every element of it that is stored must be stored
// once.
func differ(t *testing.T, module *girih.Module, blocks int, arrays [][]float32, outputs int, numbers []int32) {
	t.Helper()
	kernel, text := module.Kernels()[0], module.String()
	arguments := func() (args []any, output *interp.Array) {
		f32 := module.Operation().Context().F32()
		for _, a := range arrays {
			array, err := interp.Filled(f32, []int64{int64(len(a))}, func(i int) float64 { return float64(a[i]) })
			if err != nil {
				t.Fatal(err)
			}
			args = append(args, array)
		}
		output, err := interp.NewArray(f32, int64(outputs))
		if err != nil {
			t.Fatal(err)
		}
		args = append(args, output)
		for _, n := range numbers {
			args = append(args, int64(n))
		}
		return args, output
	}
	args, want := arguments()
	if err := module.Execute(context.Background(), kernel, interp.Grid{int32(blocks), 1, 1}, args...); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if err := tiletollvm.Convert(module.Operation(), tiletollvm.Options{SM: tiletollvm.DefaultSM}); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if err := ir.Verify(module.Operation(), nil); err != nil {
		t.Fatalf("%v\n%s", err, module)
	}
	args, got := arguments()
	stats, err := simt.Run(context.Background(), module.Operation(), kernel,
		simt.Launch{Grid: [3]int32{int32(blocks), 1, 1}}, args...)
	if err != nil {
		t.Fatalf("%v\n%s\n%s", err, text, module)
	}
	written := int64(0)
	for i := range got.Len() {
		if got.Defined(i) != want.Defined(i) {
			t.Fatalf("element %d was written: %v, want %v\n%s", i, got.Defined(i), want.Defined(i), text)
		}
		if got.Defined(i) {
			written++
		}
		if g, w := got.Float64(i), want.Float64(i); math.Abs(g-w) > 1e-5*max(1, math.Abs(w)) {
			t.Fatalf("element %d is %v, want %v\n%s", i, g, w, text)
		}
	}
	if bytes := stored(stats); bytes != 4*written {
		t.Fatalf("%d bytes were stored for %d elements\n%s", bytes, written, text)
	}
}

// stored returns how many bytes were stored to global memory.
func stored(stats *simt.Stats) (bytes int64) {
	for _, op := range stats.Operations {
		if op.Name == llvm.Store.Name {
			bytes += op.GlobalBytes
		}
	}
	return bytes
}

func parse(t *testing.T, name, source string) *girih.Module {
	t.Helper()
	m, err := girih.Parse(name, []byte(source))
	if err != nil {
		t.Fatalf("%v\n%s", err, source)
	}
	return m
}

func random(r *rand.Rand, n int) []float32 {
	out := make([]float32, n)
	for i := range out {
		out[i] = float32(r.IntN(64)) / 8
	}
	return out
}

func TestKernelsComputeWhatTheReferenceExecutorDoes(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for _, c := range []struct {
		file    string
		blocks  int
		arrays  []int // lengths
		output  int
		numbers []int32
	}{
		{"vector_add", 2, []int{200, 200}, 200, []int32{200}},
		{"vector_add_wide", 2, []int{516, 516}, 516, []int32{516}},
		{"softmax", 3, []int{300}, 300, []int32{100}},
		{"softmax_tile", 2, []int{17 * 33}, 17 * 33, []int32{17, 33}},
		{"column_sum", 2, []int{100 * 33}, 33, []int32{100, 33}},
		{"row_sum", 2, []int{600}, 2, []int32{300}},
		{"exp", 1, []int{200}, 200, []int32{200}},
	} {
		for _, warps := range []int{1, 2, 4} {
			t.Run(fmt.Sprintf("%s/%d", c.file, warps), func(t *testing.T) {
				source, err := os.ReadFile("../../../benchmarks/gpu/kernels/" + c.file + ".mlir")
				if err != nil {
					t.Fatal(err)
				}
				m := parse(t, c.file, string(source))
				if err := m.Lower(context.Background(), girih.Strict); err != nil {
					t.Fatal(err)
				}
				kernel, _ := tile.AsKernel(m.Operation().Region(0).Entry().First())
				if err := assign.Assign(kernel, assign.Options{NumWarps: warps}); err != nil {
					t.Fatal(err)
				}
				var arrays [][]float32
				for _, n := range c.arrays {
					arrays = append(arrays, random(r, n))
				}
				differ(t, m, c.blocks, arrays, c.output, c.numbers)
			})
		}
	}
}

// randomLayout returns the text of a blocked layout of two dimensions for a number of warps.
func randomLayout(r *rand.Rand, warps int) string {
	split := func(n int) []int {
		a := 1 << r.IntN(1+log2(n))
		return []int{a, n / a}
	}
	order := []int{0, 1}
	if r.IntN(2) == 0 {
		order = []int{1, 0}
	}
	spec := layout.BlockedSpec{SizePerThread: []int{1 << r.IntN(3), 1 << r.IntN(3)}, ThreadsPerWarp: split(32),
		WarpsPerCTA: split(warps), Order: order}
	return tilegpu.Blocked(girih.NewContext(), spec).String()
}

func log2(n int) (bits int) {
	for n > 1 {
		n, bits = n/2, bits+1
	}
	return bits
}

// generated is the text of a kernel that loads a matrix in one layout, reduces it along a dimension, broadcasts the
// sums back, adds them to the matrix in another layout, and stores the result.
const generated = `#a = $A
#b = $B
#s = #tilegpu.slice<{dim = $AXIS, parent = #a}>
tile.kernel @k(%x: !tile.ptr<f32>, %y: !tile.ptr<f32>) attributes {tilegpu.num_warps = $WARPS : i32} {
  %i = tile.iota : tensor<$Mxi32, #tilegpu.slice<{dim = 1, parent = #a}>>
  %j = tile.iota : tensor<$Nxi32, #tilegpu.slice<{dim = 0, parent = #a}>>
  %width = arith.constant dense<$N> : tensor<$Mx1xi32, #a>
  %i1 = tile.expand_dims %i axis = 1 : tensor<$Mxi32, #tilegpu.slice<{dim = 1, parent = #a}>> -> tensor<$Mx1xi32, #a>
  %j1 = tile.expand_dims %j axis = 0 : tensor<$Nxi32, #tilegpu.slice<{dim = 0, parent = #a}>> -> tensor<1x$Nxi32, #a>
  %i2 = arith.muli %i1, %width : tensor<$Mx1xi32, #a>
  %i3 = tile.broadcast %i2 : tensor<$Mx1xi32, #a> -> tensor<$Mx$Nxi32, #a>
  %j3 = tile.broadcast %j1 : tensor<1x$Nxi32, #a> -> tensor<$Mx$Nxi32, #a>
  %o = arith.addi %i3, %j3 : tensor<$Mx$Nxi32, #a>
  %xp = tile.splat %x : !tile.ptr<f32> -> tensor<$Mx$Nx!tile.ptr<f32>, #a>
  %xs = tile.addptr %xp, %o : tensor<$Mx$Nx!tile.ptr<f32>, #a>, tensor<$Mx$Nxi32, #a> -> tensor<$Mx$Nx!tile.ptr<f32>, #a>
  %v = tile.load %xs : tensor<$Mx$Nx!tile.ptr<f32>, #a>
  %sum = tile.reduce %v axis = $AXIS {
  ^bb0(%p: f32, %q: f32):
    %t = arith.addf %p, %q : f32
    tile.yield %t : f32
  } : tensor<$Mx$Nxf32, #a> -> tensor<$KEPTxf32, #s>
  %e = tile.expand_dims %sum axis = $AXIS : tensor<$KEPTxf32, #s> -> tensor<$EXPANDEDxf32, #a>
  %w = tile.broadcast %e : tensor<$EXPANDEDxf32, #a> -> tensor<$Mx$Nxf32, #a>
  %wb = tilegpu.convert_layout %w : tensor<$Mx$Nxf32, #a> -> tensor<$Mx$Nxf32, #b>
  %vb = tilegpu.convert_layout %v : tensor<$Mx$Nxf32, #a> -> tensor<$Mx$Nxf32, #b>
  %ob = tilegpu.convert_layout %o : tensor<$Mx$Nxi32, #a> -> tensor<$Mx$Nxi32, #b>
  %r = arith.addf %vb, %wb : tensor<$Mx$Nxf32, #b>
  %yp = tile.splat %y : !tile.ptr<f32> -> tensor<$Mx$Nx!tile.ptr<f32>, #b>
  %ys = tile.addptr %yp, %ob : tensor<$Mx$Nx!tile.ptr<f32>, #b>, tensor<$Mx$Nxi32, #b> -> tensor<$Mx$Nx!tile.ptr<f32>, #b>
  tile.store %ys, %r : tensor<$Mx$Nx!tile.ptr<f32>, #b>, tensor<$Mx$Nxf32, #b>
  tile.return
}
`

func TestRandomLayoutsChangeNothing(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	for range 60 {
		m, n, warps, axis := 1<<r.IntN(8), 1<<r.IntN(8), 1<<r.IntN(4), r.IntN(2)
		kept := []int{m, n}[1-axis]
		expanded := []string{fmt.Sprintf("1x%d", n), fmt.Sprintf("%dx1", m)}[axis]
		source := strings.NewReplacer("$AXIS", fmt.Sprint(axis), "$A", randomLayout(r, warps), "$B", randomLayout(r, warps),
			"$WARPS", fmt.Sprint(warps), "$KEPT", fmt.Sprint(kept), "$EXPANDED", expanded, "$M", fmt.Sprint(m),
			"$N", fmt.Sprint(n)).Replace(generated)
		differ(t, parse(t, "generated", source), 1, [][]float32{random(r, m*n)}, m*n, nil)
	}
}

// A pass may leave a value that is used before it is defined, where nothing verifies the IR after each pass. Such a use
// is an error at the operation, in a terminator too.
func TestUsesBeforeTheDefinitionAreErrors(t *testing.T) {
	const early = `module {
  tile.kernel @k(%%p: !tile.ptr<i32>, %%b: i1) attributes {tilegpu.num_warps = 1 : i32} {
    %%c = scf.if %%b -> (i32) {
      %%1 = arith.constant 1 : i32
      scf.yield %%1 : i32
    } else {
      %s
    }
    %%two = arith.constant 2 : i32
    tile.store %%p, %%c : !tile.ptr<i32>, i32
    tile.return
  }
}`
	for line, op := range map[string]string{"scf.yield %two : i32": "'scf.yield' op operand #0 has no value",
		"%4 = arith.addi %two, %two : i32\n      scf.yield %4 : i32": "'arith.addi' op operand #0 has no value"} {
		m := irtest.Parse(t, fmt.Sprintf(early, line))
		err := tiletollvm.Convert(m, tiletollvm.Options{SM: tiletollvm.DefaultSM})
		if err == nil || !strings.Contains(err.Error(), op) {
			t.Errorf("%s: got error %v, want %s", line, err, op)
		}
	}
}
