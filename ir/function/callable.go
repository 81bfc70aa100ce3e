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

// DirectCall implements [ir.Call] for calls by name of operations that Function defines, and [ir.SymbolUser].
type DirectCall struct{ Function *ir.OpDef }

// Callee returns the attribute callee.
func (DirectCall) Callee(op *ir.Operation) (*ir.SymbolRefAttr, *ir.Value) {
	ref, _ := op.Inherent(calleeAttr).(*ir.SymbolRefAttr)
	return ref, nil
}

// CallArguments says that all operands are arguments.
func (DirectCall) CallArguments(op *ir.Operation) (from, to int) { return 0, op.NumOperands() }

// VerifySymbolUses checks that the callee is a function of the right type.
func (c DirectCall) VerifySymbolUses(op *ir.Operation, lookup func(*ir.SymbolRefAttr) *ir.Operation) error {
	return VerifyCall(op, c.Function, lookup)
}

// CallAttrs returns the attributes of a call by name: callee, those of arguments and results, and further ones.
func CallAttrs(others ...ir.OpAttr) []ir.OpAttr {
	return append([]ir.OpAttr{
		{Name: calleeAttr, Attr: constraints.FlatSymbolRef},
		{Name: ArgAttrs, Attr: constraints.DictArray, Optional: true},
		{Name: ResultAttrs, Attr: constraints.DictArray, Optional: true},
	}, others...)
}

const calleeAttr = "callee"
