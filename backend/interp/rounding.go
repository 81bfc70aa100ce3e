package interp

import (
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/apfloat"
)

// directed computes with floats in a given rounding mode.
type directed func(f *apfloat.Format, x []apfloat.Bits, mode apfloat.Mode) apfloat.Bits

// byMode returns an evaluator that uses fn for operations with a rounding mode or flushing, and the kernel usual(op)
// for others.
func byMode(fn directed, usual func(op *ir.Operation) kernel) evaluator {
	return evaluate(func(op *ir.Operation) kernel {
		t := ir.ElementOrSelf(op.Result(0).Type())
		if !ir.IsFloat(t) || op.Inherent(tile.RoundingName) == nil && !tile.FlushesToZero(op) {
			return usual(op)
		}
		f, mode, flush := formatOf(t), tile.RoundingMode(tile.RoundingOf(op)), tile.FlushesToZero(op)
		return func(args []uint64) (uint64, error) {
			x := make([]apfloat.Bits, len(args))
			for i, w := range args {
				x[i] = flushed(f, pattern(w), flush)
			}
			return flushed(f, fn(f, x, mode), flush).Lo, nil
		}
	})
}

// flushed returns a zero of the same sign if x is subnormal and flush is set.
func flushed(f *apfloat.Format, x apfloat.Bits, flush bool) apfloat.Bits {
	if flush && f.IsSubnormal(x) {
		return f.Zero(f.Signbit(x))
	}
	return x
}

func directedAdd(f *apfloat.Format, x []apfloat.Bits, mode apfloat.Mode) apfloat.Bits {
	return f.Add(x[0], x[1], mode)
}

func directedSub(f *apfloat.Format, x []apfloat.Bits, mode apfloat.Mode) apfloat.Bits {
	return f.Sub(x[0], x[1], mode)
}

func directedMul(f *apfloat.Format, x []apfloat.Bits, mode apfloat.Mode) apfloat.Bits {
	return f.Mul(x[0], x[1], mode)
}

func directedDiv(f *apfloat.Format, x []apfloat.Bits, mode apfloat.Mode) apfloat.Bits {
	return f.Div(x[0], x[1], mode)
}

func directedFMA(f *apfloat.Format, x []apfloat.Bits, mode apfloat.Mode) apfloat.Bits {
	return f.FMA(x[0], x[1], x[2], mode)
}

func directedSqrt(f *apfloat.Format, x []apfloat.Bits, mode apfloat.Mode) apfloat.Bits {
	return f.Sqrt(x[0], mode)
}

// nearestOf ignores the mode, which for functions such as exp only permits less exact hardware.
func nearestOf(k func(f *apfloat.Format) kernel) directed {
	return func(f *apfloat.Format, x []apfloat.Bits, _ apfloat.Mode) apfloat.Bits {
		w, _ := k(f)([]uint64{x[0].Lo})
		return pattern(w)
	}
}
