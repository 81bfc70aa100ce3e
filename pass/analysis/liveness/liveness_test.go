package liveness_test

import (
	"context"
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/internal/irgen"
	"github.com/girih-ir/girih/internal/irtest"
	"github.com/girih-ir/girih/internal/llvmtool"
	"github.com/girih-ir/girih/internal/longtest"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/pass/analysis/dataflow"
	"github.com/girih-ir/girih/pass/analysis/liveness"
)

// dump writes the sets as mlir-opt's test-print-liveness does.
func dump(root *ir.Operation) []string {
	var blocks []*ir.Block
	numbers := make(map[*ir.Block]int)
	values := make(map[*ir.Value]int)
	var number func(op *ir.Operation)
	number = func(op *ir.Operation) {
		for i := range op.NumRegions() {
			for b := range op.Region(i).Blocks() {
				numbers[b] = len(blocks)
				blocks = append(blocks, b)
				for _, a := range b.Args() {
					values[a] = len(values)
				}
				for inner := range b.Ops() {
					for _, v := range inner.Results() {
						values[v] = len(values)
					}
				}
				for inner := range b.Ops() {
					number(inner)
				}
			}
		}
	}
	number(root)
	ordered := make([]*ir.Value, len(values))
	for v, n := range values {
		ordered[n] = v
	}
	name := func(v *ir.Value) string {
		if b := v.ArgumentOf(); b != nil {
			return fmt.Sprintf("arg%d@%d", v.Index(), numbers[b])
		}
		return fmt.Sprintf("val_%d", values[v])
	}
	line := func(title string, set []*ir.Value) string {
		var sorted []string
		for _, v := range ordered {
			if slices.Contains(set, v) {
				sorted = append(sorted, name(v))
			}
		}
		return strings.TrimSpace("// --- " + title + ": " + strings.Join(sorted, " "))
	}
	live := liveness.New(root)
	var out []string
	for _, b := range blocks {
		out = append(out, line("LiveIn", live.In(b)), line("LiveOut", live.Out(b)))
	}
	return out
}

func TestLiveSetsAreMlirOpts(t *testing.T) {
	tool := llvmtool.Find(t, "mlir-opt")
	opts := irgen.Options{Functions: 3, Features: irgen.Structured | irgen.Branches | irgen.Calls}
	for seed := range uint64(longtest.Count(6, 25)) {
		source := string(irgen.Module(seed, opts))
		cmd := exec.Command(tool, "--pass-pipeline=builtin.module(func.func(test-print-liveness))",
			"--mlir-disable-threading")
		cmd.Stdin = strings.NewReader(source)
		printed, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, printed)
		}
		var want, got []string
		for _, l := range strings.Split(string(printed), "\n") {
			if strings.HasPrefix(l, "// --- Live") {
				want = append(want, strings.TrimSpace(l))
			}
		}
		for f := range irtest.Parse(t, source).Region(0).Entry().Ops() {
			if f.Is(&fn.FuncOp) {
				got = append(got, dump(f)...)
			}
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Fatalf("seed %d: - mlir-opt, + ours\n%s\n%s", seed, d, source)
		}
	}
}

func TestSetsAgreeWithMembership(t *testing.T) {
	m := irtest.Parse(t, `func.func @f(%c: i1, %a: i32) -> i32 {
  %x = arith.addi %a, %a : i32
  %dies = arith.addi %x, %a : i32
  cf.cond_br %c, ^b, ^d
^b:
  %z = arith.muli %x, %x : i32
  scf.if %c {
    "test.use"(%z) : (i32) -> ()
  }
  cf.br ^e(%z : i32)
^d:
  cf.br ^e(%a : i32)
^e(%r: i32):
  return %r : i32
}`)
	f := m.Region(0).Entry().First()
	entry := f.Region(0).Entry()
	b := entry.Next()
	live := liveness.New(m)
	x, z := entry.First().Result(0), b.First().Result(0)
	for _, v := range []*ir.Value{x, z, entry.Arg(0)} {
		for block := range f.Region(0).Blocks() {
			in, out := slices.Contains(live.In(block), v), slices.Contains(live.Out(block), v)
			if live.IsLiveIn(v, block) != in || live.IsLiveOut(v, block) != out {
				t.Errorf("IsLiveIn and IsLiveOut do not agree with In and Out")
			}
		}
	}
}

func TestValuesAreNeededForEffectsAndCallersOnly(t *testing.T) {
	m := irtest.Parse(t, `func.func private @second(%unused_arg: i32, %returned: i32) -> (i32, i32) {
  %n = arith.constant {name = "no: callers drop it"} 1 : i32
  return %n, %returned : i32, i32
}
func.func @f(%c: i1, %n: index) -> i32 {
  %a = arith.constant {name = "no: argument without use"} 1 : i32
  %b = arith.constant {name = "yes: comes back"} 2 : i32
  %r:2 = call @second(%a, %b) : (i32, i32) -> (i32, i32)
  %d = arith.constant {name = "yes: has an effect"} 3 : i32
  "test.effect"(%d) : (i32) -> ()
  %e = arith.constant {name = "no: only for what nobody needs"} 4 : i32
  %x = arith.addi %e, %e {name = "no: not used"} : i32
  %k = arith.constant {name = "no: carried, but for nothing"} 5 : i32
  %l:2 = scf.for %i = %n to %n step %n iter_args(%p = %k, %q = %r#1) -> (i32, i32) {
    %s = arith.addi %p, %p {name = "no: around a loop"} : i32
    %t = arith.addi %q, %q {name = "yes: around a loop"} : i32
    scf.yield %s, %t : i32, i32
  }
  return %l#1 : i32
}`)
	s := dataflow.New(m)
	values := liveness.LoadValues(s)
	if err := s.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	m.Walk(func(op *ir.Operation) bool {
		if name, ok := op.Attr("name").(*ir.StringAttr); ok {
			if got, want := bool(values.Of(op.Result(0))), strings.HasPrefix(name.Value, "yes"); got != want {
				t.Errorf("%s: needed %t", name.Value, got)
			}
		}
		return true
	})
}
