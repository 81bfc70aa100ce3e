package rings

import (
	"fmt"
	"strings"
	"testing"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
)

// Sums whose terms are sums of each other have more paths than can be followed.
func TestSumsThatShareTermsAreNotFollowedForever(t *testing.T) {
	source := strings.Builder{}
	source.WriteString("func.func @f(%x0: i32) -> i32 {\n")
	for i := range 64 {
		fmt.Fprintf(&source, "  %%x%d = arith.addi %%x%d, %%x%d : i32\n", i+1, i, i)
	}
	source.WriteString("  return %x64 : i32\n}")
	module, err := text.ParseString(registry.NewContext(), source.String())
	if err != nil {
		t.Fatal(err)
	}
	module.Walk(func(op *ir.Operation) bool {
		if op.Name() == "func.return" {
			others, few, _, _ := terms(op.Operand(0), false, deepest)
			if len(others) != 1<<deepest || len(few) != 0 {
				t.Errorf("%d terms and %d with few values, want %d and 0", len(others), len(few), 1<<deepest)
			}
		}
		return true
	})
}
