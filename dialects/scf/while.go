package scf

import (
	"slices"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
	"github.com/girih-ir/girih/rewrite"
	"github.com/girih-ir/girih/rewrite/regionbranch"
)

// WhileOp defines `scf.while`: the first region computes whether the loop continues. If so, the second region runs and
// yields the next arguments of the first region. Otherwise, the loop ends, and its results are the values that the
// first region passes on.
var WhileOp = ir.OpDef{
	Name:          "scf.while",
	Summary:       "a generic 'while' loop",
	Operands:      []ir.ValueDef{{Name: "inits", Type: constraints.AnyType, Arity: ir.Variadic}},
	Results:       []ir.ValueDef{{Name: "results", Type: constraints.AnyType, Arity: ir.Variadic}},
	Regions:       []ir.RegionDef{constraints.SizedRegion("before", 1), constraints.SizedRegion("after", 1)},
	Traits:        ir.SingleBlock | ir.RecursiveMemoryEffects,
	Parse:         parseWhile,
	Print:         printWhile,
	Verify:        verifyWhile,
	VerifyRegions: func(op *ir.Operation) error { return ir.VerifyRegionBranch(op, whileEdges{}) },
	Interfaces:    []any{whileEdges{}},
}

// While is a view of an `scf.while`.
type While struct{ *ir.Operation }

// AsWhile returns op as a loop; ok is false when it is something else.
func AsWhile(op *ir.Operation) (w While, ok bool) { return While{op}, op.Is(&WhileOp) }

// Before returns the block that computes the condition. After returns the block that runs if the condition is true.
func (w While) Before() *ir.Block { return w.Region(0).Entry() }
func (w While) After() *ir.Block  { return w.Region(1).Entry() }

// Condition returns the terminator of the first region.
func (w While) Condition() *ir.Operation { return w.Before().Last() }

// NewWhile creates a loop. before receives the carried values and returns the condition and the values that it passes
// on, whose types are types. after receives these values and returns the next carried values.
func NewWhile(b *ir.Builder, inits []*ir.Value, types []ir.Type,
	before func(b *ir.Builder, args []*ir.Value) (*ir.Value, []*ir.Value),
	after func(b *ir.Builder, args []*ir.Value) []*ir.Value) While {
	st := b.State(&WhileOp)
	st.Operands, st.Types = inits, types
	first := newBody(b, st, ir.TypesOf(inits)...)
	in := b.Inside(first)
	condition, passed := before(in, first.Args())
	NewCondition(in, condition, passed...)
	second := newBody(b, st, types...)
	fill(b, second, func(b *ir.Builder) []*ir.Value { return after(b, second.Args()) })
	return While{b.Create(st)}
}

type whileEdges struct{}

// RegionEdges implements [ir.RegionBranch].
func (whileEdges) RegionEdges(op *ir.Operation, yield func(ir.RegionEdge) bool) {
	before, after := op.Region(0), op.Region(1)
	condition := before.Entry().Last()
	passed := ir.RegionEdge{Point: condition, From: 1, To: condition.NumOperands()}
	onward := passed
	onward.Successor = after
	_ = yield(ir.RegionEdge{Point: op, To: op.NumOperands(), Successor: before}) &&
		yield(passed) &&
		yield(onward) &&
		yieldEdges(after, before, 0, yield)
}

// RegionEdgeFor implements [ir.ConditionalRegionBranch].
func (whileEdges) RegionEdgeFor(_, point *ir.Operation, constants []ir.Attribute) int {
	if !point.Is(&Condition) {
		return 0
	}
	return chosen(constants[0], 1, 0)
}

func verifyWhile(op *ir.Operation) error {
	if _, err := terminatorOf(op, op.Region(0), &Condition,
		"expects the 'before' region to terminate with 'scf.condition'"); err != nil {
		return err
	}
	_, err := terminatorOf(op, op.Region(1), &Yield, "expects the 'after' region to terminate with 'scf.yield'")
	return err
}

func parseWhile(p ir.OpParser, st *ir.OpState) {
	var args []ir.Argument
	var inits []ir.UnresolvedOperand
	if p.PeekLiteral("(") {
		args, inits = parseAssignments(p)
	}
	pos := p.Pos()
	p.Literal(":")
	typePos := p.Pos()
	t := p.Type()
	if p.Failed() {
		return
	}
	fn, ok := t.(*ir.FunctionType)
	if !ok {
		p.Errorf(typePos, "invalid kind of type specified: expected builtin.function, but found %s", ir.Quote(t))
		return
	}
	if len(fn.Inputs) != len(inits) {
		p.Errorf(pos, "expected as many input types as operands (expected %d got %d)", len(inits), len(fn.Inputs))
		return
	}
	st.Types = append(st.Types, fn.Results...)
	p.ResolveInto(st, inits, fn.Inputs, p.Pos())
	setTypes(args, fn.Inputs)
	p.Region(st, args...)
	p.Literal("do")
	p.Region(st)
	p.AttrDictWithKeyword(st)
}

func printWhile(p ir.OpPrinter, op *ir.Operation) {
	w := While{op}
	printAssignments(p, " ", w.Before().Args(), op.OperandValues())
	p.Text(" : ")
	p.FunctionType(op.OperandTypes(), op.ResultTypes())
	p.Text(" ")
	p.Region(op.Region(0), false, true)
	p.Text(" do ")
	p.Region(op.Region(1), true, true)
	p.AttrDictWithKeyword(op)
}

// Condition defines `scf.condition`: the terminator of a while loop's first region.
var Condition = ir.OpDef{
	Name:    "scf.condition",
	Summary: "loop continuation condition",
	Operands: []ir.ValueDef{
		{Name: "condition", Type: constraints.I1},
		{Name: "args", Type: constraints.AnyType, Arity: ir.Variadic},
	},
	Traits:   ir.Pure | ir.Terminator,
	Parents:  []string{"scf.while"},
	Assembly: `'(' $condition ')' attr-dict ($args^ ':' type($args))?`,
}

// NewCondition creates the terminator of a while loop's first region.
func NewCondition(b *ir.Builder, condition *ir.Value, args ...*ir.Value) *ir.Operation {
	st := b.State(&Condition)
	st.Operands = append(append(st.Operands, condition), args...)
	return b.Create(st)
}

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
