package scf

import (
	"github.com/girih-ir/girih/dialects/cf"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/rewrite"
	"github.com/girih-ir/girih/rewrite/regionbranch"
)

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
