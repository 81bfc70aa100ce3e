package splittiles_test

import (
	"fmt"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/strict/splittiles"
)

// Tensors of 208 elements become three each.
func ExampleSplit() {
	module, err := text.ParseString(registry.NewContext(), `
tile.kernel @double(%p: !tile.ptr<f32>) {
  %s = tile.splat %p : !tile.ptr<f32> -> tensor<208x!tile.ptr<f32>>
  %x = tile.load %s : tensor<208x!tile.ptr<f32>>
  %y = arith.addf %x, %x : tensor<208xf32>
  tile.store %s, %y : tensor<208x!tile.ptr<f32>>, tensor<208xf32>
  tile.return
}`)
	if err != nil {
		fmt.Println(err)
		return
	}
	for k := range tile.Kernels(module) {
		fmt.Println(splittiles.Split(k.Operation))
	}
	module.Walk(func(op *ir.Operation) bool {
		if op.Is(&arith.AddF) {
			fmt.Println(op.Result(0).Type())
		}
		return true
	})
	// Output:
	// true <nil>
	// tensor<128xf32>
	// tensor<64xf32>
	// tensor<16xf32>
}
