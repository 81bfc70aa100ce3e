package mem2reg_test

import (
	"context"
	"fmt"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/transforms/mem2reg"
	"github.com/girih-ir/girih/pass"
)

// The memory becomes the value that is stored to it.
func Example() {
	module, err := text.ParseString(registry.NewContext(), `func.func @f(%a: i32) -> i32 {
  %0 = memref.alloca() : memref<i32>
  memref.store %a, %0[] : memref<i32>
  %1 = memref.load %0[] : memref<i32>
  return %1 : i32
}`)
	if err != nil {
		fmt.Println(err)
		return
	}
	pipeline := pass.NewPipeline("builtin.module")
	pipeline.Add(mem2reg.Pass)
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
