package scf

import (
	"slices"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/rewrite"
	"github.com/girih-ir/girih/rewrite/regionbranch"
)

func init() { // here, since patterns refer to the definitions that they belong to
	rewrite.Canonicalize(&WhileOp,
		&rewrite.Pattern{Name: "scf.while.condition-truth", Rewrite: whileConditionTruth},
		&rewrite.Pattern{Name: "scf.while.compare-condition", Rewrite: whileCompareCondition},
		&rewrite.Pattern{Name: "scf.while.align-before-args", Rewrite: alignBeforeArgs},
		&rewrite.Pattern{Name: "scf.while.move-if-down", Rewrite: moveIfDown},
	)
	regionbranch.Canonicalize(&WhileOp)
}

// whileConditionTruth replaces the condition by true if it is passed on to the second region. The region only runs if
// the condition is true.
func whileConditionTruth(rw *rewrite.Rewriter, op *ir.Operation) bool {
	w := While{op}
	condition := w.Condition()
	var yes *ir.Value
	for i, arg := range w.After().Args() {
		if condition.Operand(i+1) != condition.Operand(0) || !arg.HasUses() {
			continue
		}
		if yes == nil {
			yes = arith.NewInt(rw.Builder, rw.Context().I(1), 1)
		}
		rw.ReplaceAllUses(arg, yes)
	}
	return yes != nil
}

// whileCompareCondition replaces comparisons in the second region if they are the same as the comparison that is the
// loop's condition, or its opposite.
func whileCompareCondition(rw *rewrite.Rewriter, op *ir.Operation) bool {
	w := While{op}
	condition := w.Condition()
	decided := condition.Operand(0).DefiningOp()
	if decided == nil || !decided.Is(&arith.CmpI) {
		return false
	}
	changed := false
	for i, arg := range w.After().Args() {
		for side := range 2 {
			if condition.Operand(i+1) != decided.Operand(side) {
				continue
			}
			for u := range arg.Uses() {
				if value, known := impliedBy(decided, u.Owner(), 1-side); known {
					again := u.Owner()
					rw.Before(again)
					rw.SetLoc(again.Loc())
					rw.Replace(again, arith.NewInt(rw.Builder, rw.Context().I(1), value))
					changed = true
					break // the uses have changed, and the driver applies the pattern again
				}
			}
		}
	}
	return changed
}

// impliedBy returns the result of the comparison cmp, 0 or 1, given that the comparison decided is true. The caller
// ensures that one pair of operands is equal; operand other is the other pair, which is compared here. known is false
// if the result does not follow.
func impliedBy(decided, cmp *ir.Operation, other int) (value int64, known bool) {
	if !cmp.Is(&arith.CmpI) || cmp.Operand(other) != decided.Operand(other) {
		return 0, false
	}
	switch p := arith.Predicate(decided); arith.Predicate(cmp) {
	case p:
		return 1, true
	case arith.Inverted(p):
		return 0, true
	}
	return 0, false
}

// alignBeforeArgs reorders the operands of the condition if they are the first region's arguments in another order.
func alignBeforeArgs(rw *rewrite.Rewriter, op *ir.Operation) bool {
	w := While{op}
	condition := w.Condition()
	args, passed := w.Before().Args(), condition.OperandValues()[1:]
	if len(args) != len(passed) || slices.Equal(args, passed) {
		return false
	}
	position := make([]int, len(args)) // for each argument, its index among the values passed on plus one
	for i, v := range passed {
		if v.ArgumentOf() != w.Before() || position[v.Index()] != 0 {
			return false
		}
		position[v.Index()] = i + 1
	}
	st := rw.StateLike(op)
	st.Operands, st.Types = op.OperandValues(), ir.TypesOf(args)
	st.Regions = []*ir.Region{{}, {}}
	loop := While{rw.Create(st)}
	setYield(rw, condition, append([]*ir.Value{condition.Operand(0)}, args...))
	results := make([]*ir.Value, len(args))
	afterArgs := make([]*ir.Value, len(args))
	after := loop.Region(1).AppendNew()
	for i, arg := range args {
		results[position[i]-1] = loop.Result(i)
		afterArgs[position[i]-1] = after.AddArg(rw.Context(), arg.Type(), op.Loc())
	}
	rw.InlineRegionAtEnd(op.Region(0), loop.Region(0))
	rw.MergeBlocks(op.Region(1).Entry(), after, afterArgs...)
	rw.Replace(op, results...)
	return true
}

// moveIfDown moves an scf.if on the loop's condition from the end of the first region to the second region, in which
// the condition is always true.
func moveIfDown(rw *rewrite.Rewriter, op *ir.Operation) bool {
	w := While{op}
	condition := w.Condition()
	last := condition.Prev()
	if last == nil || !last.Is(&IfOp) || last.Operand(0) != condition.Operand(0) {
		return false
	}
	branch := If{last}
	if branch.Else() != nil && !yieldsOnly(branch.Else()) {
		return false
	}
	then := last.Region(0)
	for i, v := range condition.OperandValues()[1:] {
		if v.DefiningOp() == last {
			rw.ReplaceAllUses(w.After().Arg(i), branch.Then().Last().Operand(v.Index()))
		}
	}
	for i, r := range last.Results() {
		rw.ReplaceAllUses(r, branch.Else().Last().Operand(i))
	}
	captured := definedIn(op.Region(0), w.After(), then)
	st := rw.StateLike(op)
	st.Operands, st.Types = op.OperandValues(), append(op.ResultTypes(), ir.TypesOf(captured)...)
	st.Regions = []*ir.Region{{}, {}}
	loop := While{rw.Create(st)}
	setYield(rw, condition, append(condition.OperandValues(), captured...))
	rw.InlineRegionAtEnd(op.Region(0), loop.Region(0))
	rw.InlineRegionAtEnd(op.Region(1), loop.Region(1))
	for _, v := range captured {
		arg := loop.After().AddArg(rw.Context(), v.Type(), op.Loc())
		rw.ReplaceUsesIn(v, arg, then)
		rw.ReplaceUsesIn(v, arg, loop.Region(1))
	}
	yield := branch.Then().Last()
	rw.Erase(yield)
	rw.InlineBlockBefore(branch.Then(), loop.After().First())
	rw.Erase(last)
	rw.Replace(op, loop.ResultValues()[:op.NumResults()]...)
	return true
}

// definedIn returns the values that are defined directly in a region and used in a block or in another region at any
// depth. Each value is returned once, in the order of first uses.
func definedIn(r *ir.Region, b *ir.Block, user *ir.Region) (values []*ir.Value) {
	seen := make(map[*ir.Value]bool)
	collect := func(op *ir.Operation) bool {
		for _, v := range op.Operands() {
			if parentRegion(v) == r && !seen[v] {
				seen[v] = true
				values = append(values, v)
			}
		}
		return true
	}
	for block := range user.Blocks() {
		for op := range block.Ops() {
			op.Walk(collect)
		}
	}
	for op := range b.Ops() {
		op.Walk(collect)
	}
	return values
}
