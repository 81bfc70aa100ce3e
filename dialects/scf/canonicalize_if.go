package scf

import (
	"slices"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/rewrite"
	"github.com/girih-ir/girih/rewrite/regionbranch"
)

func init() { // here, since patterns refer to the definitions that they belong to
	IfOp.Fold = foldIf
	rewrite.Canonicalize(&IfOp,
		&rewrite.Pattern{Name: "scf.if.combine", Rewrite: combineIfs},
		&rewrite.Pattern{Name: "scf.if.combine-nested", Rewrite: combineNestedIfs},
		&rewrite.Pattern{Name: "scf.if.propagate-condition", Rewrite: propagateCondition},
		&rewrite.Pattern{Name: "scf.if.to-select", Rewrite: ifToSelect},
		&rewrite.Pattern{Name: "scf.if.remove-empty-else", Rewrite: removeEmptyElse},
		&rewrite.Pattern{Name: "scf.if.static-condition", Rewrite: inlineStaticBranch},
		&rewrite.Pattern{Name: "scf.if.yield-condition", Rewrite: yieldCondition},
	)
	regionbranch.Canonicalize(&IfOp)
}

// foldIf swaps the branches of a conditional on a negation.
func foldIf(op *ir.Operation, f *ir.Folding) ir.FoldOutcome {
	if f.ConstantsOnly || op.Region(1).IsEmpty() {
		return ir.NotFolded
	}
	condition := negated(op.Operand(0))
	if condition == nil {
		return ir.NotFolded
	}
	op.SetOperand(0, condition)
	op.Region(0).TakeBlocks(op.Region(1))
	then := op.Region(0).Entry()
	op.Region(0).Remove(then)
	op.Region(1).Append(then)
	return ir.FoldedInPlace
}

// inlineStaticBranch replaces a conditional on a constant by the branch that runs.
func inlineStaticBranch(rw *rewrite.Rewriter, op *ir.Operation) bool {
	condition, known := constantBool(op.Operand(0))
	switch {
	case !known:
		return false
	case condition:
		replaceWithRegion(rw, op, op.Region(0))
	case !op.Region(1).IsEmpty():
		replaceWithRegion(rw, op, op.Region(1))
	default:
		rw.Erase(op)
	}
	return true
}

// removeEmptyElse removes a second branch that does nothing.
func removeEmptyElse(rw *rewrite.Rewriter, op *ir.Operation) bool {
	otherwise := If{op}.Else()
	if op.NumResults() > 0 || otherwise == nil || !yieldsOnly(otherwise) {
		return false
	}
	rw.Modify(op, func() {
		otherwise.Last().Erase()
		op.Region(1).Remove(otherwise)
	})
	return true
}

// propagateCondition replaces the condition by its known value inside the branches.
func propagateCondition(rw *rewrite.Rewriter, op *ir.Operation) bool {
	condition := op.Operand(0)
	if ir.ConstantOf(condition) != nil || condition.HasOneUse() {
		return false
	}
	changed := false
	for i, value := range []int64{1, 0} {
		r := op.Region(i)
		if r.IsEmpty() || !condition.IsUsedIn(r) {
			continue
		}
		known := arith.NewInt(rw.Builder, rw.Context().I(1), value)
		changed = rw.ReplaceUsesIn(condition, known, r) || changed
	}
	return changed
}

// ifToSelect replaces results by selects if both branches yield values from outside.
func ifToSelect(rw *rewrite.Rewriter, op *ir.Operation) bool {
	f := If{op}
	if op.NumResults() == 0 {
		return false
	}
	then, otherwise := f.Then().Last().OperandValues(), f.Else().Last().OperandValues()
	var stay []bool
	var kept []ir.Type
	for i := range then {
		inside := parentRegion(then[i]) == op.Region(0) || parentRegion(otherwise[i]) == op.Region(1)
		stay = append(stay, inside)
		if inside {
			kept = append(kept, then[i].Type())
		}
	}
	if len(kept) == op.NumResults() {
		return false
	}
	rest := ifLike(rw, op, f.Condition(), kept)
	rw.InlineRegionAtEnd(op.Region(0), rest.Region(0))
	rw.InlineRegionAtEnd(op.Region(1), rest.Region(1))
	rw.Before(rest)
	results := make([]*ir.Value, len(then))
	var thenKept, elseKept []*ir.Value
	for i := range then {
		switch {
		case stay[i]:
			results[i] = rest.Result(len(thenKept))
			thenKept, elseKept = append(thenKept, then[i]), append(elseKept, otherwise[i])
		case then[i] == otherwise[i]:
			results[i] = then[i]
		default:
			results[i] = arith.NewSelect(rw.Builder, f.Condition(), then[i], otherwise[i])
		}
	}
	setYield(rw, rest.Region(0).Entry().Last(), thenKept)
	setYield(rw, rest.Region(1).Entry().Last(), elseKept)
	rw.Replace(op, results...)
	return true
}

// parentRegion returns the region in which v is defined.
func parentRegion(v *ir.Value) *ir.Region { return v.ParentBlock().Region() }

// ifLike creates a conditional with empty regions, the attributes of op and the given result types.
func ifLike(rw *rewrite.Rewriter, op *ir.Operation, condition *ir.Value, types []ir.Type) *ir.Operation {
	st := rw.State(&IfOp)
	st.Operands, st.Types = []*ir.Value{condition}, types
	st.Regions = []*ir.Region{{}, {}}
	st.Loc = op.Loc()
	return rw.Create(st)
}

// yieldCondition replaces results for which both branches yield the same value, or one yields true and the other false.
func yieldCondition(rw *rewrite.Rewriter, op *ir.Operation) bool {
	f := If{op}
	changed := false
	for i, result := range op.Results() {
		if !result.HasUses() {
			continue
		}
		then, otherwise := f.Then().Last().Operand(i), f.Else().Last().Operand(i)
		if then == otherwise {
			rw.ReplaceAllUses(result, then)
			changed = true
			continue
		}
		ifTrue, known := constantBool(then)
		ifFalse, alsoKnown := constantBool(otherwise)
		switch {
		case !known || !alsoKnown || ifTrue == ifFalse:
			continue
		case ifTrue:
			rw.ReplaceAllUses(result, f.Condition())
		default:
			yes := arith.NewInt(rw.Builder, rw.Context().I(1), 1)
			rw.ReplaceAllUses(result, arith.Binary(rw.Builder, &arith.XOrI, f.Condition(), yes))
		}
		changed = true
	}
	return changed
}

// combineIfs merges two consecutive conditionals whose conditions are the same or opposite.
func combineIfs(rw *rewrite.Rewriter, op *ir.Operation) bool {
	prev := op.Prev()
	if prev == nil || !prev.Is(&IfOp) {
		return false
	}
	condition := prev.Operand(0)
	var then, otherwise *ir.Region // regions of op, ordered by prev's condition
	switch next := op.Operand(0); {
	case next == condition:
		then, otherwise = op.Region(0), op.Region(1)
	case negated(next) == condition, negated(condition) == next:
		then, otherwise = op.Region(1), op.Region(0)
	default:
		return false
	}
	for i, r := range prev.Results() {
		if !then.IsEmpty() {
			rw.ReplaceUsesIn(r, prev.Region(0).Entry().Last().Operand(i), then)
		}
		if !otherwise.IsEmpty() {
			rw.ReplaceUsesIn(r, prev.Region(1).Entry().Last().Operand(i), otherwise)
		}
	}
	both := ifLike(rw, op, condition, append(prev.ResultTypes(), op.ResultTypes()...))
	rw.InlineRegionAtEnd(prev.Region(0), both.Region(0))
	rw.InlineRegionAtEnd(prev.Region(1), both.Region(1))
	appendBranch(rw, then, both.Region(0))
	appendBranch(rw, otherwise, both.Region(1))
	n := prev.NumResults()
	rw.Replace(prev, both.ResultValues()[:n]...)
	rw.Replace(op, both.ResultValues()[n:]...)
	return true
}

// appendBranch appends the block of a branch to that of another branch. The yield of the latter then yields the values
// of both.
func appendBranch(rw *rewrite.Rewriter, from, to *ir.Region) {
	switch {
	case from.IsEmpty():
		return
	case to.IsEmpty():
		rw.InlineRegionAtEnd(from, to)
		return
	}
	first, second := to.Entry().Last(), from.Entry().Last()
	values := append(first.OperandValues(), second.OperandValues()...)
	rw.MergeBlocks(from.Entry(), to.Entry())
	rw.Erase(first)
	setYield(rw, second, values)
}

// combineNestedIfs merges two conditionals if the second one is the only operation in the first one.
func combineNestedIfs(rw *rewrite.Rewriter, op *ir.Operation) bool {
	outer := If{op}
	first := outer.Then().First()
	if !first.Is(&IfOp) || first.Next() != outer.Then().Last() || outer.Else() != nil && !yieldsOnly(outer.Else()) {
		return false
	}
	inner := If{first}
	if inner.Else() != nil && !yieldsOnly(inner.Else()) {
		return false
	}
	then := outer.Then().Last().OperandValues()
	var otherwise []*ir.Value
	if outer.Else() != nil {
		otherwise = outer.Else().Last().OperandValues()
	}
	var selects []int // results that do not depend on the inner condition
	for i, v := range then {
		switch {
		case v.DefiningOp() == first:
			if inner.Else().Last().Operand(v.Index()) != otherwise[i] {
				return false
			}
			then[i] = inner.Then().Last().Operand(v.Index())
		case parentRegion(v) == op.Region(0):
			return false
		default:
			selects = append(selects, i)
		}
	}
	condition := arith.Binary(rw.Builder, &arith.AndI, outer.Condition(), inner.Condition())
	both := ifLike(rw, op, condition, op.ResultTypes())
	results := both.ResultValues()
	rw.Before(both)
	for _, i := range selects {
		results[i] = arith.NewSelect(rw.Builder, outer.Condition(), then[i], otherwise[i])
	}
	rw.InlineRegionAtEnd(first.Region(0), both.Region(0))
	setYield(rw, both.Region(0).Entry().Last(), then)
	if len(otherwise) > 0 {
		block := both.Region(1).AppendNew()
		NewYield(rw.Builder.AtEnd(block), otherwise...)
	}
	rw.Replace(op, slices.Clip(results)...)
	return true
}
