package constraints_test

import (
	"fmt"

	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
)

func ExampleIsSignless() {
	ctx := ir.NewContext()
	fmt.Println(constraints.IsSignless(ctx.I(32)), constraints.IsSignless(ctx.IntegerType(32, ir.Unsigned)))
	// Output:
	// true false
}
