package broadcast_test

import (
	"context"
	"fmt"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/strict/broadcast"
	"github.com/girih-ir/girih/pass"
)

// The scalar is broadcast to the shape of the tensor.
func Example() {
	module, err := text.ParseString(registry.NewContext(), `module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @k(%n: i32) {
    %0 = tile.iota : tensor<8xi32>
    %1 = tile.add %0, %n : tensor<8xi32>, i32 -> tensor<8xi32>
    tile.return
  }
}`)
	if err != nil {
		fmt.Println(err)
		return
	}
	pipeline := pass.NewPipeline("builtin.module")
	pipeline.Add(broadcast.Pass)
	if err := pipeline.Run(context.Background(), module, pass.RunOptions{Verify: true}); err != nil {
		fmt.Println(err)
	}
	fmt.Print(string(text.Print(module, text.Options{})))
	// Output:
	// module attributes {tile.semantics = #tile.semantics<triton>} {
	//   tile.kernel @k(%arg0: i32) {
	//     tile.return
	//   }
	// }
}
