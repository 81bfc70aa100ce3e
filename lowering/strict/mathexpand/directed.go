package mathexpand

import (
	"slices"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/math"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
)

// toNearest are the operations that round to the nearest, by those of dialect tile that may round otherwise or take
// subnormal numbers for zero.
var toNearest = map[*ir.OpDef]*ir.OpDef{
	&tile.Add: &arith.AddF, &tile.Sub: &arith.SubF, &tile.Mul: &arith.MulF, &tile.Div: &arith.DivF, &tile.FMA: &math.FMA,
	&tile.Sqrt: &math.Sqrt, &tile.Exp: &math.Exp, &tile.Exp2: &math.Exp2, &tile.RSqrt: &math.RSqrt, &tile.Tanh: &math.TanH,
	&tile.Erf: &math.Erf,
}

// truncations maps the directed rounding modes of dialect tile to those of arith.truncf.
var truncations = map[tile.Rounding]int{
	tile.RoundZero: arith.TowardZero, tile.RoundNegativeInf: arith.Downward, tile.RoundPositiveInf: arith.Upward,
}

// rounds reports whether op is arithmetic on floats of one type that says how to round.
func rounds(op *ir.Operation) bool {
	if toNearest[op.Def()] == nil || op.Inherent(tile.RoundingName) == nil && !tile.FlushesToZero(op) {
		return false
	}
	t := op.Result(0).Type()
	return ir.IsFloat(ir.ElementOrSelf(t)) && !slices.ContainsFunc(op.OperandTypes(), func(o ir.Type) bool {
		return o != t
	})
}

// roundAsSaid leaves of arithmetic that says how to round only what rounds f32 and f64 in a direction, and approximate
// powers of two in f32 that flush subnormal numbers, which are instructions. Narrower formats are computed in f32 and
// rounded again in the same direction, which is harmless.
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

// hasDirections reports whether an operation is one that IEEE 754 rounds in directions; others are not exact anyway.
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

func (b *builder) truncated(v *ir.Value, t ir.Type, mode int) *ir.Value {
	out := arith.Cast(b.Builder, &arith.TruncF, v, t)
	out.DefiningOp().SetAttr("roundingmode", arith.RoundingMode.Attr(b.Context(), mode))
	return out
}

// flushed returns zero of the same sign for a subnormal number of f32 if flush says so.
func (b *builder) flushed(v *ir.Value, flush bool) *ir.Value {
	if !flush {
		return v
	}
	subnormal := b.compare(arith.FOLT, b.abs(v), b.float(b.leastNormal))
	return b.choose(subnormal, b.withSign(b.float(0), v), v)
}

// directedSingle rounds f64 to f32 in a mode other than to the nearest even: it moves to a neighbor of the nearest
// number where that is on the wrong side.
func (b *builder) directedSingle(x *ir.Value, mode int) *ir.Value {
	double := ir.Type(withElement(b.Context(), b.shape, b.Context().F64()))
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
	case arith.ToNearestAway: // of two that are as near, the larger one
		next := extended(b.fromBits(out))
		tie := compare(arith.FOEQ, b.sub(wanted, size), b.sub(b.abs(next), wanted))
		return b.fromBits(b.choose(b.binary(&arith.AndI, tooSmall, tie), out, pattern))
	case arith.Upward:
		negative = b.binary(&arith.XOrI, negative, b.integer(negative.Type(), -1))
	}
	// Away from zero where that is the direction, towards it otherwise.
	away, towards := b.choose(tooSmall, out, pattern), b.choose(tooLarge, in, pattern)
	return b.fromBits(b.choose(negative, away, towards))
}
