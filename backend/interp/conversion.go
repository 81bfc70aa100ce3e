package interp

import (
	"math/big"

	"github.com/girih-ir/girih/backend/internal/smallint"
	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/builtin"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tile/promotion"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/apfloat"
)

// conversion converts the bits of an element of type in to an element of type out.
type conversion func(in, out ir.Type, w uint64) (uint64, error)

func (fn conversion) kernel(in, out ir.Type) kernel {
	in, out = ir.ElementOrSelf(in), ir.ElementOrSelf(out)
	width := bitWidth(out)
	return func(args []uint64) (uint64, error) {
		w, err := fn(in, out, args[0])
		return w & smallint.Mask(width), err
	}
}

func addConversions(table map[*ir.OpDef]evaluator) {
	for def, fn := range map[*ir.OpDef]conversion{
		&arith.ExtUI: sameBitsOf, &arith.ExtSI: extendSigned, &arith.IndexCast: extendSigned,
		&arith.IndexCastUI: sameBitsOf, &arith.Bitcast: sameBitsOf, &arith.ExtF: floatToFloat,
		&arith.UIToFP: unsignedToFloat, &arith.SIToFP: signedToFloat, &arith.FPToUI: floatToUnsigned,
		&arith.FPToSI: floatToSigned,
	} {
		table[def] = evaluate(func(op *ir.Operation) kernel {
			return fn.kernel(op.Operand(0).Type(), op.Result(0).Type())
		})
	}
	table[&arith.TruncI] = evaluate(truncation)
	table[&arith.TruncF] = evaluate(func(op *ir.Operation) kernel {
		from, to, mode := formatOf(op.Operand(0).Type()), formatOf(op.Result(0).Type()), roundingMode(op)
		return func(args []uint64) (uint64, error) { return apfloat.Convert(to, from, pattern(args[0]), mode).Lo, nil }
	})
	table[&arith.ScalingExtF] = evaluate(scalingExtension)
	table[&arith.ScalingTruncF] = evaluate(scalingTruncation)
	table[&builtin.UnrealizedConversionCast] = func(_ *frame, op *ir.Operation, operands []*value) ([]*value, error) {
		if op.NumResults() != op.NumOperands() {
			return nil, ErrUnsupported
		}
		for i, v := range op.Operands() {
			if !sameBits(ir.ElementOrSelf(v.Type()), ir.ElementOrSelf(op.Result(i).Type())) {
				return nil, ErrUnsupported
			}
			operands[i] = operands[i].retyped(ir.ElementOrSelf(op.Result(i).Type()))
		}
		return operands, nil
	}
}

// roundingModes are the modes of arith.truncf, by their enum values.
var roundingModes = [...]apfloat.Mode{
	arith.ToNearestEven: apfloat.ToNearestEven, arith.Downward: apfloat.ToNegativeInf,
	arith.Upward: apfloat.ToPositiveInf, arith.TowardZero: apfloat.ToZero, arith.ToNearestAway: apfloat.ToNearestAway,
}

// roundingMode returns the rounding mode of an operation; the default is to nearest even.
func roundingMode(op *ir.Operation) apfloat.Mode {
	if m, ok := arith.RoundingMode.Value(op.Inherent("roundingmode")); ok {
		return roundingModes[m]
	}
	return apfloat.ToNearestEven
}

// scalingExtension multiplies by a scale. As in MLIR's expansion (mlir/Dialect/Arith/Transforms/ExpandOps.cpp), the
// scale is first rounded to a power of two, f8E8M0FNU.
func scalingExtension(op *ir.Operation) kernel {
	from, to, scale := formatOf(op.Operand(0).Type()), formatOf(op.Result(0).Type()), formatOf(op.Operand(1).Type())
	return func(args []uint64) (uint64, error) {
		x := apfloat.Convert(to, from, pattern(args[0]), apfloat.ToNearestEven)
		return to.Mul(x, powerOfTwo(to, scale, args[1]), apfloat.ToNearestEven).Lo, nil
	}
}

// scalingTruncation divides by a scale before it rounds to the narrower format.
func scalingTruncation(op *ir.Operation) kernel {
	from, to, scale := formatOf(op.Operand(0).Type()), formatOf(op.Result(0).Type()), formatOf(op.Operand(1).Type())
	mode := roundingMode(op)
	return func(args []uint64) (uint64, error) {
		x := from.Div(pattern(args[0]), powerOfTwo(from, scale, args[1]), apfloat.ToNearestEven)
		return apfloat.Convert(to, from, x, mode).Lo, nil
	}
}

// powerOfTwo converts a scale to a format.
func powerOfTwo(to, from *apfloat.Format, w uint64) apfloat.Bits {
	exponent := apfloat.Convert(apfloat.F8E8M0FNU, from, pattern(w), apfloat.ToNearestEven)
	return apfloat.Convert(to, apfloat.F8E8M0FNU, exponent, apfloat.ToNearestEven)
}

func truncation(op *ir.Operation) kernel {
	from, to := bitWidth(op.Operand(0).Type()), bitWidth(op.Result(0).Type())
	flags := arith.OverflowOf(op)
	return func(args []uint64) (uint64, error) {
		w := args[0] & smallint.Mask(to)
		if flags&arith.NUW != 0 && w != args[0] ||
			flags&arith.NSW != 0 && smallint.SignExtend(w, to) != smallint.SignExtend(args[0], from) {
			return 0, smallint.ErrPoison
		}
		return w, nil
	}
}

func sameBitsOf(_, _ ir.Type, w uint64) (uint64, error) { return w, nil }

func extendSigned(in, _ ir.Type, w uint64) (uint64, error) {
	return uint64(smallint.SignExtend(w, bitWidth(in))), nil
}

func floatToFloat(in, out ir.Type, w uint64) (uint64, error) {
	return apfloat.Convert(formatOf(out), formatOf(in), pattern(w), apfloat.ToNearestEven).Lo, nil
}

func unsignedToFloat(_, out ir.Type, w uint64) (uint64, error) {
	return formatOf(out).FromUint64(w, apfloat.ToNearestEven).Lo, nil
}

func signedToFloat(in, out ir.Type, w uint64) (uint64, error) {
	return formatOf(out).FromInt64(smallint.SignExtend(w, bitWidth(in)), apfloat.ToNearestEven).Lo, nil
}

// The conversion of a float beyond the range of the integer type has no defined result.

func floatToUnsigned(in, out ir.Type, w uint64) (uint64, error) {
	v, ok := formatOf(in).Uint64(pattern(w), bitWidth(out), apfloat.ToZero)
	if !ok {
		return 0, smallint.ErrPoison
	}
	return v, nil
}

func floatToSigned(in, out ir.Type, w uint64) (uint64, error) {
	v, ok := formatOf(in).Int64(pattern(w), bitWidth(out), apfloat.ToZero)
	if !ok {
		return 0, smallint.ErrPoison
	}
	return uint64(v), nil
}

// convert is tile.cast: conversion by value between element types of the loosely typed level.
func convert(in, out ir.Type, w uint64) (uint64, error) {
	switch {
	case in == out:
		return w, nil
	case ir.IsInt(out, 1) && ir.IsFloat(in):
		return smallint.Truth(!formatOf(in).IsZero(pattern(w))), nil
	case ir.IsInt(out, 1):
		return smallint.Truth(w != 0), nil
	case ir.IsFloat(in) && ir.IsFloat(out):
		return floatToFloat(in, out, w)
	case ir.IsFloat(in) && promotion.IsUnsigned(out):
		return floatToUnsigned(in, out, w)
	case ir.IsFloat(in):
		return floatToSigned(in, out, w)
	case ir.IsFloat(out) && promotion.IsUnsigned(in):
		return unsignedToFloat(in, out, w)
	case ir.IsFloat(out):
		return signedToFloat(in, out, w)
	case promotion.IsUnsigned(in):
		return w, nil
	}
	return extendSigned(in, out, w)
}

// literalBits returns the bits of a literal as a number of type t.
func literalBits(n promotion.Number, t ir.Type) uint64 {
	f, isFloat := t.(*ir.FloatType)
	switch {
	case isFloat && n.Kind == promotion.Float:
		return f.Format.FromFloat64(n.Float, apfloat.ToNearestEven).Lo
	case isFloat:
		return f.Format.FromBigInt(n.Int, apfloat.ToNearestEven).Lo
	}
	wrapped := new(big.Int).And(n.Int, new(big.Int).SetUint64(smallint.Mask(ir.BitWidth(t))))
	return wrapped.Uint64()
}

// evalCast converts by value, with the rounding mode and saturation of the operation.
func evalCast(_ *frame, op *ir.Operation, operands []*value) ([]*value, error) {
	in, out := operands[0], ir.ElementOrSelf(op.Result(0).Type())
	saturate := op.Inherent(tile.SaturateName) != nil
	if op.Inherent(tile.RoundingName) == nil && !saturate || in.words == nil {
		v, err := convertValue(in, out)
		return []*value{v}, err
	}
	v := allocate(out, in.shape)
	return []*value{v}, v.fill(castKernel(in.elem, out, tile.RoundingMode(tile.RoundingOf(op)), saturate), []*value{in})
}

// castKernel returns the conversion between two element types in a mode.
func castKernel(in, out ir.Type, mode apfloat.Mode, saturate bool) kernel {
	switch {
	case ir.IsFloat(in) && ir.IsFloat(out):
		to, from, round := formatOf(out), formatOf(in), apfloat.Convert
		if saturate {
			round = apfloat.ConvertSaturating
		}
		return func(args []uint64) (uint64, error) { return round(to, from, pattern(args[0]), mode).Lo, nil }
	case ir.IsFloat(out):
		to := formatOf(out)
		return func(args []uint64) (uint64, error) {
			negative := !promotion.IsUnsigned(in) && smallint.SignExtend(args[0], bitWidth(in)) < 0
			r := to.FromUint64(args[0], mode)
			if !promotion.IsUnsigned(in) {
				r = to.FromInt64(smallint.SignExtend(args[0], bitWidth(in)), mode)
			}
			if saturate && !to.IsFinite(r) {
				r = to.Largest(negative)
			}
			return r.Lo, nil
		}
	}
	return saturating(in, out)
}

// saturating returns the conversion to an integer type that clamps to the type's range. NaN becomes zero.
func saturating(in, out ir.Type) kernel {
	width := bitWidth(out)
	low, high := big.NewInt(0), new(big.Int).SetUint64(smallint.Mask(width))
	if !promotion.IsUnsigned(out) {
		high.Rsh(high, 1)
		low.Not(high)
	}
	return func(args []uint64) (uint64, error) {
		var v *big.Int
		switch {
		case ir.IsFloat(in):
			f, x := formatOf(in), pattern(args[0])
			switch {
			case f.IsNaN(x):
				return 0, nil
			case f.IsInf(x) && f.Signbit(x):
				v = low
			case f.IsInf(x):
				v = high
			default:
				v, _ = big.NewFloat(f.Float64(x)).Int(nil)
			}
		case promotion.IsUnsigned(in):
			v = new(big.Int).SetUint64(args[0])
		default:
			v = big.NewInt(smallint.SignExtend(args[0], bitWidth(in)))
		}
		switch {
		case v.Cmp(low) < 0:
			v = low
		case v.Cmp(high) > 0:
			v = high
		}
		if v.Sign() < 0 {
			return uint64(v.Int64()) & smallint.Mask(width), nil
		}
		return v.Uint64(), nil
	}
}
