package scf

import (
	"slices"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
	"github.com/girih-ir/girih/rewrite"
	"github.com/girih-ir/girih/rewrite/regionbranch"
)

// IfOp defines `scf.if`: one of two regions runs and yields the results. If there are no results, the second region may
// be empty.
var IfOp = ir.OpDef{
	Name:     "scf.if",
	Summary:  "if-then-else operation",
	Operands: []ir.ValueDef{{Name: "condition", Type: constraints.I1}},
	Results:  []ir.ValueDef{{Name: "results", Type: constraints.AnyType, Arity: ir.Variadic}},
	Regions:  []ir.RegionDef{constraints.SizedRegion("thenRegion", 1), constraints.MaxSizedRegion("elseRegion", 1)},
	Traits: ir.SingleBlock | ir.NoRegionArguments | ir.RecursiveMemoryEffects |
		ir.RecursivelySpeculatable,
	ImplicitTerminator: "scf.yield",
	Parse:              parseIf,
	Print:              printIf,
	InferTypes:         inferIf,
	Verify: func(op *ir.Operation) error {
		if op.NumResults() != 0 && op.Region(1).IsEmpty() {
			return op.Errorf("must have an else block if defining values")
		}
		return nil
	},
	VerifyRegions: func(op *ir.Operation) error { return ir.VerifyRegionBranch(op, ifEdges{}) },
	Interfaces:    []any{ifEdges{}},
}

// If is a view of an `scf.if`.
type If struct{ *ir.Operation }

// AsIf returns op as a conditional; ok is false when it is something else.
func AsIf(op *ir.Operation) (f If, ok bool) { return If{op}, op.Is(&IfOp) }

// Condition returns the i1 that selects the region.
func (f If) Condition() *ir.Value { return f.Operand(0) }

// Then returns the block that runs if the condition is true.
func (f If) Then() *ir.Block { return f.Region(0).Entry() }

// Else returns the block that runs if the condition is false, or nil.
func (f If) Else() *ir.Block { return f.Region(1).Entry() }

// NewIf creates a conditional. The functions create the regions and return the yielded values. otherwise may be nil if
// there are none.
func NewIf(b *ir.Builder, condition *ir.Value, then, otherwise func(b *ir.Builder) []*ir.Value) If {
	st := b.State(&IfOp)
	st.Operands = append(st.Operands, condition)
	block := newBody(b, st)
	fill(b, block, then)
	if otherwise != nil {
		fill(b, newBody(b, st), otherwise)
	} else {
		st.Regions = append(st.Regions, &ir.Region{})
	}
	st.Types = block.Last().OperandTypes()
	return If{b.Create(st)}
}

type ifEdges struct{}

// RegionEdges implements [ir.RegionBranch].
func (ifEdges) RegionEdges(op *ir.Operation, yield func(ir.RegionEdge) bool) {
	if !yield(ir.RegionEdge{Point: op, Successor: op.Region(0)}) {
		return
	}
	otherwise := ir.RegionEdge{Point: op}
	if r := op.Region(1); !r.IsEmpty() {
		otherwise.Successor = r
	}
	if !yield(otherwise) {
		return
	}
	_ = yieldEdges(op.Region(0), nil, 0, yield) && yieldEdges(op.Region(1), nil, 0, yield)
}

// RegionEdgeFor implements [ir.ConditionalRegionBranch].
func (ifEdges) RegionEdgeFor(op, point *ir.Operation, constants []ir.Attribute) int {
	if point != op {
		return 0
	}
	return chosen(constants[0], 0, 1)
}

// inferIf returns the types that the first region yields.
func inferIf(_ *ir.Context, st *ir.OpState) ([]ir.Type, error) {
	if len(st.Regions) == 0 || st.Regions[0].IsEmpty() || st.Regions[0].Entry().IsEmpty() ||
		!st.Regions[0].Entry().Last().Is(&Yield) {
		return nil, ir.ErrNotInferred
	}
	return st.Regions[0].Entry().Last().OperandTypes(), nil
}

func parseIf(p ir.OpParser, st *ir.OpState) {
	condition := p.Operand()
	st.Operands = append(st.Operands, p.Resolve(condition, p.Context().I(1)))
	st.Types = p.TryArrowTypes()
	p.EnsureTerminator(st, p.Region(st))
	if p.TryLiteral("else") {
		p.EnsureTerminator(st, p.Region(st))
	} else {
		st.Regions = append(st.Regions, &ir.Region{})
	}
	p.AttrDict(st)
}

func printIf(p ir.OpPrinter, op *ir.Operation) {
	yields := op.NumResults() > 0
	p.Text(" ")
	p.Operand(op.Operand(0))
	printArrowTuple(p, op.ResultTypes())
	p.Text(" ")
	p.Region(op.Region(0), false, yields)
	if !op.Region(1).IsEmpty() {
		p.Text(" else ")
		p.Region(op.Region(1), false, yields)
	}
	p.AttrDict(op)
}

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
