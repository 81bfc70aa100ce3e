package tensorcores_test

import (
	"fmt"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/internal/analysis/tensorcores"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
)

// A product of f16 with sums in f32 is one that tensor cores compute.
func ExampleWarpGroupTypes() {
	module, err := text.ParseString(registry.NewContext(),
		`func.func @f(%x: tensor<64x16xf16>, %y: tensor<16x64xf16>, %sum: tensor<64x64xf32>) {
  %z = tile.dot %x, %y, %sum : tensor<64x16xf16>, tensor<16x64xf16> -> tensor<64x64xf32>
  return
}`)
	if err != nil {
		fmt.Println(err)
		return
	}
	module.Walk(func(op *ir.Operation) bool {
		if op.Is(&tile.Dot) {
			fmt.Println(tensorcores.WarpGroupTypes(op))
		}
		return true
	})
	// Output:
	// f16 f16 f32 <nil>
}
