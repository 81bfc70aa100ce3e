package tt

import (
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
)

// GetProgramID defines `tt.get_program_id`: the result is the index of the program along a dimension of the grid.
var GetProgramID = define(ir.OpDef{
	Name:     "tt.get_program_id",
	Summary:  "index of the program along an axis of the grid",
	Results:  []ir.ValueDef{{Name: "result", Type: constraints.I32}},
	Attrs:    []ir.OpAttr{required("axis", Dimensions)},
	Traits:   ir.Pure,
	Assembly: `$axis attr-dict ':' type($result)`,
})

// GetNumPrograms defines `tt.get_num_programs`: the result is the size of the grid along a dimension.
var GetNumPrograms = define(ir.OpDef{
	Name:     "tt.get_num_programs",
	Summary:  "size of the grid along an axis",
	Results:  []ir.ValueDef{{Name: "result", Type: constraints.I32}},
	Attrs:    []ir.OpAttr{required("axis", Dimensions)},
	Traits:   ir.Pure,
	Assembly: `$axis attr-dict ':' type($result)`,
})

// MakeRange defines `tt.make_range`: the result is the integers from start to end, exclusive.
var MakeRange = define(ir.OpDef{
	Name:    "tt.make_range",
	Summary: "make range",
	Results: []ir.ValueDef{{Name: "result", Type: intTensor}},
	Attrs: []ir.OpAttr{
		{Name: "start", Attr: constraints.I32Attr},
		{Name: "end", Attr: constraints.I32Attr},
	},
	Traits:   ir.Pure,
	Assembly: `attr-dict ':' type($result)`,
	Verify:   verifyMakeRange,
})

// Bounds returns the start and the end of a `tt.make_range`.
func Bounds(op *ir.Operation) (start, end int64) {
	return op.Inherent("start").(*ir.IntegerAttr).Int64(), op.Inherent("end").(*ir.IntegerAttr).Int64()
}

func verifyMakeRange(op *ir.Operation) error {
	start, end := Bounds(op)
	t := op.Result(0).Type().(*ir.TensorType)
	switch {
	case start >= end:
		return op.Errorf("start must be less than end")
	case len(t.Shape()) != 1:
		return op.Errorf("return type must be a 1D tensor")
	case t.Shape()[0] != end-start:
		return op.Errorf("number of elements in returned tensor, %d, must match size of range [%d, %d), which has %d "+
			"elements", t.Shape()[0], start, end, end-start)
	case !ir.IsInt(t.ElementType(), 32):
		return op.Errorf("returned tensor must have i32 elements")
	}
	return nil
}
