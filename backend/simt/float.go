package simt

import (
	"math"

	"github.com/girih-ir/girih/backend/internal/smallint"
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/internal/elementary"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/apfloat"
)

// formatOf returns the format of a float type, or of a vector's elements; nil for other types.
func formatOf(t ir.Type) *apfloat.Format {
	if f, ok := ir.ElementOrSelf(t).(*ir.FloatType); ok {
		return f.Format
	}
	return nil
}

func pattern(w uint64) apfloat.Bits { return apfloat.Bits{Lo: w} }

func f32(w uint64) float32 { return math.Float32frombits(uint32(w)) }
func f64(w uint64) float64 { return math.Float64frombits(w) }

func addFloats(table map[*ir.OpDef]func(op *ir.Operation) elementwise) {
	table[&llvm.FAdd] = arithmetic((*apfloat.Format).Add, func(x, y float32) float32 { return x + y },
		func(x, y float64) float64 { return x + y })
	table[&llvm.FSub] = arithmetic((*apfloat.Format).Sub, func(x, y float32) float32 { return x - y },
		func(x, y float64) float64 { return x - y })
	table[&llvm.FMul] = arithmetic((*apfloat.Format).Mul, func(x, y float32) float32 { return x * y },
		func(x, y float64) float64 { return x * y })
	table[&llvm.FDiv] = arithmetic((*apfloat.Format).Div, func(x, y float32) float32 { return x / y },
		func(x, y float64) float64 { return x / y })
	table[&llvm.Maximum], table[&llvm.Minimum] = extreme((*apfloat.Format).Maximum, true),
		extreme((*apfloat.Format).Minimum, false)
	table[&llvm.MaxNum], table[&llvm.MinNum] = extreme((*apfloat.Format).MaxNum, true),
		extreme((*apfloat.Format).MinNum, false)
	for def, fn := range map[*ir.OpDef]func(f *apfloat.Format, x, y apfloat.Bits) apfloat.Bits{
		&llvm.FRem: (*apfloat.Format).Rem, &llvm.CopySign: (*apfloat.Format).CopySign,
	} {
		table[def] = func(op *ir.Operation) elementwise {
			f := formatOf(op.Result(0).Type())
			return total2(func(x, y uint64) uint64 { return fn(f, pattern(x), pattern(y)).Lo })
		}
	}
	table[&llvm.FMA], table[&llvm.FMulAdd] = fused, fused
	table[&llvm.FCmp] = compareFloats
	addFunctions(table)
}

// arithmetic computes f32 and f64 in hardware. NaNs are computed in software, since their bits depend on the processor.
func arithmetic(exact func(f *apfloat.Format, x, y apfloat.Bits, mode apfloat.Mode) apfloat.Bits,
	single func(x, y float32) float32, double func(x, y float64) float64) func(op *ir.Operation) elementwise {
	return func(op *ir.Operation) elementwise {
		f := formatOf(op.Result(0).Type())
		slow := func(x, y uint64) uint64 { return exact(f, pattern(x), pattern(y), apfloat.ToNearestEven).Lo }
		switch f {
		case apfloat.F32:
			return total2(func(x, y uint64) uint64 {
				if r := single(f32(x), f32(y)); r == r {
					return uint64(math.Float32bits(r))
				}
				return slow(x, y)
			})
		case apfloat.F64:
			return total2(func(x, y uint64) uint64 {
				if r := double(f64(x), f64(y)); r == r {
					return math.Float64bits(r)
				}
				return slow(x, y)
			})
		}
		return total2(slow)
	}
}

// extreme is a maximum or minimum. Zeros of different signs and NaNs need special treatment.
func extreme(exact func(f *apfloat.Format, x, y apfloat.Bits) apfloat.Bits,
	greatest bool) func(op *ir.Operation) elementwise {
	return func(op *ir.Operation) elementwise {
		f := formatOf(op.Result(0).Type())
		slow := func(x, y uint64) uint64 { return exact(f, pattern(x), pattern(y)).Lo }
		if f != apfloat.F32 {
			return total2(slow)
		}
		return total2(func(x, y uint64) uint64 {
			switch a, b := f32(x), f32(y); {
			case a > b && greatest, a < b && !greatest:
				return x
			case a > b, a < b:
				return y
			}
			return slow(x, y)
		})
	}
}

// fused multiplies and adds with one rounding.
func fused(op *ir.Operation) elementwise {
	f := formatOf(op.Result(0).Type())
	slow := func(x, y, z uint64) uint64 {
		return f.FMA(pattern(x), pattern(y), pattern(z), apfloat.ToNearestEven).Lo
	}
	switch f {
	case apfloat.F32:
		return total3(func(x, y, z uint64) uint64 {
			// The product is exact in f64. Rounding the sum twice equals rounding it once, unless the first result is halfway
			// between two f32 numbers, or subnormal as an f32.
			p := float64(f32(x)) * float64(f32(y))
			s := p + float64(f32(z))
			if math.Float64bits(s)&(1<<29-1) == 1<<28 || math.Abs(s) < 0x1p-125 && s != 0 || s != s {
				return slow(x, y, z)
			}
			return uint64(math.Float32bits(float32(s)))
		})
	case apfloat.F64:
		return total3(func(x, y, z uint64) uint64 {
			if r := math.FMA(f64(x), f64(y), f64(z)); r == r {
				return math.Float64bits(r)
			}
			return slow(x, y, z)
		})
	}
	return total3(slow)
}

// Relations of two floats. A predicate of LLVM is a set of relations.
const (
	equal = 1 << iota
	greater
	less
	unordered
)

// relations returns the relations for which a predicate holds. MLIR's enum values are LLVM's, except for "uno", which
// comes after the other unordered predicates.
func relations(predicate int) int {
	switch name := llvm.FloatPredicate.Name(predicate); {
	case name == "uno":
		return unordered
	case predicate > equal|greater|less && name != "_true":
		return predicate + 1
	}
	return predicate
}

// compareFloats evaluates a predicate by the relation of the operands.
func compareFloats(op *ir.Operation) elementwise {
	f := formatOf(op.Operand(0).Type())
	predicate, _ := llvm.FloatPredicate.Value(op.Inherent("predicate"))
	set := relations(predicate)
	holds := func(relation int) uint64 { return smallint.Truth(set&relation != 0) }
	if f == apfloat.F32 || f == apfloat.F64 {
		return total2(func(x, y uint64) uint64 {
			a, b := f64(x), f64(y)
			if f == apfloat.F32 {
				a, b = float64(f32(x)), float64(f32(y))
			}
			switch {
			case a < b:
				return holds(less)
			case a > b:
				return holds(greater)
			case a == b:
				return holds(equal)
			}
			return holds(unordered)
		})
	}
	return total2(func(x, y uint64) uint64 {
		switch f.Compare(pattern(x), pattern(y)) {
		case apfloat.Less:
			return holds(less)
		case apfloat.Greater:
			return holds(greater)
		case apfloat.Equal:
			return holds(equal)
		}
		return holds(unordered)
	})
}

// addFunctions adds functions of one float. Results that cannot be exact are correctly rounded.
func addFunctions(table map[*ir.OpDef]func(op *ir.Operation) elementwise) {
	for def, fn := range map[*ir.OpDef]func(f *apfloat.Format, x apfloat.Bits) apfloat.Bits{
		&llvm.FNeg: (*apfloat.Format).Neg, &llvm.FAbs: (*apfloat.Format).Abs,
		&llvm.Sqrt:  func(f *apfloat.Format, x apfloat.Bits) apfloat.Bits { return f.Sqrt(x, apfloat.ToNearestEven) },
		&llvm.Floor: integral(apfloat.ToNegativeInf), &llvm.Ceil: integral(apfloat.ToPositiveInf),
		&llvm.TruncF: integral(apfloat.ToZero), &llvm.RInt: integral(apfloat.ToNearestEven),
		&llvm.RoundEven: integral(apfloat.ToNearestEven),
	} {
		table[def] = func(op *ir.Operation) elementwise {
			f := formatOf(op.Result(0).Type())
			return total1(func(x uint64) uint64 { return fn(f, pattern(x)).Lo })
		}
	}
	for def, fn := range map[*ir.OpDef]*elementary.Unary{
		&llvm.Exp: &elementary.Exp, &llvm.Exp2: &elementary.Exp2, &llvm.Log: &elementary.Log, &llvm.Log2: &elementary.Log2,
		&llvm.Sin: &elementary.Sin, &llvm.Cos: &elementary.Cos,
	} {
		table[def] = func(op *ir.Operation) elementwise { return rounded(formatOf(op.Result(0).Type()), fn) }
	}
}

func integral(mode apfloat.Mode) func(f *apfloat.Format, x apfloat.Bits) apfloat.Bits {
	return func(f *apfloat.Format, x apfloat.Bits) apfloat.Bits { return f.RoundToIntegral(x, mode) }
}

// rounded returns a function with correctly rounded results. Formats narrower than f64 round the result in f64, which
// has more than twice as many digits. That is wrong only if the result in f64 is exactly halfway between two numbers of
// the format. f32 has an implementation of its own.
func rounded(f *apfloat.Format, fn *elementary.Unary) total1 {
	if f == apfloat.F32 {
		return func(x uint64) uint64 { return f.Quiet(pattern(uint64(math.Float32bits(fn.Float32(f32(x)))))).Lo }
	}
	return func(x uint64) uint64 {
		return f.Quiet(f.FromFloat64(fn.Float64(f.Float64(pattern(x))), apfloat.ToNearestEven)).Lo
	}
}
