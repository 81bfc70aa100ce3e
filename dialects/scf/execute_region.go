package scf

import (
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
)

const noInline = "no_inline"

// ExecuteRegion defines `scf.execute_region`: a region of any number of blocks runs once.
var ExecuteRegion = ir.OpDef{
	Name:          "scf.execute_region",
	Summary:       "operation that executes its region exactly once",
	Results:       []ir.ValueDef{{Name: "", Type: constraints.AnyType, Arity: ir.Variadic}},
	Attrs:         []ir.OpAttr{{Name: noInline, Attr: constraints.Unit, Optional: true}},
	Regions:       []ir.RegionDef{{Name: "region", Summary: "any region"}},
	Traits:        ir.RecursiveMemoryEffects,
	Parse:         parseExecuteRegion,
	Print:         printExecuteRegion,
	Verify:        verifyExecuteRegion,
	VerifyRegions: func(op *ir.Operation) error { return ir.VerifyRegionBranch(op, executeEdges{}) },
	Interfaces:    []any{executeEdges{}},
}

type executeEdges struct{}

// RegionEdges implements [ir.RegionBranch].
func (executeEdges) RegionEdges(op *ir.Operation, yield func(ir.RegionEdge) bool) {
	_ = yield(ir.RegionEdge{Point: op, Successor: op.Region(0)}) && yieldEdges(op.Region(0), nil, 0, yield)
}

func verifyExecuteRegion(op *ir.Operation) error {
	entry := op.Region(0).Entry()
	if entry == nil {
		return op.Errorf("region needs to have at least one block")
	}
	if entry.NumArgs() > 0 {
		return op.Errorf("region cannot have any arguments")
	}
	return nil
}

func parseExecuteRegion(p ir.OpParser, st *ir.OpState) {
	st.Types = p.TryArrowTypes()
	if p.TryLiteral(noInline) {
		st.SetInherent(noInline, p.Context().Unit())
	}
	p.Region(st)
	p.AttrDict(st)
}

func printExecuteRegion(p ir.OpPrinter, op *ir.Operation) {
	p.ArrowTypes(op.ResultTypes())
	p.Text(" ")
	if op.Inherent(noInline) != nil {
		p.Text(noInline + " ")
	}
	p.Region(op.Region(0), false, true)
	p.AttrDict(op, noInline)
}
