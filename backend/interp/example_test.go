package interp_test

import (
	"context"
	"fmt"
	"math/big"

	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir/text"
)

// Two programs of a grid double four elements each.
func ExampleRun() {
	ctx := registry.NewContext()
	module, err := text.ParseString(ctx, `module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @double(%x: !tile.ptr<f32>) {
    %p = tile.program_id 0
    %four = tile.literal 4
    %start = tile.mul %p, %four : i32, !tile.literal<int> -> i32
    %lane = tile.iota : tensor<4xi32>
    %at = tile.add %start, %lane : i32, tensor<4xi32> -> tensor<4xi32>
    %ptr = tile.addptr %x, %at : !tile.ptr<f32>, tensor<4xi32> -> tensor<4x!tile.ptr<f32>>
    %v = tile.load %ptr : tensor<4x!tile.ptr<f32>>
    %sum = tile.add %v, %v : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>
    tile.store %ptr, %sum : tensor<4x!tile.ptr<f32>>, tensor<4xf32>
    tile.return
  }
}`)
	if err != nil {
		fmt.Println(err)
		return
	}
	x, err := interp.Filled(ctx.F32(), []int64{8}, func(i int) float64 { return float64(i) })
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(interp.Run(context.Background(), module, "double", interp.Grid{2, 1, 1}, x))
	fmt.Println(x.Float64s())
	// Output:
	// <nil>
	// [0 2 4 6 8 10 12 14]
}

func ExampleCall() {
	ctx := registry.NewContext()
	module, err := text.ParseString(ctx, `func.func @square(%a: i32) -> i32 {
  %0 = arith.muli %a, %a : i32
  return %0 : i32
}`)
	if err != nil {
		fmt.Println(err)
		return
	}
	seven, err := interp.NewValue(ctx.I(32), func(int) *big.Int { return big.NewInt(7) })
	if err != nil {
		fmt.Println(err)
		return
	}
	results, err := interp.Call(context.Background(), module, "square", seven)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(results[0].Type(), results[0].Bits(0))
	// Output: i32 49
}
