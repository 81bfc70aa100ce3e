package tilellvm

import (
	"slices"

	"github.com/girih-ir/girih/dialects/cf"
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/ir"
)

// blocks converts the blocks of a region that can be reached, the first one where the builder is, each of the others
// into a block with an argument for each register of its arguments. finish converts terminators that leave the region.
func (c *converter) blocks(r *ir.Region, finish func(end *ir.Operation)) error {
	starts := map[*ir.Block]*ir.Block{}
	for b := range ir.NewDominance().Preorder(r) {
		if b.IsEntry() {
			continue
		}
		start := c.newBlock()
		starts[b] = start
		for _, arg := range b.Args() {
			if err := c.blockArgument(r.ParentOp(), start, arg); err != nil {
				return err
			}
		}
	}
	var before map[*ir.Block][]touch
	outside, branches := slices.Clone(c.touched), !r.HasOneBlock()
	if branches {
		before = c.before(r)
	}
	for b := range ir.NewDominance().Preorder(r) {
		if start, ok := starts[b]; ok {
			c.b.AtEnd(start)
		}
		if !b.IsEntry() { // what was done on some way to the block
			c.touched = join(outside, before[b])
		}
		if err := c.block(b); err != nil {
			return err
		}
		end := b.Last()
		c.b.SetLoc(end.Loc())
		if end.NumSuccessors() == 0 {
			finish(end)
		} else if err := c.jump(end, starts); err != nil {
			return err
		}
	}
	return nil
}

// blockArgument adds the registers of a block's argument to the block that it becomes.
func (c *converter) blockArgument(op *ir.Operation, to *ir.Block, arg *ir.Value) error {
	t, err := c.scalar(op, arg.Type())
	if err != nil {
		return err
	}
	l, err := c.linear(op, arg.Type())
	if err != nil {
		return err
	}
	registers := make([]*ir.Value, registerCount(l))
	for i := range registers {
		registers[i] = to.AddArg(c.ctx, t, arg.Loc())
	}
	c.values[arg] = registers
	return nil
}

// jump converts a branch between blocks. A kernel's conditions are the same in all its threads.
func (c *converter) jump(end *ir.Operation, starts map[*ir.Block]*ir.Block) error {
	edges, ok := ir.InterfaceOf[ir.Branch](end)
	if !ok {
		return noRule(end)
	}
	to := make([]*ir.Block, end.NumSuccessors())
	args := make([][]*ir.Value, end.NumSuccessors())
	for i := range to {
		first, last := edges.SuccessorOperands(end, i)
		to[i], args[i] = starts[end.Successor(i)], c.flat(end.OperandRange(first, last))
	}
	switch {
	case end.Is(&cf.Branch):
		llvm.NewBr(c.b, to[0], args[0]...)
	case end.Is(&cf.CondBranch):
		llvm.NewCondBr(c.b, c.element(end.Operand(0), 0), to[0], args[0], to[1], args[1])
	case end.Is(&cf.Switch):
		c.chain(c.element(end.Operand(0), 0), cf.CaseValues(end), to, args)
	default:
		return noRule(end)
	}
	return nil
}

// chain compares a flag with one case after the other, of which the first that is equal decides; successor 0 is for none.
// Compilers make a switch of such chains.
func (c *converter) chain(flag *ir.Value, cases []int64, to []*ir.Block, args [][]*ir.Value) {
	for i, v := range cases {
		next, nextArgs := to[0], args[0]
		if i+1 < len(cases) {
			next, nextArgs = c.newBlock(), nil
		}
		llvm.NewCondBr(c.b, c.compare("eq", flag, c.number(flag.Type(), v)), to[i+1], args[i+1], next, nextArgs)
		c.b.AtEnd(next)
	}
	if len(cases) == 0 {
		llvm.NewBr(c.b, to[0], args[0]...)
	}
}

// while becomes the blocks of its two regions, the second of which leads back to the first.
func (c *converter) while(op *ir.Operation) error {
	loop := scf.While{Operation: op}
	head, body, after := c.newBlock(), c.newBlock(), c.newBlock()
	llvm.NewBr(c.b, head, c.flat(op.OperandValues())...)
	for _, arg := range loop.Before().Args() {
		if err := c.blockArgument(op, head, arg); err != nil {
			return err
		}
	}
	c.b.AtEnd(head)
	c.carry(op) // by the iteration before
	if err := c.block(loop.Before()); err != nil {
		return err
	}
	condition := loop.Condition()
	passed := c.flat(condition.OperandValues()[1:])
	for i, v := range op.Results() {
		for _, one := range []struct {
			in  *ir.Block
			arg *ir.Value
		}{{body, loop.After().Arg(i)}, {after, v}} {
			if err := c.blockArgument(op, one.in, one.arg); err != nil {
				return err
			}
		}
	}
	llvm.NewCondBr(c.b, c.element(condition.Operand(0), 0), body, passed, after, passed)

	c.b.AtEnd(body)
	touched := slices.Clone(c.touched)
	if err := c.block(loop.After()); err != nil {
		return err
	}
	llvm.NewBr(c.b, head, c.flat(loop.After().Last().OperandValues())...)
	c.b.AtEnd(after)
	c.touched = touched
	return nil
}

// indexSwitch becomes a block for each region, which meet in one whose arguments are the results.
func (c *converter) indexSwitch(op *ir.Operation) error {
	after := c.newBlock()
	for _, v := range op.Results() {
		if err := c.blockArgument(op, after, v); err != nil {
			return err
		}
	}
	starts := make([]*ir.Block, op.NumRegions())
	for i := range starts {
		starts[i] = c.newBlock()
	}
	c.chain(c.element(op.Operand(0), 0), scf.IndexSwitch{Operation: op}.Cases(), starts, make([][]*ir.Value, len(starts)))
	touched, all := c.touched, []touch(nil)
	for i, start := range starts {
		c.b.AtEnd(start)
		c.touched = slices.Clone(touched)
		if err := c.block(op.Region(i).Entry()); err != nil {
			return err
		}
		all = join(all, c.touched)
		llvm.NewBr(c.b, after, c.flat(op.Region(i).Entry().Last().OperandValues())...)
	}
	c.touched = all
	c.b.AtEnd(after)
	return nil
}

// executeRegion becomes its blocks; those that leave it meet in one whose arguments are the results.
func (c *converter) executeRegion(op *ir.Operation) error {
	after := c.newBlock()
	for _, v := range op.Results() {
		if err := c.blockArgument(op, after, v); err != nil {
			return err
		}
	}
	touched := join(c.touched, c.touchesIn(op, false))
	err := c.blocks(op.Region(0), func(end *ir.Operation) {
		llvm.NewBr(c.b, after, c.flat(end.OperandValues())...)
	})
	c.b.AtEnd(after)
	c.touched = touched
	return err
}
