package rings

import (
	"slices"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/ir"
)

// In a loop over programs, a tile may be loaded once for each program, before the loop with its products. It goes to
// its own ring, which belongs to the outer loop. So the copying warp copies the next program's tile as soon as the
// products of the current one have read theirs.
//
//	for t { copy q[t]; wait for it; for k { ... q * k ... }; release it; store }
//
// In a rotated loop, threads still have much to do behind the last of these products, while the next tile arrives:
//
//	for t { copy q[t]; wait for it; for k { ... begin q * k; wait for it; release q if k is the last one ... }; store }

// once makes the ring of such a tile.
func (r *rewriter) once(one *ring) {
	outer := r.nestings[one.products[0].loop.Operation].outer
	r.create(one, outer.Operation)
	first, last := r.span(one.tileLoad)
	r.b.Before(first)
	var m ir.Mapping
	r.copy(one, &m, one.number, arith.NewConstant(r.b, r.b.Context().Bool(true)))
	number := []*ir.Value{one.value, one.number}
	r.b.Build(&tilegpu.RingAwait, number)
	if t := r.rotated[one.products[0].loop.Operation]; t != nil && t.loop.Block() == one.op.Block() &&
		!slices.ContainsFunc(one.products, t.isOther) {
		t.once = append(t.once, one)
	} else {
		r.b.After(last)
		r.b.Build(&tilegpu.RingRelease, number)
	}
	r.b.After(outer.Operation)
	r.b.Build(&tilegpu.RingEnd, number[:1])
}

// isOther reports whether a product is none of the early ones of a rotated loop.
func (t *rotation) isOther(p *product) bool { return !slices.Contains(t.early, p) }

// releaseOnce releases the tiles that only early products use, behind those of the last iteration. The condition says
// whether it is the last one; nil stands for true.
func (t *rotation) releaseOnce(last func() *ir.Value) {
	for _, one := range t.once {
		operands := []*ir.Value{one.value, one.number}
		if last != nil {
			operands = append(operands, last())
		}
		t.b.Build(&tilegpu.RingRelease, operands)
	}
}

// isLast computes whether there is no iteration behind the one with a counter.
func (t *rotation) isLast(counter *ir.Value) func() *ir.Value {
	return func() *ir.Value {
		more := t.exists(t.loop, counter, 1)
		return t.binary(&arith.XOrI, more, arith.NewConstant(t.b, t.b.Context().Bool(true)))
	}
}
