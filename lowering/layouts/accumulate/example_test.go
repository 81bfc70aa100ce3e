package accumulate_test

import (
	"context"
	"fmt"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/layouts/accumulate"
	"github.com/girih-ir/girih/pass"
)

// The loop carries 128 sums, which are added up after it.
func Example() {
	module, err := text.ParseString(registry.NewContext(), `tile.kernel @sum(%ps: !tile.ptr<f32>, %out: !tile.ptr<f32>, %n: i32) {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %p = tile.splat %ps : !tile.ptr<f32> -> tensor<128x!tile.ptr<f32>>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (f32) : i32 {
    %x = tile.load %p : tensor<128x!tile.ptr<f32>>
    %part = tile.reduce %x axis = 0 {
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b : f32
      tile.yield %s : f32
    } : tensor<128xf32> -> f32
    %next = arith.addf %acc, %part : f32
    scf.yield %next : f32
  }
  tile.store %out, %sum : !tile.ptr<f32>, f32
  tile.return
}`)
	if err == nil {
		p := pass.NewPipeline("builtin.module").Add(accumulate.Pass)
		err = p.Run(context.Background(), module, pass.RunOptions{Verify: true})
	}
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(string(text.Print(module, text.Options{})))
	// Output:
	// module {
	//   tile.kernel @sum(%arg0: !tile.ptr<f32>, %arg1: !tile.ptr<f32>, %arg2: i32) {
	//     %cst = arith.constant 0.000000e+00 : f32
	//     %c0_i32 = arith.constant 0 : i32
	//     %c1_i32 = arith.constant 1 : i32
	//     %0 = tile.splat %arg0 : !tile.ptr<f32> -> tensor<128x!tile.ptr<f32>>
	//     %cst_0 = arith.constant dense<-0.000000e+00> : tensor<128xf32>
	//     %1 = scf.for %arg3 = %c0_i32 to %arg2 step %c1_i32 iter_args(%arg4 = %cst_0) -> (tensor<128xf32>)  : i32 {
	//       %4 = tile.load %0 : tensor<128x!tile.ptr<f32>>
	//       %5 = arith.addf %arg4, %4 : tensor<128xf32>
	//       scf.yield %5 : tensor<128xf32>
	//     }
	//     %2 = tile.reduce %1 axis = 0 {
	//     ^bb0(%arg3: f32, %arg4: f32):
	//       %4 = arith.addf %arg3, %arg4 : f32
	//       tile.yield %4 : f32
	//     } : tensor<128xf32> -> f32
	//     %3 = arith.addf %cst, %2 : f32
	//     tile.store %arg1, %3 : !tile.ptr<f32>, f32
	//     tile.return
	//   }
	// }
}
