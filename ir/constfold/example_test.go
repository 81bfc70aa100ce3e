package constfold_test

import (
	"fmt"

	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/apint"
	"github.com/girih-ir/girih/ir/constfold"
)

// One function of integers folds scalars, splats and dense elements.
func ExampleBinaryInt() {
	ctx := ir.NewContext()
	i8 := ctx.I(8)
	add := func(a, b apint.Int) (apint.Int, bool) { return a.Add(b), true }
	fmt.Println(constfold.BinaryInt(ctx, ctx.Integer(i8, 3), ctx.Integer(i8, 4), i8, add))
	t := ctx.TensorType([]int64{2}, i8, nil)
	threes, fours := ctx.DenseSplat(t, ctx.Integer(i8, 3)), ctx.DenseSplat(t, ctx.Integer(i8, 4))
	fmt.Println(constfold.BinaryInt(ctx, threes, fours, t, add))
	// Output:
	// 7 : i8
	// dense<7> : tensor<2xi8>
}
