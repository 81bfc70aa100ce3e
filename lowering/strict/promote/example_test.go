package promote_test

import (
	"context"
	"fmt"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/strict/promote"
	"github.com/girih-ir/girih/pass"
)

// The operands are converted to the type in which Triton computes.
func Example() {
	module, err := text.ParseString(registry.NewContext(), `module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @k(%x: !tile.ptr<f32>, %h: f16, %f: f32) {
    %0 = tile.mul %h, %f : f16, f32 -> f32
    tile.store %x, %0 : !tile.ptr<f32>, f32
    tile.return
  }
}`)
	if err != nil {
		fmt.Println(err)
		return
	}
	pipeline := pass.NewPipeline("builtin.module")
	pipeline.Add(promote.Pass)
	if err := pipeline.Run(context.Background(), module, pass.RunOptions{Verify: true}); err != nil {
		fmt.Println(err)
	}
	fmt.Print(string(text.Print(module, text.Options{})))
	// Output:
	// module attributes {tile.semantics = #tile.semantics<triton>} {
	//   tile.kernel @k(%arg0: !tile.ptr<f32>, %arg1: f16, %arg2: f32) {
	//     %0 = tile.cast %arg1 : f16 -> f32
	//     %1 = tile.mul %0, %arg2 : f32, f32 -> f32
	//     tile.store %arg0, %1 : !tile.ptr<f32>, f32
	//     tile.return
	//   }
	// }
}
