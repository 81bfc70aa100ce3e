package mathexpand

import (
	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/apfloat"
)

// BytesSM is the first target that converts floats of 8 bits by an instruction (PTX ISA, "cvt").
const BytesSM = 89

// ConvertsBytes reports whether an operation is a conversion for which targets from [BytesSM] on have an instruction:
// of f8E4M3FN or f8E5M2 to a wider format, or from f32 or 16 bits to these, to the nearest even, saturating or not.
func ConvertsBytes(op *ir.Operation) bool {
	switch {
	case op.Is(&arith.ExtF):
		return hasInstructions(op.Operand(0).Type()) && castWidth(op.Result(0).Type()) <= 64
	case op.Is(&arith.TruncF) && modeOf(op) == apfloat.ToNearestEven,
		op.Is(&tile.Cast) && op.Inherent(tile.SaturateName) != nil && tile.RoundingOf(op) == tile.RoundNearestEven:
		from := op.Operand(0).Type()
		width := castWidth(from)
		return hasInstructions(op.Result(0).Type()) && ir.IsFloat(ir.ElementOrSelf(from)) && (width == 16 || width == 32)
	}
	return false
}
