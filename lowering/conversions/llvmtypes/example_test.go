package llvmtypes_test

import (
	"context"
	"fmt"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/conversions/llvmtypes"
	"github.com/girih-ir/girih/rewrite/conversion"
)

// The pattern converts constants to dialect llvm, where an index is an i64.
func ExampleConvert() {
	module, err := text.ParseString(registry.NewContext(), `llvm.func @f() {
  %0 = arith.constant 7 : index
  llvm.return
}`)
	if err != nil {
		fmt.Println(err)
		return
	}
	constant := func(rw *conversion.Rewriter, op *ir.Operation, _ conversion.Operands) error {
		rw.Replace(op, llvm.NewConstant(rw.Builder, rw.Context().Integer(rw.Context().I(64), 7)))
		return nil
	}
	patterns := func(c *conversion.TypeConverter) []*conversion.Pattern {
		return []*conversion.Pattern{{Name: "constant", Root: &arith.ConstantOp, Converter: c, Rewrite: constant}}
	}
	err = llvmtypes.Convert(context.Background(), module, llvmtypes.Options{Nested: true}, patterns)
	fmt.Println(err)
	fmt.Println(string(text.Print(module, text.Options{})))
	// Output:
	// <nil>
	// module {
	//   llvm.func @f() {
	//     %0 = llvm.mlir.constant(7 : i64) : i64
	//     llvm.return
	//   }
	// }
}
