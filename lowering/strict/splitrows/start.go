package splitrows

import (
	gomath "math"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/ir"
)

// laterStart returns the initial value of a carried value in all parts but the first; nil if it is the same as in the
// first.
func (l *loop) laterStart(c *carried) ir.TypedAttr {
	ctx, elem := l.Context(), ir.ElementOrSelf(c.arg.Type())
	init := ir.ConstantOf(c.init)
	if dense, ok := init.(*ir.DenseElementsAttr); ok && dense.IsSplat() {
		init = dense.SplatValue(ctx)
	}
	value, isNumber := number(init)
	switch c.kind {
	case rescaled:
		if isNumber && value == 0 {
			return nil
		}
		return ctx.FloatAttr(elem.(*ir.FloatType), 0)
	case plain:
		t, isFloat := elem.(*ir.FloatType)
		if isFloat && l.scales(c) && isNumber && gomath.IsInf(value, 0) {
			// The factor may be computed from the difference of two extrema, and the difference of two infinities is
			// NaN.
			return ctx.FloatAttr(t, gomath.Copysign(t.Format.Float64(t.Format.Largest(false)), value))
		}
		if idempotent[c.by] || isNumber && value == 0 && (c.by == &arith.AddF || c.by == &arith.AddI) {
			return nil
		}
		return arith.Neutral(ctx, c.by, elem)
	}
	return nil
}

// scales reports whether the factor of some rescaled value is computed from c.
func (l *loop) scales(c *carried) bool {
	for _, other := range l.carried {
		if other.kind != rescaled {
			continue
		}
		for _, of := range l.needed(other) {
			if of == c {
				return true
			}
		}
	}
	return false
}

// idempotent has the operations that combine a value with itself to the same value. For these, every part may start
// with the loop's initial value.
var idempotent = map[*ir.OpDef]bool{&arith.MaximumF: true, &arith.MinimumF: true, &arith.MaxNumF: true,
	&arith.MinNumF: true, &arith.MaxSI: true, &arith.MaxUI: true, &arith.MinSI: true, &arith.MinUI: true,
	&arith.AndI: true, &arith.OrI: true}

// later returns the initial value of c, in the model, in all parts but the first.
func later(m *model, c *carried) ir.Attribute {
	if a := m.laterStart(c); a != nil {
		return a
	}
	return m.value(nil, c.init)
}
