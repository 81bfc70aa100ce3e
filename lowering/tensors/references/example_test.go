package references_test

import (
	"fmt"
	"slices"

	"github.com/girih-ir/girih/lowering/tensors/references"
)

// The table can be listed; an operator in it can be replaced.
func ExampleStandard() {
	table := references.Standard()
	fmt.Println(slices.Contains(table.Names(), "torch.aten.softmax.int"))
	table["torch.aten.relu"] = func(c *references.Call) []references.Tensor {
		return []references.Tensor{c.T("self").Maximum(0)}
	}
	// Output:
	// true
}
