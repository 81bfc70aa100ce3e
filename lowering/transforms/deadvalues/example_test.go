package deadvalues_test

import (
	"context"
	"fmt"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/transforms/deadvalues"
	"github.com/girih-ir/girih/pass"
)

// An argument that nothing depends on is no longer passed.
func Example() {
	module, err := text.ParseString(registry.NewContext(), `func.func private @callee(%used: i32, %unused: i32) -> i32 {
  return %used : i32
}
func.func @f(%a: i32, %b: i32) -> i32 {
  %0 = func.call @callee(%a, %b) : (i32, i32) -> i32
  return %0 : i32
}`)
	if err != nil {
		fmt.Println(err)
		return
	}
	pipeline := pass.NewPipeline("builtin.module")
	pipeline.Add(deadvalues.Pass)
	if err := pipeline.Run(context.Background(), module, pass.RunOptions{Verify: true}); err != nil {
		fmt.Println(err)
	}
	fmt.Print(string(text.Print(module, text.Options{})))
	// Output:
	// module {
	//   func.func private @callee(%arg0: i32) -> i32 {
	//     return %arg0 : i32
	//   }
	//   func.func @f(%arg0: i32, %arg1: i32) -> i32 {
	//     %0 = call @callee(%arg0) : (i32) -> i32
	//     return %0 : i32
	//   }
	// }
}
