package builtin

import (
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
)

// UnrealizedConversionCast defines `builtin.unrealized_conversion_cast`: values are used as values of other types. A
// conversion of both the producer and the user of a value removes the cast.
var UnrealizedConversionCast = ir.OpDef{
	Name:     "builtin.unrealized_conversion_cast",
	Summary:  "An unrealized conversion from one set of types to another",
	Operands: []ir.ValueDef{{Name: "inputs", Type: constraints.AnyType, Arity: ir.Variadic}},
	Results:  []ir.ValueDef{{Name: "outputs", Type: constraints.AnyType, Arity: ir.Variadic}},
	Traits:   ir.Pure,
	Assembly: `($inputs^ ':' type($inputs))? 'to' type($outputs) attr-dict`,
	Verify: func(op *ir.Operation) error {
		if op.NumResults() == 0 {
			return op.Errorf("expected at least one result for cast operation")
		}
		return nil
	},
}

func init() { // here, as the fold refers to the definition
	UnrealizedConversionCast.Fold = foldCast
}

// foldCast folds a cast to the operands' types, and a cast that undoes another cast.
func foldCast(op *ir.Operation, f *ir.Folding) ir.FoldOutcome {
	if op.NumOperands() == 0 {
		return ir.NotFolded
	}
	if sameTypes(op, op) {
		return castResults(f, op)
	}
	inner := op.Operand(0).DefiningOp()
	if inner == nil || !inner.Is(&UnrealizedConversionCast) || inner.NumResults() != op.NumOperands() ||
		!sameTypes(inner, op) {
		return ir.NotFolded
	}
	for i, v := range op.Operands() {
		if v != inner.Result(i) {
			return ir.NotFolded
		}
	}
	return castResults(f, inner)
}

// sameTypes reports whether the operands of from have the types of the results of to.
func sameTypes(from, to *ir.Operation) bool {
	if from.NumOperands() != to.NumResults() {
		return false
	}
	for i, v := range from.Operands() {
		if v.Type() != to.Result(i).Type() {
			return false
		}
	}
	return true
}

// castResults folds op to its operands.
func castResults(f *ir.Folding, op *ir.Operation) ir.FoldOutcome {
	f.Results = f.Results[:0]
	for _, v := range op.Operands() {
		f.Results = append(f.Results, ir.FoldResult{Value: v})
	}
	return ir.Folded
}

// NewUnrealizedConversionCast creates a cast of values to results of the given types.
func NewUnrealizedConversionCast(b *ir.Builder, values []*ir.Value, types ...ir.Type) *ir.Operation {
	st := b.State(&UnrealizedConversionCast)
	st.Operands, st.Types = values, types
	return b.Create(st)
}
