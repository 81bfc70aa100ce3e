package registry_test

import (
	"fmt"

	"github.com/girih-ir/girih/lowering/registry"
	"github.com/girih-ir/girih/pass"
)

// Tools find passes by their names.
func Example() {
	passes := &pass.Registry{Passes: registry.Passes(), Pipelines: registry.Pipelines()}
	fmt.Println(passes.Pass("canonicalize").Summary)
	// Output:
	// Canonicalize operations
}
