package promotion

import (
	"fmt"

	"github.com/girih-ir/girih/ir"
)

// tritonPair applies the rules of "Triton Semantics", section "Type Promotion", to two different types: the higher
// kind, else the greater width, else (for floats) the next larger type, else the unsigned one.
//
// That text is what users read, and it is symmetric. Triton's implementation (python/triton/language/semantic.py) departs
// from it: it takes (f16, bf16) to f16 and (i32, bf16) to f32, and divides f16 and bf16 in f32.
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

// tritonSupremum returns the float type that two different ones of the same width are both promoted to.
func tritonSupremum(ctx *ir.Context, a, b ir.Type) (ir.Type, error) {
	switch ir.BitWidth(a) {
	case 8:
		return ctx.F16(), nil
	case 16:
		return ctx.F32(), nil
	}
	return nil, fmt.Errorf("%w of '%s' and '%s' in triton semantics", ErrNoCommonType, a, b)
}
