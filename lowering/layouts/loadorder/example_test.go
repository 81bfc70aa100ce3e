package loadorder_test

import (
	"context"
	"fmt"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/layouts/loadorder"
	"github.com/girih-ir/girih/pass"
)

// The load of aligned addresses comes first, since threads make it in vectors.
func Example() {
	module, err := text.ParseString(registry.NewContext(), `
tile.kernel @differences(%p: !tile.ptr<f32> {tile.divisibility = 16 : i32}) {
  %i = tile.iota : tensor<128xi32>
  %one = arith.constant dense<1> : tensor<128xi32>
  %j = arith.subi %i, %one : tensor<128xi32>
  %x = tile.splat %p : !tile.ptr<f32> -> tensor<128x!tile.ptr<f32>>
  %before = tile.addptr %x, %j : tensor<128x!tile.ptr<f32>>, tensor<128xi32> -> tensor<128x!tile.ptr<f32>>
  %w = tile.load %before : tensor<128x!tile.ptr<f32>>
  %at = tile.addptr %x, %i : tensor<128x!tile.ptr<f32>>, tensor<128xi32> -> tensor<128x!tile.ptr<f32>>
  %v = tile.load %at : tensor<128x!tile.ptr<f32>>
  tile.return
}`)
	if err == nil {
		p := pass.NewPipeline("builtin.module").Add(loadorder.Pass)
		err = p.Run(context.Background(), module, pass.RunOptions{Verify: true})
	}
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(string(text.Print(module, text.Options{})))
	// Output:
	// module {
	//   tile.kernel @differences(%arg0: !tile.ptr<f32> {tile.divisibility = 16 : i32}) {
	//     %0 = tile.iota : tensor<128xi32>
	//     %cst = arith.constant dense<1> : tensor<128xi32>
	//     %1 = arith.subi %0, %cst : tensor<128xi32>
	//     %2 = tile.splat %arg0 : !tile.ptr<f32> -> tensor<128x!tile.ptr<f32>>
	//     %3 = tile.addptr %2, %1 : tensor<128x!tile.ptr<f32>>, tensor<128xi32> -> tensor<128x!tile.ptr<f32>>
	//     %4 = tile.addptr %2, %0 : tensor<128x!tile.ptr<f32>>, tensor<128xi32> -> tensor<128x!tile.ptr<f32>>
	//     %5 = tile.load %4 : tensor<128x!tile.ptr<f32>>
	//     %6 = tile.load %3 : tensor<128x!tile.ptr<f32>>
	//     tile.return
	//   }
	// }
}
