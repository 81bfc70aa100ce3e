package conversion_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/internal/irtest"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/rewrite"
	"github.com/girih-ir/girih/rewrite/conversion"
)

const old = `func.func @f(%a: i32) {
  %0 = "old.x"(%a) : (i32) -> i32
  %1 = "old.x"(%0) : (i32) -> i32
  "other.y"(%1) : (i32) -> ()
  return
}`

// oldToNew legalizes old in two steps, after another pattern whose result cannot be legalized.
func oldToNew() *conversion.Set {
	detour := rename("old.x", "old.nowhere", nil)
	detour.Benefit = 1
	return conversion.MustSet(detour, rename("old.x", "old.y", nil), rename("old.y", "new.y", nil))
}

// watched converts a program under an instrumentation.
func watched(t *testing.T, source string, set *conversion.Set, in *rewrite.Instrumentation,
	opts conversion.Options) (string, error) {
	t.Helper()
	m := irtest.Parse(t, source)
	opts.Context = rewrite.WithInstrumentation(context.Background(), in)
	err := conversion.Partial(m, illegal(), set, opts)
	return print(m), err
}

func TestConversionsAreObservedWithWhatTheyTakeBack(t *testing.T) {
	var log strings.Builder
	_, err := watched(t, old, oldToNew(), &rewrite.Instrumentation{Observe: rewrite.WriteTo(&log)}, conversion.Options{})
	if err != nil {
		t.Fatal(err)
	}
	const want = `old.x->old.nowhere: loc("-":2:8)
  - %0 = "old.x"(%arg0) : (i32) -> i32
  + %0 = "old.nowhere"(%arg0) : (i32) -> i32
  + %1 = "old.x"(%0) : (i32) -> i32
old.x->old.nowhere, undone: loc("-":2:8)
old.x->old.y: loc("-":2:8)
  - %0 = "old.x"(%arg0) : (i32) -> i32
  + %0 = "old.y"(%arg0) : (i32) -> i32
  + %1 = "old.x"(%0) : (i32) -> i32
old.y->new.y: loc("-":2:8)
  - %0 = "old.y"(%arg0) : (i32) -> i32
  + %0 = "new.y"(%arg0) : (i32) -> i32
  + %1 = "old.x"(%0) : (i32) -> i32
old.x->old.nowhere: loc("-":3:8)
  - %1 = "old.x"(%0) : (i32) -> i32
  + %1 = "old.nowhere"(%0) : (i32) -> i32
  + "other.y"(%1) : (i32) -> ()
old.x->old.nowhere, undone: loc("-":3:8)
old.x->old.y: loc("-":3:8)
  - %1 = "old.x"(%0) : (i32) -> i32
  + %1 = "old.y"(%0) : (i32) -> i32
  + "other.y"(%1) : (i32) -> ()
old.y->new.y: loc("-":3:8)
  - %1 = "old.y"(%0) : (i32) -> i32
  + %1 = "new.y"(%0) : (i32) -> i32
  + "other.y"(%1) : (i32) -> ()
`
	if got := log.String(); got != want {
		t.Errorf("observed\n%swant\n%s", got, want)
	}
}

func TestFoldsOfConversionsAreObservedAndCounted(t *testing.T) {
	const source = `func.func @f(%a: i32) -> i32 {
  %0 = arith.constant 0 : i32
  %1 = arith.addi %a, %0 : i32
  return %1 : i32
}`
	target := conversion.NewTarget()
	target.IllegalOps(&arith.AddI)
	var log strings.Builder
	for _, count := range []string{"1", "0"} {
		counters, err := rewrite.ParseCounters("folding-count=" + count)
		if err != nil {
			t.Fatal(err)
		}
		ctx := rewrite.WithInstrumentation(context.Background(),
			&rewrite.Instrumentation{Counters: counters, Observe: rewrite.WriteTo(&log)})
		err = conversion.Partial(irtest.Parse(t, source), target, conversion.MustSet(), conversion.Options{Context: ctx})
		if (err == nil) != (count == "1") {
			t.Errorf("%s folds: error %v", count, err)
		}
	}
	if got := log.String(); strings.Count(got, "folding: ") != 1 || !strings.Contains(got, `+ "func.return"(%arg0)`) {
		t.Errorf("observed\n%s", got)
	}
}

func TestCountersDecideWhichConversionsAreTried(t *testing.T) {
	const nested = `func.func @f() {
  "old.x"() : () -> ()
  return
}
func.func @g() {
  "old.x"() : () -> ()
  return
}`
	tests := []struct {
		counters string
		x, y     int // the number of operations of each kind afterwards
	}{
		{"x-to-y-skip=0", 0, 2},
		{"x-to-y-count=1", 1, 1},
		{"x-to-y-skip=1", 1, 1},
		{"x-to-y-skip=2", 2, 0},
		{"apply-pattern-count=1", 1, 1},
	}
	for _, tt := range tests {
		t.Run(tt.counters, func(t *testing.T) {
			counters, err := rewrite.ParseCounters(tt.counters)
			if err != nil {
				t.Fatal(err)
			}
			p := rename("old.x", "new.y", nil)
			p.Name = "x-to-y"
			m := irtest.Parse(t, nested)
			target := conversion.NewTarget() // the target does not know old.x, so it may stay
			target.LegalDialects("new", "func", "builtin")
			opts := conversion.Options{Nested: true,
				Context: rewrite.WithInstrumentation(context.Background(), &rewrite.Instrumentation{Counters: counters})}
			if err := conversion.Partial(m, target, conversion.MustSet(p), opts); err != nil {
				t.Fatal(err)
			}
			got := print(m)
			if x, y := strings.Count(got, "old.x"), strings.Count(got, "new.y"); x != tt.x || y != tt.y {
				t.Errorf("%d old.x and %d new.y, want %d and %d:\n%s", x, y, tt.x, tt.y, got)
			}
		})
	}
}

func TestAFailureSaysWhichPatternACounterSkipped(t *testing.T) {
	counters, err := rewrite.ParseCounters("old.y->new.y-count=0")
	if err != nil {
		t.Fatal(err)
	}
	text, err := watched(t, old, oldToNew(), &rewrite.Instrumentation{Counters: counters}, conversion.Options{})
	var d *ir.Diagnostic
	if !errors.Is(err, conversion.ErrNotLegalized) || !errors.As(err, &d) {
		t.Fatalf("error %v", err)
	}
	const want = "pattern 'old.y->new.y' does not convert 'old.y', which pattern 'old.x->old.y' made of 'old.x': a " +
		"debug counter skips it"
	for _, n := range d.Notes {
		if n.Message == want {
			if before := print(irtest.Parse(t, old)); text != before {
				t.Errorf("a failed conversion left\n%s", text)
			}
			return
		}
	}
	t.Errorf("no note %q in %v", want, d.Notes)
}

func TestTheCheckBlamesPatternsThatAreWrongAboutThemselves(t *testing.T) {
	silent := &conversion.Pattern{Name: "silent",
		Rewrite: func(rw *conversion.Rewriter, op *ir.Operation, _ conversion.Operands) error {
			return nil
		}}
	sly := &conversion.Pattern{Name: "sly", Rewrite: func(rw *conversion.Rewriter, op *ir.Operation,
		_ conversion.Operands) error {
		op.SetAttr("sly", rw.Context().StringAttr("yes"))
		return rw.Refuse("nothing to see here")
	}}
	honest := rename("old.x", "new.y", nil)
	for _, p := range []*conversion.Pattern{silent, sly, honest} {
		t.Run(p.Name, func(t *testing.T) {
			_, err := watched(t, old, conversion.MustSet(p), &rewrite.Instrumentation{Check: true}, conversion.Options{})
			if p == honest {
				if err != nil {
					t.Error(err)
				}
				return
			}
			if !errors.Is(err, rewrite.ErrBroken) || !strings.Contains(err.Error(), "'"+p.Name+"'") {
				t.Errorf("error %v", err)
			}
		})
	}
}
