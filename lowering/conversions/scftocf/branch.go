package scftocf

import (
	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/cf"
	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/rewrite/conversion"
)

// convertIf inlines both regions between the halves of the block.
func convertIf(rw *conversion.Rewriter, op *ir.Operation, operands conversion.Operands) error {
	before := op.Block()
	after := rw.SplitBlock(op)
	resume := after
	if op.NumResults() > 0 {
		resume = rw.CreateBlock(before.Region(), before, op.ResultTypes(), op.Loc())
		cf.NewBranch(rw.Builder, after)
	}
	then := op.Region(0).Entry()
	last := inline(rw, op.Region(0), resume, before)
	otherwise := resume
	if !op.Region(1).IsEmpty() {
		otherwise = op.Region(1).Entry()
		inline(rw, op.Region(1), resume, last)
	}
	rw.AtEnd(before)
	cf.NewCondBranch(rw.Builder, operands.One(0), then, nil, otherwise, nil)
	rw.Replace(op, resume.Args()[:op.NumResults()]...)
	return nil
}

// convertExecuteRegion inlines the region between the halves of the block.
func convertExecuteRegion(rw *conversion.Rewriter, op *ir.Operation, _ conversion.Operands) error {
	before := op.Block()
	after := splitForResults(rw, op)
	entry := op.Region(0).Entry()
	inline(rw, op.Region(0), after, before)
	rw.AtEnd(before)
	cf.NewBranch(rw.Builder, entry)
	rw.Replace(op, after.Args()...)
	return nil
}

// convertIndexSwitch inlines the regions of all cases between the halves of the block, and the default's last. The
// value is compared as an i32, since that is what cf.switch compares with.
func convertIndexSwitch(rw *conversion.Rewriter, op *ir.Operation, operands conversion.Operands) error {
	s := scf.IndexSwitch{Operation: op}
	before := op.Block()
	after := splitForResults(rw, op)
	values := s.Cases()
	cases := make([]cf.Case, len(values))
	last := before
	for i, v := range values {
		if int64(int32(v)) != v {
			return rw.Refuse("case %d does not fit in 32 bits", v)
		}
		cases[i] = cf.Case{Value: v, Dest: s.Case(i)}
		rw.SetLoc(s.Case(i).Last().Loc())
		last = inline(rw, op.Region(i+1), after, last)
	}
	otherwise := s.Default()
	rw.SetLoc(otherwise.Last().Loc())
	inline(rw, op.Region(0), after, last)
	rw.AtEnd(before)
	rw.SetLoc(op.Loc())
	flag := rw.Create(castState(rw, operands.One(0))).Result(0)
	cf.NewSwitch(rw.Builder, flag, otherwise, nil, cases...)
	rw.Replace(op, after.Args()...)
	return nil
}

func castState(rw *conversion.Rewriter, v *ir.Value) *ir.OpState {
	st := rw.State(&arith.IndexCast)
	st.Operands = []*ir.Value{v}
	st.Types = []ir.Type{rw.Context().I(32)}
	return st
}

// splitForResults splits the block at op; the second half receives op's results as arguments.
func splitForResults(rw *conversion.Rewriter, op *ir.Operation) *ir.Block {
	after := rw.SplitBlock(op)
	for _, t := range op.ResultTypes() {
		after.AddArg(rw.Context(), t, op.Loc())
	}
	return after
}

// inline moves the blocks of a region to behind another block, has every scf.yield in them branch to a block with its
// operands, and returns the last one.
func inline(rw *conversion.Rewriter, r *ir.Region, to, behind *ir.Block) *ir.Block {
	last := r.Last()
	for b := range r.Blocks() {
		if end := b.Last(); end != nil && end.Is(&scf.Yield) {
			rw.AtEnd(b)
			cf.NewBranch(rw.Builder, to, end.OperandValues()...)
			rw.Erase(end)
		}
	}
	rw.MoveRegion(r, behind.Region(), behind)
	return last
}
