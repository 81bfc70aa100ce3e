package fn

import (
	"slices"

	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
	"github.com/girih-ir/girih/ir/function"
	"github.com/girih-ir/girih/rewrite"
)

// CallOp defines `func.call`: the operation calls a function of the same symbol table by its name.
var CallOp = ir.OpDef{
	Name:       "func.call",
	Summary:    "call operation",
	Operands:   []ir.ValueDef{{Name: "operands", Type: constraints.AnyType, Arity: ir.Variadic}},
	Results:    []ir.ValueDef{{Name: "", Type: constraints.AnyType, Arity: ir.Variadic}},
	Attrs:      function.CallAttrs(ir.OpAttr{Name: "no_inline", Attr: constraints.Unit, Optional: true}),
	Assembly:   `$callee '(' $operands ')' attr-dict ':' functional-type($operands, results)`,
	Interfaces: []any{function.DirectCall{Function: &FuncOp}},
}

// Call is a view of a `func.call`.
type Call struct{ *ir.Operation }

// Callee returns the name of the called function.
func (c Call) Callee() string { return c.Inherent("callee").(*ir.SymbolRefAttr).Root() }

// NewCall creates a call of a function.
func NewCall(b *ir.Builder, f Func, args ...*ir.Value) Call {
	st := b.State(&CallOp)
	st.SetInherent("callee", b.Context().SymbolRef(f.SymName()))
	st.Operands, st.Types = args, slices.Clone(f.Type().Results)
	return Call{b.Create(st)}
}

// CallIndirect defines `func.call_indirect`: the operation calls a value of function type.
var CallIndirect = ir.OpDef{
	Name:    "func.call_indirect",
	Summary: "indirect call operation",
	Operands: []ir.ValueDef{
		{Name: "callee", Type: constraints.FunctionType},
		{Name: "callee_operands", Type: constraints.AnyType, Arity: ir.Variadic},
	},
	Results: []ir.ValueDef{{Name: "results", Type: constraints.AnyType, Arity: ir.Variadic}},
	Attrs: []ir.OpAttr{
		{Name: function.ArgAttrs, Attr: constraints.DictArray, Optional: true},
		{Name: function.ResultAttrs, Attr: constraints.DictArray, Optional: true},
	},
	TypeRules: []ir.TypeRule{
		{From: "callee", To: "callee_operands", Summary: "callee input types match argument types", MapAll: inputs},
		{From: "callee", To: "results", Summary: "callee result types match result types", MapAll: results},
	},
	Assembly:   `$callee '(' $callee_operands ')' attr-dict ':' type($callee)`,
	Interfaces: []any{indirectCall{}},
}

// indirectCall implements [ir.Call].
type indirectCall struct{}

func (indirectCall) Callee(op *ir.Operation) (*ir.SymbolRefAttr, *ir.Value) {
	return nil, op.Operand(0)
}

func (indirectCall) CallArguments(op *ir.Operation) (from, to int) { return 1, op.NumOperands() }

func inputs(_ *ir.Context, t ir.Type) []ir.Type {
	if f, ok := t.(*ir.FunctionType); ok {
		return f.Inputs
	}
	return nil
}

func results(_ *ir.Context, t ir.Type) []ir.Type {
	if f, ok := t.(*ir.FunctionType); ok {
		return f.Results
	}
	return nil
}

// NewCallIndirect creates a call of a value of function type.
func NewCallIndirect(b *ir.Builder, callee *ir.Value, args ...*ir.Value) *ir.Operation {
	st := b.State(&CallIndirect)
	st.Operands = append(append(st.Operands, callee), args...)
	st.Types = slices.Clone(callee.Type().(*ir.FunctionType).Results)
	return b.Create(st)
}

// Called returns the functions of a module that other operations of the module call, directly or through other
// functions, in the module's order. It omits declarations.
func Called(module *ir.Operation, by ...*ir.Operation) (out []*ir.Operation) {
	called := make(map[*ir.Operation]bool)
	var visit func(op *ir.Operation)
	visit = func(op *ir.Operation) {
		op.Walk(func(inner *ir.Operation) bool {
			if !inner.Is(&CallOp) {
				return true
			}
			target := ir.ResolveSymbol(inner, inner.Inherent("callee").(*ir.SymbolRefAttr))
			if f, ok := AsFunc(target); ok && !f.IsDeclaration() && !called[target] {
				called[target] = true
				visit(target)
			}
			return true
		})
	}
	for _, op := range by {
		visit(op)
	}
	for op := range module.Region(0).Entry().Ops() {
		if called[op] {
			out = append(out, op)
		}
	}
	return out
}

const noInline = "no_inline"

// mayInline reports whether neither a call nor its callee has the attribute no_inline.
func mayInline(call, callable *ir.Operation) bool {
	return call.Inherent(noInline) == nil && callable.Inherent(noInline) == nil
}

func init() { // here, since patterns refer to the definitions that they belong to
	Constant.Fold = func(op *ir.Operation, f *ir.Folding) ir.FoldOutcome { return f.ToConstant(op.Inherent("value")) }
	rewrite.Canonicalize(&CallIndirect, &rewrite.Pattern{Name: "func.call_indirect.constant", Rewrite: callConstant})
}

// callConstant turns an indirect call of a known function into a direct one.
func callConstant(rw *rewrite.Rewriter, op *ir.Operation) bool {
	callee, known := ir.ConstantOf(op.Operand(0)).(*ir.SymbolRefAttr)
	if !known {
		return false
	}
	st := rw.State(&CallOp)
	st.SetInherent("callee", callee)
	st.Operands, st.Types = op.OperandRange(1, op.NumOperands()), op.ResultTypes()
	rw.ReplaceWithOp(op, rw.Create(st))
	return true
}
