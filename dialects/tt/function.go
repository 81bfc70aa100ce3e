package tt

import (
	"github.com/girih-ir/girih/dialects/cf"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
	"github.com/girih-ir/girih/ir/function"
)

// FuncOp defines `tt.func`: the operation is a kernel if it is public, and otherwise a function that kernels call.
// Attributes of arguments, such as tt.divisibility, promise facts about their values.
var FuncOp = define(ir.OpDef{
	Name:       "tt.func",
	Summary:    "An operation with a name containing a single `SSACFG` region",
	Attrs:      function.Attrs(),
	Regions:    []ir.RegionDef{{Name: "body", Summary: "any region"}},
	Traits:     ir.AffineScope | ir.AutomaticAllocationScope | ir.IsolatedFromAbove | ir.Symbol,
	Parents:    []string{"builtin.module"},
	Parse:      function.Parse,
	Print:      function.Print,
	Verify:     function.Verify,
	Interfaces: []any{function.Callable{}},
})

// Func is a view of a `tt.func`.
type Func struct{ function.View }

// AsFunc returns op as a function; ok is false when it is something else.
func AsFunc(op *ir.Operation) (f Func, ok bool) {
	return Func{function.View{Operation: op}}, op.Is(&FuncOp)
}

// IsPublic reports whether the function is a kernel, which can be launched from outside the module.
func (f Func) IsPublic() bool {
	v, ok := f.Inherent(ir.SymbolVisibility).(*ir.StringAttr)
	return !ok || v.Value == "public"
}

// Return defines `tt.return`.
var Return = define(ir.OpDef{
	Name:       "tt.return",
	Summary:    "Function return operation",
	Operands:   []ir.ValueDef{{Name: "srcs", Type: constraints.AnyType, Arity: ir.Variadic}},
	Traits:     ir.Pure | ir.ReturnLike | ir.Terminator,
	Parents:    []string{"tt.func"},
	Assembly:   `attr-dict ($srcs^ ':' type($srcs))?`,
	Verify:     function.VerifyReturn,
	Interfaces: []any{returnBranch{}},
})

// returnBranch implements [ir.InlinedReturn].
type returnBranch struct{}

func (returnBranch) BranchInstead(b *ir.Builder, op *ir.Operation, dest *ir.Block) *ir.Operation {
	return cf.NewBranch(b, dest, op.OperandValues()...)
}

// CallOp defines `tt.call`: the operation calls a function of the same symbol table by its name.
var CallOp = define(ir.OpDef{
	Name:     "tt.call",
	Summary:  "call operation",
	Operands: []ir.ValueDef{{Name: "operands", Type: constraints.AnyType, Arity: ir.Variadic}},
	Results:  []ir.ValueDef{{Name: "", Type: constraints.AnyType, Arity: ir.Variadic}},
	Attrs: []ir.OpAttr{
		{Name: "callee", Attr: constraints.FlatSymbolRef},
		{Name: function.ArgAttrs, Attr: constraints.DictArray, Optional: true},
		{Name: function.ResultAttrs, Attr: constraints.DictArray, Optional: true},
	},
	Assembly:   `$callee '(' $operands ')' attr-dict ':' functional-type($operands, results)`,
	Interfaces: []any{directCall{}},
})

// directCall implements [ir.Call] and the check of the symbol.
type directCall struct{}

func (directCall) Callee(op *ir.Operation) (*ir.SymbolRefAttr, *ir.Value) {
	ref, _ := op.Inherent("callee").(*ir.SymbolRefAttr)
	return ref, nil
}

func (directCall) CallArguments(op *ir.Operation) (from, to int) { return 0, op.NumOperands() }

// VerifySymbolUses checks that the callee is a function of the right type.
func (directCall) VerifySymbolUses(op *ir.Operation, lookup func(*ir.SymbolRefAttr) *ir.Operation) error {
	return function.VerifyCall(op, &FuncOp, lookup)
}

// mayInline reports whether a function lacks the attribute noinline.
func mayInline(_, callable *ir.Operation) bool {
	a, _ := callable.Attr("noinline").(*ir.IntegerAttr)
	return a == nil || !a.Bool()
}
