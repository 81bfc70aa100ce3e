package tt

import (
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
)

// Print defines `tt.print`: the device prints values after a prefix. isSigned has one number for each value.
var Print = define(ir.OpDef{
	Name:     "tt.print",
	Summary:  "Device-side print, as in CUDA for debugging",
	Operands: []ir.ValueDef{{Name: "args", Type: anyValue, Arity: ir.Variadic}},
	Attrs: []ir.OpAttr{
		{Name: "prefix", Attr: constraints.String},
		{Name: "hex", Attr: constraints.Bool},
		{Name: "isSigned", Attr: constraints.DenseI32Array},
	},
	Assembly:   `$prefix attr-dict (':' $args^ ':' type($args))?`,
	Interfaces: []any{writes},
})

// Assert defines `tt.assert`: the program stops with a message if a condition, or an element of it, is false.
var Assert = define(ir.OpDef{
	Name:    "tt.assert",
	Summary: "Device-side assert, as in CUDA for correctness checking",
	Operands: []ir.ValueDef{{Name: "condition", Type: ir.TypeConstraint{
		Summary: "1-bit signless integer or tensor of 1-bit signless integer values",
		Check:   boolLike.Check,
	}}},
	Attrs:      []ir.OpAttr{{Name: "message", Attr: constraints.String}},
	Assembly:   `$condition ',' $message attr-dict ':' type($condition)`,
	Interfaces: []any{writes},
})
