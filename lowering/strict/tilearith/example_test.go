package tilearith_test

import (
	"context"
	"fmt"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/strict/tilearith"
	"github.com/girih-ir/girih/pass"
)

// The maximum of unsigned integers becomes arith.maxui on signless integers.
func Example() {
	module, err := text.ParseString(registry.NewContext(), `module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @k(%x: !tile.ptr<f32>, %a: f32) {
    %0 = tile.mul %a, %a : f32, f32 -> f32
    %1 = tile.exp %0 : f32 -> f32
    tile.store %x, %1 : !tile.ptr<f32>, f32
    tile.return
  }
}`)
	if err != nil {
		fmt.Println(err)
		return
	}
	pipeline := pass.NewPipeline("builtin.module")
	pipeline.Add(tilearith.Pass)
	if err := pipeline.Run(context.Background(), module, pass.RunOptions{Verify: true}); err != nil {
		fmt.Println(err)
	}
	fmt.Print(string(text.Print(module, text.Options{})))
	// Output:
	// module attributes {tile.semantics = #tile.semantics<triton>} {
	//   tile.kernel @k(%arg0: !tile.ptr<f32>, %arg1: f32) {
	//     %0 = arith.mulf %arg1, %arg1 : f32
	//     %1 = math.exp %0 : f32
	//     tile.store %arg0, %1 : !tile.ptr<f32>, f32
	//     tile.return
	//   }
	// }
}
