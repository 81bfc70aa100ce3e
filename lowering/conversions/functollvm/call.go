package functollvm

import (
	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/conversions/llvmtypes"
	"github.com/girih-ir/girih/rewrite/conversion"
)

// constant takes the address of a function that becomes one of the dialect llvm.
func (p *converter) constant(rw *conversion.Rewriter, op *ir.Operation, _ conversion.Operands) error {
	t, ok := op.Result(0).Type().(*ir.FunctionType)
	if !ok || llvmtypes.FunctionType(p.types, rw.Context(), t, false) == nil {
		return rw.Refuse("its type %s has no counterpart", ir.Quote(op.Result(0).Type()))
	}
	st := rw.State(&llvm.AddressOf)
	st.SetInherent("global_name", op.Inherent("value"))
	st.Types, st.Attrs = []ir.Type{llvm.Ptr(rw.Context(), 0)}, op.Attrs()
	rw.ReplaceWithOp(op, rw.Create(st))
	return nil
}

// call calls a function by its name.
func (p *converter) call(rw *conversion.Rewriter, op *ir.Operation, operands conversion.Operands) error {
	result := llvmtypes.Result(p.types, rw.Context(), op.ResultTypes())
	if result == nil {
		return rw.Refuse("a result has no counterpart")
	}
	callee := op.Inherent("callee").(*ir.SymbolRefAttr)
	args := arguments(rw, op, operands, 0)
	call := llvm.NewCall(rw.Builder, callee, result, args...)
	call.SetAttrs(op.Attrs())
	if callsVariadic(op, callee) {
		llvm.SetVarCalleeType(call, llvm.FuncOf(rw.Context(), result, call.OperandTypes(), true))
	}
	p.replaceCall(rw, op, call)
	return nil
}

// callsVariadic reports whether a name is that of a variadic function, converted or not.
func callsVariadic(op *ir.Operation, callee *ir.SymbolRefAttr) bool {
	target := ir.ResolveSymbol(op, callee)
	if f, ok := llvm.AsFunc(target); ok {
		return f.Type().Variadic
	}
	return target != nil && isVariadic(target)
}

// callIndirect calls the function behind a pointer.
func (p *converter) callIndirect(rw *conversion.Rewriter, op *ir.Operation, operands conversion.Operands) error {
	result := llvmtypes.Result(p.types, rw.Context(), op.ResultTypes())
	if result == nil {
		return rw.Refuse("a result has no counterpart")
	}
	call := llvm.NewIndirectCall(rw.Builder, operands.One(0), result, arguments(rw, op, operands, 1)...)
	call.SetAttrs(op.Attrs())
	p.replaceCall(rw, op, call)
	return nil
}

// arguments returns what a call passes for its operands from a position on: a memref is passed by its parts.
func arguments(rw *conversion.Rewriter, op *ir.Operation, operands conversion.Operands, from int) (args []*ir.Value) {
	for i := from; i < op.NumOperands(); i++ {
		args = append(args, llvmtypes.Unpack(rw.Builder, op.Operand(i).Type(), operands.One(i))...)
	}
	return args
}

// replaceCall unpacks the results.
func (p *converter) replaceCall(rw *conversion.Rewriter, op, call *ir.Operation) {
	if op.NumResults() < 2 {
		rw.ReplaceWithOp(op, call)
		return
	}
	results := make([]*ir.Value, op.NumResults())
	for i := range results {
		results[i] = llvm.NewExtractValue(rw.Builder, call.Result(0), int64(i))
	}
	rw.Replace(op, results...)
}

// isVariadic reports whether a function takes more arguments than its type says.
func isVariadic(op *ir.Operation) bool {
	v, ok := op.Attr("func.varargs").(*ir.IntegerAttr)
	return ok && ir.IsInt(v.Type(), 1) && !v.IsZero() && op.Is(&fn.FuncOp)
}
