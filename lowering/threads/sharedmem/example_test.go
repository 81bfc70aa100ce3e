package sharedmem_test

import (
	"fmt"

	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/threads/sharedmem"
)

// Two buffers that are not used at the same time share their bytes, with a barrier between their uses.
func ExamplePlace() {
	module, err := text.ParseString(registry.NewContext(), `
llvm.mlir.global internal @m() {addr_space = 3 : i32} : !llvm.array<0 x i8>
llvm.func @f(%x: f32) {
  %m = llvm.mlir.addressof @m : !llvm.ptr<3>
  %a = llvm.getelementptr %m[0] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
  llvm.store %x, %a : f32, !llvm.ptr<3>
  %b = llvm.getelementptr %m[0] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
  llvm.store %x, %b : f32, !llvm.ptr<3>
  llvm.return
}`)
	if err != nil {
		fmt.Println(err)
		return
	}
	f := sharedmem.Function{Limit: 1024,
		Barrier:   func(b *ir.Builder) { b.Build(&nvvm.Barrier0, nil) },
		IsBarrier: func(op *ir.Operation) bool { return op.Is(&nvvm.Barrier0) }}
	module.Walk(func(op *ir.Operation) bool {
		if op.Name() == "llvm.getelementptr" {
			f.Buffers = append(f.Buffers, &sharedmem.Buffer{Address: op, Bytes: 512, Purpose: "a row"})
			f.Body = op.ParentRegion()
		}
		return true
	})
	fmt.Println(sharedmem.Place(f))
	// Output:
	// 512 <nil>
}
