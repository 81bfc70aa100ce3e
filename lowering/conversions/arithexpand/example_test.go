package arithexpand_test

import (
	"context"
	"fmt"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/conversions/arithexpand"
	"github.com/girih-ir/girih/pass"
)

// An operation that hardware lacks is expanded into several that it has.
func Example() {
	module, err := text.ParseString(registry.NewContext(), `func.func @f(%a: i32, %b: i32) -> i32 {
  %0 = arith.ceildivui %a, %b : i32
  return %0 : i32
}`)
	if err != nil {
		fmt.Println(err)
		return
	}
	pipeline := pass.NewPipeline("builtin.module")
	pipeline.Add(arithexpand.Pass)
	if err := pipeline.Run(context.Background(), module, pass.RunOptions{Verify: true}); err != nil {
		fmt.Println(err)
	}
	fmt.Print(string(text.Print(module, text.Options{})))
	// Output:
	// module {
	//   func.func @f(%arg0: i32, %arg1: i32) -> i32 {
	//     %c0_i32 = arith.constant 0 : i32
	//     %0 = arith.cmpi eq, %arg0, %c0_i32 : i32
	//     %c1_i32 = arith.constant 1 : i32
	//     %1 = arith.subi %arg0, %c1_i32 : i32
	//     %2 = arith.divui %1, %arg1 : i32
	//     %3 = arith.addi %2, %c1_i32 : i32
	//     %4 = arith.select %0, %c0_i32, %3 : i32
	//     return %4 : i32
	//   }
	// }
}
