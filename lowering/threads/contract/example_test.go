package contract_test

import (
	"context"
	"fmt"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/threads/contract"
	"github.com/girih-ir/girih/pass"
)

// A product and a sum become one operation, which rounds once.
func Example() {
	module, err := text.ParseString(registry.NewContext(), `llvm.func @f(%x: f32, %y: f32, %z: f32) -> f32 {
  %p = llvm.fmul %x, %y {fastmathFlags = #llvm.fastmath<contract>} : f32
  %s = llvm.fadd %p, %z {fastmathFlags = #llvm.fastmath<contract>} : f32
  llvm.return %s : f32
}`)
	if err == nil {
		p := pass.NewPipeline("builtin.module").Add(contract.Pass)
		err = p.Run(context.Background(), module, pass.RunOptions{Verify: true})
	}
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(string(text.Print(module, text.Options{})))
	// Output:
	// module {
	//   llvm.func @f(%arg0: f32, %arg1: f32, %arg2: f32) -> f32 {
	//     %0 = llvm.intr.fma(%arg0, %arg1, %arg2) : (f32, f32, f32) -> f32
	//     llvm.return %0 : f32
	//   }
	// }
}
