package convergence_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/threads/convergence"
)

// Thread 0 alone reaches the barrier.
func ExampleCheck() {
	module, err := text.ParseString(registry.NewContext(), `
llvm.func @k() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64>} {
  %t = nvvm.read.ptx.sreg.tid.x : i32
  %zero = llvm.mlir.constant(0 : i32) : i32
  %first = llvm.icmp "eq" %t, %zero : i32
  llvm.cond_br %first, ^bb1, ^bb2
^bb1:
  nvvm.barrier0
  llvm.br ^bb2
^bb2:
  llvm.return
}`)
	if err != nil {
		fmt.Println(err)
		return
	}
	found, err := convergence.Check(context.Background(), module)
	for _, d := range found {
		fmt.Println(d.Severity, errors.Is(d, convergence.ErrDivergence), len(d.Notes), "notes")
	}
	fmt.Println(err)
	// Output:
	// error true 3 notes
	// <nil>
}
