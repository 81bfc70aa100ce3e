package advance_test

import (
	"fmt"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/threads/advance"
)

// The two addresses advance by 8 bytes in each iteration, and differ by 4096.
func ExampleAdvance() {
	module, err := text.ParseString(registry.NewContext(), `llvm.func @f(%from: !llvm.ptr<1>, %to: !llvm.ptr<3>, %x: f64) {
  %0 = llvm.mlir.constant(0 : i32) : i32
  %1 = llvm.mlir.constant(1 : i32) : i32
  %9 = llvm.mlir.constant(9 : i32) : i32
  %512 = llvm.mlir.constant(512 : i32) : i32
  llvm.br ^header(%0 : i32)
^header(%i: i32):
  %more = llvm.icmp "slt" %i, %9 : i32
  llvm.cond_br %more, ^body, ^exit
^body:
  %y = nvvm.mma.sync A[%x] B[%x] C[%x, %x] {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>,
    shape = #nvvm.shape<m = 8, n = 8, k = 4>} : (f64, f64, f64) -> !llvm.struct<(f64, f64)>
  %j = llvm.add %i, %512 : i32
  %p = llvm.getelementptr %from[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f64
  %q = llvm.getelementptr %from[%j] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f64
  nvvm.cp.async.shared.global %to, %p, 16, cache = cg : !llvm.ptr<3>, !llvm.ptr<1>
  nvvm.cp.async.shared.global %to, %q, 16, cache = cg : !llvm.ptr<3>, !llvm.ptr<1>
  %next = llvm.add %i, %1 : i32
  llvm.br ^header(%next : i32)
^exit:
  llvm.return
}`)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(advance.Advance(module), "address is held")
	// Output: 1 address is held
}
