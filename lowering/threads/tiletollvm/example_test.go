package tiletollvm_test

import (
	"context"
	"fmt"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/layouts/assign"
	"github.com/girih-ir/girih/lowering/threads/tiletollvm"
	"github.com/girih-ir/girih/pass"
)

// One thread of 32 stores its element of a row of 32.
func Example() {
	module, err := text.ParseString(registry.NewContext(), `tile.kernel @iota(%x: !tile.ptr<i32>) {
  %i = tile.iota : tensor<32xi32>
  %base = tile.splat %x : !tile.ptr<i32> -> tensor<32x!tile.ptr<i32>>
  %p = tile.addptr %base, %i : tensor<32x!tile.ptr<i32>>, tensor<32xi32> -> tensor<32x!tile.ptr<i32>>
  tile.store %p, %i : tensor<32x!tile.ptr<i32>>, tensor<32xi32>
  tile.return
}`)
	if err == nil {
		p := pass.NewPipeline("builtin.module").AddWith(assign.Pass, &assign.Options{NumWarps: 1}).Add(tiletollvm.Pass)
		err = p.Run(context.Background(), module, pass.RunOptions{Verify: true})
	}
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(string(text.Print(module, text.Options{})))
	// Output:
	// module {
	//   llvm.func @iota(%arg0: !llvm.ptr<1> {llvm.noalias}) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32, 1, 1>} {
	//     %0 = nvvm.read.ptx.sreg.tid.x range <i32, 0, 32> : i32
	//     %1 = llvm.mlir.constant(31 : i32) : i32
	//     %2 = llvm.and %0, %1 : i32
	//     %3 = llvm.mlir.constant(5 : i32) : i32
	//     %4 = llvm.lshr %0, %3 : i32
	//     %5 = llvm.getelementptr %arg0[%2] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
	//     llvm.store %2, %5 {alignment = 4 : i64} : i32, !llvm.ptr<1>
	//     llvm.return
	//   }
	// }
}
