package mathexpand

import (
	gomath "math"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/math"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/apfloat"
	"github.com/girih-ir/girih/ir/constfold"
)

// onlySummed reports whether v is used only in sums and differences with constants, as in 1 + erf(x), 0.5 + 0.5 erf(x)
// or erf(x) - 1. v may be multiplied by constants before. factor is the magnitude of their product so far; the constant
// in the sum must be at least as large.
//
// If v is at most 1 in magnitude, only its absolute error matters then, not the relative error of a small v. An error
// of e in v is an error of factor * e in the sum, and rounding the sum alone has an error of up to factor * 2^-24 in
// f32. If the terms cancel, the difference has no more correct digits than v has near 1.
func onlySummed(v *ir.Value, factor float64) bool { return onlySummedWithin(v, factor, 4) }

// onlySummedWithin follows chains of at most depth operations from v. In unreachable code, uses may form a cycle.
func onlySummedWithin(v *ir.Value, factor float64, depth int) bool {
	for use := range v.Uses() {
		if depth == 0 || !isSum(use, factor, depth-1) {
			return false
		}
	}
	return true
}

func isSum(use *ir.Operand, factor float64, depth int) bool {
	op := use.Owner()
	other := func() float64 { return magnitude(op.Operand(1 - use.Index())) }
	switch {
	case op.Is(&arith.AddF), op.Is(&arith.SubF):
		return other() >= factor
	case op.Is(&arith.MulF):
		return onlySummedWithin(op.Result(0), factor*other(), depth)
	case op.Is(&math.FMA):
		return use.Index() < 2 && magnitude(op.Operand(2)) >= factor*other()
	case op.Is(&arith.NegF), op.Is(&arith.ExtF), op.Is(&arith.TruncF):
		return onlySummedWithin(op.Result(0), factor, depth)
	}
	return false
}

// magnitude returns the magnitude of a scalar or splat constant, and NaN for other values.
func magnitude(v *ir.Value) float64 { return gomath.Abs(number(v)) }

// number returns the value of a scalar or splat constant, and NaN for other values.
func number(v *ir.Value) float64 {
	for op := v.DefiningOp(); op != nil && (op.Is(&tile.Splat) || op.Is(&tile.Broadcast)); op = v.DefiningOp() {
		v = op.Operand(0)
	}
	constant, ok := constfold.FloatOf(ir.ConstantOf(v))
	if !ok || constant.Format.Bits() > apfloat.F64.Bits() {
		return gomath.NaN()
	}
	return constant.Format.Float64(constant.Bits)
}
