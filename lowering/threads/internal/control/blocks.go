// Package control lowers loops, branches and calls: regions of scf and branches between blocks become blocks of the
// function. What a thread holds of a tensor becomes an argument for each register.
package control

import (
	"slices"

	"github.com/girih-ir/girih/dialects/cf"
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/threads/internal/emit"
)

// Blocks converts the reachable blocks of a region. The first one is built at the place of the builder. Each other one
// becomes a block with an argument for each register of its arguments. finish converts terminators that leave the
// region.
func Blocks(c *emit.Code, r *ir.Region, finish func(end *ir.Operation)) error {
	starts := map[*ir.Block]*ir.Block{}
	for b := range ir.NewDominance().Preorder(r) {
		if b.IsEntry() {
			continue
		}
		start := c.NewBlock()
		starts[b] = start
		for _, arg := range b.Args() {
			if err := blockArgument(c, r.ParentOp(), start, arg); err != nil {
				return err
			}
		}
	}
	var before map[*ir.Block][]emit.Access
	outside, branches := slices.Clone(c.Accesses), !r.HasOneBlock()
	if branches {
		before = c.AccessesBefore(r)
	}
	for b := range ir.NewDominance().Preorder(r) {
		if start, ok := starts[b]; ok {
			c.B.AtEnd(start)
		}
		if !b.IsEntry() { // the accesses made on some path to the block
			c.Accesses = emit.Join(outside, before[b])
		}
		if err := c.Block(b); err != nil {
			return err
		}
		end := b.Last()
		c.B.SetLoc(end.Loc())
		if end.NumSuccessors() == 0 {
			finish(end)
		} else if err := jump(c, end, starts); err != nil {
			return err
		}
	}
	return nil
}

// blockArgument adds arguments to a block, one for each register that a thread holds of the argument arg.
func blockArgument(c *emit.Code, op *ir.Operation, to *ir.Block, arg *ir.Value) error {
	t, err := c.Scalar(op, arg.Type())
	if err != nil {
		return err
	}
	l, err := c.Layout(op, arg.Type())
	if err != nil {
		return err
	}
	registers := make([]*ir.Value, emit.RegisterCount(l))
	for i := range registers {
		registers[i] = to.AddArg(c.Ctx, t, arg.Loc())
	}
	c.Values.Set(arg, registers)
	return nil
}

// jump converts a branch between blocks. The condition of a branch in a kernel is the same in all its threads.
func jump(c *emit.Code, end *ir.Operation, starts map[*ir.Block]*ir.Block) error {
	edges, ok := ir.InterfaceOf[ir.Branch](end)
	if !ok {
		return emit.NoRule(end)
	}
	to := make([]*ir.Block, end.NumSuccessors())
	args := make([][]*ir.Value, end.NumSuccessors())
	for i := range to {
		first, last := edges.SuccessorOperands(end, i)
		to[i], args[i] = starts[end.Successor(i)], c.Flat(end.OperandRange(first, last))
	}
	switch {
	case end.Is(&cf.Branch):
		llvm.NewBr(c.B, to[0], args[0]...)
	case end.Is(&cf.CondBranch):
		llvm.NewCondBr(c.B, c.Element(end.Operand(0), 0), to[0], args[0], to[1], args[1])
	case end.Is(&cf.Switch):
		if t := end.Operand(0).Type(); ir.BitWidth(t) > 64 {
			return end.Errorf("on %s has no conversion: the values of cases have 64 bits at most", ir.Quote(t))
		}
		chain(c, c.Element(end.Operand(0), 0), cf.CaseValues(end), to, args)
	default:
		return emit.NoRule(end)
	}
	return nil
}

// chain compares a flag with one case after the other, and branches to the first one that is equal. Successor 0 is the
// default. Compilers turn such a chain into a switch.
func chain(c *emit.Code, flag *ir.Value, cases []int64, to []*ir.Block, args [][]*ir.Value) {
	for i, v := range cases {
		next, nextArgs := to[0], args[0]
		if i+1 < len(cases) {
			next, nextArgs = c.NewBlock(), nil
		}
		llvm.NewCondBr(c.B, c.Compare("eq", flag, c.Number(flag.Type(), v)), to[i+1], args[i+1], next, nextArgs)
		c.B.AtEnd(next)
	}
	if len(cases) == 0 {
		llvm.NewBr(c.B, to[0], args[0]...)
	}
}

// While lowers scf.while to the blocks of its two regions. The second one branches back to the first.
func While(c *emit.Code, op *ir.Operation) error {
	loop := scf.While{Operation: op}
	head, body, after := c.NewBlock(), c.NewBlock(), c.NewBlock()
	llvm.NewBr(c.B, head, c.Flat(op.OperandValues())...)
	for _, arg := range loop.Before().Args() {
		if err := blockArgument(c, op, head, arg); err != nil {
			return err
		}
	}
	c.B.AtEnd(head)
	c.CarryAccesses(op) // made by the previous iteration
	if err := c.Block(loop.Before()); err != nil {
		return err
	}
	condition := loop.Condition()
	passed := c.Flat(condition.OperandValues()[1:])
	for i, v := range op.Results() {
		for _, one := range []struct {
			in  *ir.Block
			arg *ir.Value
		}{{body, loop.After().Arg(i)}, {after, v}} {
			if err := blockArgument(c, op, one.in, one.arg); err != nil {
				return err
			}
		}
	}
	llvm.NewCondBr(c.B, c.Element(condition.Operand(0), 0), body, passed, after, passed)

	c.B.AtEnd(body)
	touched := slices.Clone(c.Accesses)
	if err := c.Block(loop.After()); err != nil {
		return err
	}
	llvm.NewBr(c.B, head, c.Flat(loop.After().Last().OperandValues())...)
	c.B.AtEnd(after)
	c.Accesses = touched
	return nil
}

// IndexSwitch lowers scf.index_switch to a block for each region. All branch to one block, whose arguments are the
// results.
func IndexSwitch(c *emit.Code, op *ir.Operation) error {
	after := c.NewBlock()
	for _, v := range op.Results() {
		if err := blockArgument(c, op, after, v); err != nil {
			return err
		}
	}
	starts := make([]*ir.Block, op.NumRegions())
	for i := range starts {
		starts[i] = c.NewBlock()
	}
	chain(c, c.Element(op.Operand(0), 0), scf.IndexSwitch{Operation: op}.Cases(), starts, make([][]*ir.Value, len(starts)))
	touched, all := c.Accesses, []emit.Access(nil)
	for i, start := range starts {
		c.B.AtEnd(start)
		c.Accesses = slices.Clone(touched)
		if err := c.Block(op.Region(i).Entry()); err != nil {
			return err
		}
		all = emit.Join(all, c.Accesses)
		llvm.NewBr(c.B, after, c.Flat(op.Region(i).Entry().Last().OperandValues())...)
	}
	c.Accesses = all
	c.B.AtEnd(after)
	return nil
}

// ExecuteRegion lowers scf.execute_region to the blocks of its region. Those that leave the region branch to one block,
// whose arguments are the results.
func ExecuteRegion(c *emit.Code, op *ir.Operation) error {
	after := c.NewBlock()
	for _, v := range op.Results() {
		if err := blockArgument(c, op, after, v); err != nil {
			return err
		}
	}
	touched := emit.Join(c.Accesses, c.AccessesIn(op, false))
	err := Blocks(c, op.Region(0), func(end *ir.Operation) {
		llvm.NewBr(c.B, after, c.Flat(end.OperandValues())...)
	})
	c.B.AtEnd(after)
	c.Accesses = touched
	return err
}
