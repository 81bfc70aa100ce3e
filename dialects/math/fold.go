package math

import (
	gomath "math"

	"github.com/girih-ir/girih/internal/elementary"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/apfloat"
	"github.com/girih-ir/girih/ir/constfold"
)

// The folds of this package are upstream's (mlir/lib/Dialect/Math/IR/MathOps.cpp). Upstream computes functions with the
// C library of the machine it runs on. Here the results are correctly rounded (package elementary); those of glibc are,
// too, except for the last bit of some values. For the atan2 of two zeros, the result is the angle that C defines,
// while upstream's is NaN.

func init() { // here, as folds take their place beside the definitions
	for def, f := range map[*ir.OpDef]*elementary.Unary{
		&Sin: &elementary.Sin, &Cos: &elementary.Cos, &Tan: &elementary.Tan, &ASin: &elementary.ASin,
		&ACos: &elementary.ACos, &ATan: &elementary.ATan, &SinH: &elementary.SinH, &CosH: &elementary.CosH,
		&TanH: &elementary.TanH, &ASinH: &elementary.ASinH, &ACosH: &elementary.ACosH, &ATanH: &elementary.ATanH,
		&Exp: &elementary.Exp, &Exp2: &elementary.Exp2, &ExpM1: &elementary.ExpM1, &Erf: &elementary.Erf,
		&ErfC: &elementary.ErfC,
	} {
		def.Fold = unaryFold(elementaryOf(f, everywhere))
	}
	for def, f := range map[*ir.OpDef]*elementary.Unary{
		&Log: &elementary.Log, &Log2: &elementary.Log2, &Log10: &elementary.Log10,
	} {
		def.Fold = unaryFold(elementaryOf(f, isPositive))
	}
	Log1P.Fold = unaryFold(elementaryOf(&elementary.Log1P, fromMinusOne))
	Sqrt.Fold = unaryFold(func(v constfold.Float) (constfold.Float, bool) {
		root := constfold.Float{Format: v.Format, Bits: v.Sqrt(v.Bits, apfloat.ToNearestEven)}
		return root, hasLibrary(v) && isPositive(v)
	})
	PowF.Fold = binaryFold(elementaryOf2(&elementary.Pow))
	ATan2.Fold = binaryFold(elementaryOf2(&elementary.ATan2))
	CopySign.Fold = binaryFold(func(a, b constfold.Float) (constfold.Float, bool) {
		return constfold.Float{Format: a.Format, Bits: a.CopySign(a.Bits, b.Bits)}, true
	})
	AbsF.Fold = unaryFold(func(v constfold.Float) (constfold.Float, bool) {
		return constfold.Float{Format: v.Format, Bits: v.Abs(v.Bits)}, true
	})
	Ceil.Fold, Floor.Fold = integral(apfloat.ToPositiveInf), integral(apfloat.ToNegativeInf)
	RoundEven.Fold = integral(apfloat.ToNearestEven)
	Round.Fold, Trunc.Fold = integralInLibrary(apfloat.ToNearestAway), integralInLibrary(apfloat.ToZero)
	IsFinite.Fold = classFold(func(v constfold.Float) bool { return v.IsFinite(v.Bits) })
	IsInf.Fold = classFold(func(v constfold.Float) bool { return v.IsInf(v.Bits) })
	IsNaN.Fold = classFold(func(v constfold.Float) bool { return v.IsNaN(v.Bits) })
	IsNormal.Fold = classFold(func(v constfold.Float) bool {
		return v.IsFinite(v.Bits) && !v.IsZero(v.Bits) && !v.IsSubnormal(v.Bits)
	})
}

type (
	unaryFloat  func(v constfold.Float) (constfold.Float, bool)
	binaryFloat func(a, b constfold.Float) (constfold.Float, bool)
	folder      func(op *ir.Operation, f *ir.Folding) ir.FoldOutcome
)

func unaryFold(calc unaryFloat) folder {
	return func(op *ir.Operation, f *ir.Folding) ir.FoldOutcome {
		return f.ToConstant(constfold.UnaryFloat(op.Context(), f.Operands[0], op.Result(0).Type(), calc))
	}
}

func binaryFold(calc binaryFloat) folder {
	return func(op *ir.Operation, f *ir.Folding) ir.FoldOutcome {
		return f.ToConstant(constfold.BinaryFloat(op.Context(), f.Operands[0], f.Operands[1], op.Result(0).Type(), calc))
	}
}

// hasLibrary reports whether the C library has functions of v's format.
func hasLibrary(v constfold.Float) bool { return v.Format == apfloat.F32 || v.Format == apfloat.F64 }

func everywhere(constfold.Float) bool { return true }

// isPositive reports whether the sign bit of v is 0. Zeros and NaNs have a sign, too.
func isPositive(v constfold.Float) bool { return !v.Signbit(v.Bits) }

// fromMinusOne reports whether the sign of v + 1 is positive.
func fromMinusOne(v constfold.Float) bool {
	one := v.FromInt64(1, apfloat.ToNearestEven)
	return !v.Signbit(v.Add(v.Bits, one, apfloat.ToNearestEven))
}

// elementaryOf returns a function that computes f for the values that domain accepts.
func elementaryOf(f *elementary.Unary, domain func(constfold.Float) bool) unaryFloat {
	return func(v constfold.Float) (constfold.Float, bool) {
		if !domain(v) {
			return v, false
		}
		v = quieted(v)
		switch v.Format {
		case apfloat.F32:
			v.Bits.Lo = uint64(gomath.Float32bits(f.Float32(gomath.Float32frombits(uint32(v.Bits.Lo)))))
		case apfloat.F64:
			v.Bits.Lo = gomath.Float64bits(f.Float64(gomath.Float64frombits(v.Bits.Lo)))
		default:
			return v, false
		}
		return v, true
	}
}

// elementaryOf2 is like elementaryOf for functions of two numbers, which are defined for all values.
func elementaryOf2(f *elementary.Binary) binaryFloat {
	return func(a, b constfold.Float) (constfold.Float, bool) {
		x, y := quieted(a).Bits.Lo, quieted(b).Bits.Lo
		switch a.Format {
		case apfloat.F32:
			r := f.Float32(gomath.Float32frombits(uint32(x)), gomath.Float32frombits(uint32(y)))
			a.Bits.Lo = uint64(gomath.Float32bits(r))
		case apfloat.F64:
			a.Bits.Lo = gomath.Float64bits(f.Float64(gomath.Float64frombits(x), gomath.Float64frombits(y)))
		default:
			return a, false
		}
		return a, true
	}
}

// quieted returns v, or for a signaling NaN the quiet NaN that arithmetic returns.
func quieted(v constfold.Float) constfold.Float {
	if v.IsSignaling(v.Bits) {
		v.Bits = v.Add(v.Bits, v.Bits, apfloat.ToNearestEven)
	}
	return v
}

func rounded(mode apfloat.Mode) unaryFloat {
	return func(v constfold.Float) (constfold.Float, bool) {
		return constfold.Float{Format: v.Format, Bits: v.RoundToIntegral(v.Bits, mode)}, true
	}
}

func integral(mode apfloat.Mode) folder { return unaryFold(rounded(mode)) }

// integralInLibrary is like integral for the formats of the C library.
func integralInLibrary(mode apfloat.Mode) folder {
	round := rounded(mode)
	return unaryFold(func(v constfold.Float) (constfold.Float, bool) {
		r, _ := round(v)
		return r, hasLibrary(v)
	})
}

// classFold returns the fold of a predicate on floats. Like upstream, it only handles scalars and splats, and ignores
// poison.
func classFold(is func(constfold.Float) bool) folder {
	return func(op *ir.Operation, f *ir.Folding) ir.FoldOutcome {
		v, ok := constfold.FloatOf(f.Operands[0])
		if !ok {
			return ir.NotFolded
		}
		holds := int64(0)
		if is(v) {
			holds = 1
		}
		if c := constfold.Splat(op.Context(), op.Result(0).Type(), holds); c != nil {
			return f.ToConstant(c)
		}
		return ir.NotFolded
	}
}
