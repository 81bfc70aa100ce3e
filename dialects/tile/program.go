package tile

import (
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
)

// ProgramID defines `tile.program_id`: the result is the index of the running program along an axis of the grid.
var ProgramID = gridQuery("program_id", "index of the running program along an axis of the grid")

// NumPrograms defines `tile.num_programs`: the result is the size of the grid along an axis.
var NumPrograms = gridQuery("num_programs", "size of the grid along an axis")

// GridAxes is the number of axes that a grid has.
const GridAxes = 3

// NewProgramID creates a query of the program's index along an axis, 0 to 2, and returns it.
func NewProgramID(b *ir.Builder, axis int) *ir.Value {
	return b.Build(&ProgramID, nil, axisAttr(b, axis)).Result(0)
}

// NewNumPrograms creates a query of the grid's size along an axis, 0 to 2, and returns it.
func NewNumPrograms(b *ir.Builder, axis int) *ir.Value {
	return b.Build(&NumPrograms, nil, axisAttr(b, axis)).Result(0)
}

// Axis returns the `axis` attribute of an operation of this dialect.
func Axis(op *ir.Operation) int {
	if a, ok := op.Inherent("axis").(*ir.IntegerAttr); ok {
		return int(a.Int64())
	}
	return 0
}

func axisAttr(b *ir.Builder, axis int) ir.NamedAttr {
	return ir.NamedAttr{Name: "axis", Value: b.Context().Integer(b.Context().I(32), int64(axis))}
}

func gridQuery(name, summary string) ir.OpDef {
	return ir.OpDef{
		Name:     "tile." + name,
		Summary:  summary,
		Results:  []ir.ValueDef{{Name: "result", Type: i32}},
		Attrs:    []ir.OpAttr{{Name: "axis", Attr: constraints.I32Attr}},
		Traits:   ir.Pure,
		Assembly: `$axis attr-dict`,
		Verify: func(op *ir.Operation) error {
			if a := Axis(op); a < 0 || a >= GridAxes {
				return op.Errorf("axis must be 0, 1 or 2, but got %d", a)
			}
			return nil
		},
	}
}
