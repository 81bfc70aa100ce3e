package overlapproducts_test

import (
	"context"
	"fmt"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/layouts/overlapproducts"
	"github.com/girih-ir/girih/pass"
)

// The second product does not depend on the first one. It runs while threads work on the result of the first one.
func Example() {
	module, err := text.ParseString(registry.NewContext(), `
!r = !tilegpu.shared<1xtensor<64x64xf16>>
tile.kernel @two(%p: !tile.ptr<f32>) {
  %n = arith.constant 0 : i32
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %a = tilegpu.ring : !r
  %b = tilegpu.ring : !r
  %places = tile.splat %p : !tile.ptr<f32> -> tensor<64x64x!tile.ptr<f32>>
  %s = tilegpu.ring_dot %a[%n] by %b[%n], %zero : !r, !r -> tensor<64x64xf32>
  %x = math.exp2 %s : tensor<64x64xf32>
  %d = tilegpu.ring_dot %b[%n] by %a[%n], %zero : !r, !r -> tensor<64x64xf32>
  %y = arith.mulf %x, %d : tensor<64x64xf32>
  tile.store %places, %y : tensor<64x64x!tile.ptr<f32>>, tensor<64x64xf32>
  tile.return
}`)
	if err == nil {
		pipeline := pass.NewPipeline("builtin.module").Add(overlapproducts.Pass)
		err = pipeline.Run(context.Background(), module, pass.RunOptions{})
	}
	if err != nil {
		fmt.Println(err)
		return
	}
	module.Walk(func(op *ir.Operation) bool {
		if op.Is(&tilegpu.RingDot) || op.Is(&tilegpu.RingWait) || op.Name() == "math.exp2" {
			fmt.Println(op.Name())
		}
		return true
	})
	// Output:
	// tilegpu.ring_dot
	// tilegpu.ring_dot
	// tilegpu.ring_wait
	// math.exp2
	// tilegpu.ring_wait
}
