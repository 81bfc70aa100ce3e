package tensors_test

import (
	"context"
	"fmt"

	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"

	"github.com/girih-ir/girih/backend/tensors"
)

// A function of primitives is called with tensors of any size that its types admit.
func ExampleRun() {
	ctx := registry.NewContext()
	module, err := text.ParseString(ctx, `
func.func @lengths(%x: tensor<?x2xf32>) -> tensor<?xf32> {
  %0 = prim.mul %x, %x : tensor<?x2xf32>
  %1 = prim.sum %0 dims [1] : tensor<?x2xf32> -> tensor<?xf32>
  %2 = prim.sqrt %1 : tensor<?xf32>
  return %2 : tensor<?xf32>
}`)
	if err != nil {
		fmt.Println(err)
		return
	}
	lengths, _ := fn.AsFunc(ir.LookupSymbol(module, "lengths"))
	x, err := tensors.Of(ctx.F32(), []float32{3, 4, 5, 12, 8, 15}, 3, 2)
	if err != nil {
		fmt.Println(err)
		return
	}
	results, err := tensors.Run(context.Background(), lengths, []*tensors.Tensor{x}, tensors.Options{})
	fmt.Println(results, err)
	// Output:
	// [f32 [3] [5 13 17]] <nil>
}
