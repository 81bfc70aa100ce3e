package reproducer_test

import (
	"fmt"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/pass/reproducer"
)

// The text holds the IR and the pipeline; mlir-opt runs it with --run-reproducer.
func ExampleWrite() {
	module, err := text.ParseString(registry.NewContext(), "module {\n}")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(string(reproducer.Write(module, reproducer.Config{Pipeline: "builtin.module(cse)", VerifyEach: true})))
	// Output:
	// module {
	// }
	//
	// {-#
	//   external_resources: {
	//     mlir_reproducer: {
	//       pipeline: "builtin.module(cse)",
	//       disable_threading: false,
	//       verify_each: true
	//     }
	//   }
	// #-}
}
