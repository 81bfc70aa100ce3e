package dataflow_test

import (
	"testing"

	"github.com/girih-ir/girih/internal/irtest"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/pass/analysis/dataflow"
)

// users finds the operations with one-letter names that a value may reach.
type users struct{}

func (users) Exit(*ir.Value) sources { return anywhere }

func (users) Visit(op *ir.Operation, results, operands []sources) {
	x, uses := id(op)
	if !uses {
		for _, y := range results {
			x |= y
		}
	}
	for i := range operands {
		operands[i] = x
	}
}

func (users) Decider(u *ir.Operand, op *ir.Operation, results []sources) (x sources) {
	for _, y := range results {
		x |= y
	}
	return x
}

func TestValuesAreWantedWhereControlMayTakeThem(t *testing.T) {
	for _, tt := range []struct{ name, source, want string }{
		{"straight line", `func.func @f() {
  %v = "t.make"() {name = "def"} : () -> i32
  %w = "t.both"(%v) : (i32) -> i32
  "t.use"(%w) {name = "a"} : (i32) -> ()
  return
}`, "a"},
		{"unused", `func.func @f() {
  %v = "t.make"() {name = "def"} : () -> i32
  %w = "t.both"(%v) : (i32) -> i32
  return
}`, "never"},
		{"use in dead code", `func.func @f() {
  %v = "t.make"() {name = "def"} : () -> i32
  return
^dead:
  "t.use"(%v) {name = "a"} : (i32) -> ()
  return
}`, "never"},
		{"returned to callers that are not seen", `func.func @f() -> i32 {
  %v = "t.make"() {name = "def"} : () -> i32
  return %v : i32
}`, "anywhere"},
		{"both ways of a branch", `func.func @f(%c: i1) {
  %v = "t.make"() {name = "def"} : () -> i32
  cf.cond_br %c, ^a(%v : i32), ^b(%v : i32)
^a(%x: i32):
  "t.use"(%x) {name = "a"} : (i32) -> ()
  return
^b(%y: i32):
  "t.use"(%y) {name = "b"} : (i32) -> ()
  return
}`, "a b"},
		{"around a loop of blocks", `func.func @f(%c: i1) {
  %v = "t.make"() {name = "def"} : () -> i32
  cf.br ^loop(%v, %v : i32, i32)
^loop(%x: i32, %y: i32):
  "t.use"(%y) {name = "a"} : (i32) -> ()
  cf.cond_br %c, ^loop(%v, %x : i32, i32), ^exit(%x : i32)
^exit(%z: i32):
  "t.use"(%z) {name = "b"} : (i32) -> ()
  return
}`, "a b"},
		{"through a loop with regions", `func.func @f(%n: index) {
  %v = "t.make"() {name = "def"} : () -> i32
  %r = scf.for %i = %n to %n step %n iter_args(%x = %v) -> i32 {
    "t.use"(%x) {name = "a"} : (i32) -> ()
    scf.yield %x : i32
  }
  "t.use"(%r) {name = "b"} : (i32) -> ()
  return
}`, "a b"},
		{"condition of what is wanted", `func.func @f() {
  %v = "t.make"() {name = "def"} : () -> i1
  %a = "t.make"() : () -> i32
  %r = scf.if %v -> i32 {
    scf.yield %a : i32
  } else {
    scf.yield %a : i32
  }
  "t.use"(%r) {name = "a"} : (i32) -> ()
  return
}`, "a"},
		{"into a function and back", `func.func private @g(%x: i32) -> i32 {
  "t.use"(%x) {name = "a"} : (i32) -> ()
  return %x : i32
}
func.func @f() {
  %v = "t.make"() {name = "def"} : () -> i32
  %r = call @g(%v) : (i32) -> i32
  "t.use"(%r) {name = "b"} : (i32) -> ()
  return
}`, "a b"},
		{"into a function that anyone may call", `func.func @g(%x: i32) -> i32 {
  return %x : i32
}
func.func @f() {
  %v = "t.make"() {name = "def"} : () -> i32
  %r = call @g(%v) : (i32) -> i32
  return
}`, "anywhere"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m := irtest.Verified(t, tt.source)
			s := dataflow.New(m)
			states := dataflow.LoadBackward[sources](s, users{})
			solve(t, s)
			if got := states.Of(named(m)["def"].Result(0)).String(); got != tt.want {
				t.Errorf("%s, want %s", got, tt.want)
			}
		})
	}
}
