package dataflow_test

import (
	"testing"

	"github.com/girih-ir/girih/internal/irtest"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/pass/analysis/dataflow"
)

// past finds the operations with one-letter names that may have run, future those that may still run. The bottom means
// that control never gets there; the bit anywhere stands for code outside the root.
type past struct{}

func (past) Entry(*ir.Block) sources                        { return anywhere }
func (past) Call(_ *ir.Operation, before sources) sources   { return before | anywhere }
func (past) Visit(op *ir.Operation, before sources) sources { return marked(op, before) }

type future struct{}

func (future) Exit(*ir.Operation) sources                    { return anywhere }
func (future) Call(_ *ir.Operation, after sources) sources   { return after | anywhere }
func (future) Visit(op *ir.Operation, after sources) sources { return marked(op, after) }

func marked(op *ir.Operation, x sources) sources {
	if bit, ok := id(op); ok && x != 0 {
		return x | bit
	}
	return x
}

func TestWhatMayHaveRunAndWhatMayRun(t *testing.T) {
	for _, tt := range []struct{ name, source, past, future string }{
		{"straight line", `func.func @f() {
  "t.op"() {name = "a"} : () -> ()
  "t.op"() {name = "here"} : () -> ()
  "t.op"() {name = "b"} : () -> ()
  return
}`, "a anywhere", "b anywhere"},
		{"branches", `func.func @f(%c: i1) {
  cf.cond_br %c, ^a, ^b
^a:
  "t.op"() {name = "a"} : () -> ()
  cf.br ^here
^b:
  "t.op"() {name = "b"} : () -> ()
  cf.br ^here
^here:
  "t.op"() {name = "here"} : () -> ()
  cf.cond_br %c, ^c, ^d
^c:
  "t.op"() {name = "c"} : () -> ()
  return
^d:
  "t.op"() {name = "d"} : () -> ()
  return
}`, "a b anywhere", "c d anywhere"},
		{"loop of blocks", `func.func @f(%c: i1) {
  cf.br ^loop
^loop:
  "t.op"() {name = "a"} : () -> ()
  "t.op"() {name = "here"} : () -> ()
  "t.op"() {name = "b"} : () -> ()
  cf.cond_br %c, ^loop, ^exit
^exit:
  "t.op"() {name = "c"} : () -> ()
  return
}`, "a b anywhere", "a b c anywhere"},
		{"loop with a region", `func.func @f(%n: index) {
  scf.for %i = %n to %n step %n {
    "t.op"() {name = "a"} : () -> ()
    "t.op"() {name = "here"} : () -> ()
    "t.op"() {name = "b"} : () -> ()
  }
  "t.op"() {name = "c"} : () -> ()
  return
}`, "a b anywhere", "a b c anywhere"},
		{"behind a conditional", `func.func @f(%c: i1) {
  scf.if %c {
    "t.op"() {name = "a"} : () -> ()
  }
  "t.op"() {name = "here"} : () -> ()
  scf.if %c {
    "t.op"() {name = "b"} : () -> ()
  } else {
    "t.op"() {name = "c"} : () -> ()
  }
  return
}`, "a anywhere", "b c anywhere"},
		{"around a call", `func.func private @g() {
  "t.op"() {name = "a"} : () -> ()
  return
}
func.func @f() {
  call @g() : () -> ()
  "t.op"() {name = "here"} : () -> ()
  call @g() : () -> ()
  return
}`, "a anywhere", "a anywhere"},
		{"inside a function", `func.func private @g() {
  "t.op"() {name = "here"} : () -> ()
  return
}
func.func @f() {
  "t.op"() {name = "a"} : () -> ()
  call @g() : () -> ()
  "t.op"() {name = "b"} : () -> ()
  return
}`, "a anywhere", "b anywhere"},
		{"around a call of something unknown", `func.func private @g()
func.func @f() {
  call @g() : () -> ()
  "t.op"() {name = "here"} : () -> ()
  call @g() : () -> ()
  return
}`, "anywhere", "anywhere"},
		{"unreachable", `func.func @f() {
  return
^dead:
  "t.op"() {name = "here"} : () -> ()
  return
}`, "never", "never"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m := irtest.Verified(t, tt.source)
			s := dataflow.New(m)
			before := dataflow.LoadDenseForward[sources](s, past{})
			behind := dataflow.LoadDenseBackward[sources](s, future{})
			solve(t, s)
			here := named(m)["here"]
			if got := before.Before(here).String(); got != tt.past {
				t.Errorf("may have run: %s, want %s", got, tt.past)
			}
			if got := behind.Before(here).String(); got != tt.future {
				t.Errorf("may run: %s, want %s", got, tt.future)
			}
		})
	}
}
