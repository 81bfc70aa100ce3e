package fusion

import (
	"math"
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

// sumSelected replaces sums along rows of zeros in which one element was replaced, by that element. The gradient of a
// cross-entropy has such sums. It turns
//
//	%0 = prim.fill %x, 0.0 : tensor<4x8xf32>
//	%1 = prim.scatter %0, %i, %v dim 1 reduction "none"
//	%2 = prim.sum %1 dims [1]
//
// into
//
//	%0 = prim.squeeze %v dims [1]
//	%1 = prim.fill %0, 0.0 : tensor<4xf32>
//	%2 = prim.add %0, %1
//
// where the addition only makes a zero positive, as a sum is.
func sumSelected(f fn.Func) error {
	b := ir.NewBuilder(f.Context())
	for op := f.Entry().First(); op != nil; {
		next := op.Next()
		if v := selectedOnly(op); v != nil {
			sum, err := squeezed(b.Before(op), v)
			if err == nil && prim.DtypeOf(ir.ElementOrSelf(sum.Type())) == prim.Float {
				sum, err = plusZero(b, sum)
			}
			if err != nil {
				return err
			}
			op.Result(0).ReplaceAllUsesWith(sum)
			ir.EraseDead(op, ir.HasNoEffect)
		}
		op = next
	}
	return nil
}

// squeezed returns a value without its last dimension, which has size one.
func squeezed(b *ir.Builder, v *ir.Value) (*ir.Value, error) {
	dims := prim.IntsAttr(b.Context(), "dims", []int{len(sizesOf(v)) - 1})
	if p := v.DefiningOp(); p != nil && p.Is(&prim.ExpandDims) && p.Inherent("dims") == dims.Value {
		return p.Operand(0), nil
	}
	row, err := prim.Apply(b, &prim.Squeeze, []*ir.Value{v}, dims)
	if err != nil {
		return nil, err
	}
	return row[0], nil
}

// plusZero returns the sum of a value and 0.0.
func plusZero(b *ir.Builder, v *ir.Value) (*ir.Value, error) {
	zero := ir.NamedAttr{Name: "value", Value: prim.NumberAttr(b.Context(), 0.0)}
	zeros, err := prim.Apply(b, &prim.Fill, []*ir.Value{v}, zero)
	if err != nil {
		return nil, err
	}
	sum, err := prim.Apply(b, &prim.Add, []*ir.Value{v, zeros[0]})
	if err != nil {
		return nil, err
	}
	return sum[0], nil
}

// selectedOnly returns the replaced elements if op is a sum along rows that are zero otherwise. It returns nil for
// other operations, and if nothing else uses the rows: then nothing would check the indices.
func selectedOnly(op *ir.Operation) *ir.Value {
	if !op.Is(&prim.Sum) {
		return nil
	}
	scatter := op.Operand(0).DefiningOp()
	if scatter == nil || !scatter.Is(&prim.Scatter) || !prim.IsSelection(scatter) || op.Operand(0).HasOneUse() {
		return nil
	}
	rows, v, base := sizesOf(scatter.Operand(0)), scatter.Operand(2), scatter.Operand(0).DefiningOp()
	last := len(rows) - 1
	dims := op.Inherent("dims").(*ir.DenseArrayAttr).Ints()
	if len(dims) != 1 || dims[0] != int64(last) || rows[last] < 2 || !isConstant(base) ||
		!slices.Equal(sizesOf(v), sizesOf(scatter.Operand(1))) ||
		ir.ElementOrSelf(op.Result(0).Type()) != ir.ElementOrSelf(v.Type()) {
		return nil
	}
	switch n := prim.NumberOf(base.Inherent("value")).(type) {
	case int64:
		if n == 0 && prim.DtypeOf(ir.ElementOrSelf(v.Type())) != prim.Bool {
			return v
		}
	case float64:
		if n == 0 && !math.Signbit(n) {
			return v
		}
	}
	return nil
}
