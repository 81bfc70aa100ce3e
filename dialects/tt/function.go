package tt

import (
	"github.com/girih-ir/girih/dialects/cf"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/branch"
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
	Interfaces: []any{branch.InlinedReturn{Branch: &cf.Branch}},
})

// CallOp defines `tt.call`: the operation calls a function of the same symbol table by its name.
var CallOp = define(ir.OpDef{
	Name:       "tt.call",
	Summary:    "call operation",
	Operands:   []ir.ValueDef{{Name: "operands", Type: constraints.AnyType, Arity: ir.Variadic}},
	Results:    []ir.ValueDef{{Name: "", Type: constraints.AnyType, Arity: ir.Variadic}},
	Attrs:      function.CallAttrs(),
	Assembly:   `$callee '(' $operands ')' attr-dict ':' functional-type($operands, results)`,
	Interfaces: []any{function.DirectCall{Function: &FuncOp}},
})

// mayInline reports whether a function lacks the attribute noinline.
func mayInline(_, callable *ir.Operation) bool {
	a, _ := callable.Attr("noinline").(*ir.IntegerAttr)
	return a == nil || !a.Bool()
}
