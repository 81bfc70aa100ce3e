package assign_test

import (
	"context"
	"fmt"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/layouts/assign"
	"github.com/girih-ir/girih/pass"
)

// Each tensor gets a layout over the threads.
func Example() {
	module, err := text.ParseString(registry.NewContext(), `module {
  tile.kernel @k(%x: !tile.ptr<f32>, %f: f32) {
    %0 = tile.splat %f : f32 -> tensor<128xf32>
    %1 = tile.iota : tensor<128xi32>
    %2 = tile.splat %x : !tile.ptr<f32> -> tensor<128x!tile.ptr<f32>>
    %3 = tile.addptr %2, %1 : tensor<128x!tile.ptr<f32>>, tensor<128xi32> -> tensor<128x!tile.ptr<f32>>
    tile.store %3, %0 : tensor<128x!tile.ptr<f32>>, tensor<128xf32>
    tile.return
  }
}`)
	if err != nil {
		fmt.Println(err)
		return
	}
	pipeline := pass.NewPipeline("builtin.module")
	pipeline.Add(assign.Pass)
	if err := pipeline.Run(context.Background(), module, pass.RunOptions{Verify: true}); err != nil {
		fmt.Println(err)
	}
	fmt.Print(string(text.Print(module, text.Options{})))
	// Output:
	// #blocked = #tilegpu.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
	// module {
	//   tile.kernel @k(%arg0: !tile.ptr<f32>, %arg1: f32) attributes {tilegpu.num_warps = 4 : i32} {
	//     %0 = tile.splat %arg1 : f32 -> tensor<128xf32, #blocked>
	//     %1 = tile.iota : tensor<128xi32, #blocked>
	//     %2 = tile.splat %arg0 : !tile.ptr<f32> -> tensor<128x!tile.ptr<f32>, #blocked>
	//     %3 = tile.addptr %2, %1 : tensor<128x!tile.ptr<f32>, #blocked>, tensor<128xi32, #blocked> -> tensor<128x!tile.ptr<f32>, #blocked>
	//     tile.store %3, %0 : tensor<128x!tile.ptr<f32>, #blocked>, tensor<128xf32, #blocked>
	//     tile.return
	//   }
	// }
}
