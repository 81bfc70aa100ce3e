package mathexpand

import (
	"slices"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/math"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
)

// toNearest maps operations of dialect tile, which may have a rounding mode or flush subnormal numbers to zero, to the
// operations of arith and math that round to nearest even.
var toNearest = map[*ir.OpDef]*ir.OpDef{
	&tile.Add: &arith.AddF, &tile.Sub: &arith.SubF, &tile.Mul: &arith.MulF, &tile.Div: &arith.DivF, &tile.FMA: &math.FMA,
	&tile.Sqrt: &math.Sqrt, &tile.Exp: &math.Exp, &tile.Exp2: &math.Exp2, &tile.RSqrt: &math.RSqrt, &tile.Tanh: &math.TanH,
	&tile.Erf: &math.Erf,
}

// truncations maps the directed rounding modes of dialect tile to those of arith.truncf.
var truncations = map[tile.Rounding]int{
	tile.RoundZero: arith.TowardZero, tile.RoundNegativeInf: arith.Downward, tile.RoundPositiveInf: arith.Upward,
}

// rounds reports whether op is arithmetic on floats of one type that has a rounding mode or flushes subnormal numbers.
func rounds(op *ir.Operation) bool {
	if toNearest[op.Def()] == nil || op.Inherent(tile.RoundingName) == nil && !tile.FlushesToZero(op) {
		return false
	}
	t := op.Result(0).Type()
	return ir.IsFloat(ir.ElementOrSelf(t)) && !slices.ContainsFunc(op.OperandTypes(), func(o ir.Type) bool {
		return o != t
	})
}

// roundAsSaid expands arithmetic with a rounding mode or flushing. Two kinds remain because they are instructions: f32
// and f64 arithmetic in a directed rounding mode, and approximate powers of two in f32 that flush subnormal numbers.
// Narrower formats are computed in f32 and rounded again in the same direction; rounding twice in one direction is
// exact.
func roundAsSaid(op *ir.Operation) {
	b := newBuilder(op)
	flush := tile.FlushesToZero(op)
	if op.Is(&tile.Exp2) && flush && tile.RoundingOf(op) == tile.RoundApprox && op.Result(0).Type() == b.shape {
		return
	}
	op.SetAttr(tile.FlushToZeroName, nil)
	args := op.OperandValues()
	for i, v := range args {
		args[i] = b.flushed(v, flush)
	}
	mode, directed := truncations[tile.RoundingOf(op)]
	t := op.Result(0).Type()
	var v *ir.Value
	switch {
	case !directed || !hasDirections(op):
		v = b.Build(toNearest[op.Def()], args).Result(0)
	case t == b.shape:
		if !flush {
			return
		}
		v = b.rounding(op, args)
	default:
		for i, x := range args {
			args[i] = b.widened(x)
		}
		v = b.truncated(b.rounding(op, args), t, mode)
	}
	op.Result(0).ReplaceAllUsesWith(b.flushed(v, flush))
	op.Erase()
}

// hasDirections reports whether directed rounding modes make a difference for an operation: for the basic operations of
// IEEE 754, but not for functions that are approximated anyway.
func hasDirections(op *ir.Operation) bool {
	switch op.Def() {
	case &tile.Exp, &tile.Exp2, &tile.RSqrt, &tile.Tanh, &tile.Erf:
		return false
	}
	return true
}

// rounding makes a copy of an operation on values of the builder's format.
func (b *builder) rounding(op *ir.Operation, args []*ir.Value) *ir.Value {
	st := b.State(op.Def())
	st.Operands = append(st.Operands, args...)
	st.Types = append(st.Types, b.shape)
	st.SetInherent(tile.RoundingName, op.Inherent(tile.RoundingName))
	return b.Create(st).Result(0)
}

// truncated rounds to a narrower format in a rounding mode of arith.truncf.
func (b *builder) truncated(v *ir.Value, t ir.Type, mode int) *ir.Value {
	out := arith.Cast(b.Builder, &arith.TruncF, v, t)
	out.DefiningOp().SetAttr("roundingmode", arith.RoundingMode.Attr(b.Context(), mode))
	return out
}

// flushed replaces a subnormal number of f32 by a zero of the same sign, if flush is set.
func (b *builder) flushed(v *ir.Value, flush bool) *ir.Value {
	if !flush {
		return v
	}
	subnormal := b.compare(arith.FOLT, b.abs(v), b.float(b.leastNormal))
	return b.choose(subnormal, b.withSign(b.float(0), v), v)
}

// directedSingle rounds f64 to f32 in a mode other than to nearest even. It rounds to nearest even, and moves to the
// next number if the result is on the wrong side.
func (b *builder) directedSingle(x *ir.Value, mode int) *ir.Value {
	double := ir.Type(b.Context().WithElement(b.shape, b.Context().F64()))
	extended := func(v *ir.Value) *ir.Value { return arith.Cast(b.Builder, &arith.ExtF, v, double) }
	compare := func(predicate int, x, y *ir.Value) *ir.Value { return b.compare(predicate, x, y) }
	near := arith.Cast(b.Builder, &arith.TruncF, x, b.shape)
	back, pattern := extended(near), b.bits(near)
	size, wanted := b.abs(back), b.abs(x)
	negative := arith.NewCmpI(b.Builder, arith.SLT, pattern, b.word(0))
	tooLarge, tooSmall := compare(arith.FOGT, size, wanted), compare(arith.FOLT, size, wanted)
	out, in := b.binary(&arith.AddI, pattern, b.word(1)), b.binary(&arith.SubI, pattern, b.word(1))
	switch mode {
	case arith.TowardZero:
		return b.fromBits(b.choose(tooLarge, in, pattern))
	case arith.ToNearestAway: // in a tie, take the number with the larger magnitude
		next := extended(b.fromBits(out))
		tie := compare(arith.FOEQ, b.sub(wanted, size), b.sub(b.abs(next), wanted))
		return b.fromBits(b.choose(b.binary(&arith.AndI, tooSmall, tie), out, pattern))
	case arith.Upward:
		negative = b.binary(&arith.XOrI, negative, b.integer(negative.Type(), -1))
	}
	// Round away from zero for the sign that the direction increases in magnitude, and toward zero for the other sign.
	away, towards := b.choose(tooSmall, out, pattern), b.choose(tooLarge, in, pattern)
	return b.fromBits(b.choose(negative, away, towards))
}
