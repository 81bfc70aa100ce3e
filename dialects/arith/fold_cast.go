package arith

import (
	"math/big"

	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/apfloat"
	"github.com/girih-ir/girih/ir/apint"
	"github.com/girih-ir/girih/ir/constfold"
	"github.com/girih-ir/girih/ir/fastmath"
)

func init() {
	ExtUI.Fold = extension(&ExtUI, apint.Int.ZeroExtend)
	ExtSI.Fold = extension(&ExtSI, apint.Int.SignExtend)
	TruncI.Fold = foldTruncI
	IndexCast.Fold = indexCast(&IndexCast, apint.Int.SignExtend)
	IndexCastUI.Fold = indexCast(&IndexCastUI, apint.Int.ZeroExtend)
	UIToFP.Fold = foldUIToFP
	SIToFP.Fold = foldSIToFP
	FPToUI.Fold = foldFPToUI
	FPToSI.Fold = foldFPToSI
	Bitcast.Fold = foldBitcast
}

// elementType returns the type of one element of a cast's result.
func elementType(op *ir.Operation) ir.Type { return ir.ElementOrSelf(op.Result(0).Type()) }

// resize folds a cast of an integer constant to another width.
func resize(op *ir.Operation, f *ir.Folding, calc func(v apint.Int, width int) apint.Int) ir.FoldOutcome {
	width := ir.ElementBits(elementType(op))
	return f.ToConstant(constfold.UnaryInt(op.Context(), f.Operands[0], op.Result(0).Type(),
		func(v apint.Int) (apint.Int, bool) { return calc(v, width), true }))
}

// extension returns the fold of a cast to a wider integer. Two consecutive extensions become one.
func extension(def *ir.OpDef, calc func(v apint.Int, width int) apint.Int) folder {
	return func(op *ir.Operation, f *ir.Folding) ir.FoldOutcome {
		if inner := definedBy(op.Operand(0), def); inner != nil && !f.ConstantsOnly {
			op.SetOperand(0, inner.Operand(0))
			return ir.FoldedInPlace
		}
		return resize(op, f, calc)
	}
}

func foldTruncI(op *ir.Operation, f *ir.Folding) ir.FoldOutcome {
	if in := op.Operand(0).DefiningOp(); in != nil {
		switch from := in.OperandValues(); {
		case in.Is(&ExtUI), in.Is(&ExtSI):
			// The truncation removes the bits that an extension added.
			have, want := ir.ElementOrSelf(from[0].Type()), elementType(op)
			if have == want {
				return f.To(from[0])
			}
			if ir.BitWidth(have) > ir.BitWidth(want) && !f.ConstantsOnly {
				op.SetOperand(0, from[0])
				return ir.FoldedInPlace
			}
		case in.Is(&TruncI) && !f.ConstantsOnly:
			// An overflow flag only holds for both if neither truncation loses bits. mlir-opt 22 keeps the outer one's
			// flags.
			op.SetAttr("overflowFlags", Overflow.Attr(op.Context(), OverflowOf(op)&OverflowOf(in)))
			op.SetOperand(0, from[0])
			return ir.FoldedInPlace
		}
	}
	return resize(op, f, apint.Int.ZeroExtend)
}

// indexCast returns the fold of a cast between index and integers. Two opposite casts cancel out unless the type in
// between is narrower.
func indexCast(def *ir.OpDef, calc func(v apint.Int, width int) apint.Int) folder {
	return func(op *ir.Operation, f *ir.Folding) ir.FoldOutcome {
		if outcome := resize(op, f, calc); outcome == ir.Folded {
			return outcome
		}
		inner := definedBy(op.Operand(0), def)
		if inner == nil || inner.Operand(0).Type() != op.Result(0).Type() ||
			ir.ElementBits(castElement(inner.Result(0).Type())) < ir.ElementBits(castElement(op.Result(0).Type())) {
			return ir.NotFolded
		}
		return f.To(inner.Operand(0))
	}
}

func foldUIToFP(op *ir.Operation, f *ir.Folding) ir.FoldOutcome {
	return intToFloat(op, f, floatOfUnsigned)
}

func foldSIToFP(op *ir.Operation, f *ir.Folding) ir.FoldOutcome {
	return intToFloat(op, f, floatOfSigned)
}

// floatOfUnsigned converts an unsigned integer.
func floatOfUnsigned(v apint.Int, t *apfloat.Format) apfloat.Bits {
	if v.Width() <= 64 {
		return t.FromUint64(v.Uint64(), apfloat.ToNearestEven)
	}
	return t.FromBigInt(v.Unsigned(), apfloat.ToNearestEven)
}

// floatOfSigned converts a signed integer.
func floatOfSigned(v apint.Int, t *apfloat.Format) apfloat.Bits {
	if v.Width() <= 64 {
		return t.FromInt64(v.Int64(), apfloat.ToNearestEven)
	}
	return t.FromBigInt(v.Signed(), apfloat.ToNearestEven)
}

func intToFloat(
	op *ir.Operation, f *ir.Folding, calc func(v apint.Int, t *apfloat.Format) apfloat.Bits,
) ir.FoldOutcome {
	t, ok := elementType(op).(*ir.FloatType)
	if !ok {
		return ir.NotFolded
	}
	return f.ToConstant(constfold.IntToFloat(op.Context(), f.Operands[0], op.Result(0).Type(),
		func(v apint.Int) (constfold.Float, bool) {
			return constfold.Float{Format: t.Format, Bits: calc(v, t.Format)}, true
		}))
}

func foldFPToUI(op *ir.Operation, f *ir.Folding) ir.FoldOutcome { return floatToInt(op, f, unsignedOf) }

func foldFPToSI(op *ir.Operation, f *ir.Folding) ir.FoldOutcome { return floatToInt(op, f, signedOf) }

// unsignedOf rounds a float toward zero to an unsigned integer of the given width, which is above 0; ok is false for
// floats that are out of range or NaN.
func unsignedOf(v constfold.Float, width int) (r apint.Int, ok bool) {
	if width <= 64 {
		u, ok := v.Uint64(v.Bits, width, apfloat.ToZero)
		return apint.New(width, u), ok
	}
	u, ok := v.BigInt(v.Bits, apfloat.ToZero)
	if !ok || u.Sign() < 0 || u.BitLen() > width {
		return apint.Int{}, false
	}
	return apint.FromBig(width, u), true
}

// signedOf is like unsignedOf for signed integers.
func signedOf(v constfold.Float, width int) (r apint.Int, ok bool) {
	if width <= 64 {
		i, ok := v.Int64(v.Bits, width, apfloat.ToZero)
		return apint.FromInt64(width, i), ok
	}
	i, ok := v.BigInt(v.Bits, apfloat.ToZero)
	if !ok {
		return apint.Int{}, false
	}
	r = apint.FromBig(width, i)
	return r, r.Signed().Cmp(i) == 0
}

// floatToInt folds a cast. It does not fold floats that are out of the range of the integer type, for which there is no
// result.
func floatToInt(
	op *ir.Operation, f *ir.Folding, calc func(v constfold.Float, width int) (apint.Int, bool),
) ir.FoldOutcome {
	width := ir.ElementBits(elementType(op))
	if width == 0 {
		return ir.NotFolded
	}
	return f.ToConstant(constfold.FloatToInt(op.Context(), f.Operands[0], op.Result(0).Type(),
		func(v constfold.Float) (apint.Int, bool) { return calc(v, width) }))
}

func foldBitcast(op *ir.Operation, f *ir.Folding) ir.FoldOutcome {
	ctx, to := op.Context(), op.Result(0).Type()
	if op.Operand(0).Type() == to {
		return f.To(op.Operand(0))
	}
	switch a := f.Operands[0].(type) {
	case *ir.DenseElementsAttr:
		if t, ok := to.(ir.ShapedType); ok {
			return f.ToConstant(ctx.DenseElements(t, []byte(a.Raw()), a.IsSplat()))
		}
	case *ir.IntegerAttr:
		v, _ := constfold.Int(a)
		if t, ok := to.(*ir.FloatType); ok {
			return f.ToConstant(ctx.FloatBits(t, t.Format.Canonical(bitsOf(v))))
		}
		return f.ToConstant(constfold.IntAttr(ctx, to, v))
	case *ir.FloatAttr:
		if t, ok := to.(*ir.FloatType); ok {
			return f.ToConstant(ctx.FloatBits(t, t.Format.Canonical(a.Bits())))
		}
		return f.ToConstant(constfold.IntAttr(ctx, to, intOfBits(ir.ElementBits(to), a.Bits())))
	case constfold.Poison:
		if _, shaped := to.(ir.ShapedType); !shaped {
			return f.ToConstant(a)
		}
	}
	return ir.NotFolded
}

// bitsOf returns the bits of an integer of up to 128 bits.
func bitsOf(v apint.Int) apfloat.Bits {
	if v.Width() <= 64 {
		return apfloat.Bits{Lo: v.Uint64()}
	}
	return apfloat.Bits{Lo: v.Uint64(), Hi: new(big.Int).Rsh(v.Unsigned(), 64).Uint64()}
}

func intOfBits(width int, b apfloat.Bits) apint.Int {
	if width <= 64 {
		return apint.New(width, b.Lo)
	}
	v := new(big.Int).SetUint64(b.Hi)
	return apint.FromBig(width, v.Or(v.Lsh(v, 64), new(big.Int).SetUint64(b.Lo)))
}

func init() {
	ExtF.Fold = foldExtF
	TruncF.Fold = foldTruncF
}

func foldExtF(op *ir.Operation, f *ir.Folding) ir.FoldOutcome {
	// If both casts have the flag contract, they may cancel out, so that the value is not rounded.
	trunc := definedBy(op.Operand(0), &TruncF)
	if trunc != nil && trunc.Operand(0).Type() == op.Result(0).Type() &&
		FastMathOf(trunc)&FastMathOf(op)&fastmath.Contract != 0 {
		return f.To(trunc.Operand(0))
	}
	return convert(op, f)
}

func foldTruncF(op *ir.Operation, f *ir.Folding) ir.FoldOutcome {
	if ext := definedBy(op.Operand(0), &ExtF); ext != nil {
		in := ext.Operand(0)
		have, between, want := formatOf(in.Type()), formatOf(ext.Result(0).Type()), formatOf(op.Result(0).Type())
		if representable(have, between) {
			if have.Bits() > want.Bits() && !f.ConstantsOnly {
				op.SetOperand(0, in)
				return ir.FoldedInPlace
			}
			if have == want {
				return f.To(in)
			}
		}
	}
	return convert(op, f)
}

func formatOf(t ir.Type) *apfloat.Format { return ir.ElementOrSelf(t).(*ir.FloatType).Format }

// representable reports whether every finite number of one format is a number of another format.
func representable(of, in *apfloat.Format) bool {
	return of.Precision() <= in.Precision() && of.MaxExponent() <= in.MaxExponent() && of.MinExponent() >= in.MinExponent()
}

// convert folds a cast of a float constant that the other format represents exactly.
func convert(op *ir.Operation, f *ir.Folding) ir.FoldOutcome {
	to := formatOf(op.Result(0).Type())
	return f.ToConstant(constfold.UnaryFloat(op.Context(), f.Operands[0], op.Result(0).Type(),
		func(v constfold.Float) (constfold.Float, bool) {
			if v.IsNaN(v.Bits) && v.HasInf() && !to.HasInf() {
				return v, false // The target format has only one NaN.
			}
			b := apfloat.Convert(to, v.Format, v.Bits, apfloat.ToNearestEven)
			exact := apfloat.Convert(v.Format, to, b, apfloat.ToNearestEven) == v.Canonical(v.Bits)
			return constfold.Float{Format: to, Bits: b}, exact
		}))
}
