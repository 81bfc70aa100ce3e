package dce_test

import (
	"context"
	"fmt"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/transforms/dce"
	"github.com/girih-ir/girih/pass"
)

// Nobody uses the sum, and it has no other effect.
func Example() {
	module, err := text.ParseString(registry.NewContext(), `func.func @f(%a: i32) {
  %0 = arith.addi %a, %a : i32
  return
}`)
	if err != nil {
		fmt.Println(err)
		return
	}
	pipeline := pass.NewPipeline("builtin.module")
	pipeline.Add(dce.Pass)
	if err := pipeline.Run(context.Background(), module, pass.RunOptions{Verify: true}); err != nil {
		fmt.Println(err)
	}
	fmt.Print(string(text.Print(module, text.Options{})))
	// Output:
	// module {
	//   func.func @f(%arg0: i32) {
	//     return
	//   }
	// }
}
