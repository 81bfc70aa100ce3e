package functollvm_test

import (
	"context"
	"fmt"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/conversions/functollvm"
	"github.com/girih-ir/girih/pass"
)

// Arguments and results of type index become i64.
func Example() {
	module, err := text.ParseString(registry.NewContext(), `func.func @f(%a: index, %b: f32) -> index {
  return %a : index
}`)
	if err != nil {
		fmt.Println(err)
		return
	}
	pipeline := pass.NewPipeline("builtin.module")
	pipeline.Add(functollvm.Pass)
	if err := pipeline.Run(context.Background(), module, pass.RunOptions{Verify: true}); err != nil {
		fmt.Println(err)
	}
	fmt.Print(string(text.Print(module, text.Options{})))
	// Output:
	// module {
	//   llvm.func @f(%arg0: i64, %arg1: f32) -> i64 {
	//     llvm.return %arg0 : i64
	//   }
	// }
}
