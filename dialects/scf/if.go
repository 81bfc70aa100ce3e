package scf

import (
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
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
	condition, known := constants[0].(*ir.IntegerAttr)
	switch {
	case !known:
		return -1
	case condition.Bool():
		return 0
	}
	return 1
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
