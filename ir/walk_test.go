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
