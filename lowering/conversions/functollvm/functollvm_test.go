package functollvm_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	dialects "github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/internal/differential"
	"github.com/girih-ir/girih/internal/irgen"
	"github.com/girih-ir/girih/lowering/conversions/arithtollvm"
	"github.com/girih-ir/girih/lowering/conversions/cftollvm"
	"github.com/girih-ir/girih/lowering/conversions/functollvm"
	"github.com/girih-ir/girih/lowering/conversions/reconcile"
	"github.com/girih-ir/girih/lowering/conversions/scftocf"
	"github.com/girih-ir/girih/lowering/transforms/canonicalize"
	"github.com/girih-ir/girih/pass"
	"github.com/girih-ir/girih/tools/opt"
)

var tileOpt = opt.Config{Name: "tile-opt", Dialects: dialects.All(), Passes: []*pass.Pass{
	canonicalize.Pass, scftocf.Pass, arithtollvm.Pass, cftollvm.Pass, functollvm.Pass, reconcile.Pass,
}}.Run

// toLLVM is the usual order of conversions. It starts with canonicalize, since mlir-opt folds less during conversions
// than Girih: its driver sees the original operands.
var toLLVM = []string{"--canonicalize", "--convert-scf-to-cf", "--convert-cf-to-llvm", "--convert-arith-to-llvm",
	"--convert-func-to-llvm",
	"--reconcile-unrealized-casts"}

// program returns a module with functions of simple operations on integers, indices, floats and vectors, with branches
// and calls.
func program(seed uint64) []byte {
	r := rand.New(rand.NewPCG(seed, 0x6c6c766d))
	var out bytes.Buffer
	out.WriteString("func.func private @note(i32)\n")
	for f := range 3 {
		fmt.Fprintf(&out, "func.func @f%d(%%a: i32, %%i: index, %%c: i1, %%x: f32, %%v: vector<4xf64>) -> (index, f32) "+
			"{\n", f)
		ints, indices, floats, n := []string{"%a"}, []string{"%i"}, []string{"%x"}, 0
		pick := func(names []string) string { return names[r.IntN(len(names))] }
		name := func() string { n++; return fmt.Sprintf("%%v%d", n) }
		for range 4 + r.IntN(12) {
			to := name()
			switch r.IntN(9) {
			case 0:
				op := []string{"addi", "subi", "muli", "andi", "xori", "maxsi", "minui", "shli", "divsi", "remui"}[r.IntN(10)]
				fmt.Fprintf(&out, "  %s = arith.%s %s, %s : i32\n", to, op, pick(ints), pick(ints))
				ints = append(ints, to)
			case 1:
				fmt.Fprintf(&out, "  %s = arith.addi %s, %s overflow<nsw, nuw> : index\n", to, pick(indices), pick(indices))
				indices = append(indices, to)
			case 2:
				fmt.Fprintf(&out, "  %s = arith.index_cast %s : i32 to index\n", to, pick(ints))
				indices = append(indices, to)
			case 3:
				fmt.Fprintf(&out, "  %s = arith.index_castui %s : index to i32\n", to, pick(indices))
				ints = append(ints, to)
			case 4:
				op := []string{"addf", "mulf", "divf", "maximumf", "minnumf"}[r.IntN(5)]
				fmt.Fprintf(&out, "  %s = arith.%s %s, %s fastmath<nnan,contract> : f32\n", to, op, pick(floats), pick(floats))
				floats = append(floats, to)
			case 5:
				fmt.Fprintf(&out, "  %s = arith.constant %d : index\n", to, r.IntN(9))
				indices = append(indices, to)
			case 6:
				fmt.Fprintf(&out, "  %s = arith.sitofp %s : i32 to f32\n", to, pick(ints))
				floats = append(floats, to)
			case 7:
				fmt.Fprintf(&out, "  %s = scf.if %%c -> index {\n    func.call @note(%s) : (i32) -> ()\n    scf.yield %s : "+
					"index\n  } else {\n"+
					"    func.call @note(%s) : (i32) -> ()\n    scf.yield %s : index\n  }\n", to, pick(ints), pick(indices),
					pick(ints), pick(indices))
				indices = append(indices, to)
			default:
				fmt.Fprintf(&out, "  %s:2 = func.call @f%d(%s, %s, %%c, %s, %%v) : (i32, index, i1, f32, vector<4xf64>) -> "+
					"(index, f32)\n",
					to, r.IntN(3), pick(ints), pick(indices), pick(floats))
				indices, floats = append(indices, to+"#0"), append(floats, to+"#1")
			}
		}
		fmt.Fprintf(&out, "  return %s, %s : index, f32\n}\n", pick(indices), pick(floats))
	}
	return out.Bytes()
}

func TestModulesOfTheDialectLLVMAreThoseThatMlirOptMakes(t *testing.T) {
	differential.Compare(t, differential.Config{Ours: tileOpt, Flags: toLLVM, Programs: program, Seeds: 150})
}

// Partial conversions leave some operations alone, such as those on tensors. The module stays valid. A branch that
// passes a tensor is an error, as in mlir-opt.
func TestPartialConversionsLeaveValidModules(t *testing.T) {
	valid := 0
	for seed := range uint64(60) {
		input := irgen.Module(seed, irgen.Executable())
		_, stderr, code := tileOpt(toLLVM, input)
		if code == 0 {
			valid++
		} else if !strings.Contains(string(stderr), "failed to legalize operation 'cf.") {
			t.Errorf("seed %d: %s\n%s", seed, stderr, input)
		}
	}
	if valid < 40 {
		t.Errorf("only %d of 60 modules are converted", valid)
	}
}
