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

// nesting is a loop with products in another loop.
type nesting struct {
	outer, inner scf.For
	done         *ir.Value // how many tiles there were before an iteration of the outer loop
}

// nestingOf returns the loop that a loop with products is in, if rings can be those of that. Between the loops there
// may be branches.
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
	return n, all(append(bounds, conditions...), foreseen)
}

// foreseen reports whether a value follows from the kernel's arguments, the program's index and the counters of both
// loops alone, so that the copying warp can compute it.
func foreseen(v *ir.Value) bool {
	switch op := v.DefiningOp(); {
	case op == nil:
		loop, inLoop := scf.AsFor(v.ParentBlock().ParentOp())
		return inLoop && v == loop.InductionVar() || v.ParentBlock().ParentOp().Is(&tile.KernelOp)
	case op.Is(&tile.ProgramID), op.Is(&tile.NumPrograms):
		return true
	default:
		return ir.HasNoEffect(op) && op.NumRegions() == 0 && all(op.OperandValues(), foreseen)
	}
}

func all(list []*ir.Value, satisfy func(v *ir.Value) bool) bool {
	return !slices.ContainsFunc(list, func(v *ir.Value) bool { return !satisfy(v) })
}

// nest keeps only the products in nested loops whose rings can belong to the outer loop.
func (f *found) nest() {
	f.nestings = make(map[*ir.Operation]nesting)
	f.products = slices.DeleteFunc(f.products, func(p *product) bool {
		n, ok := nestingOf(f.kernel, p.loop)
		for _, x := range p.factors {
			ok = ok && x.tile != nil && x.tile.slice != nil
			ok = ok && all(x.tile.indices(), foreseen)
		}
		if ok {
			f.nestings[p.loop.Operation] = n
		}
		return !ok
	})
	for _, t := range f.tiles {
		if !slices.ContainsFunc(f.products, t.isUser) || slices.ContainsFunc(t.products, func(p *product) bool {
			return !slices.Contains(f.products, p)
		}) {
			f.drop(t)
		}
	}
	f.products = slices.DeleteFunc(f.products, func(p *product) bool {
		return p.factors[0].tile == nil || p.factors[1].tile == nil
	})
	f.keepRows(func(t *tileLoad) bool {
		_, ok := f.nestings[t.row.Operation]
		return ok && all(t.op.OperandValues()[1:], foreseen)
	})
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

// inNests does so for all inner loops.
func (r *rewriter) inNests() {
	done := make(map[*ir.Operation]bool)
	for _, p := range r.products {
		if loop := p.loop.Operation; !done[loop] {
			done[loop] = true
			r.inNest(r.nestings[loop])
		}
	}
}

// inNest has all tiles and rows of an inner loop copied where the first of them is needed: the warp that copies does so
// ahead. They come and go together, so their rings share barriers.
func (r *rewriter) inNest(n nesting) {
	var members []*ring
	users := r.inOrder(n.inner)
	first, last := users[0].op, users[len(users)-1].op
	for _, t := range r.ordered() {
		if t.products[0].loop == n.inner {
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
