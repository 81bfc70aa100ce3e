package fragments_test

import (
	"fmt"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/threads/fragments"
)

// A program without such a loop stays as it is.
func ExamplePrefetch() {
	module, err := text.ParseString(registry.NewContext(), `llvm.func @f() {
  nvvm.barrier0
  llvm.return
}`)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(fragments.Prefetch(module))
	// Output: 0
}
