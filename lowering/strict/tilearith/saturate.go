package tilearith

import (
	"math"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/apfloat"
	"github.com/girih-ir/girih/rewrite"
)

// saturatingCast lowers a saturating conversion: values out of range become the nearest value of the result's type.
// Conversions between floats stay, since arith has no saturating ones.
func saturatingCast(rw *rewrite.Rewriter, v *ir.Value, to ir.Type) *ir.Value {
	switch in, out := isFloat(v.Type()), isFloat(to); {
	case in && out:
		return nil
	case out:
		return integerToFloat(rw, v, to)
	case in:
		return floatToInteger(rw, v, to)
	}
	return integerToInteger(rw, v, to)
}

// bounds returns the least and the greatest value of an integer type, as bit patterns of 64 bits.
func bounds(t ir.Type) (low, high int64) {
	width := ir.BitWidth(ir.ElementOrSelf(t))
	if isUnsigned(t) {
		return 0, int64(^uint64(0) >> (64 - width))
	}
	return math.MinInt64 >> (64 - width), math.MaxInt64 >> (64 - width)
}

// floatToInteger compares with the powers of two at the ends of the range. A float format has them exactly, or does not
// reach them.
func floatToInteger(rw *rewrite.Rewriter, v *ir.Value, to ir.Type) *ir.Value {
	b := rw.Builder
	if ir.BitWidth(ir.ElementOrSelf(v.Type())) < 32 {
		v = cast(rw, &arith.ExtF, v, rw.Context().WithElement(v.Type(), rw.Context().F32()))
	}
	t := v.Type()
	width := ir.BitWidth(ir.ElementOrSelf(to))
	low, high := bounds(to)
	above, below := math.Ldexp(1, width), 0.0
	if !isUnsigned(to) {
		above, below = math.Ldexp(1, width-1), -math.Ldexp(1, width-1)
	}
	zero := float(b, t, 0)
	// Converting a value out of range would be poison, so convert zero instead.
	tooHigh := arith.NewCmpF(b, arith.FOGE, v, float(b, t, above))
	tooLow := arith.NewCmpF(b, arith.FOLE, v, float(b, t, below))
	inRange := arith.NewCmpF(b, arith.FORD, v, v)
	inRange = arith.Binary(b, &arith.AndI, inRange,
		arith.Binary(b, &arith.XOrI, arith.Binary(b, &arith.OrI, tooHigh, tooLow),
			number(b, tooHigh.Type(), -1)))
	def := choice{signed: &arith.FPToSI, unsigned: &arith.FPToUI}.of(to)
	r := cast(rw, def, arith.NewSelect(b, inRange, v, zero), to)
	r = arith.NewSelect(b, tooHigh, number(b, to, high), r)
	return arith.NewSelect(b, tooLow, number(b, to, low), r)
}

// integerToInteger clamps in the wider of the two types.
func integerToInteger(rw *rewrite.Rewriter, v *ir.Value, to ir.Type) *ir.Value {
	b, in := rw.Builder, v.Type()
	from, into := ir.BitWidth(ir.ElementOrSelf(in)), ir.BitWidth(ir.ElementOrSelf(to))
	inLow, inHigh := bounds(in)
	low, high := bounds(to)
	unsigned := choice{signed: &arith.MinSI, unsigned: &arith.MinUI}
	if !isUnsigned(in) && inLow < low {
		v = arith.Binary(b, &arith.MaxSI, v, number(b, in, low))
	}
	if from > into || from == into && isUnsigned(in) && !isUnsigned(to) {
		if uint64(high) < uint64(inHigh) {
			v = arith.Binary(b, unsigned.of(in), v, number(b, in, high))
		}
	}
	switch {
	case from > into:
		return cast(rw, &arith.TruncI, v, to)
	case from < into:
		return cast(rw, choice{signed: &arith.ExtSI, unsigned: &arith.ExtUI}.of(in), v, to)
	}
	return tile.Reinterpret(b, &tile.Bitcast, v, ir.ElementOrSelf(to))
}

// integerToFloat clamps to the largest finite numbers first.
func integerToFloat(rw *rewrite.Rewriter, v *ir.Value, to ir.Type) *ir.Value {
	b, in := rw.Builder, v.Type()
	f := ir.ElementOrSelf(to).(*ir.FloatType).Format
	_, inHigh := bounds(in)
	if largest := f.Float64(f.Largest(false)); largest < math.Ldexp(1, 62) && uint64(largest) < uint64(inHigh) {
		v = arith.Binary(b, choice{signed: &arith.MinSI, unsigned: &arith.MinUI}.of(in), v, number(b, in, int64(largest)))
		if !isUnsigned(in) {
			v = arith.Binary(b, &arith.MaxSI, v, number(b, in, -int64(largest)))
		}
	}
	return cast(rw, choice{signed: &arith.SIToFP, unsigned: &arith.UIToFP}.of(in), v, to)
}

// float creates a scalar constant, or a splat constant, of a float type.
func float(b *ir.Builder, t ir.Type, x float64) *ir.Value {
	f := ir.ElementOrSelf(t).(*ir.FloatType)
	var value ir.TypedAttr = b.Context().FloatBits(f, f.Format.FromFloat64(x, apfloat.ToNearestEven))
	if shaped, ok := t.(ir.ShapedType); ok {
		value = b.Context().DenseSplat(shaped, value)
	}
	return arith.NewConstant(b, value)
}
