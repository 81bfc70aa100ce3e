package gradients_test

import (
	"context"
	"fmt"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/tensors/gradients"
	"github.com/girih-ir/girih/lowering/tensors/references"
	"github.com/girih-ir/girih/pass"
)

// Another module lets gradients pass through roundings, as quantized training does.
func ExampleNew() {
	rules := gradients.Standard()
	rules["prim.round"] = gradients.Rule{Reverse: func(c *gradients.Call) { c.Give(c.X(0), c.G(0)) }}
	module, err := text.ParseString(registry.NewContext(), `func.func @f(%x: tensor<4xf32>) -> tensor<f32> {
  %0 = torch.aten.round(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = torch.aten.sum(%0) : (tensor<4xf32>) -> tensor<f32>
  return %1 : tensor<f32>
}`)
	if err == nil {
		p := pass.NewPipeline("builtin.module").AddWith(gradients.New(rules, references.Standard()),
			&gradients.Options{Function: "f"})
		err = p.Run(context.Background(), module, pass.RunOptions{Verify: true})
	}
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(string(text.Print(ir.LookupSymbol(module, "f_gradient"), text.Options{})))
	// Output:
	// func.func @f_gradient(%arg0: tensor<4xf32>) -> (tensor<f32>, tensor<4xf32>) {
	//   %0 = prim.round %arg0 : tensor<4xf32>
	//   %1 = prim.sum %0 dims [0] : tensor<4xf32> -> tensor<f32>
	//   %2 = prim.fill %1, 1.0 : tensor<f32>
	//   %3 = prim.expand_dims %2 dims [0] : tensor<f32> -> tensor<1xf32>
	//   %4 = prim.broadcast_in_dim %3 dims [0] : tensor<1xf32> -> tensor<4xf32>
	//   return %1, %4 : tensor<f32>, tensor<4xf32>
	// }
}
