package llvm_test

import (
	"fmt"

	"github.com/girih-ir/girih/dialects/builtin"
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
)

// The example creates a function that adds 1.
func ExampleNewFunc() {
	ctx := ir.NewContext(builtin.Dialect, llvm.Dialect)
	b := ir.NewBuilder(ctx)
	i32 := ctx.I(32)
	f := llvm.NewFunc(b, "next", llvm.FuncOf(ctx, i32, []ir.Type{i32}, false), nil)
	entry := f.Region(0).Entry()
	one := llvm.NewConstant(b.AtEnd(entry), ctx.Integer(i32, 1))
	sum := b.Build(&llvm.Add, []*ir.Value{entry.Arg(0), one}).Result(0)
	b.Build(&llvm.Return, []*ir.Value{sum})
	fmt.Println(ir.Verify(f.Operation, nil))
	fmt.Println(string(text.Print(f.Operation, text.Options{})))
	// Output:
	// <nil>
	// llvm.func @next(%arg0: i32) -> i32 {
	//   %0 = llvm.mlir.constant(1 : i32) : i32
	//   %1 = llvm.add %arg0, %0 : i32
	//   llvm.return %1 : i32
	// }
}
