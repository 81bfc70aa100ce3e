package interp

import (
	"github.com/girih-ir/girih/backend/internal/smallint"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tile/promotion"
	"github.com/girih-ir/girih/internal/elementary"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/apfloat"
)

func extremum(n numeric, propagating float2) evaluator {
	return evaluate(func(op *ir.Operation) kernel {
		n := n
		if op.Inherent(tile.PropagateNaN) != nil {
			n.float = propagating
		}
		return n.kernel(op.Result(0).Type())
	})
}

// bySemantics chooses between C's meaning, for Triton, and Python's.
func bySemantics(c, python numeric) evaluator {
	return evaluate(func(op *ir.Operation) kernel {
		if s, _ := tile.SemanticsOf(op); s.PythonDivision() {
			return python.kernel(op.Result(0).Type())
		}
		return c.kernel(op.Result(0).Type())
	})
}

// sum adds; in PyTorch, the sum of bools is their disjunction.
func sum(op *ir.Operation) kernel {
	t := op.Result(0).Type()
	if s, _ := tile.SemanticsOf(op); s == promotion.Torch && ir.IsInt(ir.ElementOrSelf(t), 1) {
		return numeric{unsigned: or}.kernel(t)
	}
	return numeric{addF, smallint.Add.Compute, smallint.Add.Compute}.kernel(t)
}

// onFloats returns an evaluator that applies eval to floats and returns integers unchanged.
func onFloats(eval evaluator) evaluator {
	return func(f *frame, op *ir.Operation, operands []*value) ([]*value, error) {
		if !ir.IsFloat(operands[0].elem) {
			return operands, nil
		}
		return eval(f, op, operands)
	}
}

// floorDivision rounds towards zero under Triton's semantics and down under the others.
func floorDivision(op *ir.Operation) kernel {
	n := numeric{divF, smallint.DivSigned, smallint.DivUnsigned}
	switch s, _ := tile.SemanticsOf(op); s {
	case promotion.CuTile:
		n.float, n.signed = floorDivF, smallint.FloorDivSigned
	case promotion.Torch:
		n.float, n.signed = pythonFloorDivF, smallint.FloorDivSigned
	}
	return n.kernel(op.Result(0).Type())
}

// pythonFloorDivF is the quotient that belongs to the remainder floorModF, as in Python's `//` and torch.floor_divide.
// The rounded quotient might be rounded up to the next integer; this one never is.
func pythonFloorDivF(f *apfloat.Format, x, y uint64) uint64 {
	zero, one := f.Zero(false), f.FromUint64(1, apfloat.ToNearestEven).Lo
	isZero := func(w uint64) bool { return f.Compare(pattern(w), zero) == apfloat.Equal }
	negative := func(w uint64) bool { return f.Compare(pattern(w), zero) == apfloat.Less }
	if isZero(y) {
		return divF(f, x, y)
	}
	r := remF(f, x, y)
	q := divF(f, subF(f, x, r), y)
	if !isZero(r) && negative(r) != negative(y) {
		q = subF(f, q, one)
	}
	if isZero(q) {
		return f.CopySign(pattern(q), pattern(divF(f, x, y))).Lo
	}
	floor := f.RoundToIntegral(pattern(q), apfloat.ToNegativeInf).Lo
	half := f.FromFloat64(0.5, apfloat.ToNearestEven)
	if f.Compare(pattern(subF(f, q, floor)), half) == apfloat.Greater {
		return addF(f, floor, one)
	}
	return floor
}

func floorDivF(f *apfloat.Format, x, y uint64) uint64 {
	return f.RoundToIntegral(pattern(divF(f, x, y)), apfloat.ToNegativeInf).Lo
}

// floorModF returns a remainder with the sign of the divisor, as floorModSigned does for integers.
func floorModF(f *apfloat.Format, x, y uint64) uint64 {
	r := remF(f, x, y)
	zero := f.Zero(false)
	negative := func(w uint64) bool { return f.Compare(pattern(w), zero) == apfloat.Less }
	if f.Compare(pattern(r), zero) != apfloat.Equal && negative(r) != negative(y) {
		return addF(f, r, y)
	}
	return r
}

func floorModSigned(width int, x, y uint64) (uint64, error) {
	w, err := smallint.RemSigned(width, x, y)
	if r := smallint.SignExtend(w, width); r != 0 && (r < 0) != (smallint.SignExtend(y, width) < 0) {
		return w + y, err
	}
	return w, err
}

// evalCmp compares. Comparisons are ordered, except NE, which is true for NaNs.
func evalCmp(_ *frame, op *ir.Operation, operands []*value) ([]*value, error) {
	predicate, _ := tile.Predicates.Value(op.Inherent("predicate"))
	v, err := elementwise(op.Result(0).Type(), comparison(predicate, operands[0].elem), operands)
	return []*value{v}, err
}

func comparison(predicate tile.Predicate, elem ir.Type) kernel {
	order := func(x, y uint64) apfloat.Ordering { return orderIntegers(x < y, x == y) }
	switch {
	case ir.IsFloat(elem):
		f := formatOf(elem)
		order = func(x, y uint64) apfloat.Ordering { return f.Compare(pattern(x), pattern(y)) }
	case !promotion.IsUnsigned(elem):
		width := bitWidth(elem)
		order = func(x, y uint64) apfloat.Ordering {
			return orderIntegers(smallint.SignExtend(x, width) < smallint.SignExtend(y, width), x == y)
		}
	}
	return func(args []uint64) (uint64, error) {
		o := order(args[0], args[1])
		less, equal, greater := o == apfloat.Less, o == apfloat.Equal, o == apfloat.Greater
		return smallint.Truth([...]bool{equal, !equal, less, less || equal, greater, greater || equal}[predicate]), nil
	}
}

func orderIntegers(less, equal bool) apfloat.Ordering {
	switch {
	case less:
		return apfloat.Less
	case equal:
		return apfloat.Equal
	}
	return apfloat.Greater
}

// negation flips the sign of a float, except in Triton, where it subtracts from zero: -(+0.0) is +0.0.
func negation(op *ir.Operation) kernel {
	elem := ir.ElementOrSelf(op.Result(0).Type())
	if s, _ := tile.SemanticsOf(op); s != promotion.Triton && ir.IsFloat(elem) {
		f := formatOf(elem)
		return func(args []uint64) (uint64, error) { return f.Neg(pattern(args[0])).Lo, nil }
	}
	subtract := numeric{subF, smallint.Sub.Compute, smallint.Sub.Compute}.kernel(elem)
	return func(args []uint64) (uint64, error) { return subtract([]uint64{0, args[0]}) }
}

func magnitude(op *ir.Operation) kernel {
	elem := ir.ElementOrSelf(op.Result(0).Type())
	switch {
	case ir.IsFloat(elem):
		return exact(elem, (*apfloat.Format).Abs)
	case promotion.IsUnsigned(elem):
		return func(args []uint64) (uint64, error) { return args[0], nil }
	}
	width := bitWidth(elem)
	return func(args []uint64) (uint64, error) { return absSigned(width, args[0]) & smallint.Mask(width), nil }
}

func truncDivF(f *apfloat.Format, x, y uint64) uint64 {
	return f.RoundToIntegral(pattern(divF(f, x, y)), apfloat.ToZero).Lo
}

func ceilDivF(f *apfloat.Format, x, y uint64) uint64 {
	return f.RoundToIntegral(pattern(divF(f, x, y)), apfloat.ToPositiveInf).Lo
}

func powF(f *apfloat.Format, x, y uint64) uint64 {
	w, _ := rounded2(f, &elementary.Pow)([]uint64{x, y})
	return w
}

// multiplyAdd wraps for integers and is rounded once for floats.
func multiplyAdd(op *ir.Operation) kernel {
	elem := ir.ElementOrSelf(op.Result(0).Type())
	if ir.IsFloat(elem) {
		f := formatOf(elem)
		return func(args []uint64) (uint64, error) {
			return f.FMA(pattern(args[0]), pattern(args[1]), pattern(args[2]), apfloat.ToNearestEven).Lo, nil
		}
	}
	width := bitWidth(elem)
	return func(args []uint64) (uint64, error) { return (args[0]*args[1] + args[2]) & smallint.Mask(width), nil }
}

// clamp is min(max(value, low), high).
func clamp(op *ir.Operation) kernel {
	elem := ir.ElementOrSelf(op.Result(0).Type())
	low, high := numeric{maxNumF, maxSigned, maxUnsigned}, numeric{minNumF, minSigned, minUnsigned}
	if op.Inherent(tile.PropagateNaN) != nil {
		low.float, high.float = maximumF, minimumF
	}
	atLeast, atMost := low.kernel(elem), high.kernel(elem)
	return func(args []uint64) (uint64, error) {
		w, err := atLeast([]uint64{args[0], args[1]})
		if err != nil {
			return 0, err
		}
		return atMost([]uint64{w, args[2]})
	}
}
