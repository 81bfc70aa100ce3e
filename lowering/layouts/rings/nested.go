package rings

import (
	"slices"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/pass/analysis/alias"
)

// Programs may compute one tile of the result after the other, in a loop around the loop with the products. The rings
// then belong to the outer loop: tiles of its next iteration are copied while the current one ends.
//
//	for t { for k { copy a[t, k]; wait for it; s += a * b; release it }; store s }
//
// A tile that the outer loop loads, for all products of the inner one, has a ring, too:
//
//	for t { copy q[t]; wait for it; for k { ... }; release it; store s }
//
// An additional warp makes the copies (package lowering/threads/producer), as far ahead as there are slots. So its
// control flow must not depend on anything that the program computes.

// nesting is a loop with products in another loop.
type nesting struct {
	outer, inner scf.For
	trips        *ir.Value // of the inner loop; in each iteration of the outer one alike, unless that counts
	// before is how many iterations the inner loop had in earlier ones of the outer loop, which carries that. It is nil
	// where their number is the same each time.
	before *ir.Value
}

// nestingOf returns the loop that a loop with products is in, if rings can be those of that.
func (f *found) nestingOf(inner scf.For) (n nesting, ok bool) {
	n.inner = inner
	if n.outer, ok = scf.AsFor(inner.Parent()); !ok || inner.Block() != n.outer.Body() ||
		n.outer.Parent() != f.kernel.Operation || n.outer.IsUnsigned() ||
		!ir.IsInt(n.outer.InductionVar().Type(), 32) {
		return n, false
	}
	for _, loop := range []scf.For{n.inner, n.outer} {
		for _, v := range []*ir.Value{loop.LowerBound(), loop.UpperBound(), loop.Step()} {
			if !f.foreseen(v, n) {
				return n, false
			}
		}
	}
	return n, true
}

// varies reports whether the inner loop's bounds may change from one iteration of the outer one to the next.
func (n *nesting) varies() bool {
	return slices.ContainsFunc(n.inner.OperandRange(0, 3), func(v *ir.Value) bool {
		return v.ParentBlock() == n.outer.Body()
	})
}

// foreseen reports whether a value follows from the kernel's arguments, from what the kernel only reads, and from
// loops' counters.
func (f *found) foreseen(v *ir.Value, n nesting) bool {
	op := v.DefiningOp()
	all := func() bool {
		return !slices.ContainsFunc(op.OperandValues(), func(x *ir.Value) bool { return !f.foreseen(x, n) })
	}
	switch {
	case v == n.outer.InductionVar(), v == n.inner.InductionVar():
		return true
	case op == nil:
		return v.ParentBlock().ParentOp().Is(&tile.KernelOp)
	case op.Is(&tile.ProgramID), op.Is(&tile.NumPrograms):
		return true
	case op.Is(&tile.Load):
		_, isTensor := v.Type().(*ir.TensorType)
		return !isTensor && f.onlyReads(op.Operand(0)) && all()
	}
	return ir.HasNoEffect(op) && op.NumRegions() == 0 && all()
}

// onlyReads reports whether nothing in the kernel writes to memory that a pointer leads to.
func (f *found) onlyReads(pointer *ir.Value) bool {
	var an alias.Analysis
	for op := range f.kernel.Entry().Ops() {
		if an.Effects(op, pointer)&alias.Mod != 0 {
			return false
		}
	}
	return true
}

// nest keeps the products of loops in loops whose tiles can go on from one to the next: all products of such a loop.
func (f *found) nest() {
	f.nestings = make(map[*ir.Operation]nesting)
	left := make(map[*product]bool) // products with a left factor that comes through a ring
	stays := make(map[*ir.Operation]bool)
	for _, p := range f.products {
		n, ok := f.nestingOf(p.loop)
		left[p] = p.factors[0].tile != nil
		for i, x := range p.factors {
			ok = ok && (x.tile != nil && f.goesOn(x.tile, n) || x.tile == nil && i == 0)
		}
		if stays[p.loop.Operation] = stays[p.loop.Operation] || !ok; ok {
			f.nestings[p.loop.Operation] = n
		}
	}
	f.products = slices.DeleteFunc(f.products, func(p *product) bool { return stays[p.loop.Operation] })
	for _, t := range f.tiles {
		if !slices.ContainsFunc(f.products, t.isUser) || slices.ContainsFunc(t.products, func(p *product) bool {
			return !slices.Contains(f.products, p)
		}) {
			f.drop(t)
		}
	}
	f.products = slices.DeleteFunc(f.products, func(p *product) bool {
		return left[p] && p.factors[0].tile == nil || p.factors[1].tile == nil
	})
}

// goesOn reports whether a copying warp can copy a tile ahead: one of the inner loop, or one of the outer loop that one
// loop alone takes.
func (f *found) goesOn(t *tileLoad, n nesting) bool {
	if t.slice == nil && (t.op.Block() != n.outer.Body() || slices.ContainsFunc(t.products, func(p *product) bool {
		return p.loop != n.inner
	})) {
		return false
	}
	return !slices.ContainsFunc(t.op.OperandValues()[1:], func(index *ir.Value) bool { return !f.foreseen(index, n) })
}

// count returns the number of the tile of the iteration with a counter: in a loop in a loop, tiles are numbered on.
func (r *rewriter) count(loop scf.For, counter *ir.Value) *ir.Value {
	trip := r.trip(loop, counter)
	n, ok := r.nestings[loop.Operation]
	if !ok {
		return trip
	}
	before := n.before
	if before == nil {
		before = r.binary(&arith.MulI, r.trip(n.outer, n.outer.InductionVar()), r.trips(&n))
	}
	return r.binary(&arith.AddI, before, trip)
}

// carryCounts has the outer loops carry how many iterations the inner ones had, where that changes.
func (r *rewriter) carryCounts() {
	for _, p := range r.products {
		n, ok := r.nestings[p.loop.Operation]
		if !ok || !n.varies() || n.before != nil {
			continue
		}
		old := n.outer
		r.b.Before(old.Operation).SetLoc(old.Loc())
		st := r.b.State(&scf.ForOp)
		st.Operands = append(old.OperandValues(), r.number(0))
		st.Types = append(old.ResultTypes(), r.b.Context().I(32))
		region := &ir.Region{}
		region.TakeBlocks(old.Region(0))
		st.Regions = append(st.Regions, region)
		n.outer, _ = scf.AsFor(r.b.Create(st))
		n.before = n.outer.Body().AddArg(r.b.Context(), r.b.Context().I(32), old.Loc())
		for i, v := range old.Results() {
			v.ReplaceAllUsesWith(n.outer.Result(i))
		}
		old.DropAllReferences()
		old.Erase()
		yield := n.outer.Yield()
		r.b.Before(yield)
		end := r.b.State(&scf.Yield)
		end.Operands = append(yield.OperandValues(), r.binary(&arith.AddI, n.before, r.trips(&n)))
		r.b.Create(end)
		yield.Erase()
		for inner, other := range r.nestings {
			if other.outer == old {
				other.outer = n.outer
				r.nestings[inner] = other
			}
		}
		r.nestings[p.loop.Operation] = n
	}
}

// trips returns the number of iterations of an inner loop. It is computed before the outer loop, or before the inner
// one if it differs between iterations of the outer one.
func (r *rewriter) trips(n *nesting) *ir.Value {
	if n.trips != nil {
		return n.trips
	}
	defer func(at ir.Builder) { *r.b = at }(*r.b)
	if n.before != nil {
		r.b.Before(n.inner.Operation)
	} else {
		r.b.Before(n.outer.Operation)
	}
	from, to := n.inner.LowerBound(), n.inner.UpperBound()
	some := arith.NewCmpI(r.b, arith.SLT, from, to)
	length := r.binary(&arith.SubI, to, from)
	if step, _ := arith.ConstantInt(n.inner.Step()); step > 1 { // without a sign it does not overflow
		length = r.binary(&arith.AddI, r.binary(&arith.DivUI, r.binary(&arith.SubI, length, r.number(1)),
			r.number(step)), r.number(1))
	}
	n.trips = arith.NewSelect(r.b, some, length, r.number(0))
	r.nestings[n.inner.Operation] = *n
	return n.trips
}

// inNest has the tiles of a loop in a loop copied at the beginning of the iteration that uses them: the warp that
// copies does so ahead.
func (r *rewriter) inNest(one *ring, n nesting) {
	r.create(one, n.outer.Operation)
	if one.slice == nil {
		r.inOuter(one, n)
		return
	}
	users := r.inOrder(n.inner)
	r.b.Before(users[0].op)
	counter := n.inner.InductionVar()
	r.copyAt(one, n.inner, counter, r.count(n.inner, counter), arith.NewConstant(r.b, r.b.Context().Bool(true)))
	r.b.Before(users[slices.IndexFunc(users, one.isUser)].op)
	r.b.Build(&tilegpu.RingAwait, []*ir.Value{one.value, r.count(n.inner, counter)})
	r.b.After(n.outer.Operation)
	r.b.Build(&tilegpu.RingEnd, []*ir.Value{one.value})
}

// inOuter has a tile of the outer loop copied where it is loaded, and released behind the inner loop.
func (r *rewriter) inOuter(one *ring, n nesting) {
	r.b.Before(one.op)
	number := r.trip(n.outer, n.outer.InductionVar())
	var m ir.Mapping
	r.copy(one, &m, number, arith.NewConstant(r.b, r.b.Context().Bool(true)))
	r.b.Before(n.inner.Operation)
	r.b.Build(&tilegpu.RingAwait, []*ir.Value{one.value, number})
	r.b.After(n.inner.Operation)
	r.b.Build(&tilegpu.RingRelease, []*ir.Value{one.value, number})
	r.b.After(n.outer.Operation)
	r.b.Build(&tilegpu.RingEnd, []*ir.Value{one.value})
}
