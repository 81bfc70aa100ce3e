package splittiles

import (
	"slices"

	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
)

// dot makes, for each piece of the result, a chain of products of the pieces along the contracted dimension.
func (s *splitter) dot(op *ir.Operation) {
	x, y := op.Operand(0), op.Operand(1)
	rank := len(x.Type().(*ir.TensorType).Shape())
	steps := len(gridOf(x.Type())[rank-1])
	s.each(op, func(place []int, t ir.Type) *ir.Value {
		sum := s.piece(op.Operand(2), place)
		for k := range steps {
			left, right := slices.Clone(place), slices.Clone(place)
			left[rank-1], right[rank-2] = k, k
			sum = s.like(op, []*ir.Value{s.piece(x, left), s.piece(y, right), sum}, []ir.Type{t}).Result(0)
		}
		return sum
	})
}

// reduce reduces each piece. If the axis is cut, the results of its pieces are combined: two results are joined along a
// new dimension of size 2, and a reduction with the same region reduces this dimension.
func (s *splitter) reduce(op *ir.Operation) {
	axis := tile.Axis(op)
	whole := gridOf(op.Operand(0).Type())
	rest := slices.Delete(slices.Clone(whole), axis, axis+1)
	results := make([][]*ir.Value, op.NumResults())
	for i := range rest.len() {
		place := rest.at(i)
		var sum []*ir.Value
		for k := range whole[axis] {
			next := s.reduced(op, axis, s.at(op, slices.Insert(slices.Clone(place), axis, k)))
			if k > 0 {
				next = s.combined(op, sum, next)
			}
			sum = next
		}
		for r, v := range sum {
			results[r] = append(results[r], v)
		}
	}
	for r, v := range op.ResultValues() {
		s.replace(v, results[r])
	}
	s.replaced = append(s.replaced, op)
}

// at returns the pieces of all operands of an operation at a place.
func (s *splitter) at(op *ir.Operation, place []int) (list []*ir.Value) {
	for _, v := range op.Operands() {
		list = append(list, s.piece(v, place))
	}
	return list
}

// reduced creates a reduction like op of other tensors along another axis.
func (s *splitter) reduced(op *ir.Operation, axis int, inputs []*ir.Value) []*ir.Value {
	var types []ir.Type
	for _, v := range inputs {
		shape := slices.Delete(slices.Clone(v.Type().(*ir.TensorType).Shape()), axis, axis+1)
		types = append(types, tile.Of(s.ctx, shape, ir.ElementOrSelf(v.Type())))
	}
	along := ir.NamedAttr{Name: "axis", Value: s.ctx.Integer(s.ctx.I(32), int64(axis))}
	return s.like(op, inputs, types, along).ResultValues()
}

// combined combines the results of reductions of two pieces.
func (s *splitter) combined(op *ir.Operation, x, y []*ir.Value) []*ir.Value {
	joined := make([]*ir.Value, len(x))
	for i := range x {
		joined[i] = tile.NewJoin(s.b, x[i], y[i])
	}
	return s.reduced(op, len(joined[0].Type().(*ir.TensorType).Shape())-1, joined)
}
