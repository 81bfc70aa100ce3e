package builtin_test

import (
	"fmt"

	"github.com/girih-ir/girih/dialects/builtin"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
)

func ExampleNewModule() {
	b := ir.NewBuilder(ir.NewContext(builtin.Dialect))
	outer := builtin.NewModule(b, "")
	builtin.NewModule(b.AtEnd(outer.Body()), "inner")
	fmt.Println(string(text.Print(outer.Operation, text.Options{})))
	// Output:
	// module {
	//   module @inner {
	//   }
	// }
}
