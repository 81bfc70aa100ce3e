package nestedfors_test

import (
	"context"
	"fmt"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/transforms/nestedfors"
	"github.com/girih-ir/girih/pass"
)

// A parallel loop becomes a sequential one.
func Example() {
	module, err := text.ParseString(registry.NewContext(), `func.func @f(%n: index, %x: i32, %a: memref<?xi32>) {
  scf.forall (%i) in (%n) {
    memref.store %x, %a[%i] : memref<?xi32>
  }
  return
}`)
	if err == nil {
		p := pass.NewPipeline("builtin.module").Add(nestedfors.ForallPass)
		err = p.Run(context.Background(), module, pass.RunOptions{Verify: true})
	}
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(string(text.Print(module, text.Options{})))
	// Output:
	// module {
	//   func.func @f(%arg0: index, %arg1: i32, %arg2: memref<?xi32>) {
	//     %c0 = arith.constant 0 : index
	//     %c1 = arith.constant 1 : index
	//     scf.for %arg3 = %c0 to %arg0 step %c1 {
	//       memref.store %arg1, %arg2[%arg3] : memref<?xi32>
	//     }
	//     return
	//   }
	// }
}
