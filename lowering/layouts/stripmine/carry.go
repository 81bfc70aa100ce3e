package stripmine

import (
	"slices"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
)

// carries returns the types of the values that the loop carries for an operation. For a product or histogram, that is
// the result so far. For a reduction, it is the strips so far, combined element by element. For a scan, it is the
// combination of all elements before the strip. Before the first strip, the values of reductions and scans are zeros
// that are not used.
func (s *strip) carries(op *ir.Operation) (types []ir.Type) {
	switch {
	case op.Is(&tile.Dot), op.Is(&tile.Histogram):
		return []ir.Type{op.Result(0).Type()}
	case s.scans[op]:
		for _, v := range op.Operands() {
			types = append(types, tile.Of(op.Context(), s.edge(op), ir.ElementOrSelf(v.Type())))
		}
	default:
		for _, v := range op.Operands() {
			types = append(types, s.typeOf(v))
		}
	}
	return types
}

// edge returns the shape of the last elements of a scan's strip along the axis: size 1 along the axis.
func (s *strip) edge(op *ir.Operation) []int64 {
	shape := slices.Clone(shapeOf(op.Operand(0)))
	shape[tile.Axis(op)] = 1
	return shape
}

// initial returns the carried values before the first strip.
func (s *strip) initial(b *ir.Builder) (out []*ir.Value) {
	for _, op := range s.inside {
		switch {
		case s.closed[op] && op.Is(&tile.Dot):
			out = append(out, op.Operand(2))
		case s.closed[op] || s.scans[op]:
			for _, t := range s.carries(op) {
				out = append(out, arith.NewConstant(b, zeroOf(b.Context(), t)))
			}
		}
	}
	return out
}

func zeroOf(ctx *ir.Context, t ir.Type) ir.TypedAttr {
	elem := ir.ElementOrSelf(t)
	var zero ir.TypedAttr
	if f, ok := elem.(*ir.FloatType); ok {
		zero = ctx.FloatAttr(f, 0)
	} else {
		zero = ctx.Integer(elem, 0)
	}
	if shaped, ok := t.(ir.ShapedType); ok {
		return ctx.DenseSplat(shaped, zero)
	}
	return zero
}

// carry makes an operation for the strip, given the carried values, and returns the values to carry on.
func (s *strip) carry(op *ir.Operation, earlier []*ir.Value) []*ir.Value {
	switch {
	case op.Is(&tile.Dot):
		m := &ir.Mapping{}
		for _, v := range op.OperandValues()[:2] {
			m.Map(v, s.own(v))
		}
		m.Map(op.Operand(2), earlier[0])
		copied := s.b.Clone(op, m)
		rememberWhole(op, copied)
		return copied.ResultValues()
	case op.Is(&tile.Histogram):
		return []*ir.Value{arith.Binary(s.b, &arith.AddI, earlier[0], s.clone(op).Result(0))}
	case s.scans[op]:
		return s.scan(op, earlier)
	}
	var own []*ir.Value
	for _, v := range op.Operands() {
		own = append(own, s.own(v))
	}
	return s.combine(op, earlier, own)
}

// own returns the strip of a tensor.
func (s *strip) own(v *ir.Value) *ir.Value {
	s.make(v)
	if w := s.to[v]; w != nil {
		return w
	}
	return v
}

// scan scans the strip, combines the result with the carried combination of all elements before the strip, and returns
// the last elements, to be carried on.
func (s *strip) scan(op *ir.Operation, before []*ir.Value) []*ir.Value {
	own := s.clone(op).ResultValues()
	shape := shapeOf(own[0])
	before = slices.Clone(before)
	for i, v := range before {
		if !slices.Equal(shapeOf(v), shape) {
			before[i] = tile.NewBroadcast(s.b, v, shape...)
		}
	}
	all := s.combine(op, before, own)
	for i, v := range all {
		s.to[op.Result(i)] = v
	}
	edge := s.edge(op)
	if slices.Equal(shape, edge) {
		return all
	}
	at := make([]*ir.Value, len(shape))
	for d := range at {
		at[d] = arith.NewInt(s.b, s.number.Type(), 0)
	}
	if axis := tile.Axis(op); op.Inherent(tile.ReverseName) == nil {
		at[axis] = arith.NewInt(s.b, s.number.Type(), shape[axis]-1)
	}
	next := make([]*ir.Value, len(all))
	for i, v := range all {
		next[i] = tile.NewExtract(s.b, v, edge, at...)
	}
	return next
}

// finish replaces the results of operations that carry values, given the carried values after the last strip. A
// reduction reduces its combined strip now.
func (s *strip) finish(b *ir.Builder, results []*ir.Value) {
	for _, op := range s.inside {
		if !s.closed[op] && !s.scans[op] {
			continue
		}
		n := len(s.carries(op))
		mine := results[:n]
		results = results[n:]
		switch {
		case s.scans[op]:
			continue
		case op.Is(&tile.Reduce):
			m := &ir.Mapping{}
			for i, v := range op.Operands() {
				m.Map(v, mine[i])
			}
			mine = b.Clone(op, m).ResultValues()
		}
		for i, v := range op.Results() {
			v.ReplaceAllUsesWith(mine[i])
		}
	}
}

// combine applies the combiner of a reduction or scan, element by element, to the values of earlier strips and of this
// one. For the first strip it selects the values of this one.
func (s *strip) combine(op *ir.Operation, earlier, own []*ir.Value) []*ir.Value {
	body := op.Region(0).Entry()
	values := make(map[*ir.Value]*ir.Value)
	for i, v := range slices.Concat(earlier, own) {
		values[body.Arg(i)] = v
	}
	shape := shapeOf(own[0])
	tensor := func(v *ir.Value) *ir.Value {
		if w := values[v]; w != nil {
			return w
		}
		w := tile.NewSplat(s.b, v, shape...) // v is defined outside of the region
		values[v] = w
		return w
	}
	for inner := range body.Ops() {
		if inner.HasTrait(ir.Terminator) {
			break
		}
		s.apply(inner, shape, values, tensor)
	}
	out := make([]*ir.Value, len(own))
	for i, v := range body.Last().Operands() {
		out[i] = arith.NewSelect(s.b, s.isFirst(), own[i], tensor(v))
	}
	return out
}

// isFirst returns an i1 that is true for the first strip of the loop.
func (s *strip) isFirst() *ir.Value {
	if s.first == nil {
		s.first = arith.NewCmpI(s.b, arith.EQ, s.turn, arith.NewInt(s.b, s.turn.Type(), 0))
	}
	return s.first
}

// apply makes a copy, on tensors of a shape, of a scalar operation in a combiner's region. values maps scalars to
// tensors.
func (s *strip) apply(op *ir.Operation, shape []int64, values map[*ir.Value]*ir.Value,
	tensor func(*ir.Value) *ir.Value) {
	ctx := s.b.Context()
	if op.Is(&arith.ConstantOp) {
		t := tile.Of(ctx, shape, op.Result(0).Type()).(ir.ShapedType)
		values[op.Result(0)] = arith.NewConstant(s.b, ctx.DenseSplat(t, op.Inherent("value")))
		return
	}
	m := &ir.Mapping{}
	for _, v := range op.Operands() {
		m.Map(v, tensor(v))
	}
	copied := s.b.Clone(op, m)
	for i, v := range op.Results() {
		copied.Result(i).SetType(tile.Of(ctx, shape, v.Type()))
		values[v] = copied.Result(i)
	}
}
