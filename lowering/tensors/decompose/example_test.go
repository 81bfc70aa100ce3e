package decompose_test

import (
	"context"
	"fmt"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/dialects/torch"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/tensors/decompose"
	"github.com/girih-ir/girih/lowering/tensors/references"
	"github.com/girih-ir/girih/pass"
)

// Another module defines an operator and its reference.
func ExampleNew() {
	dialect := &ir.Dialect{
		Name: "mine", Summary: "operators of mine",
		Ops: []*ir.OpDef{torch.New("mine.", "cube(Tensor self) -> Tensor")},
	}
	table := references.Standard()
	table["mine.cube"] = func(c *references.Call) []references.Tensor {
		x := c.T("self")
		return []references.Tensor{x.Mul(x).Mul(x)}
	}
	ctx := ir.NewContext(append(registry.All(), dialect)...)
	module, err := text.ParseString(ctx, `func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = mine.cube(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}`)
	if err == nil {
		p := pass.NewPipeline("builtin.module", decompose.New(table))
		err = p.Run(context.Background(), module, pass.RunOptions{Verify: true})
	}
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(string(text.Print(module, text.Options{})))
	// Output:
	// module {
	//   func.func @f(%arg0: tensor<4xf32>) -> tensor<4xf32> {
	//     %0 = torch.mul(%arg0, %arg0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
	//     %1 = torch.mul(%0, %arg0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
	//     return %1 : tensor<4xf32>
	//   }
	// }
}
