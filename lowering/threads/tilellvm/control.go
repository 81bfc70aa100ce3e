package tilellvm

import (
	"slices"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/ir"
)

// loop becomes a block that tests the counter, the body, and the block after the loop. Carried tensors are arguments of
// the test's block, one for each register.
func (c *converter) loop(op *ir.Operation) error {
	f := scf.For{Operation: op}
	head, body, after := c.newBlock(), c.newBlock(), c.newBlock()
	start := append([]*ir.Value{c.element(f.LowerBound(), 0)}, c.flat(f.Inits())...)
	for _, v := range start {
		head.AddArg(c.ctx, v.Type(), op.Loc())
	}
	llvm.NewBr(c.b, head, start...)

	c.b.AtEnd(head)
	c.values[f.InductionVar()] = head.Args()[:1]
	carried := c.unflatten(f.IterArgs(), f.Inits(), head.Args()[1:])
	predicate := "slt"
	if f.IsUnsigned() {
		predicate = "ult"
	}
	more := c.compare(predicate, head.Arg(0), c.element(f.UpperBound(), 0))
	llvm.NewCondBr(c.b, more, body, nil, after, nil)

	c.b.AtEnd(body)
	c.carry(op) // by the iteration before
	touched := slices.Clone(c.touched)
	if err := c.block(f.Body()); err != nil {
		return err
	}
	next := c.binary(&llvm.Add, head.Arg(0), c.element(f.Step(), 0))
	llvm.NewBr(c.b, head, append([]*ir.Value{next}, c.flat(f.Yield().OperandValues())...)...)

	c.b.AtEnd(after)
	c.touched = touched // what the last test followed
	for i, v := range op.Results() {
		c.values[v] = carried[i]
	}
	return nil
}

// branches becomes two blocks that meet in one whose arguments are the results, one for each register. A kernel's
// conditions are the same in all its threads, so barriers inside are safe.
func (c *converter) branches(op *ir.Operation) error {
	after := c.newBlock()
	ends := [2]*ir.Block{after, after}
	for i := range op.NumRegions() {
		if !op.Region(i).IsEmpty() {
			ends[i] = c.newBlock()
		}
	}
	llvm.NewCondBr(c.b, c.element(op.Operand(0), 0), ends[0], nil, ends[1], nil)
	touched := c.touched
	all := touched
	var results []*ir.Value
	for i := range op.NumRegions() {
		if op.Region(i).IsEmpty() {
			continue
		}
		c.b.AtEnd(ends[i])
		c.touched = slices.Clone(touched)
		if err := c.block(op.Region(i).Entry()); err != nil {
			return err
		}
		all = join(all, c.touched)
		results = op.Region(i).Entry().Last().OperandValues()
		flat := c.flat(results)
		if after.NumArgs() == 0 {
			for _, v := range flat {
				after.AddArg(c.ctx, v.Type(), op.Loc())
			}
		}
		llvm.NewBr(c.b, after, flat...)
	}
	c.touched = all
	c.b.AtEnd(after)
	c.unflatten(op.ResultValues(), results, after.Args())
	return nil
}

// flat lists what the thread holds of several values.
func (c *converter) flat(values []*ir.Value) (out []*ir.Value) {
	for _, v := range values {
		out = append(out, c.values[v]...)
	}
	return out
}

// unflatten gives values what the thread holds of them, in the order of flat, by the example of others of the same types.
func (c *converter) unflatten(values, like, flat []*ir.Value) [][]*ir.Value {
	var groups [][]*ir.Value
	for i, v := range values {
		n := len(c.values[like[i]])
		c.values[v] = flat[:n]
		groups = append(groups, flat[:n])
		flat = flat[n:]
	}
	return groups
}
