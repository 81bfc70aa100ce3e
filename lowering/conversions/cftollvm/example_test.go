package cftollvm_test

import (
	"context"
	"fmt"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/conversions/cftollvm"
	"github.com/girih-ir/girih/pass"
)

// Branches are converted to dialect llvm.
func Example() {
	module, err := text.ParseString(registry.NewContext(), `func.func @f(%c: i1, %a: i32) -> i32 {
  cf.cond_br %c, ^bb1(%a : i32), ^bb1(%a : i32)
^bb1(%0: i32):
  return %0 : i32
}`)
	if err != nil {
		fmt.Println(err)
		return
	}
	pipeline := pass.NewPipeline("builtin.module")
	pipeline.Add(cftollvm.Pass)
	if err := pipeline.Run(context.Background(), module, pass.RunOptions{Verify: true}); err != nil {
		fmt.Println(err)
	}
	fmt.Print(string(text.Print(module, text.Options{})))
	// Output:
	// module {
	//   func.func @f(%arg0: i1, %arg1: i32) -> i32 {
	//     llvm.cond_br %arg0, ^bb1(%arg1 : i32), ^bb1(%arg1 : i32)
	//   ^bb1(%0: i32):  // 2 preds: ^bb0, ^bb0
	//     return %0 : i32
	//   }
	// }
}
