package fusion_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/girih-ir/girih/backend/tensors"
	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/tensors/fusion"
	"github.com/girih-ir/girih/pass"
)

// Remarks say what a region saves, and why operations are not in a region.
func ExampleOptions() {
	ctx := registry.NewContext()
	module, err := text.ParseString(ctx, `
func.func @main(%x: tensor<1024x512xf32>) -> tensor<1024x1024xf32> {
  %0 = prim.amax %x dims [1] : tensor<1024x512xf32> -> tensor<1024xf32>
  %1 = prim.broadcast_in_dim %0 dims [0] : tensor<1024xf32> -> tensor<1024x512xf32>
  %2 = prim.sub %x, %1 : tensor<1024x512xf32>
  %3 = prim.exp %2 : tensor<1024x512xf32>
  %4 = prim.dot "mk,nk->mn" %3, %x : (tensor<1024x512xf32>, tensor<1024x512xf32>) -> tensor<1024x1024xf32>
  return %4 : tensor<1024x1024xf32>
}`)
	if err != nil {
		fmt.Println(err)
		return
	}
	p := pass.NewPipeline("builtin.module").AddWith(fusion.Pass, &fusion.Options{Remarks: true})
	err = p.Run(context.Background(), module, pass.RunOptions{Report: func(d *ir.Diagnostic) {
		fmt.Printf("%d: %s\n", ir.FileLocation(d.Loc).StartLine,
			strings.ReplaceAll(d.Message, " separate", "\nseparate"))
	}})
	if err != nil {
		fmt.Println(err)
	}
	// Output:
	// 6: 'prim.exp' op ends a region of 4 operations on [1024, 512], rows: it moves 4096 KiB,
	// separate kernels would move 12 MiB
	// 7: 'prim.dot' op is not in the region of prim.exp: not fused: prim.dot is neither elementwise nor a reduction
}

// A program is planned once for arguments of certain shapes, and then runs many times.
func ExamplePass() {
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
	fmt.Printf("%s", text.Print(module, text.Options{}))
	softmax, _ := fn.AsFunc(ir.LookupSymbol(module, "softmax"))
	x, _ := tensors.Of(ctx.F32(), []float32{0, 0, 0, 1, 1, 1}, 2, 3)
	results, err := tensors.NewProgram(softmax).Run(context.Background(), []*tensors.Tensor{x}, tensors.Options{})
	fmt.Println(results, err)
	// Output:
	// module {
	//   func.func @softmax(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
	//     %0 = call @softmax_0(%arg0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
	//     return %0 : tensor<2x3xf32>
	//   }
	//   func.func private @softmax_0(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> attributes {prim.region = "rows"} {
	//     %0 = prim.exp %arg0 : tensor<2x3xf32>
	//     %1 = prim.sum %0 dims [1] : tensor<2x3xf32> -> tensor<2xf32>
	//     %2 = prim.broadcast_in_dim %1 dims [0] : tensor<2xf32> -> tensor<2x3xf32>
	//     %3 = prim.div %0, %2 : tensor<2x3xf32>
	//     return %3 : tensor<2x3xf32>
	//   }
	// }
	// [f32 [2 3] [0.33333334 0.33333334 0.33333334 0.33333334 0.33333334 0.33333334]] <nil>
}
