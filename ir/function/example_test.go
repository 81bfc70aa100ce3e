package function_test

import (
	"fmt"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir/function"
	"github.com/girih-ir/girih/ir/text"
)

func ExampleType() {
	module, err := text.ParseString(registry.NewContext(), "func.func private @f(i32, f32) -> i1")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(function.Type(module.Region(0).Entry().First()))
	// Output:
	// (i32, f32) -> i1
}
