package earlybranches_test

import (
	"context"
	"fmt"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/layouts/earlybranches"
	"github.com/girih-ir/girih/pass"
)

// The product no longer runs while the iteration branches: each branch has a product of its own.
func Example() {
	module, err := text.ParseString(registry.NewContext(), `
!r = !tilegpu.shared<1xtensor<64x64xf16>>
tile.kernel @sums(%p: !tile.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %a = tilegpu.ring : !r
  %places = tile.splat %p : !tile.ptr<f32> -> tensor<64x64x!tile.ptr<f32>>
  %sum = scf.for %k = %c0 to %n step %c1 iter_args(%x = %zero) -> (tensor<64x64xf32>) : i32 {
    %s = tilegpu.ring_dot %a[%c0] by %a[%c0], %zero {async} : !r, !r -> tensor<64x64xf32>
    %first = arith.cmpi eq, %k, %c0 : i32
    %y = scf.if %first -> (tensor<64x64xf32>) {
      %z = math.exp2 %x : tensor<64x64xf32>
      scf.yield %z : tensor<64x64xf32>
    } else {
      scf.yield %x : tensor<64x64xf32>
    }
    %t = tilegpu.ring_wait %s {pending = 0 : i32} : tensor<64x64xf32>
    %next = arith.addf %y, %t : tensor<64x64xf32>
    scf.yield %next : tensor<64x64xf32>
  }
  tile.store %places, %sum : tensor<64x64x!tile.ptr<f32>>, tensor<64x64xf32>
  tile.return
}`)
	if err == nil {
		pipeline := pass.NewPipeline("builtin.module").Add(earlybranches.Pass)
		err = pipeline.Run(context.Background(), module, pass.RunOptions{Verify: true})
	}
	if err != nil {
		fmt.Println(err)
		return
	}
	module.Walk(func(op *ir.Operation) bool {
		if op.Is(&tilegpu.RingDot) || op.Is(&tilegpu.RingWait) || op.Is(&scf.IfOp) || op.Name() == "math.exp2" {
			fmt.Println(op.Name())
		}
		return true
	})
	// Output:
	// scf.if
	// tilegpu.ring_dot
	// math.exp2
	// tilegpu.ring_wait
	// tilegpu.ring_dot
	// tilegpu.ring_wait
}
