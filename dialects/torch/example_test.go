package torch_test

import (
	"fmt"

	"github.com/girih-ir/girih/dialects/torch"
	"github.com/girih-ir/girih/ir"
)

// A number of the same category does not widen a tensor, nor does a tensor without dimensions.
func ExamplePromote() {
	ctx := ir.NewContext()
	half := torch.Operand{Elem: ctx.F16(), Dimensioned: true}
	double := torch.Operand{Elem: ctx.F64()}
	fmt.Println(torch.Promote(ctx, torch.Default, half, double))
	// Output:
	// f32 f16 <nil>
}
