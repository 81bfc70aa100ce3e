package tilegpu

import (
	"slices"

	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
	references "github.com/girih-ir/girih/pass/analysis/alias"
)

// ConvertLayout defines `tilegpu.convert_layout`: the result is the same tensor in another layout, with its elements in
// other registers.
var ConvertLayout = ir.OpDef{
	Name:     "tilegpu.convert_layout",
	Summary:  "conversion of a tensor to another layout",
	Operands: []ir.ValueDef{{Name: "in", Type: constraints.AnyRankedTensor}},
	Results:  []ir.ValueDef{{Name: "out", Type: constraints.AnyRankedTensor}},
	Traits:   ir.Pure | ir.SameOperandsAndResultElementType,
	Assembly: `$in attr-dict ':' type($in) '->' type($out)`,
	Verify:   verifyConvert,

	Interfaces: []any{references.Source(0)},
}

// NewConvertLayout creates a conversion to an encoding and returns the tensor.
func NewConvertLayout(b *ir.Builder, v *ir.Value, to Encoding) *ir.Value {
	t := v.Type().(*ir.TensorType)
	st := b.State(&ConvertLayout)
	st.Operands = append(st.Operands, v)
	st.Types = append(st.Types, b.Context().TensorType(t.Shape(), t.ElementType(), to))
	return b.Create(st).Result(0)
}

func verifyConvert(op *ir.Operation) error {
	in, out := op.Operand(0).Type().(*ir.TensorType), op.Result(0).Type().(*ir.TensorType)
	if !slices.Equal(in.Shape(), out.Shape()) {
		return op.Errorf("cannot change the shape, but got %s and %s", ir.Quote(in), ir.Quote(out))
	}
	for _, t := range []*ir.TensorType{in, out} {
		if _, err := LinearOf(t); err != nil {
			return op.Errorf("%w", err)
		}
	}
	return nil
}
