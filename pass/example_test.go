package pass_test

import (
	"context"
	"fmt"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/pass"
)

// A pass on functions in a pipeline for modules: it runs on all functions, at the same time where there are many.
func ExamplePipeline_Run() {
	module, err := text.ParseString(registry.NewContext(), "func.func @f() { return }\nfunc.func @g() { return }")
	if err != nil {
		fmt.Println(err)
		return
	}
	private := &pass.Pass{Name: "make-private", Anchor: "func.func",
		Run: func(_ *pass.Context, op *ir.Operation) error {
			op.SetAttr(ir.SymbolVisibility, op.Context().StringAttr("private"))
			return nil
		}}
	pipeline := pass.NewPipeline("builtin.module")
	pipeline.Nest("func.func").Add(private)
	if err := pipeline.Run(context.Background(), module, pass.RunOptions{Verify: true}); err != nil {
		fmt.Println(err)
	}
	fmt.Println(pipeline)
	fmt.Print(string(text.Print(module, text.Options{})))
	// Output:
	// builtin.module(func.func(make-private))
	// module {
	//   func.func private @f() {
	//     return
	//   }
	//   func.func private @g() {
	//     return
	//   }
	// }
}
