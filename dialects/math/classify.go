package math

import (
	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
)

// Predicates on floats.
var (
	IsFinite = classification("isfinite", "returns true if the operand classifies as finite")
	IsInf    = classification("isinf", "returns true if the operand classifies as infinite")
	IsNaN    = classification("isnan", "returns true if the operand classifies as NaN")
	IsNormal = classification("isnormal", "returns true if the operand classifies as normal")
)

func classification(name, summary string) ir.OpDef {
	return ir.OpDef{
		Name:     "math." + name,
		Summary:  summary,
		Operands: []ir.ValueDef{{Name: "operand", Type: constraints.FloatLike}},
		Results:  []ir.ValueDef{{Name: "result", Type: constraints.BoolLike}},
		Attrs:    fastMath(),
		Traits:   elementwise,
		TypeRules: []ir.TypeRule{{From: "operand", To: "result", Map: arith.BoolLike,
			Summary: "result type has i1 element type and same shape as operands"}},
		Assembly: `$operand attr-dict ':' type($operand)`,
	}
}
