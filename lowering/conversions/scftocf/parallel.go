package scftocf

import (
	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/rewrite/conversion"
)

// convertParallel converts scf.parallel to nested scf.for operations, with the first dimension outermost. The loops
// carry the values of the reductions.
func convertParallel(rw *conversion.Rewriter, op *ir.Operation, operands conversion.Operands) error {
	loop := scf.Parallel{Operation: op}
	rank := loop.Body().NumArgs()
	carried := operands.Range(3*rank, operands.Len())
	var outermost scf.For
	var ivs []*ir.Value
	for i := range rank {
		inner := newFor(rw, operands.One(i), operands.One(rank+i), operands.One(2*rank+i), carried)
		if i == 0 {
			outermost = inner
		} else if len(carried) > 0 {
			rw.AtEnd(inner.Block())
			scf.NewYield(rw.Builder, inner.ResultValues()...)
		}
		ivs = append(ivs, inner.InductionVar())
		carried = inner.IterArgs()
		rw.AtStart(inner.Body())
	}
	reduce(rw, loop, rw.Block(), ivs, carried)
	rw.Replace(op, outermost.ResultValues()...)
	return nil
}

// newFor creates a loop with an empty body. If it carries nothing, the body has an scf.yield.
func newFor(rw *conversion.Rewriter, lower, upper, step *ir.Value, carried []*ir.Value) scf.For {
	st := rw.State(&scf.ForOp)
	st.Operands = append([]*ir.Value{lower, upper, step}, carried...)
	body := &ir.Block{}
	body.AddArg(rw.Context(), lower.Type(), rw.Loc())
	for _, v := range carried {
		st.Types = append(st.Types, v.Type())
		body.AddArg(rw.Context(), v.Type(), v.Loc())
	}
	r := &ir.Region{}
	r.Append(body)
	st.Regions = []*ir.Region{r}
	loop := scf.For{Operation: rw.Create(st)}
	if len(carried) == 0 {
		at := *rw.Builder
		scf.NewYield(rw.Builder.AtEnd(body))
		*rw.Builder = at
	}
	return loop
}

// reduce moves the body of a parallel loop into body, the body of the innermost loop. After it, reduce inlines the
// reductions, each applied to the carried value and the value of the iteration.
func reduce(rw *conversion.Rewriter, loop scf.Parallel, body *ir.Block, ivs, carried []*ir.Value) {
	end := loop.Body().Last()
	var next []*ir.Value
	for i := range end.NumRegions() {
		combine := end.Region(i).Entry()
		result := combine.Last()
		next = append(next, result.Operand(0))
		rw.InlineBlock(combine, loop.Body(), end, []*ir.Value{carried[i], end.Operand(i)})
		// The reduction may return one of its arguments, which inlining has replaced.
		next[i] = result.Operand(0)
		rw.Erase(result)
	}
	rw.Erase(end)
	rw.InlineBlock(loop.Body(), body, body.Last(), ivs)
	if len(next) > 0 {
		rw.AtEnd(body)
		scf.NewYield(rw.Builder, next...)
	}
}

// convertForall converts scf.forall to scf.parallel. It fails if the loop has shared outputs, which are tensors.
func convertForall(rw *conversion.Rewriter, op *ir.Operation, _ conversion.Operands) error {
	loop := scf.Forall{Operation: op}
	if len(loop.Outputs()) > 0 {
		return rw.Refuse("it has shared outputs, which must be bufferized first")
	}
	bounds := func(mixed []scf.MixedIndex) (values []*ir.Value) {
		for _, m := range mixed {
			if m.Value == nil {
				m.Value = arith.NewIndex(rw.Builder, m.Static)
			}
			values = append(values, m.Value)
		}
		return values
	}
	if loop.Body().NumArgs() == 0 { // without dimensions, there is one iteration; scf.parallel needs a dimension
		rw.Erase(loop.Body().Last())
		rw.InlineBlock(loop.Body(), op.Block(), op, nil)
		rw.Erase(op)
		return nil
	}
	lower, upper, steps := bounds(loop.LowerBounds()), bounds(loop.UpperBounds()), bounds(loop.Steps())
	parallel := scf.NewParallel(rw.Builder, lower, upper, steps, nil)
	end := parallel.Body().Last()
	rw.Erase(loop.Body().Last())
	rw.InlineBlock(loop.Body(), parallel.Body(), end, parallel.Body().Args())
	rw.Erase(op)
	return nil
}
