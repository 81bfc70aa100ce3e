package persistent_test

import (
	"context"
	"fmt"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/layouts/persistent"
	"github.com/girih-ir/girih/pass"
)

// Each block runs programs in a loop, and learns how many there are.
func Example() {
	module, err := text.ParseString(registry.NewContext(), `
!m = !tile.array<?x64xf16, strides = [64, 1]>
tile.kernel @product(%a: !m {tile.divisibility = 16 : i32}, %b: !m {tile.divisibility = 16 : i32},
    %c: !tile.array<?x64xf32, strides = [64, 1]>, %n: i32) {
  %i = tile.program_id 0
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %sum = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32>) : i32 {
    %x = tile.load_view %a[%i, %c0] padding zero : !m -> tensor<64x64xf16>
    %y = tile.load_view %b[%k, %c0] padding zero : !m -> tensor<64x64xf16>
    %next = tile.dot %x, %y, %acc : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
    scf.yield %next : tensor<64x64xf32>
  }
  tile.store_view %sum, %c[%i, %c0] : tensor<64x64xf32>, !tile.array<?x64xf32, strides = [64, 1]>
  tile.return
}`)
	if err == nil {
		pipeline := pass.NewPipeline("builtin.module").AddWith(persistent.Pass,
			&persistent.Options{NumWarps: 4, Persistent: "always"})
		err = pipeline.Run(context.Background(), module, pass.RunOptions{})
	}
	if err != nil {
		fmt.Println(err)
		return
	}
	for kernel := range tile.Kernels(module) {
		for op := range kernel.Entry().Ops() {
			if tile.RunsPrograms(op) {
				fmt.Println(op.Name(), "to argument", op.Operand(1).Index(), "of", tile.ResidentOf(kernel.Operation), "blocks")
			}
		}
	}
	// Output:
	// scf.for to argument 4 of 4 blocks
}
