package producer

import (
	"slices"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/ir"
)

// A warp group that has the tensor cores for itself must not wait for the products of a step before it begins those of
// the next one:
//
//	for k { await slot k; begin products of k; wait for those of k - 1; release slot k - 1 }
//	wait for the last products; release the last slot

// pending is what a step of a loop does when its products have ended.
type pending struct {
	wait     *ir.Operation
	arrivals []*ir.Operation // that release slots, each in a block for one thread of each warp
	// sums has the arguments of the loop that pass on each element of each operand of the wait.
	sums [][]*ir.Value
}

// findPending returns nil if the steps of a tile do more than to add up products and to release slots, or know where
// slots are only behind the products.
func (p *pingPong) findPending() *pending {
	var found pending
	var commit *ir.Operation
	for b := range p.steps.blocks {
		for op := range b.Ops() {
			switch op.Def() {
			case &tilegpu.AwaitProducts:
				found.wait = op
			case &nvvm.WgmmaCommit:
				if commit != nil {
					return nil
				}
				commit = op
			case &nvvm.MbarrierArrive:
				if p.releaser(op) == nil {
					return nil
				}
				found.arrivals = append(found.arrivals, op)
			}
		}
	}
	at := found.wait.Block()
	around := reached(p.steps.body, map[*ir.Block]bool{at: true, p.steps.head: true}, successors)
	around[p.steps.body] = at != p.steps.body
	if commit == nil || commit.Block() != at || tilegpu.PendingOf(found.wait) != 0 || around[p.steps.back.Block()] {
		return nil
	}
	for _, op := range found.arrivals {
		if around[op.Block()] {
			return nil
		}
	}
	added := make(map[*ir.Value]bool)
	for i, v := range found.wait.Results() {
		args := p.passedOn(v)
		if args == nil {
			return nil
		}
		found.sums = append(found.sums, args)
		for j := range args {
			if args[j] == nil || found.wait.Operand(i).Type() != v.Type() || !p.isOnlyAddedTo(args[j], added) {
				return nil
			}
		}
	}
	return &found
}

// releaser returns the branch to the block with an arrival, which only the lanes with a condition that is known before
// the loop execute; nil if there is none.
func (p *pingPong) releaser(arrival *ir.Operation) (branch *ir.Operation) {
	b := arrival.Block()
	for op := range b.Ops() {
		if !ir.HasNoEffect(op) && op != arrival && op != b.Last() {
			return nil
		}
	}
	for end := range b.Predecessors() {
		branch = end
	}
	if b.NumPredecessors() != 1 || b.NumArgs() > 0 || !branch.Is(&llvm.CondBr) || branch.Successor(0) != b ||
		!b.Last().Is(&llvm.Br) || b.Last().Successor(0) != branch.Successor(1) ||
		!newBefore(p.steps.blocks).has(branch.Operand(0)) {
		return nil
	}
	return branch
}

// passedOn returns the arguments of the loop over steps that get the elements of a structure. It returns nil if
// anything else uses them.
func (p *pingPong) passedOn(v *ir.Value) []*ir.Value {
	t := v.Type().(*llvm.StructType)
	args := make([]*ir.Value, len(t.Fields))
	for use := range v.Uses() {
		element := use.Owner()
		if !element.Is(&llvm.ExtractValue) || !element.Result(0).HasOneUse() {
			return nil
		}
		next := element.Result(0).FirstUse()
		position := llvm.Position(element)
		if next.Owner() != p.steps.back || len(position) != 1 {
			return nil
		}
		args[position[0]] = p.steps.head.Arg(next.Index())
	}
	return args
}

// isOnlyAddedTo reports whether a step does nothing with a sum but add products to it. The products of the step before
// it may still be running, and only further products may follow them before they have ended. known has the values of
// which that has been found out.
func (p *pingPong) isOnlyAddedTo(sum *ir.Value, known map[*ir.Value]bool) bool {
	if known[sum] {
		return true
	}
	for use := range sum.Uses() {
		op := use.Owner()
		if !p.steps.blocks[op.Block()] {
			continue
		}
		next := (*ir.Value)(nil)
		switch op.Def() {
		case &tilegpu.AwaitProducts:
			continue
		case &llvm.InsertValue, &nvvm.WgmmaMMAAsync, &tilegpu.RegisterProduct:
			next = op.Result(0)
		case &tilegpu.FenceRegisters:
			next = op.Result(use.Index())
		}
		if next == nil || !p.isOnlyAddedTo(next, known) {
			return false
		}
	}
	known[sum] = true
	return true
}

// postpone has each step wait for the products of the step before it, and release the slots of that one. It returns the
// first block behind the steps whose products have all ended. begun is called where products have begun.
func (p *pingPong) postpone(begun func(b *ir.Builder)) *ir.Operation {
	ctx := p.Context()
	b := ir.NewBuilder(ctx)
	b.SetLoc(p.pending.wait.Loc())
	steps, i1 := p.steps, ctx.Bool(true).Type()
	p.pending.wait.SetAttr("pending", ctx.Integer(ctx.I(32), 1))

	enter, back := steps.enter.OperandValues(), steps.back.OperandValues()
	running := steps.head.AddArg(ctx, i1, p.pending.wait.Loc()) // whether products of an earlier step are running
	enter = append(enter, llvm.NewConstant(b.Before(steps.enter), ctx.Bool(false)))
	back = append(back, llvm.NewConstant(b.Before(steps.back), ctx.Bool(true)))
	var slots, conditions []*ir.Value
	for _, op := range p.pending.arrivals {
		slot, branch := op.Operand(0), p.releaser(op)
		for inner := op.Block().First(); inner != op; inner = op.Block().First() {
			inner.MoveBefore(branch)
		}
		before := steps.head.AddArg(ctx, slot.Type(), op.Loc())
		enter = append(enter, llvm.NewPoison(b.Before(steps.enter), slot.Type()))
		back, slots, conditions = append(back, slot), append(slots, before), append(conditions, branch.Operand(0))
		op.SetOperand(0, before)
		both := b.Before(branch).Build(&llvm.And, []*ir.Value{branch.Operand(0), running}).Result(0)
		branch.SetOperand(0, both)
	}
	ir.SetSuccessorOperands(steps.enter, 0, enter)
	ir.SetSuccessorOperands(steps.back, 0, back)

	rest := steps.exit.First()
	b.Before(rest)
	begun(b)
	p.awaitLast(b)
	var computed ir.Mapping
	for i, slot := range slots {
		condition := newBefore(steps.blocks).compute(b, conditions[i], &computed)
		both := b.Build(&llvm.And, []*ir.Value{condition, running}).Result(0)
		when(b, both, rest, func() { b.Build(&nvvm.MbarrierArrive, []*ir.Value{slot}) })
		b.Before(rest)
	}
	return rest
}

// awaitLast waits for all products behind the loop over steps.
func (p *pingPong) awaitLast(b *ir.Builder) {
	var running []*ir.Value
	var inserts []*ir.Operation
	for i, args := range p.pending.sums {
		v := llvm.NewPoison(b, p.pending.wait.Result(i).Type())
		for j, arg := range args {
			v = llvm.NewInsertValue(b, v, arg, int64(j))
			inserts = append(inserts, v.DefiningOp())
		}
		running = append(running, v)
	}
	for i, v := range tilegpu.NewAwaitProducts(b, 0, running) {
		for j, arg := range p.pending.sums[i] {
			arg.ReplaceUsesIf(llvm.NewExtractValue(b, v, int64(j)), func(use *ir.Operand) bool {
				return !p.steps.blocks[use.Owner().Block()] && !slices.Contains(inserts, use.Owner())
			})
		}
	}
}

// when has threads do something in front of an operation under a condition. Behind it, rest begins a block.
func when(b *ir.Builder, condition *ir.Value, rest *ir.Operation, do func()) {
	from := rest.Block()
	behind := from.SplitBefore(rest)
	then := new(ir.Block)
	from.Region().InsertAfter(then, from)
	llvm.NewCondBr(b.AtEnd(from), condition, then, nil, behind, nil)
	b.AtEnd(then)
	do()
	llvm.NewBr(b.AtEnd(then), behind)
}
