package interp

import (
	gomath "math"

	"github.com/girih-ir/girih/dialects/math"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/apfloat"
)

// addFunctions adds dialect math's functions on floats. Those that cannot be exact are computed in float64 and rounded.
func addFunctions(table map[*ir.OpDef]evaluator) {
	for def, fn := range map[*ir.OpDef]func(float64) float64{
		&math.Sin: gomath.Sin, &math.Cos: gomath.Cos, &math.Tan: gomath.Tan, &math.ASin: gomath.Asin,
		&math.ACos: gomath.Acos, &math.ATan: gomath.Atan, &math.SinH: gomath.Sinh, &math.CosH: gomath.Cosh,
		&math.TanH: gomath.Tanh, &math.ASinH: gomath.Asinh, &math.ACosH: gomath.Acosh, &math.ATanH: gomath.Atanh,
		&math.Exp: gomath.Exp, &math.Exp2: gomath.Exp2, &math.ExpM1: gomath.Expm1, &math.Log: gomath.Log,
		&math.Log2: gomath.Log2, &math.Log10: gomath.Log10, &math.Log1P: gomath.Log1p, &math.Cbrt: gomath.Cbrt,
		&math.Erf: gomath.Erf, &math.ErfC: gomath.Erfc, &math.RSqrt: rsqrt,
	} {
		table[def] = evaluate(func(op *ir.Operation) kernel { return rounded(op.Result(0).Type(), fn) })
	}
	table[&math.ATan2] = evaluate(func(op *ir.Operation) kernel { return rounded2(op.Result(0).Type(), gomath.Atan2) })
	table[&math.PowF] = evaluate(func(op *ir.Operation) kernel { return rounded2(op.Result(0).Type(), gomath.Pow) })
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
		f, width := formatOf(op.Result(0).Type()), integerWidth(op.Operand(1).Type())
		return func(args []uint64) (uint64, error) {
			power := gomath.Pow(f.Float64(pattern(args[0])), float64(signExtend(args[1], width)))
			return f.FromFloat64(power, apfloat.ToNearestEven).Lo, nil
		}
	})
	table[&math.SinCos] = func(f *frame, op *ir.Operation, operands []*value) ([]*value, error) {
		sin, err := elementwise(op.Result(0).Type(), rounded(op.Result(0).Type(), gomath.Sin), operands)
		if err != nil {
			return nil, err
		}
		cos, err := elementwise(op.Result(1).Type(), rounded(op.Result(1).Type(), gomath.Cos), operands)
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
			return func(args []uint64) (uint64, error) { return truth(is(f, pattern(args[0]))), nil }
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

func rounded(t ir.Type, fn func(float64) float64) kernel {
	f := formatOf(t)
	return func(args []uint64) (uint64, error) {
		return f.FromFloat64(fn(f.Float64(pattern(args[0]))), apfloat.ToNearestEven).Lo, nil
	}
}

func rounded2(t ir.Type, fn func(x, y float64) float64) kernel {
	f := formatOf(t)
	return func(args []uint64) (uint64, error) {
		x, y := f.Float64(pattern(args[0])), f.Float64(pattern(args[1]))
		return f.FromFloat64(fn(x, y), apfloat.ToNearestEven).Lo, nil
	}
}
