package mathexpand_test

import (
	"context"
	"fmt"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/strict/mathexpand"
	"github.com/girih-ir/girih/pass"
)

// A float of 8 bits is converted to f32 by integer arithmetic.
func Example() {
	module, err := text.ParseString(registry.NewContext(), `func.func @f(%x: f8E8M0FNU) -> f32 {
  %y = arith.extf %x : f8E8M0FNU to f32
  return %y : f32
}`)
	if err == nil {
		p := pass.NewPipeline("builtin.module").Add(mathexpand.Pass)
		err = p.Run(context.Background(), module, pass.RunOptions{Verify: true})
	}
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(string(text.Print(module, text.Options{})))
	// Output:
	// module {
	//   func.func @f(%arg0: f8E8M0FNU) -> f32 {
	//     %0 = arith.bitcast %arg0 : f8E8M0FNU to i8
	//     %1 = arith.extui %0 : i8 to i32
	//     %c23_i32 = arith.constant 23 : i32
	//     %2 = arith.shli %1, %c23_i32 : i32
	//     %c0_i32 = arith.constant 0 : i32
	//     %3 = arith.cmpi eq, %1, %c0_i32 : i32
	//     %c4194304_i32 = arith.constant 4194304 : i32
	//     %4 = arith.select %3, %c4194304_i32, %2 : i32
	//     %c255_i32 = arith.constant 255 : i32
	//     %5 = arith.cmpi eq, %1, %c255_i32 : i32
	//     %c2143289344_i32 = arith.constant 2143289344 : i32
	//     %6 = arith.select %5, %c2143289344_i32, %4 : i32
	//     %7 = arith.bitcast %6 : i32 to f32
	//     return %7 : f32
	//   }
	// }
}
