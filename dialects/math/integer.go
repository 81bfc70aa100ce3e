package math

import (
	"strings"

	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
)

// Functions of integers.
var (
	AbsI  = integer("absi", "integer absolute-value operation", "operand")
	CtLZ  = integer("ctlz", "counts the leading zeros an integer value", "operand")
	CtTZ  = integer("cttz", "counts the trailing zeros an integer value", "operand")
	CtPop = integer("ctpop", "counts the number of set bits of an integer value", "operand")
	IPowI = integer("ipowi", "signed integer raised to the power of operation", "lhs", "rhs")
)

func integer(name, summary string, operands ...string) ir.OpDef {
	def := ir.OpDef{
		Name:     "math." + name,
		Summary:  summary,
		Results:  []ir.ValueDef{{Name: "result", Type: constraints.SignlessIntegerOrIndexLike}},
		Traits:   elementwise | ir.SameOperandsAndResultType,
		Assembly: "$" + strings.Join(operands, " ',' $") + " attr-dict ':' type($result)",
	}
	for _, o := range operands {
		def.Operands = append(def.Operands, ir.ValueDef{Name: o, Type: constraints.SignlessIntegerOrIndexLike})
	}
	return def
}
