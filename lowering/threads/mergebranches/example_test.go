package mergebranches_test

import (
	"context"
	"fmt"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/threads/mergebranches"
	"github.com/girih-ir/girih/pass"
)

// Two loads under one condition are in one block.
func Example() {
	module, err := text.ParseString(registry.NewContext(), `llvm.func @f(%c: i1, %x: f32, %p: !llvm.ptr<1>, %q: !llvm.ptr<1>) -> f32 {
  llvm.cond_br %c, ^a, ^b(%x : f32)
^a:
  %v = llvm.load %p : !llvm.ptr<1> -> f32
  llvm.br ^b(%v : f32)
^b(%y: f32):
  llvm.cond_br %c, ^c, ^d(%y : f32)
^c:
  %w = llvm.load %q : !llvm.ptr<1> -> f32
  llvm.br ^d(%w : f32)
^d(%z: f32):
  llvm.return %z : f32
}`)
	if err == nil {
		p := pass.NewPipeline("builtin.module").Add(mergebranches.Pass)
		err = p.Run(context.Background(), module, pass.RunOptions{Verify: true})
	}
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(string(text.Print(module, text.Options{})))
	// Output:
	// module {
	//   llvm.func @f(%arg0: i1, %arg1: f32, %arg2: !llvm.ptr<1>, %arg3: !llvm.ptr<1>) -> f32 {
	//     llvm.cond_br %arg0, ^bb1, ^bb2(%arg1, %arg1 : f32, f32)
	//   ^bb1:  // pred: ^bb0
	//     %0 = llvm.load %arg2 : !llvm.ptr<1> -> f32
	//     %1 = llvm.load %arg3 : !llvm.ptr<1> -> f32
	//     llvm.br ^bb2(%0, %1 : f32, f32)
	//   ^bb2(%2: f32, %3: f32):  // 2 preds: ^bb0, ^bb1
	//     llvm.return %3 : f32
	//   }
	// }
}
