package gpu_test

import (
	"fmt"

	"github.com/girih-ir/girih/dialects/builtin"
	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/dialects/gpu"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
)

func ExampleNewBarrier() {
	ctx := ir.NewContext(builtin.Dialect, fn.Dialect, gpu.Dialect)
	b := ir.NewBuilder(ctx)
	f := fn.NewFunc(b, "f", ctx.FunctionType(nil, nil))
	gpu.NewBarrier(b.AtEnd(f.Entry()))
	fn.NewReturn(b)
	fmt.Println(string(text.Print(f.Operation, text.Options{})))
	// Output:
	// func.func @f() {
	//   gpu.barrier
	//   return
	// }
}
