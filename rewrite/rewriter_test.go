package rewrite_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/internal/irtest"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/rewrite"
)

// find returns the operations of a name inside root, in order.
func find(root *ir.Operation, name string) (ops []*ir.Operation) {
	root.Walk(func(op *ir.Operation) bool {
		if op.Name() == name {
			ops = append(ops, op)
		}
		return true
	})
	return ops
}

// log is a listener that records its calls.
type log []string

func (l *log) Inserted(op *ir.Operation) { *l = append(*l, "inserted "+op.Name()) }
func (l *log) Modified(op *ir.Operation) { *l = append(*l, "modified "+op.Name()) }
func (l *log) Erasing(op *ir.Operation)  { *l = append(*l, "erasing "+op.Name()) }
func (l *log) Erased()                   { *l = append(*l, "erased") }

func TestListenersAreToldOfEveryChange(t *testing.T) {
	tests := []struct {
		name   string
		change func(rw *rewrite.Rewriter, m *ir.Operation)
		want   string
	}{
		{"replace", func(rw *rewrite.Rewriter, m *ir.Operation) {
			op := find(m, "arith.addi")[0]
			rw.Replace(op, op.Operand(0))
		}, "modified scf.yield, erasing arith.addi, erased"},
		{"create and replace", func(rw *rewrite.Rewriter, m *ir.Operation) {
			op := find(m, "arith.addi")[0]
			rw.Before(op)
			rw.ReplaceWithOp(op, rw.Build(&arith.MulI, op.OperandValues()))
		}, "inserted arith.muli, modified scf.yield, erasing arith.addi, erased"},
		{"clone with regions", func(rw *rewrite.Rewriter, m *ir.Operation) {
			op := find(m, "scf.if")[0]
			rw.Before(op)
			rw.Clone(op, new(ir.Mapping))
		}, "inserted scf.if, inserted arith.addi, inserted scf.yield, inserted scf.yield"},
		{"move", func(rw *rewrite.Rewriter, m *ir.Operation) {
			rw.MoveBefore(find(m, "arith.addi")[0], find(m, "scf.if")[0])
		}, "inserted arith.addi"},
		{"modify", func(rw *rewrite.Rewriter, m *ir.Operation) {
			rw.Modify(find(m, "scf.if")[0], func() {})
		}, "modified scf.if"},
		{"fold instead of creating", func(rw *rewrite.Rewriter, m *ir.Operation) {
			op := find(m, "scf.if")[0]
			rw.Before(op)
			zero := arith.NewInt(rw.Builder, rw.Context().I(32), 0)
			rw.CreateOrFold(&arith.AddI, []*ir.Value{zero, zero})
		}, "inserted arith.constant"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m := irtest.Parse(t, `func.func @f(%c: i1, %a: i32) -> i32 {
  %0 = scf.if %c -> i32 {
    %1 = arith.addi %a, %a : i32
    scf.yield %1 : i32
  } else {
    scf.yield %a : i32
  }
  return %0 : i32
}`)
			var l log
			tt.change(rewrite.NewRewriter(m.Context(), &l), m)
			if got := strings.Join(l, ", "); got != tt.want {
				t.Errorf("told of\n%s\nwant\n%s", got, tt.want)
			}
			if err := ir.Verify(m, nil); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestUsesInARegionAreReplacedWhicheverSideIsSmaller(t *testing.T) {
	for _, outside := range []int{0, 100} {
		source := "func.func @f(%c: i1, %a: i32, %b: i32) {\n" +
			strings.Repeat("\"u.outside\"(%a) : (i32) -> ()\n", outside) +
			"scf.if %c {\n\"u.in\"(%a, %b) : (i32, i32) -> ()\nscf.if %c {\n\"u.in\"(%b, %a) : (i32, i32) -> ()\n}\n}\nreturn\n}"
		m := irtest.Parse(t, source)
		body := find(m, "func.func")[0].Region(0).Entry()
		a, b := body.Arg(1), body.Arg(2)
		rw := rewrite.NewRewriter(m.Context(), nil)
		if !rw.ReplaceUsesIn(a, b, find(m, "scf.if")[0].Region(0)) {
			t.Error("nothing was replaced")
		}
		for _, op := range find(m, "u.in") {
			if op.Operand(0) != b || op.Operand(1) != b {
				t.Errorf("a use of the old value is left in %s", text.OpLine(op))
			}
		}
		for _, op := range find(m, "u.outside") {
			if op.Operand(0) != a {
				t.Error("a use outside was replaced")
			}
		}
	}
}

func TestConstantsAreGatheredInUpstreamsOrder(t *testing.T) {
	m := irtest.Parse(t, `func.func @f(%a: i32) -> (i32, i32) {
  %c1 = arith.constant 1 : i32
  %0 = "u.x"(%c1) : (i32) -> i32
  %c2 = arith.constant 2 : i32
  %same = arith.constant 1 : i32
  %1 = "u.y"(%c2, %same) ({
    %c3 = arith.constant 3 : i32
    "u.z"(%c3) : (i32) -> ()
  }) : (i32, i32) -> i32
  return %0, %1 : i32, i32
}`)
	changed, err := rewrite.Greedy(m, rewrite.MustSet(), rewrite.Options{})
	if err != nil || !changed {
		t.Errorf("changed %t, error %v", changed, err)
	}
	const want = `module {
  func.func @f(%arg0: i32) -> (i32, i32) {
    %c2_i32 = arith.constant 2 : i32
    %c1_i32 = arith.constant 1 : i32
    %0 = "u.x"(%c1_i32) : (i32) -> i32
    %1 = "u.y"(%c2_i32, %c1_i32) ({
      %c3_i32 = arith.constant 3 : i32
      "u.z"(%c3_i32) : (i32) -> ()
    }) : (i32, i32) -> i32
    return %0, %1 : i32, i32
  }
}
`
	if got := string(text.Print(m, text.Options{})); strings.TrimSpace(got) != strings.TrimSpace(want) {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func TestDeepNestsAreErasedAtOnce(t *testing.T) {
	const depth = 200 // far more than maxClimb
	var b strings.Builder
	b.WriteString("func.func @f(%c: i1, %a: i32) {\n")
	for range depth {
		b.WriteString("scf.if %c {\n")
	}
	for i := range depth {
		fmt.Fprintf(&b, "%%x%d = arith.addi %%a, %%a : i32\n}\n", i)
	}
	b.WriteString("return\n}")
	m := irtest.Parse(t, b.String())
	if _, err := rewrite.Greedy(m, rewrite.MustSet(mulToAdd), rewrite.Options{}); err != nil {
		t.Fatal(err)
	}
	if n := len(find(m, "scf.if")) + len(find(m, "arith.addi")); n > 0 {
		t.Errorf("%d operations are left", n)
	}
}

func TestTheFirstFailureInOrderIsReportedByParallelWork(t *testing.T) {
	m := irtest.Parse(t, strings.Repeat("\"u.x\"() : () -> ()\n", 64))
	ops := find(m, "u.x")
	for range 20 {
		err := rewrite.InParallel(ops, 4, func() func(*ir.Operation) error {
			return func(op *ir.Operation) error {
				for i, o := range ops {
					if o == op && i%10 == 7 {
						return fmt.Errorf("operation %d", i)
					}
				}
				return nil
			}
		})
		if err == nil || err.Error() != "operation 7" {
			t.Fatalf("error %v", err)
		}
	}
}

func TestIterationsAreBounded(t *testing.T) {
	m := irtest.Parse(t, program)
	_, err := rewrite.Greedy(m, rewrite.MustSet(mulToAdd), rewrite.Options{MaxIterations: 1})
	if !errors.Is(err, rewrite.ErrIterations) {
		t.Errorf("error %v", err)
	}
	if n := len(find(m, "arith.muli")); n > 0 {
		t.Errorf("%d multiplications are left", n)
	}
}
