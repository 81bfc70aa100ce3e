package stripdebug_test

import (
	"context"
	"fmt"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/transforms/stripdebug"
	"github.com/girih-ir/girih/pass"
)

// Locations are gone.
func Example() {
	module, err := text.ParseString(registry.NewContext(), `func.func @f() {
  return loc("kernel.py":3:4)
}`)
	if err != nil {
		fmt.Println(err)
		return
	}
	pipeline := pass.NewPipeline("builtin.module")
	pipeline.Add(stripdebug.Pass)
	if err := pipeline.Run(context.Background(), module, pass.RunOptions{Verify: true}); err != nil {
		fmt.Println(err)
	}
	fmt.Print(string(text.Print(module, text.Options{})))
	// Output:
	// module {
	//   func.func @f() {
	//     return
	//   }
	// }
}
