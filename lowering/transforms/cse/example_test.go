package cse_test

import (
	"context"
	"fmt"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/transforms/cse"
	"github.com/girih-ir/girih/pass"
)

// The second sum is the first one.
func Example() {
	module, err := text.ParseString(registry.NewContext(), `func.func @f(%a: i32, %b: i32) -> i32 {
  %0 = arith.addi %a, %b : i32
  %1 = arith.addi %a, %b : i32
  %2 = arith.muli %0, %1 : i32
  return %2 : i32
}`)
	if err != nil {
		fmt.Println(err)
		return
	}
	pipeline := pass.NewPipeline("builtin.module")
	pipeline.Add(cse.Pass)
	if err := pipeline.Run(context.Background(), module, pass.RunOptions{Verify: true}); err != nil {
		fmt.Println(err)
	}
	fmt.Print(string(text.Print(module, text.Options{})))
	// Output:
	// module {
	//   func.func @f(%arg0: i32, %arg1: i32) -> i32 {
	//     %0 = arith.addi %arg0, %arg1 : i32
	//     %1 = arith.muli %0, %0 : i32
	//     return %1 : i32
	//   }
	// }
}
