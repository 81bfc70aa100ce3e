package peel_test

import (
	"context"
	"fmt"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/transforms/peel"
	"github.com/girih-ir/girih/pass"
)

// The last iteration, which may be an incomplete one, gets a loop of its own.
func Example() {
	module, err := text.ParseString(registry.NewContext(), `func.func @f(%n: index) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %n step %c4 {
    func.call @use(%i) : (index) -> ()
  }
  return
}
func.func private @use(index)`)
	if err != nil {
		fmt.Println(err)
		return
	}
	pipeline := pass.NewPipeline("builtin.module")
	pipeline.Add(peel.Pass)
	if err := pipeline.Run(context.Background(), module, pass.RunOptions{Verify: true}); err != nil {
		fmt.Println(err)
	}
	fmt.Print(string(text.Print(module, text.Options{})))
	// Output:
	// module {
	//   func.func @f(%arg0: index) {
	//     %c0 = arith.constant 0 : index
	//     %c4 = arith.constant 4 : index
	//     %0 = arith.maxsi %arg0, %c0 : index
	//     %1 = arith.subi %0, %c0 : index
	//     %2 = arith.remui %1, %c4 : index
	//     %3 = arith.addi %c0, %1 : index
	//     %4 = arith.subi %3, %2 : index
	//     scf.for %arg1 = %c0 to %4 step %c4 {
	//       func.call @use(%arg1) : (index) -> ()
	//     }
	//     scf.for %arg1 = %4 to %arg0 step %c4 {
	//       func.call @use(%arg1) : (index) -> ()
	//     }
	//     return
	//   }
	//   func.func private @use(index)
	// }
}
