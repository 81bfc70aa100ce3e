package promotion_test

import (
	"fmt"
	"math/big"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/dialects/tile/promotion"
)

// A literal takes the type of the tensor that it is combined with.
func ExamplePromote() {
	ctx := registry.NewContext()
	two := promotion.Operand{Literal: promotion.NewInt(big.NewInt(2))}
	half, single := promotion.Operand{Type: ctx.F16()}, promotion.Operand{Type: ctx.F32()}
	fmt.Println(promotion.Promote(ctx, promotion.Triton, []promotion.Operand{half, two}))
	fmt.Println(promotion.Promote(ctx, promotion.Triton, []promotion.Operand{half, single}))
	// Output:
	// f16 <nil>
	// f32 <nil>
}
