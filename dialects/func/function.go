package fn

import (
	"github.com/girih-ir/girih/dialects/cf"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/branch"
	"github.com/girih-ir/girih/ir/constraints"
	"github.com/girih-ir/girih/ir/function"
)

// FuncOp defines `func.func`: the operation is a symbol with a function type and a body. A declaration has no body.
var FuncOp = ir.OpDef{
	Name:    "func.func",
	Summary: "An operation with a name containing a single `SSACFG` region",
	Attrs:   function.Attrs(ir.OpAttr{Name: "no_inline", Attr: constraints.Unit, Optional: true}),
	Regions: []ir.RegionDef{{Name: "body", Summary: "any region"}},
	Traits: ir.AffineScope | ir.AutomaticAllocationScope | ir.IsolatedFromAbove | ir.Symbol |
		ir.DeclarationIfEmpty,
	DefaultDialect: "func",
	Parse:          function.Parse,
	Print:          function.Print,
	Verify:         function.Verify,
	Interfaces:     []any{function.Callable{}},
}

// Func is a view of a `func.func`.
type Func struct{ function.View }

// AsFunc returns op as a function; ok is false when it is something else.
func AsFunc(op *ir.Operation) (f Func, ok bool) {
	return Func{function.View{Operation: op}}, op.Is(&FuncOp)
}

// NewFunc creates a function with an entry block that has the arguments of its type.
func NewFunc(b *ir.Builder, name string, t *ir.FunctionType) Func {
	f := newFunc(b, name, t)
	entry := f.Body().AppendNew()
	for _, in := range t.Inputs {
		entry.AddArg(b.Context(), in, b.Loc())
	}
	return f
}

// NewDeclaration creates a private function without a body.
func NewDeclaration(b *ir.Builder, name string, t *ir.FunctionType) Func {
	f := newFunc(b, name, t)
	f.SetAttr(ir.SymbolVisibility, b.Context().StringAttr("private"))
	return f
}

func newFunc(b *ir.Builder, name string, t *ir.FunctionType) Func {
	st := b.State(&FuncOp)
	st.SetInherent(ir.SymbolName, b.Context().StringAttr(name))
	st.SetInherent(function.TypeAttr, b.Context().TypeAttr(t))
	st.Regions = append(st.Regions, &ir.Region{})
	return Func{function.View{Operation: b.Create(st)}}
}

// Return defines `func.return`.
var Return = ir.OpDef{
	Name:       "func.return",
	Summary:    "Function return operation",
	Operands:   []ir.ValueDef{{Name: "operands", Type: constraints.AnyType, Arity: ir.Variadic}},
	Traits:     ir.Pure | ir.ReturnLike | ir.Terminator,
	Parents:    []string{"func.func"},
	Assembly:   `attr-dict ($operands^ ':' type($operands))?`,
	Verify:     function.VerifyReturn,
	Interfaces: []any{branch.InlinedReturn{Branch: &cf.Branch}},
}

// NewReturn creates a return of values.
func NewReturn(b *ir.Builder, values ...*ir.Value) *ir.Operation {
	st := b.State(&Return)
	st.Operands = values
	return b.Create(st)
}
