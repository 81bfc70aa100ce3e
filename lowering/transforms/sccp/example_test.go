package sccp_test

import (
	"context"
	"fmt"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/transforms/sccp"
	"github.com/girih-ir/girih/pass"
)

// The block argument is the same constant wherever control comes from.
func Example() {
	module, err := text.ParseString(registry.NewContext(), `func.func @f(%c: i1) -> i32 {
  %0 = arith.constant 1 : i32
  cf.cond_br %c, ^bb1(%0 : i32), ^bb1(%0 : i32)
^bb1(%1: i32):
  return %1 : i32
}`)
	if err != nil {
		fmt.Println(err)
		return
	}
	pipeline := pass.NewPipeline("builtin.module")
	pipeline.Add(sccp.Pass)
	if err := pipeline.Run(context.Background(), module, pass.RunOptions{Verify: true}); err != nil {
		fmt.Println(err)
	}
	fmt.Print(string(text.Print(module, text.Options{})))
	// Output:
	// module {
	//   func.func @f(%arg0: i1) -> i32 {
	//     %c1_i32 = arith.constant 1 : i32
	//     cf.cond_br %arg0, ^bb1(%c1_i32 : i32), ^bb1(%c1_i32 : i32)
	//   ^bb1(%0: i32):  // 2 preds: ^bb0, ^bb0
	//     return %c1_i32 : i32
	//   }
	// }
}
