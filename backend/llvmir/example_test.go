package llvmir_test

import (
	"fmt"

	"github.com/girih-ir/girih/backend/llvmir"
	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir/text"
)

func ExamplePrint() {
	module, err := text.ParseString(registry.NewContext(), `llvm.func @twice(%a: i32) -> i32 {
  %0 = llvm.add %a, %a : i32
  llvm.return %0 : i32
}`)
	if err != nil {
		fmt.Println(err)
		return
	}
	out, err := llvmir.Print(module, llvmir.Opaque)
	fmt.Print(out, err)
	// Output:
	// target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
	// target triple = "nvptx64-nvidia-cuda"
	//
	// define i32 @twice(i32 %p0) {
	// b0:
	// 	%0 = add i32 %p0, %p0
	// 	ret i32 %0
	// }
	//
	// !nvvmir.version = !{!0}
	//
	// !0 = !{i32 2, i32 0}
	// <nil>
}
