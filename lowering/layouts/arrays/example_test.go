package arrays_test

import (
	"context"
	"fmt"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/layouts/arrays"
	"github.com/girih-ir/girih/pass"
)

// The row stride of the array is an argument of the kernel. The kernel checks at run time that it is positive, and has
// the loads through pointers for the case that it is not.
func Example() {
	module, err := text.ParseString(registry.NewContext(), `
tile.kernel @product(%p: !tile.ptr<f16> {tile.divisibility = 16 : i32}, %stride: i32 {tile.divisibility = 8 : i32},
    %n: i32, %out: !tile.ptr<f32>) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %ones = arith.constant dense<1.0> : tensor<64x64xf16>
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %i = tile.iota : tensor<64xi32>
  %down = tile.expand_dims %i axis = 1 : tensor<64xi32> -> tensor<64x1xi32>
  %strides = tile.splat %stride : i32 -> tensor<64x1xi32>
  %from = arith.muli %down, %strides : tensor<64x1xi32>
  %line = tile.broadcast %from : tensor<64x1xi32> -> tensor<64x64xi32>
  %column = tile.broadcast %i : tensor<64xi32> -> tensor<64x64xi32>
  %offset = arith.addi %line, %column : tensor<64x64xi32>
  %base = tile.splat %p : !tile.ptr<f16> -> tensor<64x64x!tile.ptr<f16>>
  %at = tile.addptr %base, %offset : tensor<64x64x!tile.ptr<f16>>, tensor<64x64xi32> -> tensor<64x64x!tile.ptr<f16>>
  %sum = scf.for %k = %c0 to %n step %c64 iter_args(%acc = %zero) -> (tensor<64x64xf32>) : i32 {
    %x = tile.load %at : tensor<64x64x!tile.ptr<f16>>
    %next = tile.dot %ones, %x, %acc : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
    scf.yield %next : tensor<64x64xf32>
  }
  %q = tile.splat %out : !tile.ptr<f32> -> tensor<64x64x!tile.ptr<f32>>
  tile.store %q, %sum : tensor<64x64x!tile.ptr<f32>>, tensor<64x64xf32>
  tile.return
}`)
	if err == nil {
		err = pass.NewPipeline("builtin.module").Add(arrays.Pass).Run(context.Background(), module, pass.RunOptions{})
	}
	if err != nil {
		fmt.Println(err)
		return
	}
	module.Walk(func(op *ir.Operation) bool {
		if op.Is(&tile.MakeArray) || op.Is(&tile.LoadView) || op.Is(&tile.Load) {
			fmt.Println(op.Name(), "in", op.Parent().Name(), op.Result(0).Type())
		}
		return true
	})
	// Output:
	// tile.make_array in tile.kernel !tile.array<64x64xf16, strides = [?, 1]>
	// tile.load_view in scf.for tensor<64x64xf16>
	// tile.load in scf.for tensor<64x64xf16>
}
