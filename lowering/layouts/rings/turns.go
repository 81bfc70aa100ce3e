package rings

import (
	"slices"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/internal/analysis/tensorcores"
	"github.com/girih-ir/girih/ir"
)

// Warp groups take turns where a product is made of the results of others:
//
//	for i { s = q * k[i]; take turn; p = f(s); pass turn; o += p * v[i] }
//
// While threads of one warp group compute p, tensor cores have the products of another one to do. In a loop that is
// rotated, products run while threads compute, and turns order how they begin:
//
//	for i { take turn; begin s; begin o; pass turn; wait for s; ... }
//
// Where threads scale a product or add it up, products begin in turns, and those of one warp group run while the
// threads of another one work on results:
//
//	for i { take turn; begin p = a[i] * b[i]; pass turn; wait for p; sum += p * scale[i] }
//
// Several blocks on a multiprocessor have the same effect on each other without waiting: then there are no turns.

// takeTurns has warp groups take turns in loops that are not rotated. Tiles are released before a turn and copied
// behind it, as both are put closer to the products later: nobody waits in a turn for another one's release.
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

// behind returns the product before one, if that is the loop's first one whose left factor is in registers and made in
// the loop.
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

// begins reports whether products of a loop begin in turns: none is made of others' results, and threads add up all.
func (r *rewriter) begins(p *product) bool {
	return r.rotated[p.loop.Operation] == nil && !slices.ContainsFunc(r.inOrder(p.loop), func(other *product) bool {
		left := other.op.Operand(0)
		return other.factors[0].tile == nil && left.ParentBlock() == p.loop.Body() ||
			!tensorcores.IsZero(other.op.Operand(accumulator)) && !tensorcores.Promotes(ir.ElementOrSelf(left.Type()))
	})
}

// inTurn returns the product of a loop's iteration, which begins in a turn. What tensor cores cannot add up threads do.
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

// around has the last warp group pass its turn before a loop, and the first one take it behind.
func (r *rewriter) around(loop *ir.Operation) {
	r.b.SetLoc(loop.Loc())
	tilegpu.NewTurn(r.b.Before(loop), &tilegpu.PassTurn, true)
	tilegpu.NewTurn(r.b.After(loop), &tilegpu.TakeTurn, true)
}
