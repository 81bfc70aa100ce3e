package splitproducts_test

import (
	"fmt"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/strict/splitproducts"
)

// Three parts of each factor make six products.
func ExampleSplit() {
	module, err := text.ParseString(registry.NewContext(), `
func.func @f(%x: tensor<16x16xf32>, %y: tensor<16x16xf32>, %sum: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %d = tile.dot %x, %y, %sum precision bf16x6 : tensor<16x16xf32>, tensor<16x16xf32> -> tensor<16x16xf32>
  return %d : tensor<16x16xf32>
}`)
	if err != nil {
		fmt.Println(err)
		return
	}
	splitproducts.Split(module)
	module.Walk(func(op *ir.Operation) bool {
		if op.Is(&tile.Dot) {
			fmt.Println(op.Name(), op.Operand(0).Type())
		}
		return true
	})
	// Output:
	// tile.dot tensor<16x16xbf16>
	// tile.dot tensor<16x16xbf16>
	// tile.dot tensor<16x16xbf16>
	// tile.dot tensor<16x16xbf16>
	// tile.dot tensor<16x16xbf16>
	// tile.dot tensor<16x16xbf16>
}
