package axisinfo

import (
	"slices"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
)

func permuteInfo(in *Info, op *ir.Operation) []Dim {
	dims := in.Of(op.Operand(0))
	var out []Dim
	for _, from := range tile.OrderOf(op) {
		out = append(out, dims[from])
	}
	return out
}

// reshapeInfo keeps the leading dimensions that do not change. Of the others it uses only the facts along the last
// dimension, whose runs are cut at the end of the new last dimension.
func reshapeInfo(in *Info, op *ir.Operation) []Dim {
	from, isTensor := op.Operand(0).Type().(*ir.TensorType)
	to, ok := op.Result(0).Type().(*ir.TensorType)
	out := in.unknowns(op.Result(0).Type())
	if !isTensor || !ok || len(from.Shape()) == 0 || len(to.Shape()) == 0 {
		return out
	}
	dims, step := in.Of(op.Operand(0)), elemBytes(from)
	kept := 0
	for kept < min(len(from.Shape()), len(to.Shape()))-1 && from.Shape()[kept] == to.Shape()[kept] {
		out[kept] = dims[kept]
		kept++
	}
	last := dims[len(dims)-1]
	every := elementDivisor(last, step)
	inner := int64(1) // number of elements for one index of a dimension
	for i := len(out) - 1; i >= kept; i-- {
		n := extent(to, i)
		run := last.Contiguity
		if i < len(out)-1 {
			run = 1
			if inner == 1 {
				run = last.Contiguity
			}
		}
		run = min(run, n)
		out[i] = dim(run, every, max(1, min(n, last.Constancy/inner)))
		if run > 1 {
			out[i].Divisor = shortened(last, run, step).Divisor
		}
		inner = scale(inner, n)
	}
	return out
}

// joinInfo: the runs of the operands along their own dimensions stay the same.
func joinInfo(in *Info, op *ir.Operation) []Dim {
	out := in.unknowns(op.Result(0).Type())
	if _, ok := op.Operand(0).Type().(*ir.TensorType); !ok {
		return out
	}
	step := elemBytes(op.Operand(0).Type())
	dims := in.joined(in.Of(op.Operand(0)), in.Of(op.Operand(1)), step)
	every := int64(maxDivisor)
	for _, d := range dims {
		every = min(every, elementDivisor(d, step))
	}
	copy(out, dims)
	out[len(out)-1] = dim(1, every, 1)
	return out
}

func splitInfo(in *Info, op *ir.Operation) []Dim {
	dims := in.Of(op.Operand(0))
	if len(dims) == 1 {
		return in.unknowns(op.Result(0).Type())
	}
	return slices.Clone(dims[:len(dims)-1])
}

// catInfo: along the axis, runs do not cross from one half to the other.
func catInfo(in *Info, op *ir.Operation) []Dim {
	return in.joined(in.Of(op.Operand(0)), in.Of(op.Operand(1)), elemBytes(op.Operand(0).Type()))
}

// selectInfo: in a run in which the condition is constant, the result is a run of one of the values.
func selectInfo(in *Info, op *ir.Operation) []Dim {
	x, y := in.Of(op.Operand(1)), in.Of(op.Operand(2))
	if isNothing(x) && isNothing(y) {
		return x
	}
	out := in.joined(x, y, elemBytes(op.Result(0).Type()))
	condition := in.Of(op.Operand(0))
	if _, ok := op.Operand(0).Type().(*ir.TensorType); !ok {
		return out
	}
	for i := range out {
		out[i] = shortened(out[i], condition[i].Constancy, elemBytes(op.Result(0).Type()))
		out[i].Constancy = min(out[i].Constancy, condition[i].Constancy)
	}
	return out
}

// extremumInfo: the result may be either operand.
func extremumInfo(in *Info, op *ir.Operation) []Dim {
	out := in.unknowns(op.Result(0).Type())
	x, y := in.Of(op.Operand(0)), in.Of(op.Operand(1))
	for i := range out {
		out[i] = dim(1, min(elementDivisor(x[i], 1), elementDivisor(y[i], 1)), min(x[i].Constancy, y[i].Constancy))
	}
	return out
}

// loadInfo: equal addresses under equal masks have equal values.
func loadInfo(in *Info, op *ir.Operation) []Dim {
	out := in.unknowns(op.Result(0).Type())
	for i := range out {
		out[i].Constancy = in.Of(op.Operand(0))[i].Constancy
		for _, v := range op.OperandRange(1, op.NumOperands()) {
			if d := in.Of(v); len(d) == len(out) {
				if _, scalar := v.Type().(*ir.TensorType); scalar {
					out[i].Constancy = min(out[i].Constancy, d[i].Constancy)
				}
			}
		}
	}
	return out
}

// truncatedInfo: truncated numbers wrap around at multiples of a power of two, which aligned runs do not cross.
func truncatedInfo(in *Info, op *ir.Operation) []Dim {
	out := slices.Clone(in.Of(op.Operand(0)))
	for i, d := range out {
		run := min(d.Contiguity, d.Divisor)
		if width := ir.BitWidth(ir.ElementOrSelf(op.Result(0).Type())); width < 30 {
			run = min(run, int64(1)<<(width-1))
		}
		out[i] = shortened(d, max(1, run), 1)
		out[i].Steps = Steps{}
	}
	return out
}

// hintInfo adds the facts that the program promises.
func hintInfo(in *Info, op *ir.Operation) []Dim {
	out := slices.Clone(in.Of(op.Operand(0)))
	step := elemBytes(op.Result(0).Type())
	at := func(name string, i int) int64 {
		if list, ok := op.Inherent(name).(*ir.DenseArrayAttr); ok && i < list.Len() {
			return max(1, lowestBit(list.Int64(i)))
		}
		return 1
	}
	for i := range out {
		c := at(tile.Contiguity, i)
		if c > out[i].Contiguity {
			out[i] = dim(c, elementDivisor(out[i], step), out[i].Constancy)
		}
		out[i].Divisor = max(out[i].Divisor, at(tile.Divisibility, i))
		out[i].Constancy = max(out[i].Constancy, at(tile.Constancy, i))
	}
	return out
}

// assumption uses a tile.assume that a remainder by a power of two is zero.
func (in *Info) assumption(op *ir.Operation) {
	cmp := op.Operand(0).DefiningOp()
	if cmp == nil || !cmp.Is(&arith.CmpI) {
		return
	}
	if p, _ := arith.IntPredicate.Value(cmp.Inherent("predicate")); p != arith.EQ {
		return
	}
	if zero, ok := arith.ConstantInt(cmp.Operand(1)); !ok || zero != 0 {
		return
	}
	rem := cmp.Operand(0).DefiningOp()
	if rem == nil || rem.NumOperands() != 2 {
		return
	}
	c, ok := arith.ConstantInt(rem.Operand(1))
	switch {
	case !ok || c <= 0:
		return
	case rem.Is(&arith.RemSI), rem.Is(&arith.RemUI):
	case rem.Is(&arith.AndI):
		c++
	default:
		return
	}
	v := rem.Operand(0)
	in.promise[v] = max(in.promise[v], lowestBit(c))
	if v.DefiningOp() == nil { // for an argument there is no other source of a divisor
		in.facts.Set(v, fact{promised(in.Of(v), lowestBit(c)), in.natural(v), true})
	}
}

// promised raises the divisors of scalars.
func promised(dims []Dim, n int64) []Dim {
	out := slices.Clone(dims)
	for i := range out {
		if out[i].Contiguity == 1 {
			out[i].Divisor = max(out[i].Divisor, n)
		}
	}
	return out
}
