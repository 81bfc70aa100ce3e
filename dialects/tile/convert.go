package tile

import (
	"slices"

	"github.com/girih-ir/girih/dialects/tile/promotion"
	"github.com/girih-ir/girih/ir"
)

// Cast defines `tile.cast`: conversion by value to another element type. Floats round to nearest even and become
// integers towards zero; anything becomes a bool by comparison with zero; a literal becomes a scalar.
var Cast = ir.OpDef{
	Name:     "tile.cast",
	Summary:  "conversion of numbers by value",
	Operands: []ir.ValueDef{{Name: "in", Type: operands}},
	Results:  []ir.ValueDef{{Name: "out", Type: numbers}},
	Traits:   ir.Pure,
	Assembly: `$in attr-dict ':' type($in) '->' type($out)`,
	Verify:   verifyConversion,
}

// Convert converts the elements of v to elem and returns the result: v itself if they are of that type.
func Convert(b *ir.Builder, v *ir.Value, elem ir.Type) *ir.Value {
	if ir.ElementOrSelf(v.Type()) == elem {
		return v
	}
	st := b.State(&Cast)
	st.Operands = append(st.Operands, v)
	st.Types = append(st.Types, Of(b.Context(), shapeOf(v.Type()), elem))
	return b.Create(st).Result(0)
}

func verifyConversion(op *ir.Operation) error {
	in, out := op.Operand(0).Type(), op.Result(0).Type()
	if !slices.Equal(shapeOf(in), shapeOf(out)) {
		return op.Errorf("operand and result must have the same shape, but got %s and %s", ir.Quote(in), ir.Quote(out))
	}
	if _, ok := in.(*LiteralType); !ok {
		return nil
	}
	n, ok := LiteralValue(op.Operand(0))
	if !ok {
		return op.Errorf("the value of a literal must be known: it must come from tile.literal")
	}
	if err := promotion.CheckLiteral(n, out); err != nil {
		return op.Errorf("%w", err)
	}
	return nil
}
