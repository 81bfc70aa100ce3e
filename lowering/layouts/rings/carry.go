package rings

import (
	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/ir"
)

// In a loop in a loop, tiles are numbered on, whatever number of them each iteration of the outer loop takes. So the
// outer loop carries how many there were before, and branches between the loops yield how many there are behind them:
//
//	for t { if c { for k { tile k } } }
//
//	for t carrying done = 0 {
//	  behind = if c { for k { tile done + k }; done + number of k } else { done }
//	  yield behind
//	}

// carryCounts has outer loops carry the numbers of tiles: of those of inner loops, and of each that is loaded once for
// an iteration of the outer loop.
func (r *rewriter) carryCounts() {
	for _, p := range r.products { // in their order
		n, nested := r.nestings[p.loop.Operation]
		if !nested || n.done != nil {
			continue
		}
		done := r.carry(n.outer, n.inner.Operation, func(done *ir.Value) *ir.Value {
			return r.binary(&arith.AddI, done, r.trips(n.inner))
		})
		n = r.nestings[p.loop.Operation]
		n.done = done
		r.nestings[p.loop.Operation] = n
	}
	for _, t := range r.ordered() {
		if n, nested := r.nestings[t.products[0].loop.Operation]; nested && t.slice == nil {
			r.rings[t].number = r.carry(n.outer, t.op, func(done *ir.Value) *ir.Value {
				return r.binary(&arith.AddI, done, r.number(1))
			})
		}
	}
}

// carry has an outer loop carry a number, 0 at first, from which next computes the one behind an operation in the loop.
// It returns the number before an iteration. The nestings get what replaces the loop.
func (r *rewriter) carry(old scf.For, at *ir.Operation, next func(done *ir.Value) *ir.Value) (done *ir.Value) {
	defer func(at ir.Builder) { *r.b = at }(*r.b)
	r.b.Before(old.Operation).SetLoc(old.Loc())
	outer := r.withInit(old, r.number(0))
	args := outer.IterArgs()
	done = args[len(args)-1]

	r.b.After(at)
	behind := next(done)
	for parent := at.Parent(); parent != outer.Operation; parent = at.Parent() {
		at = r.withResult(scf.If{Operation: parent}, at.Block(), behind, done)
		behind = at.Result(at.NumResults() - 1)
	}
	yield := outer.Yield()
	yield.SetOperands(append(yield.OperandValues(), behind))
	for inner, n := range r.nestings {
		if n.outer == old {
			n.outer = outer
			r.nestings[inner] = n
		}
	}
	return done
}

// trips returns the number of iterations of a loop.
func (r *rewriter) trips(loop scf.For) *ir.Value {
	from, to := loop.LowerBound(), loop.UpperBound()
	some := arith.NewCmpI(r.b, arith.SLT, from, to)
	length := r.binary(&arith.SubI, to, from)
	if step, _ := arith.ConstantInt(loop.Step()); step > 1 { // without a sign it does not overflow
		length = r.binary(&arith.AddI, r.binary(&arith.DivUI, r.binary(&arith.SubI, length, r.number(1)),
			r.number(step)), r.number(1))
	}
	return arith.NewSelect(r.b, some, length, r.number(0))
}

// withInit replaces a loop by one that carries one value more. The loop's body has to yield its next one.
func (r *rewriter) withInit(loop scf.For, init *ir.Value) scf.For {
	st := r.b.StateLike(loop.Operation)
	st.Operands = append(loop.OperandValues(), init)
	st.Types = append(loop.ResultTypes(), init.Type())
	return scf.For{Operation: r.withRegions(st, loop.Operation)}
}

// withResult replaces a branch by one with one result more, which is inside behind a block of it, and otherwise what it
// was before.
func (r *rewriter) withResult(branch scf.If, block *ir.Block, inside, before *ir.Value) *ir.Operation {
	r.b.Before(branch.Operation).SetLoc(branch.Loc())
	st := r.b.StateLike(branch.Operation)
	st.Operands = branch.OperandValues()
	st.Types = append(branch.ResultTypes(), inside.Type())
	op := r.withRegions(st, branch.Operation)
	for i := range op.NumRegions() {
		region, v := op.Region(i), before
		if region.IsEmpty() {
			scf.NewYield(r.b.AtEnd(region.AppendNew()))
		}
		if region.Entry() == block {
			v = inside
		}
		yield := region.Entry().Last()
		yield.SetOperands(append(yield.OperandValues(), v))
	}
	return op
}

// withRegions creates an operation that takes the regions and the uses of another one, which it replaces.
func (r *rewriter) withRegions(st *ir.OpState, old *ir.Operation) *ir.Operation {
	for i := range old.NumRegions() {
		region := &ir.Region{}
		region.TakeBlocks(old.Region(i))
		st.Regions = append(st.Regions, region)
	}
	if old.Is(&scf.ForOp) {
		st.Regions[0].Entry().AddArg(r.b.Context(), st.Types[len(st.Types)-1], old.Loc())
	}
	op := r.b.Create(st)
	for i, v := range old.ResultValues() {
		v.ReplaceAllUsesWith(op.Result(i))
	}
	old.Erase()
	return op
}
