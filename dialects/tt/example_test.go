package tt_test

import (
	"fmt"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/dialects/tt"
	"github.com/girih-ir/girih/ir/text"
)

// The text that Triton prints can be parsed.
func ExampleAsFunc() {
	module, err := text.ParseString(registry.NewContext(), `tt.func public @k(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  tt.return
}`)
	if err != nil {
		fmt.Println(err)
		return
	}
	f, _ := tt.AsFunc(module.Region(0).Entry().First())
	fmt.Println(f.SymName(), f.Type(), f.IsPublic(), f.ArgAttrs(0))
	// Output:
	// k (!tt.ptr<f32>) -> () true {tt.divisibility = 16 : i32}
}
