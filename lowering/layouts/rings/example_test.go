package rings_test

import (
	"context"
	"fmt"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/layouts/rings"
	"github.com/girih-ir/girih/pass"
)

// The loop has two products. The left factor of the second one is in registers, since it is the result of the first
// one.
func Example() {
	module, err := text.ParseString(registry.NewContext(), `
!m = !tile.array<?x64xf16, strides = [64, 1]>
tile.kernel @twice(%a: !m {tile.divisibility = 16 : i32}, %b: !m {tile.divisibility = 16 : i32}, %n: i32, %out: !tile.ptr<f32>) {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %x = tile.load_view %a[%c0, %c0] padding zero : !m -> tensor<64x64xf16>
  %sum = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32>) : i32 {
    %y = tile.load_view %b[%k, %c0] padding zero : !m -> tensor<64x64xf16>
    %s = tile.dot %x, %y, %zero : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
    %p = arith.truncf %s : tensor<64x64xf32> to tensor<64x64xf16>
    %next = tile.dot %p, %y, %acc : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
    scf.yield %next : tensor<64x64xf32>
  }
  %p = tile.splat %out : !tile.ptr<f32> -> tensor<64x64x!tile.ptr<f32>>
  tile.store %p, %sum : tensor<64x64x!tile.ptr<f32>>, tensor<64x64xf32>
  tile.return
}`)
	if err == nil {
		err = pass.NewPipeline("builtin.module").Add(rings.Pass).Run(context.Background(), module, pass.RunOptions{})
	}
	if err != nil {
		fmt.Println(err)
		return
	}
	module.Walk(func(op *ir.Operation) bool {
		if p, ok := tilegpu.AsRingProduct(op); ok {
			fmt.Println(op.Name(), "left factor in registers:", p.LHSInRegisters())
		}
		return true
	})
	// Output:
	// tilegpu.ring_dot left factor in registers: false
	// tilegpu.ring_dot left factor in registers: true
}
