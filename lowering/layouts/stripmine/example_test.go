package stripmine_test

import (
	"context"
	"fmt"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/layouts/stripmine"
	"github.com/girih-ir/girih/pass"
)

// A tensor of 65536 elements is scaled in strips of 4096.
func Example() {
	module, err := text.ParseString(registry.NewContext(), `tile.kernel @scale(%x: !tile.ptr<f32>, %s: f32) {
  %i = tile.iota : tensor<65536xi32>
  %base = tile.splat %x : !tile.ptr<f32> -> tensor<65536x!tile.ptr<f32>>
  %p = tile.addptr %base, %i : tensor<65536x!tile.ptr<f32>>, tensor<65536xi32> -> tensor<65536x!tile.ptr<f32>>
  %v = tile.load %p : tensor<65536x!tile.ptr<f32>>
  %scale = tile.splat %s : f32 -> tensor<65536xf32>
  %w = arith.mulf %v, %scale : tensor<65536xf32>
  tile.store %p, %w : tensor<65536x!tile.ptr<f32>>, tensor<65536xf32>
  tile.return
}`)
	if err == nil {
		p := pass.NewPipeline("builtin.module").Add(stripmine.Pass)
		err = p.Run(context.Background(), module, pass.RunOptions{Verify: true})
	}
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(string(text.Print(module, text.Options{})))
	// Output:
	// module {
	//   tile.kernel @scale(%arg0: !tile.ptr<f32>, %arg1: f32) {
	//     %c0_i32 = arith.constant 0 : i32
	//     %c1_i32 = arith.constant 1 : i32
	//     %c16_i32 = arith.constant 16 : i32
	//     scf.for %arg2 = %c0_i32 to %c16_i32 step %c1_i32  : i32 {
	//       %c4096_i32 = arith.constant 4096 : i32
	//       %0 = arith.muli %arg2, %c4096_i32 : i32
	//       %1 = tile.splat %0 : i32 -> tensor<4096xi32>
	//       %2 = tile.iota : tensor<4096xi32>
	//       %3 = arith.addi %1, %2 : tensor<4096xi32>
	//       %4 = tile.splat %arg0 : !tile.ptr<f32> -> tensor<4096x!tile.ptr<f32>>
	//       %5 = tile.addptr %4, %3 : tensor<4096x!tile.ptr<f32>>, tensor<4096xi32> -> tensor<4096x!tile.ptr<f32>>
	//       %6 = tile.load %5 : tensor<4096x!tile.ptr<f32>>
	//       %7 = tile.splat %arg1 : f32 -> tensor<4096xf32>
	//       %8 = arith.mulf %6, %7 : tensor<4096xf32>
	//       tile.store %5, %8 : tensor<4096x!tile.ptr<f32>>, tensor<4096xf32>
	//     }
	//     tile.return
	//   }
	// }
}
