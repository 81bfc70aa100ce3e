package ir_test

import (
	"strings"
	"testing"

	"github.com/girih-ir/girih/internal/irtest"
	"github.com/girih-ir/girih/ir"
)

// Walk goes on where it was if operations are erased or moved, and neither visits what is inserted after the operation
// nor misses what comes next.
func TestOperationsChangeDuringAWalk(t *testing.T) {
	module := irtest.Parse(t, `"u.a"() ({
  "u.erase"() ({ "u.inside"() : () -> () }) : () -> ()
  "u.b"() ({
    "u.skip"() ({ "u.inside"() : () -> () }) : () -> ()
    "u.move"() : () -> ()
  ^bb1:
    "u.insert"() : () -> ()
    "u.c"() : () -> ()
  }) : () -> ()
  "u.erase"() : () -> ()
}) : () -> ()`)
	var visited []string
	module.Walk(func(op *ir.Operation) bool {
		visited = append(visited, strings.TrimPrefix(op.Name(), "u."))
		switch op.Name() {
		case "u.erase":
			op.Erase()
			return false
		case "u.skip":
			return false
		case "u.move":
			op.MoveBefore(op.Parent())
			return false
		case "u.insert":
			b := ir.NewBuilder(op.Context())
			b.Before(op).Create(&ir.OpState{Info: op.Context().OpInfo("u.before")})
			b.After(op).Create(&ir.OpState{Info: op.Context().OpInfo("u.after")})
		}
		return true
	})
	if got, want := strings.Join(visited, " "), "builtin.module a erase b skip move insert c erase"; got != want {
		t.Errorf("visited %s, want %s", got, want)
	}
	visited = nil
	module.Walk(func(op *ir.Operation) bool {
		visited = append(visited, strings.TrimPrefix(op.Name(), "u."))
		return true
	})
	if got, want := strings.Join(visited, " "), "builtin.module a move b skip inside before insert after c"; got != want {
		t.Errorf("left %s, want %s", got, want)
	}
}

// Tables of values have room for results and arguments of blocks at all depths, but not for those of the root.
func TestValuesInsideAreCounted(t *testing.T) {
	module := irtest.Parse(t, `%r:2 = "u.a"() ({
^bb0(%x: i32, %y: i32):
  %z = "u.b"() ({
    %inside = "u.c"() : () -> i1
  }) : () -> f32
}) : () -> (i1, i8)`)
	if n := module.NumValues(); n != 6 {
		t.Errorf("%d values in the module, want 6", n)
	}
	module.Walk(func(op *ir.Operation) bool {
		if n := op.NumValues(); op.Name() == "u.a" && n != 4 || op.Name() == "u.c" && n != 0 {
			t.Errorf("%d values in %s", n, op.Name())
		}
		return true
	})
}
