package scf

import (
	"github.com/girih-ir/girih/dialects/cf"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
	"github.com/girih-ir/girih/rewrite"
	"github.com/girih-ir/girih/rewrite/regionbranch"
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

func init() { // here, since patterns refer to the definitions that they belong to
	rewrite.Canonicalize(&ExecuteRegion,
		&rewrite.Pattern{Name: "scf.execute_region.inline-block", Rewrite: inlineSingleBlock},
		&rewrite.Pattern{Name: "scf.execute_region.inline-blocks", Rewrite: inlineBlocks},
	)
	regionbranch.Canonicalize(&ExecuteRegion)
	rewrite.Canonicalize(&IndexSwitchOp, &rewrite.Pattern{Name: "scf.index_switch.constant", Rewrite: inlineConstantCase})
	regionbranch.Canonicalize(&IndexSwitchOp)
}

// inlineSingleBlock replaces an scf.execute_region of one block by its contents.
func inlineSingleBlock(rw *rewrite.Rewriter, op *ir.Operation) bool {
	if !op.Region(0).HasOneBlock() || op.Inherent(noInline) != nil || !op.Region(0).Entry().Last().Is(&Yield) {
		return false
	}
	replaceWithRegion(rw, op, op.Region(0))
	return true
}

// inlineBlocks inlines the blocks of an scf.execute_region if the region around it may have several blocks.
func inlineBlocks(rw *rewrite.Rewriter, op *ir.Operation) bool {
	parent := op.Parent()
	if op.Inherent(noInline) != nil || parent == nil || !holdsBlocks(parent) {
		return false
	}
	before := op.Block()
	after := rw.SplitBlock(op)
	rw.AtEnd(before)
	cf.NewBranch(rw.Builder, op.Region(0).Entry())
	for b := range op.Region(0).Blocks() {
		end := b.Last()
		if end == nil || !end.Is(&Yield) {
			continue
		}
		rw.Before(end)
		rw.SetLoc(end.Loc())
		cf.NewBranch(rw.Builder, after, end.OperandValues()...)
		rw.Erase(end)
	}
	rw.InlineRegionBefore(op.Region(0), after)
	var results []*ir.Value
	for _, r := range op.Results() {
		results = append(results, after.AddArg(rw.Context(), r.Type(), op.Loc()))
	}
	rw.Replace(op, results...)
	return true
}

// holdsBlocks reports whether the regions of op may have several blocks. It is known for functions and for
// scf.execute_region.
func holdsBlocks(op *ir.Operation) bool {
	return op.Is(&ExecuteRegion) || op.HasTrait(ir.IsolatedFromAbove) && ir.CallableRegionOf(op) != nil
}

// inlineConstantCase replaces an scf.index_switch on a constant by the contents of the region that runs.
func inlineConstantCase(rw *rewrite.Rewriter, op *ir.Operation) bool {
	value := constantIndex(op.Operand(0))
	if value == ir.Dynamic && ir.ConstantOf(op.Operand(0)) == nil {
		return false
	}
	chosen := 0
	for i, c := range (IndexSwitch{op}).Cases() {
		if c == value {
			chosen = i + 1
			break
		}
	}
	replaceWithRegion(rw, op, op.Region(chosen))
	return true
}
