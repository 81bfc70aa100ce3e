package arith

import (
	"math"

	"github.com/girih-ir/girih/ir"
)

// Neutral returns the neutral element of an operation of this dialect for a type. It returns nil if the operation has
// none or if the result depends on the order of its operands.
func Neutral(ctx *ir.Context, def *ir.OpDef, elem ir.Type) ir.TypedAttr {
	switch t := elem.(type) {
	case *ir.FloatType:
		if v, ok := neutralFloats[def]; ok {
			return ctx.FloatAttr(t, v)
		}
	case *ir.IntegerType:
		if t.Width == 0 || t.Width > 64 {
			return nil
		}
		least := int64(-1) << (t.Width - 1)
		switch def {
		case &AddI, &OrI, &XOrI, &MaxUI:
			return ctx.Integer(t, 0)
		case &MulI:
			return ctx.Integer(t, 1)
		case &AndI, &MinUI:
			return ctx.Integer(t, -1)
		case &MaxSI:
			return ctx.Integer(t, least)
		case &MinSI:
			return ctx.Integer(t, -(least + 1))
		}
	}
	return nil
}

// neutralFloats are exact: -0 + x is x even if x is zero, and maxnumf and minnumf ignore NaN.
var neutralFloats = map[*ir.OpDef]float64{
	&AddF: math.Copysign(0, -1), &MulF: 1,
	&MaximumF: math.Inf(-1), &MinimumF: math.Inf(1),
	&MaxNumF: math.NaN(), &MinNumF: math.NaN(),
}
