package mathexpand

import (
	"slices"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/math"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/apfloat"
)

// bytes are the formats of at most 8 bits, except for f8E8M0FNU. They are converted by arithmetic to and from f32,
// which holds all their numbers.
var bytes = []*apfloat.Format{apfloat.F8E4M3FN, apfloat.F8E5M2, apfloat.F8E4M3, apfloat.F8E3M4, apfloat.F8E5M2FNUZ,
	apfloat.F8E4M3FNUZ, apfloat.F8E4M3B11FNUZ, apfloat.F6E3M2FN, apfloat.F6E2M3FN, apfloat.F4E2M1FN}

// hasInstructions reports whether targets have instructions for conversions of t: elements are f8E4M3FN or f8E5M2.
func hasInstructions(t ir.Type) bool {
	return isByte(t) && slices.Contains(bytes[:2], ir.ElementOrSelf(t).(*ir.FloatType).Format)
}

// noNegativeZero reports whether the bit pattern of a negative zero is the format's only NaN (FNUZ formats).
func noNegativeZero(f *apfloat.Format) bool { return f.IsNaN(apfloat.Bits{Lo: 1 << (f.Bits() - 1)}) }

// isByte reports whether t's elements have one of the formats in bytes.
func isByte(t ir.Type) bool {
	f, ok := ir.ElementOrSelf(t).(*ir.FloatType)
	return ok && slices.Contains(bytes, f.Format)
}

// takesByte reports whether t's elements are floats of at most 8 bits.
func takesByte(t ir.Type) bool { return isByte(t) || isScale(t) }

// throughSingle are operations on floats of at most 8 bits that are computed in f32. The precision of f32 is more than
// twice theirs, so that rounding twice gives the same as rounding once (S. A. Figueroa, "When is double rounding
// innocuous?", 1995).
var throughSingle = []*ir.OpDef{
	&arith.AddF, &arith.SubF, &arith.MulF, &arith.DivF, &arith.RemF, &arith.CmpF, &arith.MaximumF, &arith.MinimumF,
	&arith.MaxNumF,
	&arith.MinNumF, &math.Sqrt, &math.Floor, &math.Ceil, &math.Trunc, &math.Round, &math.RoundEven, &math.IsNaN,
	&math.IsInf,
	&math.IsFinite, &math.IsNormal, &math.Exp, &math.Exp2, &math.RSqrt, &math.AbsF, &math.CopySign, &math.ClampF,
	&arith.NegF, &arith.FPToSI, &arith.FPToUI,
}

// throughDouble reports whether an operation on floats of at most 8 bits is computed in f64. There are two kinds.
//
// Conversions of wide integers: f32 does not hold them all. f64 may not hold them either, but then they are beyond the
// range of the result.
//
// Fused multiply-add: the product is exact in f32. If its sum with the third operand is not exact in f64, the sum is
// far from the middle between two numbers of 8 bits, or beyond their range, so that rounding twice does no harm.
func throughDouble(op *ir.Operation) bool {
	if op.Is(&math.FMA) {
		return takesByte(op.Result(0).Type())
	}
	return isConversion(op) && ir.BitWidth(ir.ElementOrSelf(op.Operand(0).Type())) > 16
}

// isConversion reports whether op converts integers to floats of at most 8 bits.
func isConversion(op *ir.Operation) bool {
	return (op.Is(&arith.SIToFP) || op.Is(&arith.UIToFP)) && takesByte(op.Result(0).Type())
}

// expandNarrow widens operations on floats of at most 8 bits, and then replaces conversions that targets lack.
func expandNarrow(op *ir.Operation, opts Options) {
	left := func(inner *ir.Operation) bool { return opts.SM >= BytesSM && ConvertsBytes(inner) }
	expandCasts(op, left)
	for _, inner := range collect(op, roundsTwice) {
		roundOnce(inner)
	}
	for _, inner := range collect(op, func(inner *ir.Operation) bool {
		return slices.Contains(throughSingle, inner.Def()) && takesByte(inner.Operand(0).Type()) || isConversion(inner) ||
			throughDouble(inner)
	}) {
		elem := op.Context().F32()
		if throughDouble(inner) {
			elem = op.Context().F64()
		}
		widen(inner, elem)
	}
	for _, inner := range collect(op, func(inner *ir.Operation) bool { return inner.Is(&tile.DotScaled) }) {
		unscale(inner)
	}
	for _, inner := range collect(op, sortsBytes) {
		widenKeys(inner)
	}
	for _, inner := range collect(op, func(inner *ir.Operation) bool {
		return inner.Is(&tile.Dot) && takesByte(inner.Operand(0).Type())
	}) {
		widenFactors(inner)
	}
	widenPrinted(op)
	for _, inner := range collect(op, func(inner *ir.Operation) bool { return converts(inner) && !left(inner) }) {
		x, t := inner.Operand(0), inner.Result(0).Type()
		b := newBuilder(inner).of(t)
		var v *ir.Value
		switch {
		case isScale(t):
			v = b.encodeScale(b.single(x), t, modeOf(inner))
		case isByte(t):
			v = b.encode(b.single(x), t, modeOf(inner))
		case inner.Is(&arith.ExtF):
			v = b.extended(b.single(x), t)
		case narrowsDoubles(inner):
			mode, _ := arith.RoundingMode.Value(inner.Inherent("roundingmode"))
			v = b.directedSingle(x, mode)
		default:
			v = b.encode(b.single(x), t, modeOf(inner))
		}
		inner.Result(0).ReplaceAllUsesWith(v)
		inner.Erase()
	}
	keepInSingle(op)
}

// collect returns the operations inside op for which which returns true. It skips results with a dynamic shape, for
// which there are no constants.
func collect(op *ir.Operation, which func(*ir.Operation) bool) []*ir.Operation {
	return op.Collect(func(inner *ir.Operation) bool { return which(inner) && ir.HasConstants(inner.Result(0).Type()) })
}

// shortFormats are formats to which integers are converted by way of f32.
var shortFormats = []*apfloat.Format{apfloat.BF16, apfloat.TF32, apfloat.F8E8M0FNU}

// roundsTwice reports whether op converts integers that f32 may not hold to one of shortFormats. By way of f32, they
// would be rounded twice.
func roundsTwice(op *ir.Operation) bool {
	if !op.Is(&arith.SIToFP) && !op.Is(&arith.UIToFP) {
		return false
	}
	f, ok := ir.ElementOrSelf(op.Result(0).Type()).(*ir.FloatType)
	width := ir.BitWidth(ir.ElementOrSelf(op.Operand(0).Type()))
	return ok && slices.Contains(shortFormats, f.Format) && (width == 32 || width == 64)
}

// roundOnce rounds large integers to odd, so that a wider format, f32 or f64, holds them: it clears the low bits, and
// sets the last of the remaining bits if any of them was set. Rounding the result to fewer bits gives the same as
// rounding the integer (S. Boldo and G. Melquiond, "Emulation of FMA and correctly rounded sums", 2008).
func roundOnce(op *ir.Operation) {
	b := newBuilder(op)
	x, precision := op.Operand(0), int64(24)
	width := int64(ir.BitWidth(ir.ElementOrSelf(x.Type())))
	elem := b.Context().F32()
	if width == 64 {
		elem, precision = b.Context().F64(), 53
	}
	number := func(v int64) *ir.Value { return b.integer(x.Type(), v) }
	unit := int64(1) << (width - precision) // the last bit that is kept
	inexact := arith.NewCmpI(b.Builder, arith.NE, b.binary(&arith.AndI, x, number(unit-1)), number(0))
	odd := b.binary(&arith.OrI, x, b.choose(inexact, number(unit), number(0)))
	odd = b.binary(&arith.AndI, odd, number(-unit))
	size, negated := x, b.binary(&arith.SubI, number(0), x)
	if op.Is(&arith.SIToFP) {
		size = b.choose(arith.NewCmpI(b.Builder, arith.SLT, x, number(0)), negated, x)
	}
	large := arith.NewCmpI(b.Builder, arith.UGE, size, number(1<<precision))
	op.SetOperand(0, b.choose(large, odd, x))
	t := op.Result(0).Type()
	op.Result(0).SetType(b.Context().WithElement(t, elem))
	b.After(op)
	narrow := arith.Cast(b.Builder, &arith.TruncF, op.Result(0), t)
	op.Result(0).ReplaceAllUsesWith(narrow)
	narrow.DefiningOp().SetOperand(0, op.Result(0))
}

// widen makes op compute in a wider format.
func widen(op *ir.Operation, elem ir.Type) {
	b := newBuilder(op)
	wide := b.Context().WithElement(op.Result(0).Type(), elem)
	for i, v := range op.Operands() {
		if takesByte(v.Type()) {
			op.SetOperand(i, arith.Cast(b.Builder, &arith.ExtF, v, b.Context().WithElement(v.Type(), elem)))
		}
	}
	if r := op.Result(0); takesByte(r.Type()) {
		t := r.Type()
		r.SetType(wide)
		b.After(op)
		narrow := arith.Cast(b.Builder, &arith.TruncF, r, t)
		r.ReplaceAllUsesWith(narrow)
		narrow.DefiningOp().SetOperand(0, r)
	}
}

// isScale reports whether t's elements are f8E8M0FNU, which are powers of two.
func isScale(t ir.Type) bool {
	f, ok := ir.ElementOrSelf(t).(*ir.FloatType)
	return ok && f.Format == apfloat.F8E8M0FNU
}

// sortsBytes reports whether op sorts keys of fewer than 8 bits, or of a format without negative zero.
func sortsBytes(op *ir.Operation) bool {
	if !op.Is(&tile.Sort) || !isByte(op.Operand(0).Type()) {
		return false
	}
	f := ir.ElementOrSelf(op.Operand(0).Type()).(*ir.FloatType).Format
	return f.Bits() < 8 || noNegativeZero(f)
}

// widenKeys converts the keys of a sort to f16, which holds all numbers of these formats.
func widenKeys(op *ir.Operation) {
	b := ir.NewBuilder(op.Context()).Before(op)
	b.SetLoc(op.Loc())
	keys := op.Result(0)
	t := keys.Type()
	wide := op.Context().WithElement(t, op.Context().F16())
	op.SetOperand(0, arith.Cast(b, &arith.ExtF, op.Operand(0), wide))
	keys.SetType(wide)
	b.After(op)
	narrow := arith.Cast(b, &arith.TruncF, keys, t)
	keys.ReplaceAllUsesWith(narrow)
	narrow.DefiningOp().SetOperand(0, keys)
}

// widenFactors converts the factors of a matrix product to f16, which holds all numbers of 8 bits, or to f32 for
// f8E8M0FNU.
func widenFactors(op *ir.Operation) {
	b := ir.NewBuilder(op.Context()).Before(op)
	b.SetLoc(op.Loc())
	for i, v := range op.OperandValues()[:2] {
		elem := op.Context().F16()
		if isScale(v.Type()) {
			elem = op.Context().F32()
		}
		wide := op.Context().WithElement(v.Type(), elem)
		op.SetOperand(i, arith.Cast(b, &arith.ExtF, v, wide))
	}
}

// converts reports whether op is a conversion for which targets have no instruction: to or from floats of 8 bits, in a
// rounding mode, or from f64 to bf16, which targets convert by way of f32 only.
func converts(op *ir.Operation) bool {
	switch {
	case op.Is(&arith.ExtF):
		return isByte(op.Operand(0).Type()) || isScale(op.Operand(0).Type())
	case op.Is(&arith.TruncF):
		to := ir.ElementOrSelf(op.Result(0).Type()).(*ir.FloatType).Format
		from := ir.BitWidth(ir.ElementOrSelf(op.Operand(0).Type()))
		halves := to == apfloat.F16 || to == apfloat.BF16
		return from <= 64 && (isByte(op.Result(0).Type()) || isScale(op.Result(0).Type()) || narrowsDoubles(op) ||
			halves && modeOf(op) != apfloat.ToNearestEven ||
			to == apfloat.BF16 && from == 64)
	}
	return false
}

// narrowsDoubles reports whether op rounds f64 to f32 in a mode other than to nearest even.
func narrowsDoubles(op *ir.Operation) bool {
	to := ir.ElementOrSelf(op.Result(0).Type()).(*ir.FloatType).Format
	return to == apfloat.F32 && ir.BitWidth(ir.ElementOrSelf(op.Operand(0).Type())) == 64 &&
		modeOf(op) != apfloat.ToNearestEven
}

// widenPrinted converts floats of at most 8 bits to f32, which holds all of them, before they are printed.
func widenPrinted(op *ir.Operation) {
	b := ir.NewBuilder(op.Context())
	op.Walk(func(inner *ir.Operation) bool {
		if !inner.Is(&tile.Print) {
			return true
		}
		b.Before(inner).SetLoc(inner.Loc())
		for i, v := range inner.Operands() {
			if isByte(v.Type()) {
				wide := op.Context().WithElement(v.Type(), op.Context().F32())
				inner.SetOperand(i, arith.Cast(b, &arith.ExtF, v, wide))
			}
		}
		return true
	})
}
