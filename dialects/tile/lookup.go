package tile

import (
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
)

// Lookup defines `tile.lookup`: the result is elements of a constant table. The result for an index outside of the
// table is undefined.
//
//	%x = tile.lookup %i in dense<[0, 1, 5, 6]> : tensor<4xi32> : tensor<64xi32> -> tensor<64xi32>
//
// Unlike an arith.constant, the table may have any length, since it is in memory.
var Lookup = ir.OpDef{
	Name:     "tile.lookup",
	Summary:  "elements of a constant table",
	Operands: []ir.ValueDef{{Name: "indices", Type: operands}},
	Results:  []ir.ValueDef{{Name: "result", Type: numbers}},
	Attrs:    []ir.OpAttr{{Name: lookupTable, Attr: constraints.AnyAttr}},
	Traits:   ir.Pure | ir.ElementwiseMappable,
	Assembly: `$indices 'in' $table attr-dict ':' type($indices) '->' type($result)`,
	Verify:   verifyLookup,
}

const lookupTable = "table"

// TableOf returns the table of a tile.lookup.
func TableOf(op *ir.Operation) *ir.DenseElementsAttr {
	return op.Inherent(lookupTable).(*ir.DenseElementsAttr)
}

// NewLookup creates a lookup of indices in a table of one dimension and returns the result.
func NewLookup(b *ir.Builder, indices *ir.Value, table *ir.DenseElementsAttr) *ir.Value {
	st := b.State(&Lookup)
	st.Operands = append(st.Operands, indices)
	st.Types = append(st.Types, b.Context().WithElement(indices.Type(), table.ShapedType().ElementType()))
	st.SetInherent(lookupTable, table)
	return b.Create(st).Result(0)
}

func verifyLookup(op *ir.Operation) error {
	table, ok := op.Inherent(lookupTable).(*ir.DenseElementsAttr)
	if !ok || len(table.ShapedType().Shape()) != 1 || table.Len() == 0 {
		return op.Errorf("the table must be a tensor of one dimension that is not empty, but got %s",
			op.Inherent(lookupTable))
	}
	if elem := table.ShapedType().ElementType(); !isTableElement(elem) {
		return op.Errorf("the table must have integers of 8 to 64 bits, but it has %s", ir.Quote(elem))
	}
	index := ir.ElementOrSelf(op.Operand(0).Type())
	if !ir.IsInt(index, 32) && !ir.IsInt(index, 64) {
		return op.Errorf("indices must be i32 or i64, but got %s", ir.Quote(op.Operand(0).Type()))
	}
	want := op.Context().WithElement(op.Operand(0).Type(), table.ShapedType().ElementType())
	if got := op.Result(0).Type(); got != want {
		return op.Errorf("the result must be of type %s, but got %s", ir.Quote(want), ir.Quote(got))
	}
	return nil
}
