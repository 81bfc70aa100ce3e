// Package fn defines the dialect `func`: functions, calls and references to functions. Names, syntax and rules are
// upstream's (mlir/Dialect/Func/IR/FuncOps.td). The package is not named after its dialect because func is a keyword.
//
// Start at [Func] and [NewFunc].
package fn

import "github.com/girih-ir/girih/ir"

// Dialect is the dialect `func`.
var Dialect = &ir.Dialect{
	Name:     "func",
	Summary:  "Functions and calls",
	Ops:      []*ir.OpDef{&FuncOp, &Return, &CallOp, &CallIndirect, &Constant},
	Inlining: &ir.Inlining{Call: mayInline},
	Constant: materialize,
}

// materialize makes the constant of a function.
func materialize(b *ir.Builder, value ir.Attribute, t ir.Type, loc ir.Location) *ir.Operation {
	ref, ok := value.(*ir.SymbolRefAttr)
	if _, isFunc := t.(*ir.FunctionType); !ok || !ref.IsFlat() || !isFunc {
		return nil
	}
	st := b.State(&Constant)
	st.SetInherent("value", ref)
	st.Types = append(st.Types, t)
	st.Loc = loc
	return b.Create(st)
}
