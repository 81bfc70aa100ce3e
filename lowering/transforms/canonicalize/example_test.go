package canonicalize_test

import (
	"context"
	"fmt"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/transforms/canonicalize"
	"github.com/girih-ir/girih/pass"
)

// Folds and patterns of the dialects apply until nothing changes.
func Example() {
	module, err := text.ParseString(registry.NewContext(), `func.func @f(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %0 = arith.addi %c0, %a : i32
  return %0 : i32
}`)
	if err != nil {
		fmt.Println(err)
		return
	}
	pipeline := pass.NewPipeline("builtin.module")
	pipeline.Add(canonicalize.Pass)
	if err := pipeline.Run(context.Background(), module, pass.RunOptions{Verify: true}); err != nil {
		fmt.Println(err)
	}
	fmt.Print(string(text.Print(module, text.Options{})))
	// Output:
	// module {
	//   func.func @f(%arg0: i32) -> i32 {
	//     return %arg0 : i32
	//   }
	// }
}
