package mathexpand

import (
	gomath "math"
	"slices"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/apfloat"
)

// expandCasts replaces the conversions of dialect tile that dialect arith lacks: saturating conversions of floats, and
// conversions of integers to floats in a rounding mode. It skips operations for which left returns true.
func expandCasts(op *ir.Operation, left func(inner *ir.Operation) bool) {
	for _, inner := range collect(op, func(inner *ir.Operation) bool {
		return !left(inner) && inner.Is(&tile.Cast) && isPlain(inner.Operand(0).Type()) &&
			ir.IsFloat(ir.ElementOrSelf(inner.Result(0).Type())) && castWidth(inner.Operand(0).Type()) <= 64
	}) {
		b := newBuilder(inner)
		x, t, mode := inner.Operand(0), inner.Result(0).Type(), tile.RoundingMode(tile.RoundingOf(inner))
		var v *ir.Value
		if ir.IsFloat(ir.ElementOrSelf(x.Type())) {
			v = b.saturated(x, t, mode)
		} else {
			v = b.fromInteger(x, t, mode)
		}
		inner.Result(0).ReplaceAllUsesWith(v)
		inner.Erase()
	}
}

// isPlain reports whether elements are floats or integers without signedness, as tile-to-arith leaves them.
func isPlain(t ir.Type) bool {
	i, isInteger := ir.ElementOrSelf(t).(*ir.IntegerType)
	return !isInteger || i.Signedness == ir.Signless
}

func castWidth(t ir.Type) int { return ir.BitWidth(ir.ElementOrSelf(t)) }

// saturated converts between floats. Numbers beyond the largest one of the result's format, and infinities, become the
// largest one.
func (b *builder) saturated(x *ir.Value, t ir.Type, mode apfloat.Mode) *ir.Value {
	var v *ir.Value
	switch in, out := castWidth(x.Type()), castWidth(t); {
	case in < out && !isScale(t) && !(isScale(x.Type()) && out == 16): // t holds all numbers of x's format
		v = arith.Cast(b.Builder, &arith.ExtF, x, t)
	case in <= out:
		v = b.narrowedIn(arith.Cast(b.Builder, &arith.ExtF, x, b.Context().WithElement(t, b.Context().F32())), t, mode)
	default:
		v = b.narrowedIn(x, t, mode)
	}
	f := ir.ElementOrSelf(t).(*ir.FloatType).Format
	if f == apfloat.TF32 {
		return b.saturatedTF32(x, v)
	}
	words := b.Context().WithElement(t, b.Context().I(uint32(f.Bits())))
	pattern := arith.Cast(b.Builder, &arith.Bitcast, v, words)
	largest, sign := int64(f.Largest(false).Lo), int64(-1)<<(f.Bits()-1)
	if isScale(t) {
		sign = 0
	}
	magnitude := b.binary(&arith.AndI, pattern, b.integer(words, ^sign))
	large := arith.NewCmpI(b.Builder, arith.UGT, magnitude, b.integer(words, largest))
	large = b.binary(&arith.AndI, large, b.isNumber(x))
	limit := b.binary(&arith.OrI, b.binary(&arith.AndI, pattern, b.integer(words, sign)), b.integer(words, largest))
	return arith.Cast(b.Builder, &arith.Bitcast, b.choose(large, limit, pattern), t)
}

// isNumber reports, for each element, whether it is not NaN.
func (b *builder) isNumber(x *ir.Value) *ir.Value {
	if !isScale(x.Type()) {
		return arith.NewCmpF(b.Builder, arith.FORD, x, x)
	}
	bytes := b.Context().WithElement(x.Type(), b.Context().I(8))
	return arith.NewCmpI(b.Builder, arith.NE, arith.Cast(b.Builder, &arith.Bitcast, x, bytes), b.integer(bytes, -1))
}

// narrowedIn rounds to a narrower format in a mode, unless v has that format already.
func (b *builder) narrowedIn(v *ir.Value, t ir.Type, mode apfloat.Mode) *ir.Value {
	if v.Type() == t || mode == apfloat.ToNearestEven {
		return b.narrowed(v, t)
	}
	return b.truncated(v, t, slices.Index(modes[:], mode))
}

// neighbor describes the rounding of a number to the builder's format: near is the nearest number of the format, bits
// are its bits.
type neighbor struct {
	*builder
	near, bits   *ir.Value
	above, below *ir.Value // whether near is greater, or less, than the number
	negative     *ir.Value // whether the number is negative
}

// towardsZero returns the bits of the number rounded toward zero.
func (n *neighbor) towardsZero() *ir.Value {
	outside := n.choose(n.negative, n.below, n.above)
	return n.choose(outside, n.stepped(-1), n.bits)
}

// stepped returns the bits of the next number after near, away from zero if by is 1, and toward zero if by is -1.
func (n *neighbor) stepped(by int64) *ir.Value { return n.binary(&arith.AddI, n.bits, n.word(by)) }

// rounded returns the number rounded in a mode. isTie reports whether next, the next number after near away from zero,
// is as close to the number as near.
func (n *neighbor) rounded(mode apfloat.Mode, isTie func(next *ir.Value) *ir.Value) *ir.Value {
	bits := n.bits
	switch mode {
	case apfloat.ToZero:
		bits = n.towardsZero()
	case apfloat.ToNegativeInf:
		bits = n.choose(n.above, n.choose(n.negative, n.stepped(1), n.stepped(-1)), bits)
	case apfloat.ToPositiveInf:
		bits = n.choose(n.below, n.choose(n.negative, n.stepped(-1), n.stepped(1)), bits)
	case apfloat.ToNearestAway:
		next := n.fromBits(n.stepped(1))
		inside := n.choose(n.negative, n.above, n.below)
		bits = n.choose(n.binary(&arith.AndI, inside, isTie(next)), n.stepped(1), bits)
	}
	return n.fromBits(bits)
}

// fromInteger converts a signed integer in a mode.
func (b *builder) fromInteger(x *ir.Value, t ir.Type, mode apfloat.Mode) *ir.Value {
	if int64(castWidth(x.Type())) <= b.fraction+1 { // the builder's format holds all such integers
		return b.narrowedIn(arith.Cast(b.Builder, &arith.SIToFP, x, b.shape), t, mode)
	}
	long := b.Context().WithElement(x.Type(), b.Context().I(64))
	if castWidth(x.Type()) < 64 {
		x = arith.Cast(b.Builder, &arith.ExtSI, x, long)
	}
	zero := b.integer(long, 0)
	near := arith.Cast(b.Builder, &arith.SIToFP, x, b.shape)
	// back converts a float to i64. 2^63 wraps around to the least i64, so that differences to it are still right,
	// modulo 2^64. Comparisons with it would be wrong, so beyond reports this case.
	back := func(v *ir.Value) (integer, beyond *ir.Value) {
		end := gomath.Ldexp(1, 63)
		beyond = b.binary(&arith.OrI, b.compare(arith.FOGE, v, b.float(end)), b.compare(arith.FOLT, v, b.float(-end)))
		inside := arith.Cast(b.Builder, &arith.FPToSI, b.choose(beyond, b.float(0), v), long)
		return b.choose(beyond, b.integer(long, gomath.MinInt64), inside), beyond
	}
	integer, beyond := back(near)
	less := arith.NewCmpI(b.Builder, arith.SLT, integer, x)
	n := &neighbor{builder: b, near: near, bits: b.bits(near), negative: arith.NewCmpI(b.Builder, arith.SLT, x, zero)}
	n.above = b.binary(&arith.OrI, beyond, arith.NewCmpI(b.Builder, arith.SGT, integer, x))
	n.below = b.choose(beyond, b.constant(less.Type(), b.Context().Bool(false)), less)
	if t == b.shape {
		return n.rounded(mode, func(next *ir.Value) *ir.Value {
			far, _ := back(next)
			return arith.NewCmpI(b.Builder, arith.EQ, b.binary(&arith.SubI, x, integer), b.binary(&arith.SubI, far, x))
		})
	}
	// Round to odd: round toward zero, and set the last bit if the result is inexact. Rounding this to fewer bits gives
	// the same as rounding the number itself (S. Boldo and G. Melquiond, "Emulation of FMA and correctly rounded sums",
	// 2008).
	inexact := b.choose(b.binary(&arith.OrI, n.above, n.below), b.word(1), b.word(0))
	return b.narrowedIn(b.fromBits(b.binary(&arith.OrI, n.towardsZero(), inexact)), t, mode)
}

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
