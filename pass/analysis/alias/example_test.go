package alias_test

import (
	"fmt"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/pass/analysis/alias"
)

// Two allocations never overlap. A view may refer to the same memory as its source.
func ExampleOf() {
	module, err := text.ParseString(registry.NewContext(), `func.func @f() {
  %0 = memref.alloc() : memref<4xf32>
  %1 = memref.alloc() : memref<4xf32>
  %2 = memref.cast %0 : memref<4xf32> to memref<?xf32>
  return
}`)
	if err != nil {
		fmt.Println(err)
		return
	}
	var v []*ir.Value
	for op := range ir.LookupSymbol(module, "f").Region(0).Entry().Ops() {
		v = append(v, op.ResultValues()...)
	}
	fmt.Println(alias.Of(v[0], v[1]))
	fmt.Println(alias.Of(v[0], v[2]))
	// Output:
	// no alias
	// may alias
}
