package tilearith

import (
	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tile/promotion"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/apfloat"
	"github.com/girih-ir/girih/rewrite"
)

func conversionPatterns() []*rewrite.Pattern {
	return []*rewrite.Pattern{
		pattern(&tile.Cast, convert),
		pattern(&tile.Bitcast, bitcast),
		pattern(&tile.Splat, constantShape),
		pattern(&tile.Broadcast, constantShape),
	}
}

// convert lowers tile.cast. A cast that only changes the signedness stays until the types become signless.
func convert(rw *rewrite.Rewriter, op *ir.Operation) *ir.Value {
	v, to := op.Operand(0), op.Result(0).Type()
	if n, ok := tile.LiteralValue(v); ok {
		return arith.NewConstant(rw.Builder, literal(rw.Context(), n, to))
	}
	in, out := ir.ElementOrSelf(v.Type()), ir.ElementOrSelf(to)
	switch {
	case in == out:
		return v
	case ir.IsInt(out, 1):
		return nonZero(rw.Builder, v)
	case op.Inherent(tile.SaturateName) != nil:
		return saturatingCast(rw, v, to)
	case op.Inherent(tile.RoundingName) != nil && ir.IsFloat(in):
		return roundedCast(rw, op)
	case tile.RoundingOf(op) != tile.RoundNearestEven:
		return integerRounded(rw, op)
	case ir.IsFloat(in) && ir.IsFloat(out):
		return convertFloat(rw, v, to)
	case !ir.IsFloat(in) && !ir.IsFloat(out) && ir.BitWidth(in) == ir.BitWidth(out):
		return nil
	}
	return cast(rw, castOf(in, out), v, to)
}

// roundingModes maps rounding modes of tile.cast to those of arith.truncf.
var roundingModes = [...]int{
	tile.RoundNearestEven: arith.ToNearestEven, tile.RoundZero: arith.TowardZero, tile.RoundNegativeInf: arith.Downward,
	tile.RoundPositiveInf: arith.Upward, tile.RoundNearestAway: arith.ToNearestAway,
}

// roundedCast converts floats in a rounding mode. Between formats of the same width it goes through f32.
func roundedCast(rw *rewrite.Rewriter, op *ir.Operation) *ir.Value {
	v, to := op.Operand(0), op.Result(0).Type()
	if !isFloat(to) {
		return nil
	}
	in, out := ir.BitWidth(ir.ElementOrSelf(v.Type())), ir.BitWidth(ir.ElementOrSelf(to))
	switch {
	case in < out:
		return cast(rw, &arith.ExtF, v, to)
	case in == out:
		v = cast(rw, &arith.ExtF, v, rw.Context().WithElement(to, rw.Context().F32()))
	}
	st := rw.State(&arith.TruncF)
	st.Operands, st.Types = append(st.Operands, v), append(st.Types, to)
	st.SetInherent("roundingmode", arith.RoundingMode.Attr(rw.Context(), roundingModes[tile.RoundingOf(op)]))
	return rw.Create(st).Result(0)
}

// integerRounded keeps a tile.cast of integers in a rounding mode, since arith has no such conversion. It extends
// unsigned integers to i64, so that the cast is of signed integers.
func integerRounded(rw *rewrite.Rewriter, op *ir.Operation) *ir.Value {
	v := op.Operand(0)
	if !isUnsigned(v.Type()) || ir.BitWidth(ir.ElementOrSelf(v.Type())) == 64 {
		return nil
	}
	st := rw.State(&tile.Cast)
	wide := cast(rw, &arith.ExtUI, v, rw.Context().WithElement(v.Type(), rw.Context().I(64)))
	st.Operands, st.Types = append(st.Operands, wide), append(st.Types, op.Result(0).Type())
	st.SetInherent(tile.RoundingName, op.Inherent(tile.RoundingName))
	return rw.Create(st).Result(0)
}

// castOf returns the conversion from in to out, of which at most one is a float. Unsigned integers and bools are
// zero-extended.
func castOf(in, out ir.Type) *ir.OpDef {
	switch {
	case ir.IsFloat(in):
		return choice{signed: &arith.FPToSI, unsigned: &arith.FPToUI}.of(out)
	case ir.IsFloat(out):
		return choice{signed: &arith.SIToFP, unsigned: &arith.UIToFP}.of(in)
	case ir.BitWidth(in) > ir.BitWidth(out):
		return &arith.TruncI
	}
	return choice{signed: &arith.ExtSI, unsigned: &arith.ExtUI}.of(in)
}

// convertFloat converts floats. Between formats of the same width it goes through f32, which holds every value of
// formats of up to 16 bits.
func convertFloat(rw *rewrite.Rewriter, v *ir.Value, to ir.Type) *ir.Value {
	in, out := ir.BitWidth(ir.ElementOrSelf(v.Type())), ir.BitWidth(ir.ElementOrSelf(to))
	switch {
	case in < out:
		return cast(rw, &arith.ExtF, v, to)
	case in > out:
		return cast(rw, &arith.TruncF, v, to)
	}
	wide := cast(rw, &arith.ExtF, v, rw.Context().WithElement(to, rw.Context().F32()))
	return cast(rw, &arith.TruncF, wide, to)
}

func cast(rw *rewrite.Rewriter, def *ir.OpDef, v *ir.Value, to ir.Type) *ir.Value {
	return arith.Cast(rw.Builder, def, v, to)
}

// nonZero returns v != 0. This is true for NaN.
func nonZero(b *ir.Builder, v *ir.Value) *ir.Value {
	zero := number(b, v.Type(), 0)
	if ir.IsFloat(ir.ElementOrSelf(v.Type())) {
		return arith.NewCmpF(b, arith.FUNE, v, zero)
	}
	return arith.NewCmpI(b, arith.NE, v, zero)
}

// literal returns the value of a literal as a constant of type t.
func literal(ctx *ir.Context, n promotion.Number, t ir.Type) ir.TypedAttr {
	f, isFloat := t.(*ir.FloatType)
	switch {
	case isFloat && n.Kind == promotion.Float:
		return ctx.FloatAttr(f, n.Float)
	case isFloat:
		return ctx.FloatBits(f, f.Format.FromBigInt(n.Int, apfloat.ToNearestEven))
	}
	return ctx.BigInteger(t, n.Int)
}

// number creates a scalar constant, or a splat constant, of type t.
func number(b *ir.Builder, t ir.Type, v int64) *ir.Value {
	ctx := b.Context()
	elem := ir.ElementOrSelf(t)
	var value ir.TypedAttr
	if f, ok := elem.(*ir.FloatType); ok {
		value = ctx.FloatAttr(f, float64(v))
	} else {
		value = ctx.Integer(elem, v)
	}
	if shaped, ok := t.(ir.ShapedType); ok {
		value = ctx.DenseSplat(shaped, value)
	}
	return arith.NewConstant(b, value)
}

// constantShape folds a tile.splat or tile.broadcast of a scalar or splat constant to a constant.
func constantShape(rw *rewrite.Rewriter, op *ir.Operation) *ir.Value {
	to, ok := op.Result(0).Type().(ir.ShapedType)
	value := arith.ConstantValue(op.Operand(0))
	if !ok || value == nil {
		return nil
	}
	if dense, ok := value.(*ir.DenseElementsAttr); ok {
		if !dense.IsSplat() {
			return nil
		}
		value = dense.SplatValue(rw.Context())
	}
	return arith.NewConstant(rw.Builder, rw.Context().DenseSplat(to, value))
}
