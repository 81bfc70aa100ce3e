// Package functollvm converts functions, calls and returns to the dialect llvm: the pass `convert-func-to-llvm`.
// Several results travel in a struct. Calls through values stay as they are.
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
	"github.com/girih-ir/girih/ir/function"
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
		return llvmtypes.Convert(ctx, op, false, patterns)
	},
}

// patterns returns the patterns of the pass.
func patterns(c *conversion.TypeConverter) []*conversion.Pattern {
	p := &converter{c}
	return []*conversion.Pattern{
		{Name: "func-to-llvm", Root: &fn.FuncOp, Converter: c, Rewrite: p.function},
		{Name: "call-to-llvm", Root: &fn.CallOp, Converter: c, Rewrite: p.call},
		{Name: "return-to-llvm", Root: &fn.Return, Converter: c, Rewrite: p.ret},
	}
}

type converter struct{ types *conversion.TypeConverter }

// function makes an llvm.func of the same name that takes over the body.
func (p *converter) function(rw *conversion.Rewriter, op *ir.Operation, _ conversion.Operands) error {
	f, _ := fn.AsFunc(op)
	ctx := rw.Context()
	t := llvmtypes.FunctionType(p.types, ctx, f.Type())
	if t == nil {
		return rw.Refuse("its type %s has no counterpart", ir.Quote(f.Type()))
	}
	st := rw.State(&llvm.FuncOp)
	st.SetInherent(ir.SymbolName, op.Inherent(ir.SymbolName))
	st.SetInherent(ir.SymbolVisibility, op.Inherent(ir.SymbolVisibility))
	st.SetInherent(function.TypeAttr, ctx.TypeAttr(t))
	st.SetInherent(function.ArgAttrs, op.Inherent(function.ArgAttrs))
	if len(f.Type().Results) == 1 {
		st.SetInherent(function.ResultAttrs, op.Inherent(function.ResultAttrs))
	}
	st.Attrs = op.Attrs()
	st.Regions = []*ir.Region{{}}
	to := rw.Create(st)
	if !f.IsDeclaration() {
		rw.MoveRegion(op.Region(0), to.Region(0), nil)
		if err := rw.ConvertRegion(to.Region(0), p.types); err != nil {
			return err
		}
	}
	rw.Erase(op)
	return nil
}

// call unpacks the results.
func (p *converter) call(rw *conversion.Rewriter, op *ir.Operation, operands conversion.Operands) error {
	result := llvmtypes.Result(p.types, rw.Context(), op.ResultTypes())
	if result == nil {
		return rw.Refuse("a result has no counterpart")
	}
	call := llvm.NewCall(rw.Builder, op.Inherent("callee").(*ir.SymbolRefAttr), result, operands.Values()...)
	if op.NumResults() < 2 {
		rw.ReplaceWithOp(op, call)
		return nil
	}
	results := make([]*ir.Value, op.NumResults())
	for i := range results {
		results[i] = llvm.NewExtractValue(rw.Builder, call.Result(0), int64(i))
	}
	rw.Replace(op, results...)
	return nil
}

// ret packs the results.
func (p *converter) ret(rw *conversion.Rewriter, op *ir.Operation, operands conversion.Operands) error {
	values := operands.Values()
	if len(values) > 1 {
		st := rw.State(&llvm.Poison)
		st.Types = []ir.Type{llvmtypes.Result(p.types, rw.Context(), op.OperandTypes())}
		packed := rw.Create(st).Result(0)
		for i, v := range values {
			packed = llvm.NewInsertValue(rw.Builder, packed, v, int64(i))
		}
		values = []*ir.Value{packed}
	}
	st := rw.State(&llvm.Return)
	st.Operands = values
	rw.Create(st)
	rw.Erase(op)
	return nil
}
