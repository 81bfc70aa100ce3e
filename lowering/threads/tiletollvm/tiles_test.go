package tiletollvm_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/backend/llvmir"
	"github.com/girih-ir/girih/backend/simt"
	"github.com/girih-ir/girih/internal/llvmtool"
	"github.com/girih-ir/girih/ir"
)

// tileKernel returns a kernel that loads tiles of the given types, such as 16x32xf16, as %in0, %in1, ..., runs body,
// and stores its results %out0, %out1, ...
func tileKernel(body string, inputs, outputs []string) string {
	var params, loads, stores []string
	for i, t := range append(inputs[:len(inputs):len(inputs)], outputs...) {
		shape, _ := splitType(t)
		strides, zeros := make([]string, len(shape)), make([]string, len(shape))
		n := int64(1)
		for d := len(shape) - 1; d >= 0; d-- {
			strides[d], zeros[d] = fmt.Sprint(n), "%zero"
			n *= shape[d]
		}
		array := fmt.Sprintf("!tile.array<%s, strides = [%s]>", t, strings.Join(strides, ", "))
		params = append(params, fmt.Sprintf("%%p%d: %s {tile.divisibility = 16 : i32}", i, array))
		at := fmt.Sprintf("%%p%d[%s]", i, strings.Join(zeros, ", "))
		if i < len(inputs) {
			loads = append(loads, fmt.Sprintf("  %%in%d = tile.load_view %s : %s -> tensor<%s>\n", i, at, array, t))
		} else {
			stores = append(stores, fmt.Sprintf("  tile.store_view %%out%d, %s : tensor<%s>, %s\n", i-len(inputs), at, t, array))
		}
	}
	return "tile.kernel @k(" + strings.Join(params, ", ") + ") {\n  %zero = arith.constant 0 : i32\n" +
		strings.Join(loads, "") +
		body + "\n" + strings.Join(stores, "") + "  tile.return\n}\n"
}

// splitType returns the shape and the element type of a type such as 16x32xf16.
func splitType(t string) (shape []int64, elem string) {
	parts := strings.Split(t, "x")
	for _, p := range parts[:len(parts)-1] {
		var d int64
		fmt.Sscan(p, &d)
		shape = append(shape, d)
	}
	return shape, parts[len(parts)-1]
}

// filled returns arrays of types such as 16x32xf16. fill returns element i of argument arg.
func filled(t *testing.T, types []string, fill func(arg, i int) float64) (args []any) {
	t.Helper()
	ctx := ir.NewContext()
	for arg, name := range types {
		shape, elem := splitType(name)
		a, err := interp.Filled(elementOf(ctx, elem), shape, func(i int) float64 { return fill(arg, i) })
		if err != nil {
			t.Fatal(err)
		}
		args = append(args, a)
	}
	return args
}

// sameTiles runs a kernel as tiles in the reference executor and thread by thread. The outputs must have the same bits,
// except those of NaNs, and LLVM must accept the program. It returns the statistics of the run, and the lowered
// program.
func sameTiles(t *testing.T, source string, warps int, inputs []any, outputs []string) (*simt.Stats, *girih.Program) {
	t.Helper()
	return sameTilesWith(t, source, girih.CompileOptions{NumWarps: warps}, inputs, outputs)
}

// sameTilesWith is sameTiles with compiler options.
func sameTilesWith(t *testing.T, source string, opts girih.CompileOptions, inputs []any,
	outputs []string) (*simt.Stats, *girih.Program) {
	t.Helper()
	ctx := context.Background()
	m := parse(t, "tiles", source)
	results := func() (out []any) {
		for _, name := range outputs {
			shape, elem := splitType(name)
			a, err := interp.NewArray(elementOf(m.Operation().Context(), elem), shape...)
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, a)
		}
		return out
	}
	want, got := results(), results()
	if err := m.Execute(ctx, "k", interp.Grid{1, 1, 1}, append(inputs[:len(inputs):len(inputs)], want...)...); err != nil {
		t.Fatalf("%v\n%s", err, source)
	}
	program, err := m.Compile(ctx, opts)
	if err != nil {
		t.Fatalf("%v\n%s", err, source)
	}
	stats, err := simt.Run(ctx, program.Operation(), "k", simt.Launch{Grid: [3]int32{1, 1, 1}},
		append(inputs[:len(inputs):len(inputs)], got...)...)
	if err != nil {
		t.Fatalf("%v\n%s\n%s", err, source, program)
	}
	for k := range want {
		sameBits(t, got[k].(*interp.Array), want[k].(*interp.Array),
			fmt.Sprintf("%d warps, output %d of\n%s", opts.NumWarps, k, source))
	}
	return stats, program
}

func sameBits(t *testing.T, got, want *interp.Array, what string) {
	t.Helper()
	for i := range want.Len() {
		if got.Defined(i) != want.Defined(i) {
			t.Fatalf("element %d was written: %v, want %v; %s", i, got.Defined(i), want.Defined(i), what)
		}
		if g, w := got.Float64(i), want.Float64(i); got.Bits(i) != want.Bits(i) && (g == g || w == w) {
			t.Fatalf("element %d is %v, want %v; %s", i, g, w, what)
		}
	}
}

// accepted checks that LLVM compiles a program.
func accepted(t *testing.T, program *girih.Program) {
	t.Helper()
	text, err := program.LLVMIR(llvmir.Opaque)
	if err != nil {
		t.Fatalf("%v\n%s", err, program)
	}
	llvmtool.Output(t, "llc", text, "-mtriple=nvptx64-nvidia-cuda", "-mcpu=sm_80", "-mattr=+ptx70", "-o", "/dev/null")
}
