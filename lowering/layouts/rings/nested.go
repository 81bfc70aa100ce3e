package rings

import (
	"slices"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/ir"
)

// A program may compute several tiles of the result, one after the other, in a loop around the loop with the products.
// The rings then belong to the outer loop: tiles of its next iteration are copied while the current iteration ends.
//
//	for t { for k { copy a[t, k]; wait for it; s += a * b; release it }; store s }
//
// The pass places each copy in the iteration that uses the tile. An additional warp makes the copies (package
// lowering/threads/producer) and runs ahead of the others, as far as there are free slots. So its control flow must not
// depend on anything that the other warps compute.
//
// A tile may also be loaded once for each iteration of the outer loop, as attention loads rows of q. It has a ring of
// its own (once.go).

// nesting is a loop with products in another loop.
type nesting struct {
	outer, inner scf.For
	done         *ir.Value // how many tiles there were before an iteration of the outer loop
}

// nestingOf returns the loop that a loop with products is in, if rings can be those of that. Between the loops there
// may be branches. They must not depend on memory: blocks that get their programs in advance would get as many that
// multiply as chance has it. Experts of unequal size took 30 per cent longer so on an H200.
func nestingOf(kernel tile.Kernel, inner scf.For) (n nesting, ok bool) {
	n.inner = inner
	at, conditions := inner.Operation, []*ir.Value(nil)
	for ; at.Parent().Is(&scf.IfOp); at = at.Parent() {
		conditions = append(conditions, at.Parent().Operand(0))
	}
	if n.outer, ok = scf.AsFor(at.Parent()); !ok || n.outer.Parent() != kernel.Operation || n.outer.IsUnsigned() ||
		!ir.IsInt(n.outer.InductionVar().Type(), 32) {
		return n, false
	}
	bounds := append(inner.OperandRange(0, 3), n.outer.OperandRange(0, 3)...)
	return n, newForesight(kernel, true).all(bounds) && newForesight(kernel, false).all(conditions)
}

// nest keeps only the products in nested loops whose rings can belong to the outer loop.
func (f *found) nest() {
	f.nestings = make(map[*ir.Operation]nesting)
	known := newForesight(f.kernel, true)
	f.products = slices.DeleteFunc(f.products, func(p *product) bool {
		n, ok := nestingOf(f.kernel, p.loop)
		for i, x := range p.factors {
			switch {
			case !ok:
			case x.tile == nil:
				ok = i == 0 && f.followsProducts(p)
			default:
				ok = (x.tile.slice != nil || n.outer.IsAncestorOf(x.tile.op)) && known.all(x.tile.indices())
			}
		}
		if ok {
			f.nestings[p.loop.Operation] = n
		}
		return !ok
	})
	for n := -1; n != len(f.products); { // tiles need all products that use them, and products their tiles
		n = len(f.products)
		for _, t := range f.tiles {
			if slices.ContainsFunc(t.products, func(p *product) bool { return !slices.Contains(f.products, p) }) {
				f.drop(t)
			}
		}
		f.products = slices.DeleteFunc(f.products, func(p *product) bool {
			return p.factors[0].tile == nil && !f.followsProducts(p) || p.factors[1].tile == nil
		})
	}
	f.keepRows(func(t *tileLoad) bool {
		_, ok := f.nestings[t.row.Operation]
		return ok && known.all(t.op.OperandValues()[1:])
	})
}

// followsProducts reports whether the left factor of a product follows from other products of the loop, and from
// nothing that the loop loads.
func (f *found) followsProducts(p *product) bool {
	body, multiplied := p.loop.Body(), false
	seen := make(map[*ir.Operation]bool)
	var follows func(v *ir.Value) bool
	follows = func(v *ir.Value) bool {
		op := v.DefiningOp()
		if op == nil || op.Block() != body || seen[op] {
			return true
		}
		seen[op] = true
		if slices.ContainsFunc(f.products, func(other *product) bool { return other.op == op }) {
			multiplied = true
			return true
		}
		if !ir.HasNoEffect(op) {
			return false
		}
		ok := true
		op.Walk(func(inner *ir.Operation) bool {
			ok = ok && !slices.ContainsFunc(inner.OperandValues(), func(x *ir.Value) bool { return !follows(x) })
			return ok
		})
		return ok
	}
	return follows(p.op.Operand(0)) && multiplied
}

// count returns the number of the tile for the iteration with a counter. In nested loops the numbers continue from one
// inner loop to the next: outer iteration * trips + inner iteration.
func (r *rewriter) count(loop scf.For, counter *ir.Value) *ir.Value {
	trip := r.trip(loop, counter)
	if n, ok := r.nestings[loop.Operation]; ok {
		return r.binary(&arith.AddI, n.done, trip)
	}
	return trip
}

// inNests has the tiles and rows of all inner loops copied in them.
func (r *rewriter) inNests() {
	done := make(map[*ir.Operation]bool)
	for _, p := range r.products {
		loop := p.loop.Operation
		if done[loop] {
			continue
		}
		done[loop] = true
		if t := r.rotated[loop]; t != nil {
			r.inRotatedNest(t)
		} else {
			r.inNest(r.nestings[loop])
		}
	}
}

// inRotatedNest makes the rings of the tiles of a rotated inner loop. Its early and late products need their tiles at
// different times, so each ring has barriers of its own. The rotation places copies and waits.
func (r *rewriter) inRotatedNest(t *rotation) {
	outer := r.nestings[t.loop.Operation].outer
	for _, load := range r.ordered() {
		if load.slice == nil || load.products[0].loop != t.loop {
			continue
		}
		one := r.rings[load]
		r.create(one, outer.Operation)
		r.release(one)
		r.b.After(outer.Operation)
		r.b.Build(&tilegpu.RingEnd, []*ir.Value{one.value})
	}
}

// inNest has all tiles and rows of an inner loop copied where the first of them is needed: the warp that copies does so
// ahead. They come and go together, so their rings share barriers.
func (r *rewriter) inNest(n nesting) {
	var members []*ring
	users := r.inOrder(n.inner)
	first, last := users[0].op, users[len(users)-1].op
	for _, t := range r.ordered() {
		if t.products[0].loop == n.inner && t.slice != nil {
			members = append(members, r.rings[t])
		}
	}
	for _, t := range r.rows {
		if t.row == n.inner {
			members = append(members, r.rings[t])
			if t.op.IsBefore(first) {
				first = t.op
			} else if last.IsBefore(t.op) {
				last = t.op
			}
		}
	}
	if len(members) == 0 { // all tiles are loaded once for each iteration of the outer loop
		return
	}
	counter := n.inner.InductionVar()
	for _, one := range members {
		one.with = members[0]
		r.create(one, n.outer.Operation)
	}
	r.b.Before(first)
	number := r.count(n.inner, counter)
	for _, one := range members {
		r.copyAt(one, n.inner, counter, number, arith.NewConstant(r.b, r.b.Context().Bool(true)))
	}
	both := []*ir.Value{members[0].value, number}
	r.b.Build(&tilegpu.RingAwait, both)
	r.b.After(last)
	r.b.Build(&tilegpu.RingRelease, both)
	for _, one := range members {
		if one.row.Operation != nil {
			r.replaceRow(one, number)
			r.forget(one.op)
		}
	}
	r.b.After(n.outer.Operation)
	r.b.Build(&tilegpu.RingEnd, both[:1])
}

// runsApart reports whether one warp group computes all products, in loops over tiles that do not depend on each other.
func (f *found) runsApart() bool {
	for _, p := range f.products {
		n, nested := f.nestings[p.loop.Operation]
		if !nested || !tile.RunsPrograms(n.outer.Operation) {
			return false
		}
	}
	return f.warps == 4
}
