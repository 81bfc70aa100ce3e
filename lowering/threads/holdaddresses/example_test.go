package holdaddresses_test

import (
	"fmt"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/threads/holdaddresses"
)

// The address takes four operations, and each iteration stores there.
func Example() {
	module, err := text.ParseString(registry.NewContext(), `!sums = !llvm.struct<(f32, f32, f32, f32)>
llvm.func @k(%p: !llvm.ptr<3>, %i: i32, %c: i1, %a: i64, %s: !sums) {
  llvm.br ^bb1(%s : !sums)
^bb1(%x: !sums):
  %0 = llvm.mul %i, %i : i32
  %1 = llvm.xor %0, %i : i32
  %2 = llvm.and %1, %i : i32
  %3 = llvm.or %2, %1 : i32
  %4 = llvm.getelementptr %p[%3] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
  llvm.store %i, %4 : i32, !llvm.ptr<3>
  %y = nvvm.wgmma.mma_async %a, %a, %x, <m = 64, n = 8, k = 16>, D[<f32>, <one>],
    A[<f16>, <one>, <row>], B[<f16>, <one>, <col>] : !sums -> !sums
  llvm.cond_br %c, ^bb1(%y : !sums), ^bb2
^bb2:
  llvm.return
}`)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(holdaddresses.Hold(module), "address is held")
	// Output: 1 address is held
}
