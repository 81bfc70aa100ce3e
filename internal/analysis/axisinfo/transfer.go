package axisinfo

import (
	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/internal/pointermap"
	"github.com/girih-ir/girih/ir"
)

// transfer computes the facts about an operation's result.
type transfer func(in *Info, op *ir.Operation) []Dim

var transfers = pointermap.From(map[*ir.OpDef]transfer{
	&arith.ConstantOp:      constantInfo,
	&tile.Iota:             iotaInfo,
	&tile.Splat:            splatInfo,
	&tile.ExpandDims:       expandInfo,
	&tile.Broadcast:        broadcastInfo,
	&tilegpu.ConvertLayout: sameInfo,
	&arith.ExtSI:           sameInfo,
	&arith.ExtUI:           sameInfo,
	&arith.TruncI:          truncatedInfo,
	&arith.IndexCast:       sameInfo,
	&arith.IndexCastUI:     sameInfo,
	&arith.AddI:            elementwise(sum),
	&arith.SubI:            elementwise(difference),
	&arith.MulI:            productInfo,
	&tile.AddPtr:           elementwise(sum),
	&arith.CmpI:            comparisonInfo,
	&arith.AndI:            conjunctionInfo,
	&arith.OrI:             disjunctionInfo,
	&arith.XOrI:            elementwise(combined),
	&arith.DivSI:           quotientInfo,
	&arith.DivUI:           quotientInfo,
	&arith.FloorDivSI:      quotientInfo,
	&arith.RemSI:           remainderInfo,
	&arith.RemUI:           remainderInfo,
	&arith.ShLI:            shiftInfo,
	&arith.ShRSI:           shiftInfo,
	&arith.ShRUI:           shiftInfo,
	&arith.MinSI:           extremumInfo,
	&arith.MaxSI:           extremumInfo,
	&arith.MinUI:           extremumInfo,
	&arith.MaxUI:           extremumInfo,
	&arith.Select:          selectInfo,
	&tile.Reshape:          reshapeInfo,
	&tile.Permute:          permuteInfo,
	&tile.Join:             joinInfo,
	&tile.Split:            splitInfo,
	&tile.Cat:              catInfo,
	&tile.Load:             loadInfo,
	&tile.Hint:             hintInfo,
	&tile.Lookup:           lookupInfo,
	&tile.ProgramID:        scalarInfo,
	&tile.NumPrograms:      scalarInfo,
})

func scalarInfo(in *Info, op *ir.Operation) []Dim { return in.unknowns(op.Result(0).Type()) }

func constantInfo(in *Info, op *ir.Operation) []Dim {
	out := in.unknowns(op.Result(0).Type())
	var splat ir.Attribute = op.Inherent("value")
	if dense, ok := splat.(*ir.DenseElementsAttr); ok {
		if !dense.IsSplat() {
			return out
		}
		splat = dense.SplatValue(op.Context())
	}
	divisor := int64(1)
	if n, ok := splat.(*ir.IntegerAttr); ok {
		divisor = lowestBit(n.Int64())
		in.constants.Set(op.Result(0), n.Int64())
	}
	for i := range out {
		out[i] = dim(1, divisor, extent(op.Result(0).Type(), i))
	}
	return out
}

func iotaInfo(_ *Info, op *ir.Operation) []Dim {
	return []Dim{{Contiguity: extent(op.Result(0).Type(), 0), Divisor: maxDivisor, Constancy: 1}}
}

func splatInfo(in *Info, op *ir.Operation) []Dim {
	scalar := in.Of(op.Operand(0))[0]
	in.sameConstant(op)
	out := in.unknowns(op.Result(0).Type())
	for i := range out {
		out[i] = dim(1, scalar.Divisor, extent(op.Result(0).Type(), i))
	}
	return out
}

func sameInfo(in *Info, op *ir.Operation) []Dim {
	in.sameConstant(op)
	return in.Of(op.Operand(0))
}

// sameConstant: a tensor whose elements are all made from one constant is that constant.
func (in *Info) sameConstant(op *ir.Operation) {
	if c, ok := in.constants.Lookup(op.Operand(0)); ok && (c >= 0 || !op.Is(&arith.ExtUI)) {
		in.constants.Set(op.Result(0), c)
	}
}

// expandInfo: the new dimension has one element. Its divisor is what divides all elements that may be there.
func expandInfo(in *Info, op *ir.Operation) []Dim {
	in.sameConstant(op)
	dims, step := in.Of(op.Operand(0)), elemBytes(op.Operand(0).Type())
	divisor := int64(maxDivisor)
	for _, d := range dims {
		divisor = min(divisor, elementDivisor(d, step))
	}
	axis := tile.Axis(op)
	out := append([]Dim(nil), dims[:axis]...)
	out = append(out, dim(1, divisor, 1))
	return append(out, dims[axis:]...)
}

func broadcastInfo(in *Info, op *ir.Operation) []Dim {
	in.sameConstant(op)
	from, to := op.Operand(0).Type(), op.Result(0).Type()
	dims, step := in.Of(op.Operand(0)), elemBytes(from)
	out := in.unknowns(to)
	added := len(out) - len(dims)
	divisor := int64(maxDivisor)
	for i := range dims {
		divisor = min(divisor, elementDivisor(dims[i], step))
	}
	for i := range out {
		if n := extent(to, i); i < added || extent(from, i-added) != n {
			out[i] = dim(1, divisor, n)
		} else {
			out[i] = dims[i-added]
		}
	}
	return out
}

// elementDivisor returns a divisor of every element, and not just of the first one of each run.
func elementDivisor(d Dim, step int64) int64 {
	if d.Contiguity > 1 {
		return min(d.Divisor, step)
	}
	return d.Divisor
}

// elementwise returns the rule of an operation that f describes. Of operands about which nothing is known, nothing is
// known about the result.
func elementwise(f func(x, y Dim, step int64) Dim) transfer {
	return func(in *Info, op *ir.Operation) []Dim {
		x, y := in.Of(op.Operand(0)), in.Of(op.Operand(1))
		if len(x) == len(y) && isNothing(x) && isNothing(y) {
			return x
		}
		return in.eachDim(op, f)
	}
}

// eachDim applies f to the facts about two operands along each dimension.
func (in *Info) eachDim(op *ir.Operation, f func(x, y Dim, step int64) Dim) []Dim {
	x, y := in.Of(op.Operand(0)), in.Of(op.Operand(1))
	out := in.unknowns(op.Result(0).Type())
	if len(x) != len(out) || len(y) != len(out) {
		return out
	}
	step := elemBytes(op.Operand(0).Type())
	for i := range out {
		out[i] = f(x[i], y[i], step)
	}
	return out
}

// sum: a run plus equal elements is a run. step is the element size in bytes for a pointer plus an offset, else 1.
func sum(x, y Dim, step int64) Dim {
	d := Dim{
		Contiguity: max(min(x.Constancy, y.Contiguity), min(x.Contiguity, y.Constancy)),
		Divisor:    min(x.Divisor, scale(y.Divisor, step)),
		Constancy:  min(x.Constancy, y.Constancy),
	}
	if d.Steps = sumOfSteps(x, y, step); d.Steps.Each == 0 {
		d.Steps = sumOfSteps(y, x, 1)
		d.Steps.Divisor = min(scale(d.Steps.Divisor, step), x.Divisor)
	}
	// Runs that are shorter than those of the operands start inside them, where the divisor of the first element does
	// not apply.
	if d.Contiguity < max(x.Contiguity, y.Contiguity) {
		d.Divisor = min(d.Divisor, scale(d.Contiguity, step))
	}
	return d
}

// sumOfSteps: steps plus equal elements are steps. step is as for sum.
func sumOfSteps(x, equal Dim, step int64) Steps {
	if x.Steps.Each == 0 || equal.Constancy < x.Steps.Length {
		return Steps{}
	}
	out := x.Steps
	out.Divisor = min(out.Divisor, scale(equal.Divisor, step))
	return out
}

func difference(x, y Dim, _ int64) Dim {
	d := Dim{
		Contiguity: min(x.Contiguity, y.Constancy),
		Divisor:    min(x.Divisor, y.Divisor),
		Constancy:  min(x.Constancy, y.Constancy),
	}
	if y.Contiguity > 1 || d.Contiguity < x.Contiguity {
		d.Divisor = min(d.Divisor, d.Contiguity)
	}
	return d
}

func product(x, y Dim, _ int64) Dim {
	return Dim{
		Contiguity: 1,
		Divisor:    scale(elementDivisor(x, 1), elementDivisor(y, 1)),
		Constancy:  min(x.Constancy, y.Constancy),
	}
}

// productInfo: a product by 1 is the other factor.
func productInfo(in *Info, op *ir.Operation) []Dim {
	for i := range 2 {
		if c, ok := in.constantOf(op.Operand(1 - i)); ok && c == 1 {
			return in.Of(op.Operand(i))
		}
	}
	return in.eachDim(op, product)
}

func combined(x, y Dim, _ int64) Dim { return dim(1, 1, min(x.Constancy, y.Constancy)) }

// comparisonInfo: the comparison of a run with equal elements is constant as long as no multiple of the run's length is
// strictly inside. If the bound is such a multiple, it is constant in whole runs.
func comparisonInfo(in *Info, op *ir.Operation) []Dim {
	x, y := in.Of(op.Operand(0)), in.Of(op.Operand(1))
	out := in.unknowns(op.Result(0).Type())
	if len(x) != len(out) || len(y) != len(out) {
		return out
	}
	predicate, _ := arith.IntPredicate.Value(op.Inherent("predicate"))
	for i := range out {
		out[i].Constancy = min(x[i].Constancy, y[i].Constancy)
		switch predicate {
		case arith.SLT, arith.ULT, arith.SGE, arith.UGE: // run < bound, run >= bound
			out[i].Constancy = max(out[i].Constancy, uniform(x[i], y[i]))
		case arith.SGT, arith.UGT, arith.SLE, arith.ULE: // bound > run, bound <= run
			out[i].Constancy = max(out[i].Constancy, uniform(y[i], x[i]))
		}
	}
	return out
}

// uniform returns the length of runs that are on one side of a bound.
func uniform(run, bound Dim) int64 {
	n := min(run.Contiguity, run.Divisor, bound.Constancy, bound.Divisor)
	if s := run.Steps; s.Each > 0 {
		n = max(n, min(s.Each*min(s.Rise(), s.Divisor, bound.Divisor), bound.Constancy))
	}
	return n
}

// scale multiplies powers of two, up to maxDivisor.
func scale(a, b int64) int64 {
	if a >= maxDivisor/b {
		return maxDivisor
	}
	return a * b
}

func extent(t ir.Type, i int) int64 {
	if tensor, ok := t.(*ir.TensorType); ok {
		return lowestBit(tensor.Shape()[i])
	}
	return 1
}
