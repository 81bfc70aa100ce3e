package regionbranch_test

import (
	"fmt"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/rewrite"
)

// The loop carries a value that never changes. The canonicalization of scf includes the patterns of this package.
func Example() {
	ctx := registry.NewContext()
	module, err := text.ParseString(ctx, `func.func @f(%n: index, %m: index, %step: index, %a: i32) -> i32 {
  %0 = scf.for %i = %n to %m step %step iter_args(%same = %a) -> (i32) {
    func.call @use(%same) : (i32) -> ()
    scf.yield %same : i32
  }
  return %0 : i32
}
func.func private @use(i32)`)
	if err != nil {
		fmt.Println(err)
		return
	}
	patterns, err := rewrite.Canonicalizations(ctx)
	if err != nil {
		fmt.Println(err)
		return
	}
	if _, err := rewrite.Greedy(module, patterns, rewrite.Options{}); err != nil {
		fmt.Println(err)
	}
	fmt.Print(string(text.Print(module, text.Options{})))
	// Output:
	// module {
	//   func.func @f(%arg0: index, %arg1: index, %arg2: index, %arg3: i32) -> i32 {
	//     scf.for %arg4 = %arg0 to %arg1 step %arg2 {
	//       func.call @use(%arg3) : (i32) -> ()
	//     }
	//     return %arg3 : i32
	//   }
	//   func.func private @use(i32)
	// }
}
