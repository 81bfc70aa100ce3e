package strides_test

import (
	"context"
	"fmt"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/tensors/strides"
	"github.com/girih-ir/girih/pass"
)

// A matrix that is stored by columns cannot be viewed as a vector of its rows.
func Example() {
	module, err := text.ParseString(registry.NewContext(), `
func.func @f(%x: tensor<3x4xf32> {prim.strides = array<i64: 1, 3>}) -> tensor<12xf32> {
  %0 = prim.exp %x : tensor<3x4xf32>
  %1 = prim.reshape %0 : tensor<3x4xf32> -> tensor<12xf32>
  return %1 : tensor<12xf32>
}`)
	if err == nil {
		p := pass.NewPipeline("builtin.module", strides.Pass)
		err = p.Run(context.Background(), module, pass.RunOptions{Verify: true})
	}
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(string(text.Print(module, text.Options{})))
	// Output:
	// module {
	//   func.func @f(%arg0: tensor<3x4xf32> {prim.strides = array<i64: 1, 3>}) -> tensor<12xf32> {
	//     %0 = prim.exp %arg0 {prim.strides = [array<i64: 1, 3>]} : tensor<3x4xf32>
	//     %1 = prim.reshape %0 {prim.strides = [array<i64: 1>], prim.view = false} : tensor<3x4xf32> -> tensor<12xf32>
	//     return %1 : tensor<12xf32>
	//   }
	// }
}
