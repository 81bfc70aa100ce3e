package reduce_test

import (
	"context"
	"fmt"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/internal/tools/reduce"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
)

// Only the division is interesting.
func ExampleReduce() {
	module, err := text.ParseString(registry.NewContext(), `func.func @f(%a: i32, %b: i32) {
  %0 = arith.addi %a, %b : i32
  %1 = arith.muli %0, %a : i32
  %2 = arith.divsi %1, %0 : i32
  return
}`)
	if err != nil {
		fmt.Println(err)
		return
	}
	divides := func(_ context.Context, m *ir.Operation) (bool, error) {
		found := false
		m.Walk(func(op *ir.Operation) bool {
			found = found || op.Name() == "arith.divsi"
			return true
		})
		return found, nil
	}
	small, err := reduce.Reduce(context.Background(), module, divides, reduce.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(string(text.Print(small, text.Options{})))
	// Output:
	// module {
	//   func.func @f() {
	//     %c0_i32 = arith.constant 0 : i32
	//     %c0_i32_0 = arith.constant 0 : i32
	//     %0 = arith.divsi %c0_i32_0, %c0_i32 : i32
	//     return
	//   }
	// }
}
