package scf

import (
	"slices"

	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/rewrite"
)

func init() { // here, since patterns refer to the definitions that they belong to
	rewrite.Canonicalize(&ParallelOp,
		&rewrite.Pattern{Name: "scf.parallel.trivial-dims", Rewrite: foldTrivialDims},
		&rewrite.Pattern{Name: "scf.parallel.merge-nested", Rewrite: mergeNestedParallel},
	)
}

// foldTrivialDims removes a parallel loop that never runs, and dimensions that have one iteration.
func foldTrivialDims(rw *rewrite.Rewriter, op *ir.Operation) bool {
	l := Parallel{op}
	lower, upper, steps := l.LowerBounds(), l.UpperBounds(), l.Steps()
	once := make([]bool, len(lower))
	for i := range lower {
		count := tripCount(lower[i], upper[i], steps[i], true)
		if count != nil && count.Sign() == 0 {
			rw.Replace(op, l.Inits()...)
			return true
		}
		once[i] = runs(count, 1)
	}
	switch {
	case !slices.Contains(once, true):
		return false
	case !slices.Contains(once, false):
		inlineOnlyIteration(rw, l)
		return true
	}
	body := &ir.Block{}
	var ivs []*ir.Value // for the old body's induction variables
	var bounds [3][]*ir.Value
	for i := range lower {
		if once[i] {
			ivs = append(ivs, lower[i])
			continue
		}
		ivs = append(ivs, body.AddArg(rw.Context(), lower[i].Type(), l.Body().Arg(i).Loc()))
		bounds[0], bounds[1], bounds[2] = append(bounds[0], lower[i]), append(bounds[1], upper[i]),
			append(bounds[2], steps[i])
	}
	rest := parallelWith(rw, bounds, l.Inits(), body)
	rw.MergeBlocks(l.Body(), body, ivs...)
	rw.ReplaceWithOp(op, rest)
	return true
}

// parallelWith creates a parallel loop around a block. The block's operations may be created later.
func parallelWith(rw *rewrite.Rewriter, bounds [3][]*ir.Value, inits []*ir.Value, body *ir.Block) *ir.Operation {
	st := rw.State(&ParallelOp)
	st.Operands = slices.Concat(bounds[0], bounds[1], bounds[2], inits)
	n := int32(len(bounds[0]))
	st.SetSegments(n, n, n, int32(len(inits)))
	st.Types = ir.TypesOf(inits)
	r := &ir.Region{}
	r.Append(body)
	st.Regions = []*ir.Region{r}
	return rw.Create(st)
}

// inlineOnlyIteration replaces a parallel loop with one iteration by its body and the reductions of the initial values.
func inlineOnlyIteration(rw *rewrite.Rewriter, l Parallel) {
	inits, reduce := l.Inits(), l.Body().Last()
	var results []*ir.Operation // the terminators of the reductions
	for i := range reduce.NumRegions() {
		combine := reduce.Region(i).Entry()
		results = append(results, combine.Last())
		rw.InlineBlockBefore(combine, reduce, inits[i], reduce.Operand(i))
	}
	rw.InlineBlockBefore(l.Body(), l.Operation, l.LowerBounds()...)
	values := make([]*ir.Value, len(results))
	for i, r := range results {
		values[i] = r.Operand(0)
	}
	rw.Replace(l.Operation, values...)
	for _, r := range results {
		rw.Erase(r)
	}
	rw.Erase(reduce)
}

// mergeNestedParallel merges two loops if the second one is the only operation in the first one, neither has
// reductions, and the bounds of the second do not depend on the first.
func mergeNestedParallel(rw *rewrite.Rewriter, op *ir.Operation) bool {
	outer := Parallel{op}
	first := outer.Body().First()
	if !first.Is(&ParallelOp) || first.Next() != outer.Body().Last() || op.NumResults() > 0 || first.NumResults() > 0 {
		return false
	}
	for _, v := range first.Operands() {
		if v.ArgumentOf() == outer.Body() {
			return false
		}
	}
	inner := Parallel{first}
	body := &ir.Block{}
	var ivs [2][]*ir.Value
	for i, b := range []*ir.Block{outer.Body(), inner.Body()} {
		for _, arg := range b.Args() {
			ivs[i] = append(ivs[i], body.AddArg(rw.Context(), arg.Type(), arg.Loc()))
		}
	}
	parallelWith(rw, [3][]*ir.Value{
		slices.Concat(outer.LowerBounds(), inner.LowerBounds()),
		slices.Concat(outer.UpperBounds(), inner.UpperBounds()),
		slices.Concat(outer.Steps(), inner.Steps()),
	}, nil, body)
	for i, arg := range outer.Body().Args() {
		rw.ReplaceAllUses(arg, ivs[0][i])
	}
	rw.MergeBlocks(inner.Body(), body, ivs[1]...)
	rw.Erase(op)
	return true
}
