package canonicalize_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/internal/differential"
	"github.com/girih-ir/girih/internal/irgen"
	"github.com/girih-ir/girih/lowering/transforms/canonicalize"
	"github.com/girih-ir/girih/pass"
	"github.com/girih-ir/girih/tools/opt"
)

// tileOpt runs tile-opt with the pass.
var tileOpt = opt.Config{Name: "tile-opt", Dialects: registry.All(), Passes: []*pass.Pass{canonicalize.Pass}}.Run

// TestLeavesNoMoreThanMLIROpt compares programs in which no value depends on itself. With some of the others, mlir-opt
// does not terminate.
func TestLeavesNoMoreThanMLIROpt(t *testing.T) {
	for _, flags := range []string{"--canonicalize", "--canonicalize=region-simplify=aggressive",
		"--canonicalize=region-simplify=disabled"} {
		t.Run(flags, func(t *testing.T) {
			const seeds = 150
			different := 0
			for _, p := range differential.Run(t, differential.Config{Ours: tileOpt, Flags: []string{flags},
				Programs: differential.Generated(irgen.Executable()), Seeds: seeds}) {
				if p.Ours == p.Theirs {
					continue
				}
				different++
				if ours, theirs := strings.Count(p.Ours, "\n"), strings.Count(p.Theirs, "\n"); ours > theirs {
					t.Errorf("seed %d: %d lines, of mlir-opt %d\n%s", p.Seed, ours, theirs, p.Input)
				}
			}
			if different > seeds/50 {
				t.Errorf("%d of %d programs differ", different, seeds)
			}
		})
	}
}

func TestTheOrderOfTheWorkDoesNotChangeHowMuchIsLeft(t *testing.T) {
	for seed := range uint64(100) {
		input := irgen.Module(seed, irgen.Executable())
		down, _, _ := tileOpt([]string{"--canonicalize"}, input)
		up, stderr, code := tileOpt([]string{"--canonicalize=top-down=false"}, input)
		if code != 0 {
			t.Fatalf("seed %d: exit code %d\n%s", seed, code, stderr)
		}
		if a, b := bytes.Count(down, []byte("\n")), bytes.Count(up, []byte("\n")); a != b {
			t.Errorf("seed %d: %d lines, but bottom-up %d\n%s\n%s", seed, a, b, down, up)
		}
	}
}

func TestASecondRunChangesNothing(t *testing.T) {
	opts := irgen.Everything()
	opts.Stable = true
	args := []string{"--allow-unregistered-dialect", "--canonicalize=test-convergence"}
	for seed := range uint64(100) {
		once, stderr, code := tileOpt(args, irgen.Module(seed, opts))
		if code != 0 {
			t.Fatalf("seed %d: exit code %d\n%s", seed, code, stderr)
		}
		if twice, _, _ := tileOpt(args, once); !bytes.Equal(once, twice) {
			t.Errorf("seed %d:\n%s\nbecomes\n%s", seed, once, twice)
		}
	}
}

func TestTheNumberOfThreadsDoesNotShow(t *testing.T) {
	opts := irgen.Executable()
	opts.Functions = 40
	for seed := range uint64(10) {
		input := irgen.Module(seed, opts)
		one, _, _ := tileOpt([]string{"--canonicalize", "--mlir-disable-threading"}, input)
		many, stderr, code := tileOpt([]string{"--canonicalize", "--threads=8"}, input)
		if code != 0 || !bytes.Equal(one, many) {
			t.Fatalf("seed %d: exit code %d, %s\n%s\nwith threads\n%s", seed, code, stderr, one, many)
		}
	}
}

func TestOptionsSelectPatterns(t *testing.T) {
	const source = `func.func @f(%a: i32) -> i32 {
  %c1 = arith.constant 1 : i32
  %0 = arith.addi %a, %c1 : i32
  %1 = arith.addi %0, %c1 : i32
  return %1 : i32
}
`
	tests := []struct {
		options string
		adds    int
	}{
		{"", 1},
		{"=disable-patterns=AddIAddConstant", 2},
		{"=enable-patterns=AddIAddConstant", 1},
		{"=enable-patterns=NoSuchPattern", 2},
		{"=max-iterations=0", 2},
	}
	for _, tt := range tests {
		t.Run(tt.options, func(t *testing.T) {
			got, stderr, code := tileOpt([]string{"--canonicalize" + tt.options}, []byte(source))
			if code != 0 || strings.Count(string(got), "arith.addi") != tt.adds {
				t.Errorf("exit code %d, want %d additions:\n%s%s", code, tt.adds, got, stderr)
			}
		})
	}
}
