package scftocf

import (
	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/cf"
	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/rewrite/conversion"
)

// convertIf splits the block at the scf.if, and inlines both regions between the two parts:
//
//	before -> then -> resume
//	before -> else -> resume
//
// resume is the rest of the block. If there are results, it is an extra block that has them as arguments.
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

// convertExecuteRegion splits the block at the operation, and inlines the region between the two parts.
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

// convertIndexSwitch splits the block at the operation, and inlines the regions of all cases, and finally of the
// default, between the two parts. The value is cast to i32 for cf.switch.
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

// splitForResults splits the block at op. The second part gets arguments for op's results.
func splitForResults(rw *conversion.Rewriter, op *ir.Operation) *ir.Block {
	after := rw.SplitBlock(op)
	for _, t := range op.ResultTypes() {
		after.AddArg(rw.Context(), t, op.Loc())
	}
	return after
}

// inline moves the blocks of a region to after the block behind, and returns the last one. It replaces every scf.yield
// in them by a branch to the block to.
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
