package text_test

import (
	"errors"
	"fmt"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
)

// An error knows its place; with the context, which knows the source, it shows the line.
func ExampleParse() {
	ctx := registry.NewContext()
	source := &ir.Source{Name: "f.mlir",
		Text: []byte("func.func @f(%a: i32) {\n  %0 = arith.addi %a, %b : i32\n  return\n}\n")}
	_, err := text.Parse(ctx, source, text.ParseOptions{})
	var d *ir.Diagnostic
	if errors.As(err, &d) {
		fmt.Print(d.Render(ctx))
	}
	// Output:
	// f.mlir:2:23: error: use of undeclared SSA value name
	//   %0 = arith.addi %a, %b : i32
	//                       ^
}

func ExamplePrint() {
	module, err := text.ParseString(registry.NewContext(), "func.func @f(%a: i32) -> i32 { return %a : i32 }")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s\n", text.Print(module, text.Options{}))
	fmt.Printf("%s", text.Print(module, text.Options{Generic: true}))
	// Output:
	// module {
	//   func.func @f(%arg0: i32) -> i32 {
	//     return %arg0 : i32
	//   }
	// }
	//
	// "builtin.module"() ({
	//   "func.func"() <{function_type = (i32) -> i32, sym_name = "f"}> ({
	//   ^bb0(%arg0: i32):
	//     "func.return"(%arg0) : (i32) -> ()
	//   }) : () -> ()
	// }) : () -> ()
}
