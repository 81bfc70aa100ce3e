package irprint_test

import (
	"context"
	"os"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/transforms/dce"
	"github.com/girih-ir/girih/pass"
	"github.com/girih-ir/girih/pass/irprint"
)

// The IR after a pass that changed it.
func ExampleObserver() {
	module, err := text.ParseString(registry.NewContext(), `func.func @f(%x: i32) {
  %0 = arith.addi %x, %x : i32
  return
}`)
	if err != nil {
		panic(err)
	}
	shown := irprint.Observer(irprint.Options{After: func(*pass.Pass) bool { return true }, Changed: true})
	_ = pass.NewPipeline("builtin.module").Add(dce.Pass).Run(context.Background(), module,
		pass.RunOptions{Observers: []pass.Observer{shown}, Output: os.Stdout})
	// Output:
	// // -----// IR Dump After TrivialDCE (trivial-dce) //----- //
	// module {
	//   func.func @f(%arg0: i32) {
	//     return
	//   }
	// }
}
