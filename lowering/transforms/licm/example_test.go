package licm_test

import (
	"context"
	"fmt"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/transforms/licm"
	"github.com/girih-ir/girih/pass"
)

// The product does not depend on the iteration.
func Example() {
	module, err := text.ParseString(registry.NewContext(), `func.func @f(%n: index, %a: i32, %init: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %init) -> (i32) {
    %1 = arith.muli %a, %a : i32
    %2 = arith.addi %sum, %1 : i32
    scf.yield %2 : i32
  }
  return %0 : i32
}`)
	if err != nil {
		fmt.Println(err)
		return
	}
	pipeline := pass.NewPipeline("builtin.module")
	pipeline.Add(licm.Pass)
	if err := pipeline.Run(context.Background(), module, pass.RunOptions{Verify: true}); err != nil {
		fmt.Println(err)
	}
	fmt.Print(string(text.Print(module, text.Options{})))
	// Output:
	// module {
	//   func.func @f(%arg0: index, %arg1: i32, %arg2: i32) -> i32 {
	//     %c0 = arith.constant 0 : index
	//     %c1 = arith.constant 1 : index
	//     %0 = arith.muli %arg1, %arg1 : i32
	//     %1 = scf.for %arg3 = %c0 to %arg0 step %c1 iter_args(%arg4 = %arg2) -> (i32) {
	//       %2 = arith.addi %arg4, %0 : i32
	//       scf.yield %2 : i32
	//     }
	//     return %1 : i32
	//   }
	// }
}
