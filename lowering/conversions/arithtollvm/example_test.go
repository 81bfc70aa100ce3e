package arithtollvm_test

import (
	"context"
	"fmt"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/conversions/arithtollvm"
	"github.com/girih-ir/girih/pass"
)

// Arithmetic on index becomes arithmetic on i64. Casts convert the function's arguments and results, since another pass
// converts the function.
func Example() {
	module, err := text.ParseString(registry.NewContext(), `func.func @f(%a: index, %b: i32) -> i32 {
  %0 = arith.index_cast %a : index to i32
  %1 = arith.addi %0, %b overflow<nsw> : i32
  return %1 : i32
}`)
	if err != nil {
		fmt.Println(err)
		return
	}
	pipeline := pass.NewPipeline("builtin.module")
	pipeline.Add(arithtollvm.Pass)
	if err := pipeline.Run(context.Background(), module, pass.RunOptions{Verify: true}); err != nil {
		fmt.Println(err)
	}
	fmt.Print(string(text.Print(module, text.Options{})))
	// Output:
	// module {
	//   func.func @f(%arg0: index, %arg1: i32) -> i32 {
	//     %0 = builtin.unrealized_conversion_cast %arg0 : index to i64
	//     %1 = llvm.trunc %0 : i64 to i32
	//     %2 = llvm.add %1, %arg1 overflow<nsw> : i32
	//     return %2 : i32
	//   }
	// }
}
