package cf_test

import (
	"fmt"

	"github.com/girih-ir/girih/dialects/builtin"
	"github.com/girih-ir/girih/dialects/cf"
	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
)

// The example creates a function that branches to its second block.
func ExampleNewBranch() {
	ctx := ir.NewContext(builtin.Dialect, fn.Dialect, cf.Dialect)
	b := ir.NewBuilder(ctx)
	f := fn.NewFunc(b, "f", ctx.FunctionType([]ir.Type{ctx.I(32)}, nil))
	exit := f.Body().AppendNew()
	v := exit.AddArg(ctx, ctx.I(32), nil)
	cf.NewBranch(b.AtEnd(f.Entry()), exit, f.Entry().Arg(0))
	fn.NewReturn(b.AtEnd(exit))
	fmt.Println(v.Type(), ir.Verify(f.Operation, nil))
	fmt.Println(string(text.Print(f.Operation, text.Options{})))
	// Output:
	// i32 <nil>
	// func.func @f(%arg0: i32) {
	//   cf.br ^bb1(%arg0 : i32)
	// ^bb1(%0: i32):  // pred: ^bb0
	//   return
	// }
}
