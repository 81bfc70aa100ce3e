package sharetail_test

import (
	"context"
	"fmt"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/layouts/sharetail"
	"github.com/girih-ir/girih/pass"
)

// Blocks share the last programs. The kernel takes memory for parts of sums, and counters.
func Example() {
	module, err := text.ParseString(registry.NewContext(), `
!m = !tile.array<?x64xf16, strides = [64, 1]>
!c = !tile.array<?x64xf32, strides = [64, 1]>
tile.kernel @product(%a: !m, %b: !m, %c: !c, %n: i32, %total: i32) {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %pid = tile.program_id 0
  %programs = tile.num_programs 0
  scf.for %i = %pid to %total step %programs : i32 {
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32>) : i32 {
      %x = tile.load_view %a[%i, %c0] padding zero : !m -> tensor<64x64xf16>
      %y = tile.load_view %b[%k, %c0] padding zero : !m -> tensor<64x64xf16>
      %next = tile.dot %x, %y, %acc : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
      scf.yield %next : tensor<64x64xf32>
    }
    tile.store_view %sum, %c[%i, %c0] : tensor<64x64xf32>, !c
  } {tile.in_any_order}
  tile.return
}`)
	if err == nil {
		pipeline := pass.NewPipeline("builtin.module").AddWith(sharetail.Pass,
			&sharetail.Options{Tail: "split", WarpGroups: true})
		err = pipeline.Run(context.Background(), module, pass.RunOptions{})
	}
	if err != nil {
		fmt.Println(err)
		return
	}
	for kernel := range tile.Kernels(module) {
		for i := range kernel.Entry().NumArgs() {
			if t := tile.WorkspaceOf(kernel.Operation, i); t != nil {
				fmt.Println("argument", i, "is a workspace,", t)
			}
		}
		kernel.Walk(func(op *ir.Operation) bool {
			if op.Is(&tilegpu.AddParts) {
				fmt.Println("sums are added by", op.Name())
			}
			return true
		})
	}
	// Output:
	// argument 5 is a workspace, tensor<540672xi32>
	// argument 6 is a workspace, tensor<66xi32>
	// sums are added by tilegpu.add_parts
}
