package liveness_test

import (
	"fmt"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/pass/analysis/liveness"
)

// The argument is needed in the second block, the sum is not.
func ExampleNew() {
	module, err := text.ParseString(registry.NewContext(), `func.func @f(%a: i32) -> i32 {
  %0 = arith.addi %a, %a : i32
  cf.br ^bb1
^bb1:
  return %a : i32
}`)
	if err != nil {
		fmt.Println(err)
		return
	}
	entry := ir.LookupSymbol(module, "f").Region(0).Entry()
	blocks := liveness.New(module)
	fmt.Println(blocks.IsLiveOut(entry.Arg(0), entry), blocks.IsLiveOut(entry.First().Result(0), entry))
	// Output: true false
}
