package scf_test

import (
	"fmt"
	"testing"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/builtin"
	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/internal/dialecttest"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
)

func TestDefinesUpstreamsOperations(t *testing.T) {
	dialecttest.CheckDefinitions(t, scf.Dialect, "condition", "execute_region", "for", "forall",
		"forall.in_parallel", "if",
		"index_switch", "parallel", "reduce", "reduce.return", "while", "yield")
}

func add(b *ir.Builder, x, y *ir.Value) []*ir.Value {
	return []*ir.Value{arith.Binary(b, &arith.AddI, x, y)}
}

func TestBuildersMakeWhatTheTextSays(t *testing.T) {
	ctx := registry.NewContext()
	tests := []struct {
		name  string
		types []string
		build func(b *ir.Builder, a []*ir.Value)
		want  string
	}{
		{"conditional with results", []string{"i1", "i32"}, func(b *ir.Builder, a []*ir.Value) {
			scf.NewIf(b, a[0],
				func(b *ir.Builder) []*ir.Value { return add(b, a[1], a[1]) },
				func(*ir.Builder) []*ir.Value { return a[1:] })
		}, `%0 = scf.if %arg0 -> (i32) {
  %1 = arith.addi %arg1, %arg1 : i32
  scf.yield %1 : i32
} else {
  scf.yield %arg1 : i32
}
`},
		{"conditional without else", []string{"i1"}, func(b *ir.Builder, a []*ir.Value) {
			scf.NewIf(b, a[0], nil, nil)
		}, "scf.if %arg0 {\n}\n"},
		{"loop with a carried value", []string{"index", "i32"}, func(b *ir.Builder, a []*ir.Value) {
			scf.NewFor(b, a[0], a[0], a[0], a[1:], func(b *ir.Builder, _ *ir.Value, args []*ir.Value) []*ir.Value {
				return add(b, args[0], args[0])
			})
		}, `%0 = scf.for %arg2 = %arg0 to %arg0 step %arg0 iter_args(%arg3 = %arg1) -> (i32) {
  %1 = arith.addi %arg3, %arg3 : i32
  scf.yield %1 : i32
}
`},
		{"loop over another integer type", []string{"i16"}, func(b *ir.Builder, a []*ir.Value) {
			scf.NewFor(b, a[0], a[0], a[0], nil, nil)
		}, "scf.for %arg1 = %arg0 to %arg0 step %arg0  : i16 {\n}\n"},
		{"while loop", []string{"i32"}, func(b *ir.Builder, a []*ir.Value) {
			scf.NewWhile(b, a, []ir.Type{ctx.I(32)},
				func(b *ir.Builder, args []*ir.Value) (*ir.Value, []*ir.Value) {
					return arith.NewCmpI(b, arith.SLT, args[0], a[0]), args
				},
				func(b *ir.Builder, args []*ir.Value) []*ir.Value { return add(b, args[0], a[0]) })
		}, `%0 = scf.while (%arg1 = %arg0) : (i32) -> i32 {
  %1 = arith.cmpi slt, %arg1, %arg0 : i32
  scf.condition(%1) %arg1 : i32
} do {
^bb0(%arg1: i32):
  %1 = arith.addi %arg1, %arg0 : i32
  scf.yield %1 : i32
}
`},
		{"parallel loop", []string{"index"}, func(b *ir.Builder, a []*ir.Value) {
			two := []*ir.Value{a[0], a[0]}
			scf.NewParallel(b, two, two, two, func(b *ir.Builder, ivs []*ir.Value) { add(b, ivs[0], ivs[1]) })
		}, "scf.parallel (%arg1, %arg2) = (%arg0, %arg0) to (%arg0, %arg0) step (%arg0, %arg0) {\n" +
			"  %0 = arith.addi %arg1, %arg2 : index\n  scf.reduce \n}\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := dialecttest.Body(t, ctx, tt.types, tt.build); got != tt.want {
				t.Errorf("got\n%swant\n%s", got, tt.want)
			}
		})
	}
}

// parseFirst returns the first operation of a kind in a program.
func parseFirst(t *testing.T, program string, def *ir.OpDef) (op *ir.Operation) {
	t.Helper()
	module, err := text.ParseString(registry.NewContext(), program)
	if err != nil {
		t.Fatal(err)
	}
	module.Walk(func(o *ir.Operation) bool {
		if op == nil && o.Is(def) {
			op = o
		}
		return op == nil
	})
	if op == nil {
		t.Fatalf("no %s", def.Name)
	}
	return op
}

func TestViewsFindWhatTheTextSays(t *testing.T) {
	f := scf.For{Operation: parseFirst(t, `func.func @f(%n: i32, %x: f32) {
  %r = scf.for unsigned %i = %n to %n step %n iter_args(%a = %x) -> (f32) : i32 {
    scf.yield %a : f32
  }
  return
}`, &scf.ForOp)}
	if !f.IsUnsigned() || len(f.Inits()) != 1 || len(f.IterArgs()) != 1 || f.Yield().Operand(0) != f.IterArgs()[0] ||
		f.InductionVar().Type() != f.LowerBound().Type() {
		t.Errorf("view of the loop is wrong")
	}
	s := scf.IndexSwitch{Operation: parseFirst(t, `func.func @f(%n: index) {
  scf.index_switch %n
  case 4 { scf.yield }
  case -1 { scf.yield }
  default { scf.yield }
  return
}`, &scf.IndexSwitchOp)}
	if got := fmt.Sprint(s.Cases()); got != "[4 -1]" || s.Case(1) == nil || s.Default() == nil {
		t.Errorf("cases %s", got)
	}
	l := scf.Forall{Operation: parseFirst(t, `func.func @f(%n: index, %t: tensor<8xf32>) {
  %r = scf.forall (%i, %j) in (%n, 4) shared_outs(%o = %t) -> (tensor<8xf32>) {
  }
  return
}`, &scf.ForallOp)}
	if l.Rank() != 2 || len(l.InductionVars()) != 2 || len(l.OutArgs()) != 1 || len(l.Outputs()) != 1 {
		t.Errorf("view of the forall is wrong")
	}
}

func TestRegionEdgesFollowControlFlow(t *testing.T) {
	tests := []struct {
		name, program string
		def           *ir.OpDef
		want          string
	}{
		{"for", `func.func @f(%n: index, %x: f32) {
  %r = scf.for %i = %n to %n step %n iter_args(%a = %x) -> (f32) { scf.yield %a : f32 }
  return
}`, &scf.ForOp, "[scf.for->0 scf.for->results scf.yield->0 scf.yield->results]"},
		{"while", `func.func @f(%c: i1) {
  scf.while : () -> () { scf.condition(%c) } do { scf.yield }
  return
}`, &scf.WhileOp, "[scf.while->0 scf.condition->results scf.condition->1 scf.yield->0]"},
		{"if", `func.func @f(%c: i1) {
  scf.if %c { } else { }
  return
}`, &scf.IfOp, "[scf.if->0 scf.if->1 scf.yield->results scf.yield->results]"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			op := parseFirst(t, tt.program, tt.def)
			branch, ok := ir.InterfaceOf[ir.RegionBranch](op)
			if !ok {
				t.Fatal("no region branch")
			}
			var got []string
			branch.RegionEdges(op, func(e ir.RegionEdge) bool {
				to := "results"
				if e.Successor != nil {
					to = fmt.Sprint(e.Successor.Index())
				}
				got = append(got, e.Point.Name()+"->"+to)
				return true
			})
			if fmt.Sprint(got) != tt.want {
				t.Errorf("edges %v, want %s", got, tt.want)
			}
		})
	}
}

func ExampleNewFor() {
	ctx := ir.NewContext(builtin.Dialect, scf.Dialect)
	b := ir.NewBuilder(ctx)
	module := builtin.NewModule(b, "")
	b.AtEnd(module.Body())
	zero, ten, one := arith.NewIndex(b, 0), arith.NewIndex(b, 10), arith.NewIndex(b, 1)
	scf.NewFor(b, zero, ten, one, []*ir.Value{zero}, func(b *ir.Builder, iv *ir.Value, args []*ir.Value) []*ir.Value {
		return []*ir.Value{arith.Binary(b, &arith.AddI, args[0], iv)}
	})
	fmt.Printf("%s", text.Print(module.Operation, text.Options{}))
	// Output:
	// module {
	//   %c0 = arith.constant 0 : index
	//   %c10 = arith.constant 10 : index
	//   %c1 = arith.constant 1 : index
	//   %0 = scf.for %arg0 = %c0 to %c10 step %c1 iter_args(%arg1 = %c0) -> (index) {
	//     %1 = arith.addi %arg1, %arg0 : index
	//     scf.yield %1 : index
	//   }
	// }
}
