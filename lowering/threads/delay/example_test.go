package delay_test

import (
	"context"
	"fmt"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/threads/delay"
	"github.com/girih-ir/girih/pass"
)

// The second product is computed after the first store.
func Example() {
	module, err := text.ParseString(registry.NewContext(), `llvm.func @f(%x: f32, %y: f32, %p: !llvm.ptr<1>, %q: !llvm.ptr<1>) {
  %a = llvm.fmul %x, %x : f32
  %b = llvm.fmul %y, %y : f32
  llvm.store %a, %p : f32, !llvm.ptr<1>
  llvm.store %b, %q : f32, !llvm.ptr<1>
  llvm.return
}`)
	if err == nil {
		p := pass.NewPipeline("builtin.module").Add(delay.Pass)
		err = p.Run(context.Background(), module, pass.RunOptions{Verify: true})
	}
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(string(text.Print(module, text.Options{})))
	// Output:
	// module {
	//   llvm.func @f(%arg0: f32, %arg1: f32, %arg2: !llvm.ptr<1>, %arg3: !llvm.ptr<1>) {
	//     %0 = llvm.fmul %arg0, %arg0 : f32
	//     llvm.store %0, %arg2 : f32, !llvm.ptr<1>
	//     %1 = llvm.fmul %arg1, %arg1 : f32
	//     llvm.store %1, %arg3 : f32, !llvm.ptr<1>
	//     llvm.return
	//   }
	// }
}
