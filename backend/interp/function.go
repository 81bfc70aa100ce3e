package interp

import (
	gomath "math"

	"github.com/girih-ir/girih/backend/internal/smallint"
	"github.com/girih-ir/girih/dialects/math"
	"github.com/girih-ir/girih/internal/elementary"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/apfloat"
)

// addFunctions adds the functions on floats of dialect math. Results that cannot be exact are correctly rounded, except
// those of cbrt, rsqrt and powers by integers: these are computed in float64 and rounded.
func addFunctions(table map[*ir.OpDef]evaluator) {
	for def, fn := range map[*ir.OpDef]*elementary.Unary{
		&math.Sin: &elementary.Sin, &math.Cos: &elementary.Cos, &math.Tan: &elementary.Tan, &math.ASin: &elementary.ASin,
		&math.ACos: &elementary.ACos, &math.ATan: &elementary.ATan, &math.SinH: &elementary.SinH,
		&math.CosH: &elementary.CosH, &math.TanH: &elementary.TanH, &math.ASinH: &elementary.ASinH,
		&math.ACosH: &elementary.ACosH, &math.ATanH: &elementary.ATanH, &math.Exp: &elementary.Exp,
		&math.Exp2: &elementary.Exp2, &math.ExpM1: &elementary.ExpM1, &math.Log: &elementary.Log,
		&math.Log2: &elementary.Log2, &math.Log10: &elementary.Log10, &math.Log1P: &elementary.Log1P,
		&math.Erf: &elementary.Erf, &math.ErfC: &elementary.ErfC,
	} {
		table[def] = evaluate(func(op *ir.Operation) kernel { return rounded(formatOf(op.Result(0).Type()), fn) })
	}
	table[&math.Cbrt] = evaluate(func(op *ir.Operation) kernel { return near(formatOf(op.Result(0).Type()), gomath.Cbrt) })
	table[&math.RSqrt] = evaluate(func(op *ir.Operation) kernel { return near(formatOf(op.Result(0).Type()), rsqrt) })
	table[&math.ATan2] = evaluate(func(op *ir.Operation) kernel {
		return rounded2(formatOf(op.Result(0).Type()), &elementary.ATan2)
	})
	table[&math.PowF] = evaluate(func(op *ir.Operation) kernel {
		return rounded2(formatOf(op.Result(0).Type()), &elementary.Pow)
	})
	for def, fn := range map[*ir.OpDef]func(f *apfloat.Format, x apfloat.Bits) apfloat.Bits{
		&math.AbsF:      (*apfloat.Format).Abs,
		&math.Sqrt:      func(f *apfloat.Format, x apfloat.Bits) apfloat.Bits { return f.Sqrt(x, apfloat.ToNearestEven) },
		&math.Ceil:      integral(apfloat.ToPositiveInf),
		&math.Floor:     integral(apfloat.ToNegativeInf),
		&math.Trunc:     integral(apfloat.ToZero),
		&math.Round:     integral(apfloat.ToNearestAway),
		&math.RoundEven: integral(apfloat.ToNearestEven),
	} {
		table[def] = evaluate(func(op *ir.Operation) kernel { return exact(op.Result(0).Type(), fn) })
	}
	table[&math.CopySign] = evaluate(func(op *ir.Operation) kernel {
		f := formatOf(op.Result(0).Type())
		return func(args []uint64) (uint64, error) { return f.CopySign(pattern(args[0]), pattern(args[1])).Lo, nil }
	})
	table[&math.FMA] = evaluate(func(op *ir.Operation) kernel {
		f := formatOf(op.Result(0).Type())
		return func(args []uint64) (uint64, error) {
			return f.FMA(pattern(args[0]), pattern(args[1]), pattern(args[2]), apfloat.ToNearestEven).Lo, nil
		}
	})
	table[&math.ClampF] = evaluate(func(op *ir.Operation) kernel {
		f := formatOf(op.Result(0).Type())
		return func(args []uint64) (uint64, error) { return minNumF(f, maxNumF(f, args[0], args[1]), args[2]), nil }
	})
	table[&math.FPowI] = evaluate(func(op *ir.Operation) kernel {
		f, width := formatOf(op.Result(0).Type()), bitWidth(op.Operand(1).Type())
		return func(args []uint64) (uint64, error) {
			power := gomath.Pow(f.Float64(pattern(args[0])), float64(smallint.SignExtend(args[1], width)))
			return f.Quiet(f.FromFloat64(power, apfloat.ToNearestEven)).Lo, nil
		}
	})
	table[&math.SinCos] = func(f *frame, op *ir.Operation, operands []*value) ([]*value, error) {
		sin, err := elementwise(op.Result(0).Type(), rounded(formatOf(op.Result(0).Type()), &elementary.Sin), operands)
		if err != nil {
			return nil, err
		}
		cos, err := elementwise(op.Result(1).Type(), rounded(formatOf(op.Result(1).Type()), &elementary.Cos), operands)
		return []*value{sin, cos}, err
	}
	addClassifications(table)
}

func addClassifications(table map[*ir.OpDef]evaluator) {
	for def, is := range map[*ir.OpDef]func(f *apfloat.Format, x apfloat.Bits) bool{
		&math.IsNaN:    (*apfloat.Format).IsNaN,
		&math.IsInf:    (*apfloat.Format).IsInf,
		&math.IsFinite: (*apfloat.Format).IsFinite,
		&math.IsNormal: func(f *apfloat.Format, x apfloat.Bits) bool {
			return f.IsFinite(x) && !f.IsZero(x) && !f.IsSubnormal(x)
		},
	} {
		table[def] = evaluate(func(op *ir.Operation) kernel {
			f := formatOf(op.Operand(0).Type())
			return func(args []uint64) (uint64, error) { return smallint.Truth(is(f, pattern(args[0]))), nil }
		})
	}
}

func rsqrt(x float64) float64 { return 1 / gomath.Sqrt(x) }

func integral(mode apfloat.Mode) func(f *apfloat.Format, x apfloat.Bits) apfloat.Bits {
	return func(f *apfloat.Format, x apfloat.Bits) apfloat.Bits { return f.RoundToIntegral(x, mode) }
}

func exact(t ir.Type, fn func(f *apfloat.Format, x apfloat.Bits) apfloat.Bits) kernel {
	f := formatOf(t)
	return func(args []uint64) (uint64, error) { return fn(f, pattern(args[0])).Lo, nil }
}

// rounded returns the kernel of a function with correctly rounded results.
func rounded(f *apfloat.Format, fn *elementary.Unary) kernel {
	return func(args []uint64) (uint64, error) {
		x := pattern(args[0])
		switch {
		case f == apfloat.F32:
			return f.Quiet(pattern(uint64(gomath.Float32bits(fn.Float32(gomath.Float32frombits(uint32(args[0]))))))).Lo, nil
		case f.Precision() < apfloat.F32.Precision():
			// Rounding twice equals rounding once, unless the first result is halfway between two numbers of the format.
			if r := float64(fn.Float32(float32(f.Float64(x)))); !isMiddle(f, r) {
				return f.FromFloat64(r, apfloat.ToNearestEven).Lo, nil
			}
		}
		return f.Quiet(f.FromFloat64(fn.Float64(f.Float64(x)), apfloat.ToNearestEven)).Lo, nil
	}
}

// isMiddle reports whether a number may be halfway between two neighboring numbers of a format.
func isMiddle(f *apfloat.Format, r float64) bool {
	if r == 0 || gomath.IsInf(r, 0) || r != r {
		return false
	}
	low := f.Float64(f.FromFloat64(r, apfloat.ToNegativeInf))
	high := f.Float64(f.FromFloat64(r, apfloat.ToPositiveInf))
	return gomath.IsInf(low, 0) || gomath.IsInf(high, 0) || low != high && r-low == high-r
}

func rounded2(f *apfloat.Format, fn *elementary.Binary) kernel {
	return func(args []uint64) (uint64, error) {
		if f == apfloat.F32 {
			x, y := gomath.Float32frombits(uint32(args[0])), gomath.Float32frombits(uint32(args[1]))
			return f.Quiet(pattern(uint64(gomath.Float32bits(fn.Float32(x, y))))).Lo, nil
		}
		x, y := f.Float64(pattern(args[0])), f.Float64(pattern(args[1]))
		return f.Quiet(f.FromFloat64(fn.Float64(x, y), apfloat.ToNearestEven)).Lo, nil
	}
}

// near returns the kernel of a function that is computed in float64 and rounded.
func near(f *apfloat.Format, fn func(float64) float64) kernel {
	return func(args []uint64) (uint64, error) {
		return f.Quiet(f.FromFloat64(fn(f.Float64(pattern(args[0]))), apfloat.ToNearestEven)).Lo, nil
	}
}
