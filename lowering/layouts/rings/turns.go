package rings

import (
	"slices"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/internal/analysis/tensorcores"
	"github.com/girih-ir/girih/ir"
)

// Turns order the warp groups of a block: only one warp group at a time is between tilegpu.take_turn and
// tilegpu.pass_turn, and they follow each other in a fixed order. Turns keep tensor cores busy with the products of one
// warp group while the threads of another one compute. There are three cases.
//
// If a product depends on the results of others, the work of threads in between is done in turns:
//
//	for i { s = q * k[i]; take turn; p = f(s); pass turn; o += p * v[i] }
//
// In a loop that is rotated (rotate.go), products run while threads compute anyway. Turns order their beginnings:
//
//	for i { take turn; begin s; begin o; pass turn; wait for s; ... }
//
// If threads scale a product or add it up, products begin in turns:
//
//	for i { take turn; begin p = a[i] * b[i]; pass turn; wait for p; sum += p * scale[i] }
//
// Several blocks on a multiprocessor have the same effect on each other without waiting. Then there are no turns.

// takeTurns inserts turns in loops that are not rotated. Releases and copies of tiles are inserted later and closer to
// the products, so that releases come before a turn and copies after it. Thus no warp group waits, during its turn, for
// another one's release.
func (r *rewriter) takeTurns() {
	if !r.alternates {
		return
	}
	for _, p := range r.products {
		if r.begins(p) {
			if r.inTurns[p] = true; p == r.inOrder(p.loop)[0] {
				r.around(p.loop.Operation)
			}
			continue
		}
		before := r.behind(p)
		if before == nil || r.rotated[p.loop.Operation] != nil {
			continue
		}
		r.around(p.loop.Operation)
		r.b.SetLoc(p.op.Loc())
		tilegpu.NewTurn(r.b.After(before.op), &tilegpu.TakeTurn, false)
		tilegpu.NewTurn(r.b.Before(p.op), &tilegpu.PassTurn, false)
	}
}

// behind returns the product that precedes p in the loop, if p is the loop's first product whose left factor is
// computed in the loop and in registers; otherwise nil.
func (r *rewriter) behind(p *product) *product {
	var before *product
	for _, other := range r.inOrder(p.loop) {
		own := other.factors[0].tile == nil && other.op.Operand(0).ParentBlock() == p.loop.Body()
		switch {
		case own && other == p:
			return before
		case own:
			return nil
		}
		before = other
	}
	return nil
}

// begins reports whether the products of p's loop begin in turns (the third case above): no left factor is computed in
// the loop, and threads, not tensor cores, add up every product.
func (r *rewriter) begins(p *product) bool {
	return r.rotated[p.loop.Operation] == nil && !slices.ContainsFunc(r.inOrder(p.loop), func(other *product) bool {
		left := other.op.Operand(0)
		return other.factors[0].tile == nil && left.ParentBlock() == p.loop.Body() ||
			!tensorcores.IsZero(other.op.Operand(accumulator)) && !tensorcores.Promotes(ir.ElementOrSelf(left.Type()))
	})
}

// inTurn makes a product that begins in a turn, and returns its result. Tensor cores compute it with a zero
// accumulator; then threads add the accumulator.
func (r *rewriter) inTurn(p *product) *ir.Value {
	sum := p.op.Operand(accumulator)
	none := sum
	if t := sum.Type().(*ir.TensorType); !tensorcores.IsZero(sum) {
		none = arith.NewConstant(r.b, r.b.Context().DenseSplat(t, r.b.Context().FloatAttr(r.b.Context().F32(), 0)))
	}
	tilegpu.NewTurn(r.b, &tilegpu.TakeTurn, false)
	v := r.multiply(p, p.loop.InductionVar(), p.op.Operand(0), none)
	tilegpu.RingProduct{Operation: v.DefiningOp()}.SetAsync()
	tilegpu.NewTurn(r.b, &tilegpu.PassTurn, false)
	v = r.whole(p, tilegpu.NewRingWait(r.b, v, 0))
	if none == sum {
		return v
	}
	return r.binary(&arith.AddF, sum, v)
}

// around inserts the turns that surround a loop: before it, the last warp group passes the turn to the first one; after
// it, the first one takes the turn that the last one passed. Loops of a nesting share the turns around the outer loop:
// the last warp group must not pass a turn to the first one that has yet to take another.
func (r *rewriter) around(loop *ir.Operation) {
	if n, nested := r.nestings[loop]; nested {
		if loop = n.outer.Operation; r.surrounded[loop] {
			return
		}
		r.surrounded[loop] = true
	}
	r.b.SetLoc(loop.Loc())
	tilegpu.NewTurn(r.b.Before(loop), &tilegpu.PassTurn, true)
	tilegpu.NewTurn(r.b.After(loop), &tilegpu.TakeTurn, true)
}

// lastTurn returns the last operation of a loop and of the turn taken behind it. Where a ring ends, all warp groups
// meet. If the loop is executed again, the last turn is taken by then, and the last warp group may pass another one.
func lastTurn(loop *ir.Operation) *ir.Operation {
	if next := loop.Next(); next != nil && next.Is(&tilegpu.TakeTurn) && tilegpu.IsAlone(next) {
		return next
	}
	return loop
}
