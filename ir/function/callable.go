package function

import (
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
)

// Callable implements [ir.Callable] for function-like operations, whose type is an [ir.FunctionType].
type Callable struct{}

// CallableRegion returns the body, or nil for a declaration.
func (Callable) CallableRegion(op *ir.Operation) *ir.Region {
	if r := op.Region(0); !r.IsEmpty() {
		return r
	}
	return nil
}

// CallableResults returns the results of the function type.
func (Callable) CallableResults(op *ir.Operation) []ir.Type { return Type(op).Results }

// Attrs returns the attributes of a function-like operation: name, type, visibility, the attributes of its arguments
// and results, and further ones.
func Attrs(others ...ir.OpAttr) []ir.OpAttr {
	return append([]ir.OpAttr{
		{Name: ir.SymbolName, Attr: constraints.SymbolName},
		{Name: TypeAttr, Attr: constraints.FunctionTypeAttr},
		{Name: ir.SymbolVisibility, Attr: constraints.String, Optional: true},
		{Name: ArgAttrs, Attr: constraints.DictArray, Optional: true},
		{Name: ResultAttrs, Attr: constraints.DictArray, Optional: true},
	}, others...)
}
