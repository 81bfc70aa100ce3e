package promotion

import "github.com/girih-ir/girih/ir"

// tritonPair applies the rules of "Triton Semantics", section "Type Promotion", to two different types. The result has
// the higher kind; for equal kinds, the greater width; for equal widths, it is the next larger type for floats and the
// unsigned type for integers.
//
// These documented rules are symmetric. Triton's implementation differs from them in some cases, which
// docs/promotion.md lists.
func tritonPair(ctx *ir.Context, a, b ir.Type) (ir.Type, error) {
	ka, _ := KindOf(a)
	kb, _ := KindOf(b)
	switch {
	case ka > kb:
		return a, nil
	case ka < kb:
		return b, nil
	}
	switch wa, wb := ir.BitWidth(a), ir.BitWidth(b); {
	case wa > wb:
		return a, nil
	case wa < wb:
		return b, nil
	case ka == Float:
		return tritonSupremum(ctx, a, b)
	}
	if IsUnsigned(a) {
		return a, nil
	}
	return b, nil
}

// tritonSupremum returns the float type that two different float types of the same width are promoted to.
func tritonSupremum(ctx *ir.Context, a, b ir.Type) (ir.Type, error) {
	switch ir.BitWidth(a) {
	case 8:
		return ctx.F16(), nil
	case 16:
		return ctx.F32(), nil
	}
	return nil, noCommonType(Triton, a, b)
}

// tritonKnows reports whether a type is one of Triton's. Its floats are those of 64, 32 and 16 bits, and the 8-bit ones
// with a sign.
func tritonKnows(t ir.Type) bool {
	f, ok := t.(*ir.FloatType)
	if !ok {
		return true
	}
	switch f.Width() {
	case 8:
		return f.Format.Name() != "f8E8M0FNU"
	case 16, 32, 64:
		return true
	}
	return false
}
