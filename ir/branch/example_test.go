package branch_test

import (
	"fmt"

	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/branch"
	"github.com/girih-ir/girih/ir/constraints"
)

// A dialect defines its branch by a name and the types that it passes.
func ExampleDef() {
	jump := branch.Def("demo.jump", "unconditional jump", constraints.AnyType)
	fmt.Println(jump.Name, len(jump.Successors), jump.Traits&ir.Terminator != 0)
	// Output:
	// demo.jump 1 true
}
