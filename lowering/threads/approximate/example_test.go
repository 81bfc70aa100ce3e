package approximate_test

import (
	"context"
	"fmt"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/threads/approximate"
	"github.com/girih-ir/girih/pass"
)

// The example adds one to the exponential, so that subnormal results do not matter.
func Example() {
	module, err := text.ParseString(registry.NewContext(), `llvm.func @f(%x: f32) -> f32 {
  %one = llvm.mlir.constant(1.0 : f32) : f32
  %e = llvm.intr.exp2(%x) {fastmathFlags = #llvm.fastmath<afn>} : (f32) -> f32
  %s = llvm.fadd %e, %one : f32
  llvm.return %s : f32
}`)
	if err == nil {
		p := pass.NewPipeline("builtin.module").Add(approximate.Pass)
		err = p.Run(context.Background(), module, pass.RunOptions{Verify: true})
	}
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(string(text.Print(module, text.Options{})))
	// Output:
	// module {
	//   llvm.func @f(%arg0: f32) -> f32 {
	//     %0 = llvm.mlir.constant(1.000000e+00 : f32) : f32
	//     %1 = llvm.inline_asm "ex2.approx.ftz.f32 $0, $1;", "=f,f" %arg0 : (f32) -> f32
	//     %2 = llvm.fadd %1, %0 : f32
	//     llvm.return %2 : f32
	//   }
	// }
}
