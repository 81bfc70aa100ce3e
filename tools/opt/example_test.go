package opt_test

import (
	"os"
	"strings"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/builtin"
	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/pass"
	"github.com/girih-ir/girih/tools/opt"
)

// An opt tool is a configuration: here with a pass that makes every function private.
func ExampleMain() {
	private := &pass.Pass{Name: "make-private", Summary: "makes functions private", Anchor: "func.func",
		Run: func(_ *pass.Context, op *ir.Operation) error {
			op.SetAttr(ir.SymbolVisibility, op.Context().StringAttr("private"))
			return nil
		}}
	cfg := opt.Config{
		Name:     "my-opt",
		Dialects: []*ir.Dialect{builtin.Dialect, fn.Dialect, arith.Dialect},
		Passes:   []*pass.Pass{private},
	}
	input := strings.NewReader("func.func @f() { return }")
	opt.Main(cfg, []string{"--pass-pipeline=builtin.module(func.func(make-private))"}, input, os.Stdout, os.Stderr)
	// Output:
	// module {
	//   func.func private @f() {
	//     return
	//   }
	// }
}
