package fusion

import (
	"slices"

	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/ir"
)

// selectFirst moves a gather of one element of each row before elementwise operations, so that only that element is
// computed. A cross-entropy then gathers a logit, and reads each row once. It turns
//
//	%0 = prim.broadcast_in_dim %row dims [0, 1] : tensor<4x1xf32> -> tensor<4x8xf32>
//	%1 = prim.sub %x, %0
//	%2 = prim.gather %1, %i dim 1
//
// into
//
//	%0 = prim.gather %x, %i dim 1
//	%1 = prim.sub %0, %row
func selectFirst(f fn.Func) {
	b := ir.NewBuilder(f.Context())
	for op := f.Entry().First(); op != nil; {
		next := op.Next()
		if op.Is(&prim.Gather) && prim.IsSelection(op) {
			s := &selector{b: b.Before(op), gather: op, made: make(map[*ir.Value]*ir.Value)}
			if x := op.Operand(0).DefiningOp(); x != nil && prim.IsElementwise(x) && s.possible(op.Operand(0)) {
				op.Result(0).ReplaceAllUsesWith(s.take(op.Operand(0)))
				ir.EraseDead(op, ir.HasNoEffect)
			}
		}
		op = next
	}
}

// selector builds the elements that a Gather takes.
type selector struct {
	b      *ir.Builder
	gather *ir.Operation
	made   map[*ir.Value]*ir.Value
	seen   []*ir.Value
}

// possible reports whether a value is computed by few elementwise operations, in which constants can take their shape
// from another operand.
func (s *selector) possible(v *ir.Value) bool {
	op := v.DefiningOp()
	if op == nil || !prim.IsElementwise(op) || slices.Contains(s.seen, v) {
		return true
	}
	if s.seen = append(s.seen, v); len(s.seen) > maxRecomputed {
		return false
	}
	for _, x := range op.Operands() {
		if isConstant(x.DefiningOp()) {
			if !hasLike(op, x) {
				return false
			}
		} else if !s.possible(x) {
			return false
		}
	}
	return true
}

// take returns the selected element of each row of a value.
func (s *selector) take(v *ir.Value) *ir.Value {
	op := v.DefiningOp()
	switch {
	case s.made[v] != nil:
	case op != nil && prim.IsElementwise(op):
		s.made[v] = copyFor(s.b, op, s.take)
	case s.ofRow(v) != nil:
		s.made[v] = s.ofRow(v)
	default:
		m := new(ir.Mapping)
		m.Map(s.gather.Operand(0), v)
		made := s.b.Clone(s.gather, m)
		made.Result(0).SetType(s.b.Context().WithElement(s.gather.Result(0).Type(), ir.ElementOrSelf(v.Type())))
		s.made[v] = made.Result(0)
	}
	return s.made[v]
}

// ofRow returns the elements that v broadcasts along rows, one for each row. It returns nil if v is not such a
// broadcast.
func (s *selector) ofRow(v *ir.Value) *ir.Value {
	op := v.DefiningOp()
	if op == nil || !op.Is(&prim.BroadcastInDim) || !slices.Equal(sizesOf(op.Operand(0)), sizesOf(s.gather.Result(0))) {
		return nil
	}
	for d, to := range op.Inherent("dims").(*ir.DenseArrayAttr).Ints() {
		if int64(d) != to {
			return nil
		}
	}
	return op.Operand(0)
}
