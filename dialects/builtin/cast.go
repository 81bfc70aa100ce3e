package builtin

import (
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
)

// UnrealizedConversionCast defines `builtin.unrealized_conversion_cast`: values of some types taken for values of
// others, until a conversion of both sides makes it vanish.
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

// NewUnrealizedConversionCast creates a cast of values to results of the given types.
func NewUnrealizedConversionCast(b *ir.Builder, values []*ir.Value, types ...ir.Type) *ir.Operation {
	st := b.State(&UnrealizedConversionCast)
	st.Operands, st.Types = values, types
	return b.Create(st)
}
