package prim_test

import (
	"fmt"

	"github.com/girih-ir/girih/dialects/builtin"
	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
)

// The rule of a primitive gives the results' types, or says what is wrong.
func ExampleApply() {
	ctx := ir.NewContext(builtin.Dialect, fn.Dialect, prim.Dialect)
	b := ir.NewBuilder(ctx)
	x := ctx.TensorType([]int64{ir.Dynamic, 8}, ctx.F32(), nil)
	f := fn.NewFunc(b, "sums", ctx.FunctionType([]ir.Type{x}, nil))
	b.AtEnd(f.Entry())
	sums, err := prim.Apply(b, &prim.Sum, f.Entry().Args(), prim.IntsAttr(ctx, "dims", []int{1}))
	if err != nil {
		fmt.Println(err)
		return
	}
	_, err = prim.Apply(b, &prim.Add, []*ir.Value{f.Entry().Arg(0), sums[0]})
	fmt.Println(err)
	fn.NewReturn(b)
	fmt.Println(string(text.Print(f.Operation, text.Options{})))
	// Output:
	// prim.add: shapes [?, 8] and [?] differ; prims do not broadcast: use prim.broadcast_in_dim
	// func.func @sums(%arg0: tensor<?x8xf32>) {
	//   %0 = prim.sum %arg0 dims [1] : tensor<?x8xf32> -> tensor<?xf32>
	//   return
	// }
}
