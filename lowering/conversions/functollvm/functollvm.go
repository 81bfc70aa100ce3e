// Package functollvm is the pass `convert-func-to-llvm`. It converts functions, calls and returns to dialect llvm.
// Several results are returned in a struct. A memref is passed as the fields of its descriptor: two pointers, an
// offset, sizes and strides. A function with a type that has no counterpart in dialect llvm, such as a tensor, is not
// converted, and neither are its returns and calls.
//
// Before:
//
//	func.func @f(%x: i32, %y: i32) -> (i32, i32) {
//	  return %y, %x : i32, i32
//	}
//
// After convert-func-to-llvm:
//
//	llvm.func @f(%arg0: i32, %arg1: i32) -> !llvm.struct<(i32, i32)> {
//	  %0 = llvm.mlir.poison : !llvm.struct<(i32, i32)>
//	  %1 = llvm.insertvalue %arg1, %0[0] : !llvm.struct<(i32, i32)>
//	  %2 = llvm.insertvalue %arg0, %1[1] : !llvm.struct<(i32, i32)>
//	  llvm.return %2 : !llvm.struct<(i32, i32)>
//	}
package functollvm

import (
	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/conversions/llvmtypes"
	"github.com/girih-ir/girih/pass"
	"github.com/girih-ir/girih/rewrite/conversion"
)

// Pass is `convert-func-to-llvm`.
var Pass = &pass.Pass{
	Name:     "convert-func-to-llvm",
	Title:    "ConvertFuncToLLVMPass",
	Summary:  "Convert from the Func dialect to the LLVM dialect",
	Anchor:   "builtin.module",
	Dialects: []*ir.Dialect{llvm.Dialect},
	Run: func(ctx *pass.Context, op *ir.Operation) error {
		return llvmtypes.Convert(ctx, op, llvmtypes.Options{}, patterns)
	},
}

// patterns returns the patterns of the pass.
func patterns(c *conversion.TypeConverter) []*conversion.Pattern {
	p := &converter{c}
	return []*conversion.Pattern{
		{Name: "func-to-llvm", Root: &fn.FuncOp, Converter: c, Rewrite: p.function},
		{Name: "func-constant-to-llvm", Root: &fn.Constant, Converter: c, Rewrite: p.constant},
		{Name: "call-to-llvm", Root: &fn.CallOp, Converter: c, Rewrite: p.call},
		{Name: "call-indirect-to-llvm", Root: &fn.CallIndirect, Converter: c, Rewrite: p.callIndirect},
		{Name: "return-to-llvm", Root: &fn.Return, Converter: c, Rewrite: p.ret},
	}
}

type converter struct{ types *conversion.TypeConverter }

// ret converts func.return. It packs several operands into a struct. It fails in a function that is not converted.
func (p *converter) ret(rw *conversion.Rewriter, op *ir.Operation, operands conversion.Operands) error {
	if op.Parent().Is(&fn.FuncOp) {
		return rw.Refuse("the function around it is not converted")
	}
	values := operands.Values()
	if len(values) > 1 {
		packed := llvm.NewPoison(rw.Builder, llvmtypes.Result(p.types, rw.Context(), op.OperandTypes()))
		for i, v := range values {
			packed = llvm.NewInsertValue(rw.Builder, packed, v, int64(i))
		}
		values = []*ir.Value{packed}
	}
	st := rw.State(&llvm.Return)
	st.Operands, st.Attrs = values, op.Attrs()
	rw.Create(st)
	rw.Erase(op)
	return nil
}
