package nvvm_test

import (
	"fmt"

	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
)

// The operations are instructions of the hardware, with the semantics of the PTX ISA.
func Example() {
	module, err := text.ParseString(registry.NewContext(), `llvm.func @f() attributes {nvvm.kernel} {
  nvvm.barrier0
  llvm.return
}`)
	if err != nil {
		fmt.Println(err)
		return
	}
	module.Walk(func(op *ir.Operation) bool {
		if op.Is(&nvvm.Barrier0) || nvvm.IsKernel(op) {
			fmt.Println(op.Name())
		}
		return true
	})
	// Output:
	// llvm.func
	// nvvm.barrier0
}
