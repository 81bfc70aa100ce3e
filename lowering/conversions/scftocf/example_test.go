package scftocf_test

import (
	"context"
	"fmt"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/conversions/scftocf"
	"github.com/girih-ir/girih/pass"
)

// Structured control flow becomes branches.
func Example() {
	module, err := text.ParseString(registry.NewContext(), `func.func @f(%c: i1, %a: i32, %b: i32) -> i32 {
  %0 = scf.if %c -> (i32) {
    scf.yield %a : i32
  } else {
    scf.yield %b : i32
  }
  return %0 : i32
}`)
	if err != nil {
		fmt.Println(err)
		return
	}
	pipeline := pass.NewPipeline("builtin.module")
	pipeline.Add(scftocf.Pass)
	if err := pipeline.Run(context.Background(), module, pass.RunOptions{Verify: true}); err != nil {
		fmt.Println(err)
	}
	fmt.Print(string(text.Print(module, text.Options{})))
	// Output:
	// module {
	//   func.func @f(%arg0: i1, %arg1: i32, %arg2: i32) -> i32 {
	//     cf.cond_br %arg0, ^bb1, ^bb2
	//   ^bb1:  // pred: ^bb0
	//     cf.br ^bb3(%arg1 : i32)
	//   ^bb2:  // pred: ^bb0
	//     cf.br ^bb3(%arg2 : i32)
	//   ^bb3(%0: i32):  // 2 preds: ^bb1, ^bb2
	//     cf.br ^bb4
	//   ^bb4:  // pred: ^bb3
	//     return %0 : i32
	//   }
	// }
}
