package models_test

import (
	"context"
	"fmt"

	"github.com/girih-ir/girih/backend/tensors"
	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/kernel/models"
	"github.com/girih-ir/girih/lowering/tensors/fusion"
	"github.com/girih-ir/girih/pass"
)

// One program runs on several devices. On "cuda:0" its only kernel would be compiled for the GPU.
func ExampleProgram() {
	ctx := registry.NewContext()
	module, err := text.ParseString(ctx, `
func.func @softmax(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = prim.exp %x : tensor<2x3xf32>
  %1 = prim.sum %0 dims [1] : tensor<2x3xf32> -> tensor<2xf32>
  %2 = prim.broadcast_in_dim %1 dims [0] : tensor<2xf32> -> tensor<2x3xf32>
  %3 = prim.div %0, %2 : tensor<2x3xf32>
  return %3 : tensor<2x3xf32>
}`)
	if err != nil {
		fmt.Println(err)
		return
	}
	p := pass.NewPipeline("builtin.module", fusion.Pass)
	if err := p.Run(context.Background(), module, pass.RunOptions{}); err != nil {
		fmt.Println(err)
		return
	}
	softmax, _ := fn.AsFunc(ir.LookupSymbol(module, "softmax"))
	x, _ := tensors.Of(ctx.F32(), []float32{0, 0, 0, 1, 1, 1}, 2, 3)
	for _, name := range []string{"cpu", "simulator"} {
		device, err := models.Open(name)
		if err != nil {
			fmt.Println(err)
			return
		}
		results, err := models.New(softmax, device, models.Options{}).Run(context.Background(), []*tensors.Tensor{x})
		fmt.Println(device, results, err)
	}
	// Output:
	// cpu [f32 [2 3] [0.33333334 0.33333334 0.33333334 0.33333334 0.33333334 0.33333334]] <nil>
	// simulator [f32 [2 3] [0.33333334 0.33333334 0.33333334 0.33333334 0.33333334 0.33333334]] <nil>
}
