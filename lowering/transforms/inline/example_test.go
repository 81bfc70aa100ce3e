package inline_test

import (
	"context"
	"fmt"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/transforms/canonicalize"
	"github.com/girih-ir/girih/lowering/transforms/inline"
	"github.com/girih-ir/girih/pass"
)

// The body of a private function takes the place of its only call.
func Example() {
	module, err := text.ParseString(registry.NewContext(), `func.func private @double(%a: i32) -> i32 {
  %0 = arith.addi %a, %a : i32
  return %0 : i32
}
func.func @f(%a: i32) -> i32 {
  %0 = call @double(%a) : (i32) -> i32
  return %0 : i32
}`)
	if err != nil {
		fmt.Println(err)
		return
	}
	passes := func() *pass.Registry { return &pass.Registry{Passes: []*pass.Pass{canonicalize.Pass}} }
	pipeline := pass.NewPipeline("builtin.module")
	pipeline.Add(inline.New(passes))
	if err := pipeline.Run(context.Background(), module, pass.RunOptions{Verify: true}); err != nil {
		fmt.Println(err)
	}
	fmt.Print(string(text.Print(module, text.Options{})))
	// Output:
	// module {
	//   func.func @f(%arg0: i32) -> i32 {
	//     %0 = arith.addi %arg0, %arg0 : i32
	//     return %0 : i32
	//   }
	// }
}
