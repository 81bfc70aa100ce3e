package rings

import (
	"github.com/girih-ir/girih/dialects/tilegpu"
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
// Several blocks on a multiprocessor have the same effect on each other without waiting: then there are no turns.

// takeTurns has warp groups take turns in loops that are not rotated. Tiles are released before a turn and copied
// behind it, as both are put closer to the products later: nobody waits in a turn for another one's release.
func (r *rewriter) takeTurns() {
	if !r.alternates {
		return
	}
	for _, p := range r.products {
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

// around has the last warp group pass its turn before a loop, and the first one take it behind.
func (r *rewriter) around(loop *ir.Operation) {
	r.b.SetLoc(loop.Loc())
	tilegpu.NewTurn(r.b.Before(loop), &tilegpu.PassTurn, true)
	tilegpu.NewTurn(r.b.After(loop), &tilegpu.TakeTurn, true)
}
