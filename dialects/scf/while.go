package scf

import (
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
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
	condition, known := constants[0].(*ir.IntegerAttr)
	switch {
	case !known:
		return -1
	case condition.Bool():
		return 1
	}
	return 0
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
