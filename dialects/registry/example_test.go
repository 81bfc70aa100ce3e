package registry_test

import (
	"fmt"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir/text"
)

func ExampleNewContext() {
	ctx := registry.NewContext()
	_, err := text.ParseString(ctx, "func.func @f() { return }")
	fmt.Println(len(ctx.Dialects()) > 10, err)
	// Output:
	// true <nil>
}
