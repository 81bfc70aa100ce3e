package symboldce_test

import (
	"context"
	"fmt"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/transforms/symboldce"
	"github.com/girih-ir/girih/pass"
)

// Nobody calls the private function.
func Example() {
	module, err := text.ParseString(registry.NewContext(), `func.func private @unused() {
  return
}
func.func @used() {
  return
}`)
	if err != nil {
		fmt.Println(err)
		return
	}
	pipeline := pass.NewPipeline("builtin.module")
	pipeline.Add(symboldce.Pass)
	if err := pipeline.Run(context.Background(), module, pass.RunOptions{Verify: true}); err != nil {
		fmt.Println(err)
	}
	fmt.Print(string(text.Print(module, text.Options{})))
	// Output:
	// module {
	//   func.func @used() {
	//     return
	//   }
	// }
}
