package unroll_test

import (
	"context"
	"fmt"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/transforms/unroll"
	"github.com/girih-ir/girih/pass"
)

// A loop of three iterations becomes these.
func Example() {
	module, err := text.ParseString(registry.NewContext(), `func.func @f(%a: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %0 = scf.for %i = %c0 to %c3 step %c1 iter_args(%sum = %a) -> (i32) {
    %1 = arith.addi %sum, %a : i32
    scf.yield %1 : i32
  }
  return %0 : i32
}`)
	if err != nil {
		fmt.Println(err)
		return
	}
	pipeline := pass.NewPipeline("builtin.module")
	pipeline.AddWith(unroll.Pass, &unroll.Options{Factor: -1})
	if err := pipeline.Run(context.Background(), module, pass.RunOptions{Verify: true}); err != nil {
		fmt.Println(err)
	}
	fmt.Print(string(text.Print(module, text.Options{})))
	// Output:
	// module {
	//   func.func @f(%arg0: i32) -> i32 {
	//     %c0 = arith.constant 0 : index
	//     %c1 = arith.constant 1 : index
	//     %c3 = arith.constant 3 : index
	//     %0 = arith.addi %arg0, %arg0 : i32
	//     %c1_0 = arith.constant 1 : index
	//     %1 = arith.muli %c1, %c1_0 : index
	//     %2 = arith.addi %c0, %1 : index
	//     %3 = arith.addi %0, %arg0 : i32
	//     %c2 = arith.constant 2 : index
	//     %4 = arith.muli %c1, %c2 : index
	//     %5 = arith.addi %c0, %4 : index
	//     %6 = arith.addi %3, %arg0 : i32
	//     return %6 : i32
	//   }
	// }
}
