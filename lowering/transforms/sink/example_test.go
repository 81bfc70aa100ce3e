package sink_test

import (
	"context"
	"fmt"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/transforms/sink"
	"github.com/girih-ir/girih/pass"
)

// The product is needed in one of the cases only.
func Example() {
	module, err := text.ParseString(registry.NewContext(), `func.func @f(%c: i1, %a: i32) -> i32 {
  %0 = arith.muli %a, %a : i32
  %1 = scf.if %c -> (i32) {
    scf.yield %0 : i32
  } else {
    scf.yield %a : i32
  }
  return %1 : i32
}`)
	if err != nil {
		fmt.Println(err)
		return
	}
	pipeline := pass.NewPipeline("builtin.module")
	pipeline.Add(sink.Pass)
	if err := pipeline.Run(context.Background(), module, pass.RunOptions{Verify: true}); err != nil {
		fmt.Println(err)
	}
	fmt.Print(string(text.Print(module, text.Options{})))
	// Output:
	// module {
	//   func.func @f(%arg0: i1, %arg1: i32) -> i32 {
	//     %0 = scf.if %arg0 -> (i32) {
	//       %1 = arith.muli %arg1, %arg1 : i32
	//       scf.yield %1 : i32
	//     } else {
	//       scf.yield %arg1 : i32
	//     }
	//     return %0 : i32
	//   }
	// }
}
