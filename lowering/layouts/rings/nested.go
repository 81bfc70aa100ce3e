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
	trips        *ir.Value // the number of iterations of the inner loop, the same in each iteration of the outer one
}

// nestingOf returns the nesting of a loop with products, if its rings can belong to the loop around it. The inner loop
// must have the same bounds in each iteration of the outer loop.
func nestingOf(kernel tile.Kernel, inner scf.For) (n nesting, ok bool) {
	n.inner = inner
	if n.outer, ok = scf.AsFor(inner.Parent()); !ok || inner.Block() != n.outer.Body() ||
		n.outer.Parent() != kernel.Operation || n.outer.IsUnsigned() ||
		!ir.IsInt(n.outer.InductionVar().Type(), 32) {
		return n, false
	}
	for _, v := range []*ir.Value{inner.LowerBound(), inner.UpperBound(), inner.Step()} {
		if v.ParentBlock() == n.outer.Body() || !foreseen(v, n) {
			return n, false
		}
	}
	return n, foreseen(n.outer.LowerBound(), n) && foreseen(n.outer.UpperBound(), n) && foreseen(n.outer.Step(), n)
}

// foreseen reports whether a value follows from the kernel's arguments, the program's index and the counters of both
// loops alone, so that the copying warp can compute it.
func foreseen(v *ir.Value, n nesting) bool {
	switch op := v.DefiningOp(); {
	case v == n.outer.InductionVar(), v == n.inner.InductionVar():
		return true
	case op == nil:
		return v.ParentBlock().ParentOp().Is(&tile.KernelOp)
	case op.Is(&tile.ProgramID), op.Is(&tile.NumPrograms):
		return true
	default:
		return ir.HasNoEffect(op) && op.NumRegions() == 0 &&
			!slices.ContainsFunc(op.OperandValues(), func(x *ir.Value) bool { return !foreseen(x, n) })
	}
}

// nest keeps only the products in nested loops whose rings can belong to the outer loop.
func (f *found) nest() {
	f.nestings = make(map[*ir.Operation]nesting)
	f.products = slices.DeleteFunc(f.products, func(p *product) bool {
		n, ok := nestingOf(f.kernel, p.loop)
		for _, x := range p.factors {
			ok = ok && x.tile != nil && x.tile.slice != nil
			if ok {
				for _, index := range x.tile.op.OperandValues()[1:] {
					ok = ok && foreseen(index, n)
				}
			}
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
		n, ok := f.nestings[t.row.Operation]
		return ok && !slices.ContainsFunc(t.op.OperandValues()[1:], func(index *ir.Value) bool { return !foreseen(index, n) })
	})
}

// count returns the number of the tile for the iteration with a counter. In nested loops the numbers continue from one
// inner loop to the next: outer iteration * trips + inner iteration.
func (r *rewriter) count(loop scf.For, counter *ir.Value) *ir.Value {
	trip := r.trip(loop, counter)
	n, ok := r.nestings[loop.Operation]
	if !ok {
		return trip
	}
	before := r.binary(&arith.MulI, r.trip(n.outer, n.outer.InductionVar()), r.trips(&n))
	return r.binary(&arith.AddI, before, trip)
}

// trips returns the number of iterations of the inner loop. It is computed before the outer loop.
func (r *rewriter) trips(n *nesting) *ir.Value {
	if n.trips != nil {
		return n.trips
	}
	defer func(at ir.Builder) { *r.b = at }(*r.b)
	r.b.Before(n.outer.Operation)
	from, to := n.inner.LowerBound(), n.inner.UpperBound()
	some := arith.NewCmpI(r.b, arith.SLT, from, to)
	length := r.binary(&arith.SubI, to, from)
	if step, _ := arith.ConstantInt(n.inner.Step()); step > 1 { // unsigned, it does not overflow
		length = r.binary(&arith.AddI, r.binary(&arith.DivUI, r.binary(&arith.SubI, length, r.number(1)),
			r.number(step)), r.number(1))
	}
	n.trips = arith.NewSelect(r.b, some, length, r.number(0))
	r.nestings[n.inner.Operation] = *n
	return n.trips
}

// inNest makes the ring of a tile in nested loops. The copy is at the beginning of the iteration that uses the tile;
// the copying warp runs ahead.
func (r *rewriter) inNest(one *ring, n nesting) {
	r.create(one, n.outer.Operation)
	users := r.inOrder(n.inner)
	r.b.Before(users[0].op)
	counter := n.inner.InductionVar()
	r.copyAt(one, n.inner, counter, r.count(n.inner, counter), arith.NewConstant(r.b, r.b.Context().Bool(true)))
	r.b.Before(users[slices.IndexFunc(users, one.isUser)].op)
	r.b.Build(&tilegpu.RingAwait, []*ir.Value{one.value, r.count(n.inner, counter)})
	r.b.After(n.outer.Operation)
	r.b.Build(&tilegpu.RingEnd, []*ir.Value{one.value})
}
