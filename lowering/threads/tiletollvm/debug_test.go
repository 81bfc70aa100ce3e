package tiletollvm_test

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/backend/llvmir"
	"github.com/girih-ir/girih/backend/simt"
	"github.com/girih-ir/girih/internal/llvmtool"
	"github.com/girih-ir/girih/ir"
)

const printing = `tile.kernel @k(%k: i32) {
  %i = tile.iota : tensor<64xi32>
  %t = tile.reshape %i : tensor<64xi32> -> tensor<4x16xi32>
  %three = arith.constant dense<3> : tensor<64xi32>
  %eight = arith.constant 8.0 : f32
  %n = arith.subi %three, %i : tensor<64xi32>
  %b = arith.cmpi slt, %n, %three : tensor<64xi32>
  %f = arith.sitofp %n : tensor<64xi32> to tensor<64xf32>
  %e = tile.splat %eight : f32 -> tensor<64xf32>
  %q = arith.divf %f, %e : tensor<64xf32>
  %h = arith.truncf %q : tensor<64xf32> to tensor<64xf16>
  %h8 = arith.truncf %q : tensor<64xf32> to tensor<64xf8E5M2>
  %bf = arith.truncf %q : tensor<64xf32> to tensor<64xbf16>
  %d = arith.extf %q : tensor<64xf32> to tensor<64xf64>
  %l = arith.extsi %n : tensor<64xi32> to tensor<64xi64>
  %s = arith.trunci %n : tensor<64xi32> to tensor<64xi8>
  tile.print " 100% of n: " %n : tensor<64xi32>
  tile.print " t=" hex %t : tensor<4x16xi32>
  tile.print " two: " %q, %l : tensor<64xf32>, tensor<64xi64>
  tile.print " halves: " %h, %bf, %d, %h8 : tensor<64xf16>, tensor<64xbf16>, tensor<64xf64>, tensor<64xf8E5M2>
  tile.print " small: " %s, %b : tensor<64xi8>, tensor<64xi1>
  tile.print " hex: " hex %s, %l, %b : tensor<64xi8>, tensor<64xi64>, tensor<64xi1>
  tile.print " scalars: " %k, %eight : i32, f32
  tile.return
}
`

// TestThreadsPrintWhatTheReferenceExecutorDoes checks that each line of the reference executor is printed once. The
// order of lines is that of the threads.
func TestThreadsPrintWhatTheReferenceExecutorDoes(t *testing.T) {
	for _, warps := range []int{1, 2, 4, 8} {
		m := parse(t, "printing", printing)
		var want, got bytes.Buffer
		if err := m.Execute(interp.WithOutput(context.Background(), &want), "k", interp.Grid{2, 1, 3}, 42); err != nil {
			t.Fatal(err)
		}
		program, err := m.Compile(context.Background(), girih.CompileOptions{NumWarps: warps})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := program.Execute(interp.WithOutput(context.Background(), &got), "k",
			simt.Launch{Grid: [3]int32{2, 1, 3}}, 42); err != nil {
			t.Fatalf("%v\n%s", err, program)
		}
		lines := func(b *bytes.Buffer) []string {
			out := strings.Split(b.String(), "\n")
			slices.Sort(out)
			return out
		}
		if have, ideal := lines(&got), lines(&want); !slices.Equal(have, ideal) {
			for i := range min(len(have), len(ideal)) {
				if have[i] != ideal[i] {
					t.Fatalf("%d warps: line %q, want %q", warps, have[i], ideal[i])
				}
			}
			t.Fatalf("%d warps: %d lines, want %d", warps, len(have), len(ideal))
		}
		compiles(t, program)
	}
}

// compiles checks that LLVM accepts a program.
func compiles(t *testing.T, program *girih.Program) {
	t.Helper()
	text, err := program.LLVMIR(llvmir.Opaque)
	if err != nil {
		t.Fatalf("%v\n%s", err, program)
	}
	llvmtool.Output(t, "llc", text, "-mtriple=nvptx64-nvidia-cuda", "-mcpu=sm_80", "-mattr=+ptx70", "-o", "/dev/null")
}

// TestAssertionsAreLocated checks that a failed assertion stops the kernel with its message and location.
func TestAssertionsAreLocated(t *testing.T) {
	const source = `tile.kernel @k(%limit: i32) {
  %i = tile.iota : tensor<128xi32>
  %most = tile.splat %limit : i32 -> tensor<128xi32>
  %below = arith.cmpi slt, %i, %most : tensor<128xi32>
  tile.assert %below, "an index of 100% must be \22small\22" : tensor<128xi1>
  %five = arith.constant 5 : i32
  %few = arith.cmpi sge, %limit, %five : i32
  cf.assert %few, "too few"
  tile.return
}
`
	for _, warps := range []int{1, 4, 8} {
		for limit, fails := range map[int]bool{128: false, 127: true, 5: true} {
			m := parse(t, "assert.mlir", source)
			program, err := m.Compile(context.Background(), girih.CompileOptions{NumWarps: warps})
			if err != nil {
				t.Fatal(err)
			}
			_, err = program.Execute(context.Background(), "k", simt.Launch{Grid: [3]int32{1, 1, 1}}, limit)
			if !fails {
				if err != nil {
					t.Fatal(err)
				}
				continue
			}
			var d *ir.Diagnostic
			if !errors.Is(err, simt.ErrAssertion) || !errors.As(err, &d) || ir.FileLocation(d.Loc).StartLine != 5 ||
				!strings.Contains(err.Error(), `an index of 100% must be "small"`) {
				t.Errorf("%d warps, limit %d: got %v", warps, limit, err)
			}
			compiles(t, program)
		}
	}
}

// TestAssumptionsAreChecked checks that tile.assume becomes an assumption of LLVM, which the simulator checks.
func TestAssumptionsAreChecked(t *testing.T) {
	const source = `tile.kernel @k(%n: i32, %y: !tile.ptr<i32>) {
  %zero = arith.constant 0 : i32
  %positive = arith.cmpi sgt, %n, %zero : i32
  tile.assume %positive : i1
  %m = tile.hint %n divisibility [8] : i32
  tile.store %y, %m : !tile.ptr<i32>, i32
  tile.return
}
`
	for n, want := range map[int]error{8: nil, -8: simt.ErrAssumption} {
		m := parse(t, "assume", source)
		program, err := m.Compile(context.Background(), girih.CompileOptions{})
		if err != nil {
			t.Fatal(err)
		}
		y, _ := interp.NewArray(m.Operation().Context().I(32), 1)
		if _, err = program.Execute(context.Background(), "k", simt.Launch{Grid: [3]int32{1, 1, 1}}, n, y); !errors.Is(err,
			want) {
			t.Errorf("%d: got error %v, want %v", n, err, want)
		}
		compiles(t, program)
	}
}
