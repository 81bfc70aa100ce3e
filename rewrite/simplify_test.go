package rewrite_test

import (
	"strings"
	"testing"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/internal/irtest"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/rewrite"
)

// threeBlocks has two blocks that differ in one value, a block argument that is always the same, an unreachable block,
// and an operation without uses.
const threeBlocks = `func.func @f(%c: i1, %a: i32, %b: i32) -> i32 {
  %dead = arith.addi %a, %b : i32
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  %0 = "u.x"(%a) : (i32) -> i32
  cf.br ^bb3(%0, %a : i32, i32)
^bb2:
  %1 = "u.x"(%b) : (i32) -> i32
  cf.br ^bb3(%1, %a : i32, i32)
^bb3(%r: i32, %s: i32):
  "u.y"(%s) : (i32) -> ()
  return %r : i32
^bb4:
  cf.br ^bb4
}`

func TestRegionsAreSimplifiedAsFarAsAsked(t *testing.T) {
	tests := []struct {
		level   rewrite.Simplification
		changed bool
		blocks  int // number of labels; the entry has none
		ops     string
	}{
		{rewrite.SimplifyDisabled, false, 4, "arith.addi"},
		{rewrite.SimplifyNormal, true, 3, "u.y\"(%3)"},
		{rewrite.SimplifyAggressive, true, 2, "u.y\"(%arg1)"},
	}
	for _, tt := range tests {
		m := irtest.Parse(t, threeBlocks)
		if got := rewrite.SimplifyRegions(m, tt.level); got != tt.changed {
			t.Errorf("level %d: changed %t", tt.level, got)
		}
		got := string(text.Print(m, text.Options{}))
		if n := strings.Count(got, "\n  ^bb"); n != tt.blocks || !strings.Contains(got, tt.ops) {
			t.Errorf("level %d: %d blocks, want %d, and %s:\n%s", tt.level, n, tt.blocks, tt.ops, got)
		}
		if err := ir.Verify(m, nil); err != nil {
			t.Error(err)
		}
		if rewrite.SimplifyRegions(m, tt.level) && tt.level == rewrite.SimplifyNormal {
			t.Errorf("level %d: a second run changes something", tt.level)
		}
	}
}

func TestAnOperationIsNotReplacedByItself(t *testing.T) {
	first := &rewrite.Pattern{Name: "first-operand", Root: &arith.AddI,
		Rewrite: func(rw *rewrite.Rewriter, op *ir.Operation) bool {
			rw.Replace(op, op.Operand(0))
			return true
		}}
	m := irtest.Parse(t, `module {
  %0 = arith.addi %0, %0 : i32
  "u.use"(%0) : (i32) -> ()
}`)
	if _, err := rewrite.Greedy(m, rewrite.MustSet(first), rewrite.Options{NoFold: true}); err != nil {
		t.Fatal(err)
	}
	if got := string(text.Print(m, text.Options{})); !strings.Contains(got, "arith.addi") {
		t.Errorf("the operation is gone:\n%s", got)
	}
}
