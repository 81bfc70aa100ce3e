package kernels

import (
	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
)

// A softmax sums exponentials of numbers minus their maximum. Such a sum needs no second pass over a row (Milakov and
// Gimelshein, "Online normalizer calculation for softmax"): the sum so far is rescaled whenever the maximum rises.

// onlineMaximum returns the maximum that belongs to such a sum, or nil if sum does not have this form:
//
//	%m = amax %x
//	%b = broadcast_in_dim %m
//	%d = sub %x, %b
//	%e = exp %d
//	%s = sum %e
func (r *region) onlineMaximum(sum *ir.Operation) *ir.Operation {
	if !sum.Is(&prim.Sum) {
		return nil
	}
	exp := sum.Operand(0).DefiningOp()
	if exp == nil || !exp.Is(&prim.Exp) || ir.ElementOrSelf(exp.Result(0).Type()) != r.ctx.F32() {
		return nil
	}
	sub := exp.Operand(0).DefiningOp()
	if sub == nil || !sub.Is(&prim.Sub) || r.place[sub.Result(0)] != prim.Whole {
		return nil
	}
	m := sub.Operand(1)
	for op := m.DefiningOp(); op != nil && (op.Is(&prim.BroadcastInDim) || prim.KeepsOrder(op)); op = m.DefiningOp() {
		m = op.Operand(0)
	}
	if amax := m.DefiningOp(); amax != nil && amax.Is(&prim.AMax) && amax.Operand(0) == sub.Operand(0) {
		return amax
	}
	return nil
}

// scaledSum adds the exponentials of further points to a sum, given the maximum of the earlier points, and that of all.
// It subtracts the latter from the exponents, unless it is negative infinity: then all exponentials are 0. Approximate
// powers of two are exact enough, since they are less exact only far below the maximum, where terms are small.
func (r *region) scaledSum(c *reducer, before, maximum, sum, x *ir.Value) *ir.Value {
	n := shapeOf(maximum)[0]
	number := func(f float64) *ir.Value { return r.constantOf(f, r.ctx.F32(), []int64{n}) }
	least := r.Where(r.Cmp(tile.EQ, maximum, number(negativeInfinity)), number(0), maximum)
	by, points := least, shapeOf(x)[0]
	if points > n {
		by = r.Reshape(r.Broadcast(r.ExpandDims(least, 0), points/n, n), points)
	}
	more := r.folded(c, r.fastExp(r.Sub(x, by)))
	return r.Add(r.Mul(sum, r.fastExp(r.Sub(before, least))), more)
}

// onlineTotal returns the sum of each row, given partial sums with their maxima, and the maximum of the row. If that
// maximum is not finite, the sum is NaN, since infinity minus infinity is.
func (r *region) onlineTotal(c *reducer, maxima, sums, maximum *ir.Value) *ir.Value {
	all := r.alongRow(maximum)
	one := r.constantOf(1.0, r.ctx.F32(), shapeOf(sums))
	scale := r.Where(r.Cmp(tile.EQ, maxima, all), one, r.Unary(&tile.Exp, r.Sub(maxima, all)))
	return r.Add(r.reduceTile(c, r.Mul(sums, scale)), r.Sub(maximum, maximum))
}
