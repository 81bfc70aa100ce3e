package functollvm

import (
	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/conversions/llvmtypes"
	"github.com/girih-ir/girih/rewrite/conversion"
)

// constant converts func.constant to llvm.mlir.addressof.
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

// call converts func.call to llvm.call.
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

// callsVariadic reports whether a callee is a variadic function, which may or may not be converted already.
func callsVariadic(op *ir.Operation, callee *ir.SymbolRefAttr) bool {
	target := ir.ResolveSymbol(op, callee)
	if f, ok := llvm.AsFunc(target); ok {
		return f.Type().Variadic
	}
	return target != nil && isVariadic(target)
}

// callIndirect converts func.call_indirect to an llvm.call through a pointer.
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

// arguments returns the arguments of a call for its operands from index from on. A memref is passed as the fields of
// its descriptor.
func arguments(rw *conversion.Rewriter, op *ir.Operation, operands conversion.Operands, from int) (args []*ir.Value) {
	for i := from; i < op.NumOperands(); i++ {
		args = append(args, llvmtypes.Unpack(rw.Builder, op.Operand(i).Type(), operands.One(i))...)
	}
	return args
}

// replaceCall replaces op by call. Several results are extracted from the struct that call returns.
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

// isVariadic reports whether a func.func has the attribute func.varargs.
func isVariadic(op *ir.Operation) bool {
	v, ok := op.Attr("func.varargs").(*ir.IntegerAttr)
	return ok && ir.IsInt(v.Type(), 1) && !v.IsZero() && op.Is(&fn.FuncOp)
}
