package tile_test

import (
	"fmt"

	"github.com/girih-ir/girih/dialects/builtin"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tile/promotion"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
)

// The builder remembers its first error, so that calls can be nested like expressions in a front end's source.
func ExampleBuilder() {
	ctx := ir.NewContext(builtin.Dialect, tile.Dialect)
	b := ir.NewBuilder(ctx)
	module := builtin.NewModule(b, "")
	module.SetAttr(tile.SemanticsName, tile.Semantics(ctx, promotion.Triton))
	kernel := tile.NewKernel(b.AtEnd(module.Body()), "increment", tile.Ptr(ctx, ctx.F32()))
	k := tile.NewBuilder(b.AtEnd(kernel.Entry()))
	at := k.AddPtr(kernel.Entry().Arg(0), k.Iota(4))
	k.Store(at, k.Add(k.Load(at, nil, nil), k.Int(1)), nil)
	k.Return()
	fmt.Println(k.Err(), ir.Verify(module.Operation, nil))
	fmt.Print(string(text.Print(module.Operation, text.Options{})))
	// Output:
	// <nil> <nil>
	// module attributes {tile.semantics = #tile.semantics<triton>} {
	//   tile.kernel @increment(%arg0: !tile.ptr<f32>) {
	//     %0 = tile.iota : tensor<4xi32>
	//     %1 = tile.addptr %arg0, %0 : !tile.ptr<f32>, tensor<4xi32> -> tensor<4x!tile.ptr<f32>>
	//     %2 = tile.load %1 : tensor<4x!tile.ptr<f32>>
	//     %3 = tile.literal 1
	//     %4 = tile.add %2, %3 : tensor<4xf32>, !tile.literal<int> -> tensor<4xf32>
	//     tile.store %1, %4 : tensor<4x!tile.ptr<f32>>, tensor<4xf32>
	//     tile.return
	//   }
	// }
}
