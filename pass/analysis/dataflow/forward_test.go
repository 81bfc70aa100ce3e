package dataflow_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/girih-ir/girih/internal/irtest"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/pass/analysis/dataflow"
)

// named returns the operations with a string attribute `name`, by that name.
func named(root *ir.Operation) map[string]*ir.Operation {
	out := make(map[string]*ir.Operation)
	root.Walk(func(op *ir.Operation) bool {
		if s, ok := op.Attr("name").(*ir.StringAttr); ok {
			out[s.Value] = op
		}
		return true
	})
	return out
}

func solve(t testing.TB, s *dataflow.Solver) {
	t.Helper()
	if err := s.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
}

// sources is a set of operations, as bits of their `id`: the possible origins of a value.
type sources uint64

const anywhere sources = 1 << 63

func (x sources) Join(y sources) (sources, bool) { return x | y, x|y != x }
func (x sources) Meet(y sources) (sources, bool) { return x.Join(y) }

func (x sources) String() string {
	if x == 0 {
		return "never"
	}
	var parts []string
	for i := range 63 {
		if x>>i&1 != 0 {
			parts = append(parts, string(rune('a'+i)))
		}
	}
	if x&anywhere != 0 {
		parts = append(parts, "anywhere")
	}
	return strings.Join(parts, " ")
}

// id returns the bit of an operation's `name`, a letter.
func id(op *ir.Operation) (sources, bool) {
	s, ok := op.Attr("name").(*ir.StringAttr)
	if !ok || len(s.Value) != 1 {
		return 0, false
	}
	return 1 << (s.Value[0] - 'a'), true
}

// origin finds the possible origins of values: operations with a one-letter name are origins, others combine those of
// their operands.
type origin struct{}

func (origin) Entry(*ir.Value) sources { return anywhere }

func (origin) Visit(op *ir.Operation, operands, results []sources) {
	x, makes := id(op)
	if !makes {
		for _, y := range operands {
			x |= y
		}
	}
	for i := range results {
		results[i] = x
	}
}

// flows are programs with a "t.use" of one value, and the possible origins of that value.
var flows = []struct{ name, source, want string }{
	{"straight line", `func.func @f() {
  %a = "t.make"() {name = "a"} : () -> i32
  %b = "t.make"() {name = "b"} : () -> i32
  %c = "t.both"(%a, %b) : (i32, i32) -> i32
  "t.use"(%c) {name = "use"} : (i32) -> ()
  return
}`, "a b"},
	{"argument of a function that anyone may call", `func.func @f(%x: i32) {
  "t.use"(%x) {name = "use"} : (i32) -> ()
  return
}`, "anywhere"},
	{"join of two branches", `func.func @f(%c: i1) {
  %a = "t.make"() {name = "a"} : () -> i32
  %b = "t.make"() {name = "b"} : () -> i32
  cf.cond_br %c, ^j(%a : i32), ^k
^k:
  cf.br ^j(%b : i32)
^j(%x: i32):
  "t.use"(%x) {name = "use"} : (i32) -> ()
  return
}`, "a b"},
	{"loop of blocks, values that rotate", `func.func @f(%c: i1) {
  %a = "t.make"() {name = "a"} : () -> i32
  %b = "t.make"() {name = "b"} : () -> i32
  %d = "t.make"() {name = "d"} : () -> i32
  cf.br ^loop(%a, %b, %d : i32, i32, i32)
^loop(%x: i32, %y: i32, %z: i32):
  cf.cond_br %c, ^loop(%y, %z, %z : i32, i32, i32), ^exit
^exit:
  "t.use"(%x) {name = "use"} : (i32) -> ()
  return
}`, "a b d"},
	{"unreachable block", `func.func @f() {
  %a = "t.make"() {name = "a"} : () -> i32
  return
^dead:
  "t.use"(%a) {name = "other"} : (i32) -> ()
  %b = "t.make"() {name = "b"} : () -> i32
  "t.use"(%b) {name = "use"} : (i32) -> ()
  return
}`, "never"},
	{"conditional", `func.func @f(%c: i1) {
  %a = "t.make"() {name = "a"} : () -> i32
  %r = scf.if %c -> i32 {
    scf.yield %a : i32
  } else {
    %b = "t.make"() {name = "b"} : () -> i32
    scf.yield %b : i32
  }
  "t.use"(%r) {name = "use"} : (i32) -> ()
  return
}`, "a b"},
	{"loop that may not run", `func.func @f(%n: index) {
  %a = "t.make"() {name = "a"} : () -> i32
  %r = scf.for %i = %n to %n step %n iter_args(%x = %a) -> i32 {
    %b = "t.make"() {name = "b"} : () -> i32
    scf.yield %b : i32
  }
  "t.use"(%r) {name = "use"} : (i32) -> ()
  return
}`, "a b"},
	{"loop with a condition", `func.func @f(%c: i1) {
  %a = "t.make"() {name = "a"} : () -> i32
  %r = scf.while (%x = %a) : (i32) -> i32 {
    scf.condition(%c) %x : i32
  } do {
  ^bb0(%y: i32):
    %b = "t.make"() {name = "b"} : () -> i32
    scf.yield %b : i32
  }
  "t.use"(%r) {name = "use"} : (i32) -> ()
  return
}`, "a b"},
	{"calls of a private function", `func.func private @id(%x: i32) -> i32 {
  "t.use"(%x) {name = "use"} : (i32) -> ()
  return %x : i32
}
func.func @f() {
  %a = "t.make"() {name = "a"} : () -> i32
  %b = "t.make"() {name = "b"} : () -> i32
  %0 = call @id(%a) : (i32) -> i32
  %1 = call @id(%b) : (i32) -> i32
  return
}`, "a b"},
	{"results of a call", `func.func private @g(%x: i32, %c: i1) -> i32 {
  cf.cond_br %c, ^a, ^b
^a:
  %a = "t.make"() {name = "a"} : () -> i32
  return %a : i32
^b:
  return %x : i32
}
func.func @f(%c: i1) {
  %b = "t.make"() {name = "b"} : () -> i32
  %0 = call @g(%b, %c) : (i32, i1) -> i32
  "t.use"(%0) {name = "use"} : (i32) -> ()
  return
}`, "a b"},
	{"recursion", `func.func private @g(%x: i32, %c: i1) -> i32 {
  cf.cond_br %c, ^a, ^b
^a:
  %a = "t.make"() {name = "a"} : () -> i32
  %0 = call @g(%a, %c) : (i32, i1) -> i32
  return %0 : i32
^b:
  return %x : i32
}
func.func @f(%c: i1) {
  %b = "t.make"() {name = "b"} : () -> i32
  %0 = call @g(%b, %c) : (i32, i1) -> i32
  "t.use"(%0) {name = "use"} : (i32) -> ()
  return
}`, "a b"},
	{"function without body", `func.func private @g(i32) -> i32
func.func @f() {
  %a = "t.make"() {name = "a"} : () -> i32
  %0 = call @g(%a) : (i32) -> i32
  "t.use"(%0) {name = "use"} : (i32) -> ()
  return
}`, "anywhere"},
	{"function used as a value", `func.func private @g(%x: i32) {
  "t.use"(%x) {name = "use"} : (i32) -> ()
  return
}
func.func @f() {
  %a = "t.make"() {name = "a"} : () -> i32
  call @g(%a) : (i32) -> ()
  "t.pass"() {value = [{x = @g}]} : () -> ()
  return
}`, "a anywhere"},
	{"private function of a nested module, used as a value there", `module {
  module @inner {
    func.func private @g(%x: i32) {
      "t.use"(%x) {name = "use"} : (i32) -> ()
      return
    }
    func.func @f() {
      %f = constant @g : (i32) -> ()
      return
    }
  }
}`, "anywhere"},
	{"private function that nobody calls", `func.func private @g(%x: i32) {
  "t.use"(%x) {name = "use"} : (i32) -> ()
  return
}`, "never"},
	{"an operation that may be a symbol table hides uses", `"t.table"() ({
  "t.inner"() : () -> ()
}) : () -> ()
func.func private @g(%x: i32) {
  "t.use"(%x) {name = "use"} : (i32) -> ()
  return
}`, "anywhere"},
	{"regions of unknown operations", `func.func @f() {
  %a = "t.make"() {name = "a"} : () -> i32
  "t.region"() ({
  ^bb0(%x: i32):
    %b = "t.both"(%x, %a) : (i32, i32) -> i32
    "t.use"(%b) {name = "use"} : (i32) -> ()
  }) : () -> ()
  return
}`, "a anywhere"},
	{"graph region, used before it is made", `"t.use"(%b) {name = "use"} : (i32) -> ()
%b = "t.both"(%a) : (i32) -> i32
%a = "t.make"() {name = "a"} : () -> i32`, "a"},
	{"unknown terminator with successors", `func.func @f() {
  %a = "t.make"() {name = "a"} : () -> i32
  "t.jump"(%a)[^next] : (i32) -> ()
^next:
  "t.use"(%a) {name = "use"} : (i32) -> ()
  return
}`, "a"},
}

func TestValuesComeFromWhereControlMayBringThem(t *testing.T) {
	for _, tt := range flows {
		t.Run(tt.name, func(t *testing.T) {
			m := irtest.Verified(t, tt.source)
			s := dataflow.New(m)
			states := dataflow.LoadForward[sources](s, origin{})
			solve(t, s)
			use := named(m)["use"]
			if got := states.Of(use.Operand(0)).String(); got != tt.want {
				t.Errorf("%s, want %s", got, tt.want)
			}
			text.Print(m, text.Options{}) // printing numbers the values anew
			if got := states.Of(use.Operand(0)).String(); got != tt.want {
				t.Errorf("after printing: %s, want %s", got, tt.want)
			}
		})
	}
}

// A second analysis in the same solver gives the same result; constants only ever rule something out.
func TestAnalysesRunTogether(t *testing.T) {
	for _, tt := range flows {
		m := irtest.Verified(t, tt.source)
		s := dataflow.New(m)
		dataflow.LoadConstants(s)
		first, second := dataflow.LoadForward[sources](s, origin{}), dataflow.LoadForward[sources](s, origin{})
		solve(t, s)
		v := named(m)["use"].Operand(0)
		if first.Of(v) != second.Of(v) || first.Of(v).String() != tt.want {
			t.Errorf("%s: %s and %s, want %s", tt.name, first.Of(v), second.Of(v), tt.want)
		}
	}
}

func TestConstantsDecideWhatRuns(t *testing.T) {
	m := irtest.Verified(t, `func.func @f() {
  %true = arith.constant true
  %one = arith.constant 1 : i32
  cf.cond_br %true, ^a, ^b
^a:
  cf.switch %one : i32, [default: ^b, 1: ^c, 2: ^b]
^b:
  "t.op"() {name = "dead"} : () -> ()
  cf.br ^c
^c:
  scf.if %true {
    "t.op"() {name = "live"} : () -> ()
  } else {
    "t.op"() {name = "dead else"} : () -> ()
  }
  return
}`)
	ops := named(m)
	for _, constants := range []bool{false, true} {
		s := dataflow.New(m)
		if constants {
			dataflow.LoadConstants(s)
		}
		solve(t, s)
		for name, op := range ops {
			want := !constants || name == "live"
			if got := s.IsLive(op.Block()); got != want {
				t.Errorf("constants %t: block of %q is live: %t, want %t", constants, name, got, want)
			}
		}
		entry := m.Region(0).Entry().First().Region(0).Entry()
		if s.IsEdgeLive(entry.Last(), 1) != !constants || !s.IsEdgeLive(entry.Last(), 0) {
			t.Errorf("constants %t: wrong edges behind the first block", constants)
		}
		if n := len(s.Flows(entry.Next().Last())); constants && n != 1 || !constants && n != 3 {
			t.Errorf("constants %t: %d flows from the switch", constants, n)
		}
	}
}

// The root may be an operation that uses values from outside.
func TestValuesFromOutsideTheRootAreUnknown(t *testing.T) {
	m := irtest.Verified(t, `func.func @f(%c: i1) {
  %a = "t.make"() {name = "a"} : () -> i32
  scf.if %c {
    "t.use"(%a) {name = "use"} : (i32) -> ()
  }
  return
}`)
	use := named(m)["use"]
	s := dataflow.New(use.Parent())
	states := dataflow.LoadForward[sources](s, origin{})
	solve(t, s)
	if got := states.Of(use.Operand(0)); got != anywhere {
		t.Errorf("%s", got)
	}
}

func TestCancelledContextEndsTheSolver(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	s := dataflow.New(irtest.Verified(t, `func.func @f() { return }`))
	if err := s.Run(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

// Ten thousand blocks in a chain with values that rotate through all of them: every value is visited a bounded number
// of times.
func TestStepsAreLinearInTheSizeOfTheProgram(t *testing.T) {
	visits := func(n int) int {
		var b strings.Builder
		b.WriteString("func.func @f(%c: i1) {\n  %a = \"t.make\"() {name = \"a\"} : () -> i32\n  cf.br ^b0(%a : i32)\n")
		for i := range n {
			fmt.Fprintf(&b, "^b%d(%%x%d: i32):\n  %%y%d = \"t.both\"(%%x%d) : (i32) -> i32\n", i, i, i, i)
			fmt.Fprintf(&b, "  cf.cond_br %%c, ^b%d(%%y%d : i32), ^b%d(%%y%d : i32)\n", (i+1)%n, i, (i*7)%n, i)
		}
		b.WriteString("}")
		rules := &counting{}
		s := dataflow.New(irtest.Verified(t, b.String()))
		dataflow.LoadForward[sources](s, rules)
		solve(t, s)
		return rules.visits
	}
	if small, large := visits(100), visits(1000); large > 11*small {
		t.Errorf("%d visits for 100 blocks, %d for 1000", small, large)
	}
}

type counting struct {
	origin
	visits int
}

func (c *counting) Visit(op *ir.Operation, operands, results []sources) {
	c.visits++
	c.origin.Visit(op, operands, results)
}

// An element that another analysis raises is propagated, also around loops.
func TestRaisedElementsFlowOn(t *testing.T) {
	m := irtest.Verified(t, `func.func @f(%n: index) {
  %a = "u.a"() {name = "a"} : () -> i32
  %l = scf.for %i = %n to %n step %n iter_args(%x = %a) -> (i32) {
    %b = "u.b"(%x) {name = "b"} : (i32) -> i32
    scf.yield %b : i32
  }
  "u.c"(%l) {name = "c"} : (i32) -> ()
  return
}`)
	s := dataflow.New(m)
	a := dataflow.LoadForward(s, union{})
	solve(t, s)
	ops := named(m)
	before := a.Of(ops["c"].Operand(0))
	a.Raise(ops["a"].Result(0), 1<<40)
	if err := s.Resume(context.Background()); err != nil {
		t.Fatal(err)
	}
	if after := a.Of(ops["c"].Operand(0)); before>>40&1 != 0 || after != before|1<<40 {
		t.Errorf("%v became %v", before, after)
	}
}

// union gives every result the union of its operands' elements, and 1.
type union struct{}

func (union) Entry(*ir.Value) sources { return 1 }

func (union) Visit(_ *ir.Operation, operands, results []sources) {
	for i := range results {
		results[i] = 1
		for _, x := range operands {
			results[i] |= x
		}
	}
}
