package scftocf

import (
	"slices"
	"strings"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/cf"
	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/rewrite/conversion"
)

// convertFor makes a block that compares the counter with the bound and branches. The loop's body branches back to it:
//
//	before -> condition(iv, carried...) -> body -> condition
//	          condition -> after
func convertFor(rw *conversion.Rewriter, op *ir.Operation, operands conversion.Operands) error {
	loop := scf.For{Operation: op}
	before := op.Block()
	after := rw.SplitBlock(op)
	condition := loop.Body()
	iv := condition.Arg(0)
	first := rw.SplitBlock(condition.First())
	last := op.Region(0).Last()
	rw.MoveRegion(op.Region(0), before.Region(), before)

	yield := last.Last()
	rw.AtEnd(last)
	stepped := rw.Build(&arith.AddI, []*ir.Value{iv, operands.One(2)}).Result(0)
	cf.NewBranch(rw.Builder, condition, append([]*ir.Value{stepped}, yield.OperandValues()...)...)
	rw.Erase(yield)

	rw.AtEnd(before)
	cf.NewBranch(rw.Builder, condition, append([]*ir.Value{operands.One(0)}, operands.Range(3, operands.Len())...)...)

	rw.AtEnd(condition)
	predicate := arith.SLT
	if loop.IsUnsigned() {
		predicate = arith.ULT
	}
	inside := arith.NewCmpI(rw.Builder, predicate, iv, operands.One(1))
	branch := cf.NewCondBranch(rw.Builder, inside, first, nil, after, nil)
	branch.SetAttrs(llvmAttrs(op))
	rw.Replace(op, condition.Args()[1:]...)
	return nil
}

// convertWhile inlines both regions. The second one branches back to the first one.
func convertWhile(rw *conversion.Rewriter, op *ir.Operation, operands conversion.Operands) error {
	loop := scf.While{Operation: op}
	start := op.Block()
	rest := rw.SplitBlock(op)
	before, after := loop.Before(), loop.After()
	lastBefore, lastAfter := op.Region(0).Last(), op.Region(1).Last()
	rw.MoveRegion(op.Region(0), start.Region(), start)
	rw.MoveRegion(op.Region(1), start.Region(), lastBefore)

	rw.AtEnd(start)
	cf.NewBranch(rw.Builder, before, operands.Values()...)
	condition, yield := lastBefore.Last(), lastAfter.Last()
	passed := condition.OperandValues()[1:]
	rw.AtEnd(lastBefore)
	rw.SetLoc(condition.Loc())
	cf.NewCondBranch(rw.Builder, condition.Operand(0), after, passed, rest, nil)
	rw.Erase(condition)
	rw.AtEnd(lastAfter)
	rw.SetLoc(yield.Loc())
	cf.NewBranch(rw.Builder, before, yield.OperandValues()...)
	rw.Erase(yield)
	rw.Replace(op, passed...)
	return nil
}

// convertDoWhile converts an scf.while whose second region only yields its arguments. The first region branches back to
// itself.
func convertDoWhile(rw *conversion.Rewriter, op *ir.Operation, operands conversion.Operands) error {
	loop := scf.While{Operation: op}
	after := loop.After()
	yield := after.Last()
	if after.First() != yield || !slices.Equal(yield.OperandValues(), after.Args()) {
		return rw.Refuse("its second region does more than pass on the values that it receives")
	}
	start := op.Block()
	rest := rw.SplitBlock(op)
	before, lastBefore := loop.Before(), op.Region(0).Last()
	rw.MoveRegion(op.Region(0), start.Region(), start)

	rw.AtEnd(start)
	cf.NewBranch(rw.Builder, before, operands.Values()...)
	condition := lastBefore.Last()
	passed := condition.OperandValues()[1:]
	rw.AtEnd(lastBefore)
	rw.SetLoc(condition.Loc())
	cf.NewCondBranch(rw.Builder, condition.Operand(0), before, passed, rest, nil)
	rw.Erase(condition)
	rw.Replace(op, passed...)
	return nil
}

// llvmAttrs returns the attributes of op whose values belong to dialect llvm, such as loop annotations. The branch of
// the converted loop gets them.
func llvmAttrs(op *ir.Operation) *ir.DictAttr {
	var kept *ir.DictAttr
	for _, a := range op.Attrs().All() {
		if strings.HasPrefix(a.Value.String(), "#llvm.") {
			kept = op.Context().With(kept, a.Name, a.Value)
		}
	}
	return kept
}
