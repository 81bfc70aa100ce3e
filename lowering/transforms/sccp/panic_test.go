package sccp_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/girih-ir/girih/dialects/builtin"
	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/transforms/sccp"
	"github.com/girih-ir/girih/pass"
)

// TestAFolderThatPanicsIsAFailureOfThePass checks that a panic in a folder is an error of the pass, whichever goroutine
// runs it, and does not end the program.
func TestAFolderThatPanicsIsAFailureOfThePass(t *testing.T) {
	broken := &ir.Dialect{Name: "t", Ops: []*ir.OpDef{{Name: "t.broken", Traits: ir.Pure,
		Fold: func(*ir.Operation, *ir.Folding) ir.FoldOutcome { panic("no such fold") }}}}
	var source strings.Builder
	for i := range 300 {
		fmt.Fprintf(&source, "func.func @f%d() {\n", i)
		if i == 200 {
			source.WriteString("  %0 = \"t.broken\"() : () -> i32\n")
		}
		source.WriteString("  return\n}\n")
	}
	for _, threads := range []int{1, 4} {
		ctx := ir.NewContext(builtin.Dialect, fn.Dialect, broken)
		ctx.Threads = threads
		module, err := text.ParseString(ctx, source.String())
		if err != nil {
			t.Fatal(err)
		}
		p := pass.NewPipeline("builtin.module")
		p.Add(sccp.Pass)
		err = p.Run(context.Background(), module, pass.RunOptions{Verify: true})
		var panicked *pass.PanicError
		if !errors.As(err, &panicked) || panicked.Value != "no such fold" {
			t.Fatalf("%d threads: %v", threads, err)
		}
		if len(panicked.Stack) == 0 || !strings.Contains(panicked.Stack[0], "TestAFolder") {
			t.Errorf("%d threads: the stack is %q", threads, panicked.Stack)
		}
	}
}
