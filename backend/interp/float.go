package interp

import (
	"math"

	"github.com/girih-ir/girih/backend/internal/smallint"
	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/apfloat"
)

// float2 computes with the bits of two floats of a format.
type float2 func(f *apfloat.Format, x, y uint64) uint64

func (fn float2) kernel(t ir.Type) kernel {
	f := formatOf(t)
	return func(args []uint64) (uint64, error) { return fn(f, args[0], args[1]), nil }
}

func formatOf(t ir.Type) *apfloat.Format {
	if t, ok := ir.ElementOrSelf(t).(*ir.FloatType); ok {
		return t.Format
	}
	return apfloat.F64
}

func addFloats(table map[*ir.OpDef]evaluator) {
	for def, fn := range map[*ir.OpDef]float2{
		&arith.AddF: addF, &arith.SubF: subF, &arith.MulF: mulF, &arith.DivF: divF, &arith.RemF: remF,
		&arith.MaximumF: maximumF, &arith.MinimumF: minimumF, &arith.MaxNumF: maxNumF, &arith.MinNumF: minNumF,
	} {
		table[def] = evaluate(func(op *ir.Operation) kernel { return fn.kernel(op.Result(0).Type()) })
	}
	table[&arith.NegF] = evaluate(func(op *ir.Operation) kernel {
		f := formatOf(op.Result(0).Type())
		return func(args []uint64) (uint64, error) { return f.Neg(pattern(args[0])).Lo, nil }
	})
	table[&arith.CmpF] = evaluate(func(op *ir.Operation) kernel {
		predicate, _ := arith.FloatPredicate.Value(op.Inherent("predicate"))
		f := formatOf(op.Operand(0).Type())
		return func(args []uint64) (uint64, error) {
			return smallint.Truth(holds(predicate, f.Compare(pattern(args[0]), pattern(args[1])))), nil
		}
	})
}

func pattern(w uint64) apfloat.Bits { return apfloat.Bits{Lo: w} }

// native computes f32 and f64 in hardware. NaNs are computed in software, since their bits depend on the processor.
func native(f *apfloat.Format, x, y uint64, single func(x, y float32) float32, double func(x, y float64) float64) (
	w uint64, ok bool) {
	switch f {
	case apfloat.F32:
		r := single(math.Float32frombits(uint32(x)), math.Float32frombits(uint32(y)))
		return uint64(math.Float32bits(r)), r == r
	case apfloat.F64:
		r := double(math.Float64frombits(x), math.Float64frombits(y))
		return math.Float64bits(r), r == r
	}
	return 0, false
}

func addF(f *apfloat.Format, x, y uint64) uint64 {
	if w, ok := native(f, x, y, func(x, y float32) float32 { return x + y },
		func(x, y float64) float64 { return x + y }); ok {
		return w
	}
	return f.Add(pattern(x), pattern(y), apfloat.ToNearestEven).Lo
}

func subF(f *apfloat.Format, x, y uint64) uint64 {
	if w, ok := native(f, x, y, func(x, y float32) float32 { return x - y },
		func(x, y float64) float64 { return x - y }); ok {
		return w
	}
	return f.Sub(pattern(x), pattern(y), apfloat.ToNearestEven).Lo
}

func mulF(f *apfloat.Format, x, y uint64) uint64 {
	if w, ok := native(f, x, y, func(x, y float32) float32 { return x * y },
		func(x, y float64) float64 { return x * y }); ok {
		return w
	}
	return f.Mul(pattern(x), pattern(y), apfloat.ToNearestEven).Lo
}

func divF(f *apfloat.Format, x, y uint64) uint64 {
	if w, ok := native(f, x, y, func(x, y float32) float32 { return x / y },
		func(x, y float64) float64 { return x / y }); ok {
		return w
	}
	return f.Div(pattern(x), pattern(y), apfloat.ToNearestEven).Lo
}

func remF(f *apfloat.Format, x, y uint64) uint64     { return f.Rem(pattern(x), pattern(y)).Lo }
func maximumF(f *apfloat.Format, x, y uint64) uint64 { return f.Maximum(pattern(x), pattern(y)).Lo }
func minimumF(f *apfloat.Format, x, y uint64) uint64 { return f.Minimum(pattern(x), pattern(y)).Lo }
func maxNumF(f *apfloat.Format, x, y uint64) uint64  { return f.MaxNum(pattern(x), pattern(y)).Lo }
func minNumF(f *apfloat.Format, x, y uint64) uint64  { return f.MinNum(pattern(x), pattern(y)).Lo }

// maximumNumberF and minimumNumberF prefer a number to any NaN, also to a signaling one.
func maximumNumberF(f *apfloat.Format, x, y uint64) uint64 {
	return f.MaximumNumber(pattern(x), pattern(y)).Lo
}

func minimumNumberF(f *apfloat.Format, x, y uint64) uint64 {
	return f.MinimumNumber(pattern(x), pattern(y)).Lo
}

// holds reports whether two floats in a relation satisfy a predicate.
func holds(predicate int, o apfloat.Ordering) bool {
	less, equal, greater := o == apfloat.Less, o == apfloat.Equal, o == apfloat.Greater
	unordered := o == apfloat.Unordered
	switch predicate {
	case arith.AlwaysFalse:
		return false
	case arith.FOEQ:
		return equal
	case arith.FOGT:
		return greater
	case arith.FOGE:
		return greater || equal
	case arith.FOLT:
		return less
	case arith.FOLE:
		return less || equal
	case arith.FONE:
		return less || greater
	case arith.FORD:
		return !unordered
	case arith.FUEQ:
		return equal || unordered
	case arith.FUGT:
		return greater || unordered
	case arith.FUGE:
		return !less
	case arith.FULT:
		return less || unordered
	case arith.FULE:
		return !greater
	case arith.FUNE:
		return !equal
	case arith.FUNO:
		return unordered
	}
	return true
}
