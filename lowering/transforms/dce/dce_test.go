package dce_test

import (
	"strings"
	"testing"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/internal/irgen"
	"github.com/girih-ir/girih/lowering/transforms/dce"
	"github.com/girih-ir/girih/pass"
	"github.com/girih-ir/girih/tools/opt"
)

func run(t *testing.T, source string) string {
	t.Helper()
	cfg := opt.Config{Name: "tile-opt", Dialects: registry.All(), Passes: []*pass.Pass{dce.Pass}}
	stdout, stderr, code := cfg.Run([]string{"--allow-unregistered-dialect", "--trivial-dce"}, []byte(source))
	if code != 0 {
		t.Fatalf("exit code %d\n%s", code, stderr)
	}
	return string(stdout)
}

func TestErasesWhatNothingNeeds(t *testing.T) {
	tests := []struct {
		name, body string
		erased     []string
		kept       []string
	}{
		{"a chain that nothing uses", `%0 = arith.addi %a, %a : i32
  %1 = arith.muli %0, %a : i32
  return %a : i32`, []string{"addi", "muli"}, nil},
		{"constants that are used stay where they are", `%0 = arith.addi %a, %a : i32
  %one = arith.constant 1 : i32
  %1 = arith.addi %0, %one : i32
  return %1 : i32`, nil, []string{"%0 = arith.addi %arg0, %arg0 : i32\n    %c1_i32 = arith.constant 1 : i32\n    %1 = arith.addi"}},
		{"effects stay", `"u.effect"() : () -> ()
  return %a : i32`, nil, []string{"u.effect"}},
		{"a conditional without effect", `scf.if %c {
    %0 = arith.addi %a, %a : i32
  }
  return %a : i32`, []string{"scf.if"}, nil},
		{"what only dead operations use inside", `%0 = arith.muli %a, %a : i32
  scf.if %c {
    %1 = arith.addi %0, %a : i32
  }
  %2 = scf.if %c -> i32 {
    %3 = arith.subi %0, %a : i32
    scf.yield %3 : i32
  } else {
    scf.yield %0 : i32
  }
  return %a : i32`, []string{"scf.if", "muli", "addi", "subi"}, nil},
		{"unreachable blocks", `return %a : i32
^bb1:
  "u.effect"() : () -> ()
  cf.br ^bb1`, []string{"u.effect", "^bb"}, nil},
		{"values that only go round in a loop", `cf.br ^bb1(%a, %a : i32, i32)
^bb1(%i: i32, %k: i32):
  %0 = arith.addi %i, %a : i32
  "u.use"(%k) : (i32) -> ()
  cf.cond_br %c, ^bb1(%0, %k : i32, i32), ^bb2
^bb2:
  return %a : i32`, []string{"addi"}, []string{"^bb1(%arg0 : i32)", "u.use"}},
		{"arguments of a switch", `%f = arith.constant 3 : i32
  cf.switch %f : i32, [
    default: ^bb1(%a, %f : i32, i32),
    1: ^bb1(%f, %a : i32, i32),
    2: ^bb2(%a : i32)
  ]
^bb1(%x: i32, %y: i32):
  return %y : i32
^bb2(%z: i32):
  return %f : i32`, nil, []string{"default: ^bb1(%c3_i32 : i32)", "1: ^bb1(%arg0 : i32)", "2: ^bb2\n"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := run(t, "func.func @f(%a: i32, %c: i1) -> i32 {\n  "+tt.body+"\n}\n")
			for _, s := range tt.erased {
				if strings.Contains(got, s) {
					t.Errorf("%q is left:\n%s", s, got)
				}
			}
			for _, s := range tt.kept {
				if !strings.Contains(got, s) {
					t.Errorf("%q is missing:\n%s", s, got)
				}
			}
		})
	}
}

func TestErasesCyclesInRegionsWithoutOrder(t *testing.T) {
	got := run(t, `module {
  %0 = arith.addi %1, %1 : i32
  %1 = arith.addi %0, %0 : i32
}
`)
	if strings.Contains(got, "addi") {
		t.Errorf("a cycle is left:\n%s", got)
	}
}

func TestASecondRunFindsNothing(t *testing.T) {
	opts := irgen.Everything()
	opts.Stable = true
	for seed := range uint64(100) {
		once := run(t, string(irgen.Module(seed, opts)))
		if twice := run(t, once); twice != once {
			t.Fatalf("seed %d:\n%s\nbecomes\n%s", seed, once, twice)
		}
	}
}
