package streams_test

import (
	"context"
	"fmt"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/layouts/streams"
	"github.com/girih-ir/girih/pass"
)

// A loop that adds up products of tiles becomes one operation, tilegpu.stream_dot, with 6 stages.
func Example() {
	module, err := text.ParseString(registry.NewContext(), `tile.kernel @product(
    %a: !tile.array<?x?xf16, strides = [?, 1]> {tile.divisibility = 16, tile.stride_divisibility = array<i64: 8, 1>},
    %b: !tile.array<?x?xf16, strides = [?, 1]> {tile.divisibility = 16, tile.stride_divisibility = array<i64: 8, 1>},
    %n: i32, %out: !tile.ptr<f32>) {
  %zero = arith.constant dense<0.0> : tensor<128x128xf32>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %sum = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<128x128xf32>) : i32 {
    %x = tile.load_view %a[%c0, %k] padding zero : !tile.array<?x?xf16, strides = [?, 1]> -> tensor<128x64xf16>
    %y = tile.load_view %b[%k, %c0] padding zero : !tile.array<?x?xf16, strides = [?, 1]> -> tensor<64x128xf16>
    %next = tile.dot %x, %y, %acc : tensor<128x64xf16>, tensor<64x128xf16> -> tensor<128x128xf32>
    scf.yield %next : tensor<128x128xf32>
  }
  %p = tile.splat %out : !tile.ptr<f32> -> tensor<128x128x!tile.ptr<f32>>
  tile.store %p, %sum : tensor<128x128x!tile.ptr<f32>>, tensor<128x128xf32>
  tile.return
}`)
	if err == nil {
		err = pass.NewPipeline("builtin.module").Add(streams.Pass).Run(context.Background(), module, pass.RunOptions{})
	}
	if err != nil {
		fmt.Println(err)
		return
	}
	module.Walk(func(op *ir.Operation) bool {
		if op.Is(&tilegpu.StreamDot) {
			fmt.Println(op.Name(), op.Inherent("stages"))
		}
		return true
	})
	// Output:
	// tilegpu.stream_dot 6 : i32
}
