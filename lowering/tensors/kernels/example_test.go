package kernels_test

import (
	"fmt"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/tensors/kernels"
)

// A step with the places of its operands in memory becomes launches of kernels. Here the operand is a transposed
// matrix, whose rows are columns in memory.
func ExampleBuild() {
	module, err := text.ParseString(registry.NewContext(), `
func.func @main(%x: tensor<1000x8xf32>) -> tensor<1000x8xf32> {
  %0 = prim.exp %x : tensor<1000x8xf32>
  return %0 : tensor<1000x8xf32>
}`)
	if err != nil {
		fmt.Println(err)
		return
	}
	exp := module.Region(0).Entry().First().Region(0).Entry().First()
	f32 := module.Context().F32()
	c, err := kernels.Build(&kernels.Step{Op: exp,
		In:  []*kernels.Operand{{Elem: f32, Shape: []int64{1000, 8}, Strides: []int64{1, 1000}, Memory: 0}},
		Out: []*kernels.Operand{{Elem: f32, Shape: []int64{1000, 8}, Strides: []int64{8, 1}, Memory: 1}}})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, l := range c.Launches {
		fmt.Println(l.Kernel.Name, l.Kernel.Warps, "warps, grid", l.Grid, "arguments", l.Args)
	}
	// Output:
	// exp 4 warps, grid [8 1 1] arguments [{0 <nil> 0} {1 <nil> 0}]
}
