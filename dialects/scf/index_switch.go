package scf

import (
	"fmt"
	"slices"

	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
)

const casesAttr = "cases"

// IndexSwitchOp defines `scf.index_switch`: region 0 is the default, and region i+1 is that of case i.
var IndexSwitchOp = ir.OpDef{
	Name:     "scf.index_switch",
	Summary:  "switch-case operation on an index argument",
	Operands: []ir.ValueDef{{Name: "arg", Type: constraints.Index}},
	Results:  []ir.ValueDef{{Name: "results", Type: constraints.AnyType, Arity: ir.Variadic}},
	Attrs:    []ir.OpAttr{{Name: casesAttr, Attr: constraints.DenseI64Array}},
	Regions: []ir.RegionDef{
		constraints.SizedRegion("defaultRegion", 1),
		variadic(constraints.SizedRegion("caseRegions", 1)),
	},
	Traits:             ir.RecursiveMemoryEffects | ir.SingleBlock,
	ImplicitTerminator: "scf.yield",
	Parse:              parseIndexSwitch,
	Print:              printIndexSwitch,
	Verify:             verifyIndexSwitch,
	VerifyRegions:      func(op *ir.Operation) error { return ir.VerifyRegionBranch(op, switchEdges{}) },
	Interfaces:         []any{switchEdges{}},
}

// IndexSwitch is a view of an `scf.index_switch`.
type IndexSwitch struct{ *ir.Operation }

// AsIndexSwitch returns op as a switch; ok is false when it is something else.
func AsIndexSwitch(op *ir.Operation) (s IndexSwitch, ok bool) {
	return IndexSwitch{op}, op.Is(&IndexSwitchOp)
}

// Cases returns the value of each case.
func (s IndexSwitch) Cases() []int64 { return s.Inherent(casesAttr).(*ir.DenseArrayAttr).Ints() }

// Default returns the block that runs if no case matches. Case returns the block of case i.
func (s IndexSwitch) Default() *ir.Block   { return s.Region(0).Entry() }
func (s IndexSwitch) Case(i int) *ir.Block { return s.Region(i + 1).Entry() }

type switchEdges struct{}

// RegionEdges implements [ir.RegionBranch].
func (switchEdges) RegionEdges(op *ir.Operation, yield func(ir.RegionEdge) bool) {
	for i := range op.NumRegions() {
		if !yield(ir.RegionEdge{Point: op, Successor: op.Region(i)}) {
			return
		}
	}
	for i := range op.NumRegions() {
		if !yieldEdges(op.Region(i), nil, 0, yield) {
			return
		}
	}
}

// RegionEdgeFor implements [ir.ConditionalRegionBranch].
func (switchEdges) RegionEdgeFor(op, point *ir.Operation, constants []ir.Attribute) int {
	if point != op {
		return 0
	}
	value, known := constants[0].(*ir.IntegerAttr)
	if !known {
		return -1
	}
	return 1 + slices.Index(IndexSwitch{op}.Cases(), value.Int64())
}

func verifyIndexSwitch(op *ir.Operation) error {
	cases := IndexSwitch{op}.Cases()
	if len(cases) != op.NumRegions()-1 {
		return op.Errorf("has %d case regions but %d case values", op.NumRegions()-1, len(cases))
	}
	seen := make(map[int64]bool, len(cases))
	for _, v := range cases {
		if seen[v] {
			return op.Errorf("has duplicate case value: %d", v)
		}
		seen[v] = true
	}
	for i := range op.NumRegions() {
		if err := verifySwitchRegion(op, i); err != nil {
			return err
		}
	}
	return nil
}

func verifySwitchRegion(op *ir.Operation, i int) error {
	name := "default region"
	if i > 0 {
		name = fmt.Sprintf("case region #%d", i-1)
	}
	yield := op.Region(i).Entry().Last()
	if !yield.Is(&Yield) {
		return op.Errorf("expected region to end with scf.yield, but got %s", yield.Name())
	}
	if yield.NumOperands() != op.NumResults() {
		return op.Errorf("expected each region to return %d values, but %s returns %d", op.NumResults(), name,
			yield.NumOperands()).Note(yield.Loc(), "see yield operation here")
	}
	for k, result := range op.Results() {
		if t := yield.Operand(k).Type(); t != result.Type() {
			return op.Errorf("expected result #%d of each region to be %s", k, ir.Quote(result.Type())).
				Note(yield.Loc(), "%s returns %s here", name, ir.Quote(t))
		}
	}
	return nil
}

func parseIndexSwitch(p ir.OpParser, st *ir.OpState) {
	arg := p.Operand()
	st.Operands = append(st.Operands, p.Resolve(arg, p.Context().Index()))
	p.AttrDict(st)
	if p.TryLiteral("->") {
		st.Types = p.Types()
	}
	var cases []int64
	for p.TryLiteral("case") {
		cases = append(cases, p.Int64())
		p.Region(st)
	}
	p.Literal("default")
	p.EnsureTerminator(st, p.Region(st))
	if p.Failed() {
		return
	}
	n := len(st.Regions) - 1
	byDefault := st.Regions[n]
	copy(st.Regions[1:], st.Regions[:n])
	st.Regions[0] = byDefault
	st.SetInherent(casesAttr, p.Context().DenseI64(cases...))
}

func printIndexSwitch(p ir.OpPrinter, op *ir.Operation) {
	p.Text(" ")
	p.Operand(op.Operand(0))
	p.AttrDict(op, casesAttr)
	if op.NumResults() > 0 {
		p.Text(" -> ")
		p.Types(op.ResultTypes())
	}
	p.Text(" ")
	for i, v := range (IndexSwitch{op}).Cases() {
		p.Newline()
		p.Text("case ")
		p.Int(v)
		p.Text(" ")
		p.Region(op.Region(i+1), false, true)
	}
	p.Newline()
	p.Text("default ")
	end := op.Region(0).Entry().Last()
	p.Region(op.Region(0), true, end.NumOperands() > 0 || end.Attrs() != nil)
}
