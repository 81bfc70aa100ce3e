package promote_test

import (
	"context"
	"fmt"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/tensors/promote"
	"github.com/girih-ir/girih/pass"
)

// The quotient of integers is a float.
func Example() {
	module, err := text.ParseString(registry.NewContext(), `func.func @f(%x: tensor<4xi64>) -> tensor<4xf32> {
  %0 = torch.div(%x, 2) : (tensor<4xi64>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}`)
	if err == nil {
		p := pass.NewPipeline("builtin.module", promote.Pass)
		err = p.Run(context.Background(), module, pass.RunOptions{Verify: true})
	}
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(string(text.Print(module, text.Options{})))
	// Output:
	// module {
	//   func.func @f(%arg0: tensor<4xi64>) -> tensor<4xf32> {
	//     %0 = prim.convert_element_type %arg0 : tensor<4xi64> -> tensor<4xf32>
	//     %1 = prim.fill %0, 2 : tensor<4xf32>
	//     %2 = prim.div %0, %1 : tensor<4xf32>
	//     return %2 : tensor<4xf32>
	//   }
	// }
}
