package deadvalues_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/internal/differential"
	"github.com/girih-ir/girih/internal/irgen"
	"github.com/girih-ir/girih/lowering/transforms/deadvalues"
	"github.com/girih-ir/girih/pass"
	"github.com/girih-ir/girih/tools/opt"
)

var tileOpt = opt.Config{Name: "tile-opt", Dialects: registry.All(), Passes: []*pass.Pass{deadvalues.Pass}}.Run

// TestRemovesWhatMlirOptRemoves has no branches and calls, with which mlir-opt's pass crashes or breaks the IR.
func TestRemovesWhatMlirOptRemoves(t *testing.T) {
	differential.Compare(t, differential.Config{
		Ours:  tileOpt,
		Flags: []string{"--remove-dead-values=canonicalize=false"},
		Programs: differential.Generated(irgen.Options{Defined: true,
			Features: irgen.OddWidths | irgen.Vectors | irgen.Structured}),
		Seeds: 200,
	})
}

func TestRemoves(t *testing.T) {
	for _, tt := range []struct{ name, input, want string }{
		{"arguments and results of private functions", `
func.func private @f(%a: i32, %dead: i32) -> (i32, i32) {
  %x = arith.addi %dead, %dead : i32
  %y = arith.addi %a, %a : i32
  return %y, %x : i32, i32
}
func.func @g(%a: i32) -> i32 {
  %d = arith.muli %a, %a : i32
  %r:2 = call @f(%a, %d) : (i32, i32) -> (i32, i32)
  return %r#0 : i32
}`, `module {
  func.func private @f(%arg0: i32) -> i32 {
    %0 = arith.addi %arg0, %arg0 : i32
    return %0 : i32
  }
  func.func @g(%arg0: i32) -> i32 {
    %0 = call @f(%arg0) : (i32) -> i32
    return %0 : i32
  }
}`},
		{"nothing from functions that are passed on", `
func.func private @f(%dead: i32) {
  return
}
func.func @g(%a: i32) -> ((i32) -> ()) {
  call @f(%a) : (i32) -> ()
  %f = constant @f : (i32) -> ()
  return %f : (i32) -> ()
}`, `module {
  func.func private @f(%arg0: i32) {
    return
  }
  func.func @g(%arg0: i32) -> ((i32) -> ()) {
    %f = constant @f : (i32) -> ()
    call @f(%arg0) : (i32) -> ()
    return %f : (i32) -> ()
  }
}`},
		{"arguments of blocks that only feed each other", `
func.func @f(%c: i1, %a: i32) -> i32 {
  cf.br ^head(%a, %a : i32, i32)
^head(%x: i32, %dead: i32):
  %y = arith.addi %dead, %x : i32
  cf.cond_br %c, ^head(%x, %y : i32, i32), ^end
^end:
  return %x : i32
}`, `module {
  func.func @f(%arg0: i1, %arg1: i32) -> i32 {
    cf.br ^bb1(%arg1 : i32)
  ^bb1(%0: i32):  // 2 preds: ^bb0, ^bb1
    cf.cond_br %arg0, ^bb1(%0 : i32), ^bb2
  ^bb2:  // pred: ^bb1
    return %0 : i32
  }
}`},
		{"what loops carry along", `
func.func @f(%m: index, %n: index, %a: i32) -> i32 {
  %r:2 = scf.for %i = %m to %n step %n iter_args(%p = %a, %q = %a) -> (i32, i32) {
    %s = arith.addi %p, %p : i32
    %t = arith.muli %q, %p : i32
    scf.yield %s, %t : i32, i32
  }
  return %r#0 : i32
}`, `module {
  func.func @f(%arg0: index, %arg1: index, %arg2: i32) -> i32 {
    %0 = scf.for %arg3 = %arg0 to %arg1 step %arg1 iter_args(%arg4 = %arg2) -> (i32) {
      %1 = arith.addi %arg4, %arg4 : i32
      scf.yield %1 : i32
    }
    return %0 : i32
  }
}`},
		{"the computation of dead arguments of public functions", `
func.func @f(%dead: i32) {
  return
}
func.func @g(%a: i32) {
  %d = arith.muli %a, %a : i32
  call @f(%d) : (i32) -> ()
  return
}`, `module {
  func.func @f(%arg0: i32) {
    return
  }
  func.func @g(%arg0: i32) {
    %0 = ub.poison : i32
    call @f(%0) : (i32) -> ()
    return
  }
}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			stdout, stderr, code := tileOpt([]string{"--remove-dead-values"}, []byte(tt.input))
			if code != 0 {
				t.Fatalf("exit code %d\n%s", code, stderr)
			}
			if d := cmp.Diff(tt.want, string(bytes.TrimSpace(stdout))); d != "" {
				t.Errorf("- want, + got\n%s", d)
			}
		})
	}
}

func TestCanonicalizingLeavesNoMoreThanMlirOpt(t *testing.T) {
	const seeds = 150
	more := 0
	for _, p := range differential.Run(t, differential.Config{
		Ours:  tileOpt,
		Flags: []string{"--remove-dead-values"},
		Programs: differential.Generated(irgen.Options{Defined: true,
			Features: irgen.OddWidths | irgen.Vectors | irgen.Structured}),
		Seeds: seeds,
	}) {
		if ours, theirs := strings.Count(p.Ours, "\n"), strings.Count(p.Theirs, "\n"); ours > theirs {
			more++
			t.Logf("seed %d: %d lines, mlir-opt %d", p.Seed, ours, theirs)
		}
	}
	if more*100 > 2*seeds {
		t.Errorf("more is left than by mlir-opt in %d of %d programs", more, seeds)
	}
}
