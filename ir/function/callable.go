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
	return verifyCall(op, c.Function, lookup)
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

// verifyCall checks that the symbol `callee` of a call refers to a function defined by def whose arguments and results
// have the types of the call's operands and results.
func verifyCall(op *ir.Operation, def *ir.OpDef, lookup func(*ir.SymbolRefAttr) *ir.Operation) error {
	callee := op.Inherent("callee").(*ir.SymbolRefAttr)
	target := lookup(callee)
	if target == nil || !target.Is(def) {
		return op.Errorf("'%s' does not reference a valid function", callee.Root())
	}
	t := Type(target)
	if len(t.Inputs) != op.NumOperands() {
		return op.Errorf("incorrect number of operands for callee")
	}
	for i, want := range t.Inputs {
		if have := op.Operand(i).Type(); have != want {
			return op.Errorf("operand type mismatch: expected operand type %s, but provided %s for operand number %d",
				ir.Quote(want), ir.Quote(have), i)
		}
	}
	if len(t.Results) != op.NumResults() {
		return op.Errorf("incorrect number of results for callee")
	}
	for i, want := range t.Results {
		if op.Result(i).Type() != want {
			return op.Errorf("result type mismatch at index %d", i).
				Note(op.Loc(), "      op result types: %s", ir.QuoteTypes(op.ResultTypes())).
				Note(op.Loc(), "function result types: %s", ir.QuoteTypes(t.Results))
		}
	}
	return nil
}

// VerifyReturn checks that the operands of a return have the types of the enclosing function's results.
func VerifyReturn(op *ir.Operation) error {
	f := op.Parent()
	name, results := ir.SymbolNameOf(f), Type(f).Results
	if op.NumOperands() != len(results) {
		return op.Errorf("has %d operands, but enclosing function (@%s) returns %d", op.NumOperands(), name, len(results))
	}
	for i, want := range results {
		if t := op.Operand(i).Type(); t != want {
			return ir.Errorf(op.Loc(), "type of return operand %d (%s) doesn't match function result type (%s) in "+
				"function @%s", i, ir.Quote(t), ir.Quote(want), name)
		}
	}
	return nil
}
