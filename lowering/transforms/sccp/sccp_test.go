package sccp_test

import (
	"strings"
	"testing"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/internal/differential"
	"github.com/girih-ir/girih/internal/irgen"
	"github.com/girih-ir/girih/lowering/transforms/sccp"
	"github.com/girih-ir/girih/pass"
	"github.com/girih-ir/girih/tools/opt"
)

// tileOpt runs tile-opt with the pass.
var tileOpt = opt.Config{Name: "tile-opt", Dialects: registry.All(), Passes: []*pass.Pass{sccp.Pass}}.Run

// TestLeavesWhatMlirOptLeaves checks that no more is left than by mlir-opt. mlir-opt gives up on operations that its
// folders change in place before they look at constants, and on two branches to the same block. Modules inside modules
// are left out: mlir-opt looks up functions that are used as values in the wrong module, and takes them for unreachable
// ones.
func TestLeavesWhatMlirOptLeaves(t *testing.T) {
	for name, opts := range map[string]irgen.Options{
		"executable": irgen.Executable(),
		"control":    {Features: irgen.Structured | irgen.Parallel | irgen.Branches | irgen.Calls | irgen.Unregistered},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			const seeds = 150
			better := 0
			for _, p := range differential.Run(t, differential.Config{
				Ours:     tileOpt,
				Flags:    []string{"--sccp"},
				Programs: differential.Generated(opts),
				Seeds:    seeds,
			}) {
				if p.Ours == p.Theirs {
					continue
				}
				better++
				if ours, theirs := computations(p.Ours), computations(p.Theirs); ours > theirs {
					t.Errorf("seed %d: %d lines are left, mlir-opt leaves %d\n%s", p.Seed, ours, theirs, p.Input)
				}
			}
			if better > seeds/20 {
				t.Errorf("%d of %d programs differ", better, seeds)
			}
		})
	}
}

// computations counts the lines of a program, except definitions of constants.
func computations(program string) int {
	return strings.Count(program, "\n") - strings.Count(program, " = arith.constant ")
}

func TestChangesNothingWhereNothingIsConstant(t *testing.T) {
	const source = `module {
  func.func @f(%arg0: i32) -> i32 {
    %0 = arith.addi %arg0, %arg0 : i32
    return %0 : i32
  }
}
`
	stdout, stderr, code := tileOpt([]string{"--sccp"}, []byte(source))
	if code != 0 || strings.TrimSpace(string(stdout)) != strings.TrimSpace(source) {
		t.Errorf("exit code %d\n%s%s", code, stdout, stderr)
	}
}
