package approximate

import (
	"math"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/ir"
)

// constants are the numbers that values have in all threads and for all inputs, and NaN for values that have none, for
// those that were looked at. Bounds do not tell: x * 0 lies between 0 and 0, but is NaN if x is infinite.
type constants map[*ir.Value]float64

// of returns the number that a value in f32 always has, and whether there is one. It looks at most depth operations
// back, through sums, products, numbers of other lanes and choices, and rounds each result as f32 does.
func (c constants) of(v *ir.Value, depth int) (float64, bool) {
	if n, ok := number(v); ok {
		return n, n == n
	}
	if depth == 0 || v.DefiningOp() == nil {
		return 0, false
	}
	n, found := c[v]
	if !found {
		n = c.computed(v.DefiningOp(), depth-1)
		c[v] = n
	}
	return n, n == n
}

// computed returns the number that an operation always computes, or NaN.
func (c constants) computed(op *ir.Operation, depth int) float64 {
	combined := func(i, j int, combine func(x, y float64) float64) float64 {
		x, known := c.of(op.Operand(i), depth)
		if !known {
			return math.NaN()
		}
		y, known := c.of(op.Operand(j), depth)
		if !known {
			return math.NaN()
		}
		return float64(float32(combine(x, y))) // one rounding to f64 before does not matter
	}
	switch {
	case op.Is(&llvm.FAdd):
		return combined(0, 1, func(x, y float64) float64 { return x + y })
	case op.Is(&llvm.FSub):
		return combined(0, 1, func(x, y float64) float64 { return x - y })
	case op.Is(&llvm.FMul):
		return combined(0, 1, func(x, y float64) float64 { return x * y })
	case op.Is(&llvm.Select):
		return combined(1, 2, func(x, y float64) float64 {
			if x == y {
				return x
			}
			return math.NaN()
		})
	case op.Is(&nvvm.ShflSync):
		return combined(1, 1, func(x, _ float64) float64 { return x })
	}
	return math.NaN()
}
