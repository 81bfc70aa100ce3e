package math_test

import (
	"fmt"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/builtin"
	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/dialects/math"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
)

func Example() {
	ctx := ir.NewContext(builtin.Dialect, fn.Dialect, math.Dialect)
	b := ir.NewBuilder(ctx)
	f32 := ctx.F32()
	f := fn.NewFunc(b, "root", ctx.FunctionType([]ir.Type{f32}, []ir.Type{f32}))
	root := arith.Unary(b.AtEnd(f.Entry()), &math.Sqrt, f.Entry().Arg(0))
	fn.NewReturn(b, root)
	fmt.Println(string(text.Print(f.Operation, text.Options{})))
	// Output:
	// func.func @root(%arg0: f32) -> f32 {
	//   %0 = math.sqrt %arg0 : f32
	//   return %0 : f32
	// }
}
