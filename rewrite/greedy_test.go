package rewrite_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/internal/irtest"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/rewrite"
)

// mulToAdd rewrites x * y to x + y.
var mulToAdd = &rewrite.Pattern{Name: "mul-to-add", Root: &arith.MulI,
	Rewrite: func(rw *rewrite.Rewriter, op *ir.Operation) bool {
		rw.ReplaceWithOp(op, rw.Build(&arith.AddI, op.OperandValues()))
		return true
	}}

// addToMul undoes mulToAdd.
var addToMul = &rewrite.Pattern{Name: "add-to-mul", Root: &arith.AddI,
	Rewrite: func(rw *rewrite.Rewriter, op *ir.Operation) bool {
		rw.ReplaceWithOp(op, rw.Build(&arith.MulI, op.OperandValues()))
		return true
	}}

const program = `func.func @f(%a: i32, %b: i32) -> i32 {
  %0 = arith.muli %a, %b : i32
  %dead = arith.muli %0, %0 : i32
  %1 = arith.muli %0, %b : i32
  return %1 : i32
}`

func TestGreedyRewritesUntilNothingMatchesAndErasesDeadOperations(t *testing.T) {
	m := irtest.Parse(t, program)
	changed, err := rewrite.Greedy(m, rewrite.MustSet(mulToAdd), rewrite.Options{})
	if err != nil || !changed {
		t.Fatalf("changed %v, error %v", changed, err)
	}
	got := string(text.Print(m, text.Options{}))
	if strings.Contains(got, "muli") || strings.Count(got, "addi") != 2 {
		t.Errorf("unexpected result:\n%s", got)
	}
	if err := ir.Verify(m, nil); err != nil {
		t.Error(err)
	}
	if changed, _ := rewrite.Greedy(m, rewrite.MustSet(mulToAdd), rewrite.Options{}); changed {
		t.Error("a second run reports a change")
	}
}

func TestPatternsThatUndoEachOtherAreNamed(t *testing.T) {
	_, err := rewrite.Greedy(irtest.Parse(t, program), rewrite.MustSet(mulToAdd, addToMul), rewrite.Options{})
	if !errors.Is(err, rewrite.ErrNoConvergence) {
		t.Fatalf("error %v", err)
	}
	for _, name := range []string{"add-to-mul", "mul-to-add"} {
		if !strings.Contains(err.Error(), name) {
			t.Errorf("%q is not named in %v", name, err)
		}
	}
}

func TestHigherBenefitIsTriedFirst(t *testing.T) {
	var order []string
	probe := func(name string, benefit int, root *ir.OpDef) *rewrite.Pattern {
		return &rewrite.Pattern{Name: name, Root: root, Benefit: benefit,
			Rewrite: func(*rewrite.Rewriter, *ir.Operation) bool {
				order = append(order, name)
				return false
			}}
	}
	set := rewrite.MustSet(probe("low", 1, &arith.MulI), probe("any", 2, nil), probe("high", 3, &arith.MulI))
	m := irtest.Parse(t, `func.func @f(%a: i32) -> i32 {
  %0 = arith.muli %a, %a : i32
  "u.keep"(%0) : (i32) -> ()
  return %0 : i32
}`)
	if _, err := rewrite.Greedy(m, set, rewrite.Options{}); err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(order, " "); !strings.Contains(got, "high any low") {
		t.Errorf("order %s", got)
	}
}

func TestOperationsWithEffectsAndTerminatorsAreNotDead(t *testing.T) {
	m := irtest.Parse(t, `func.func @f(%c: i1) {
  cf.assert %c, "checked"
  "u.effect"() : () -> ()
  return
}`)
	if changed, err := rewrite.Greedy(m, rewrite.MustSet(), rewrite.Options{}); changed || err != nil {
		t.Errorf("changed %v, error %v", changed, err)
	}
}

func TestSetsRefusePatternsWithoutNameOrWithTheSame(t *testing.T) {
	for _, patterns := range [][]*rewrite.Pattern{{mulToAdd, mulToAdd}, {{Name: "no rewrite"}},
		{{Rewrite: mulToAdd.Rewrite}}} {
		if _, err := rewrite.NewSet(patterns...); !errors.Is(err, rewrite.ErrPattern) {
			t.Errorf("error %v", err)
		}
	}
}

func TestCancelledContextStopsTheDriver(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := rewrite.Greedy(irtest.Parse(t, program), rewrite.MustSet(mulToAdd, addToMul),
		rewrite.Options{Context: ctx, MaxRewrites: 1 << 30})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

func ExampleGreedy() {
	ctx := registry.NewContext()
	m, err := text.ParseString(ctx, `func.func @square(%a: i32) -> i32 {
  %0 = arith.muli %a, %a : i32
  return %0 : i32
}`)
	if err != nil {
		fmt.Println(err)
		return
	}
	double := &rewrite.Pattern{Name: "square-to-double", Root: &arith.MulI,
		Rewrite: func(rw *rewrite.Rewriter, op *ir.Operation) bool {
			if op.Operand(0) != op.Operand(1) {
				return false
			}
			rw.ReplaceWithOp(op, rw.Build(&arith.AddI, op.OperandValues()))
			return true
		}}
	if _, err := rewrite.Greedy(m, rewrite.MustSet(double), rewrite.Options{}); err != nil {
		fmt.Println(err)
	}
	fmt.Print(string(text.Print(m, text.Options{})))
	// Output:
	// module {
	//   func.func @square(%arg0: i32) -> i32 {
	//     %0 = arith.addi %arg0, %arg0 : i32
	//     return %0 : i32
	//   }
	// }
}
