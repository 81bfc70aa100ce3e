package control

import (
	"slices"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/threads/internal/emit"
)

// For lowers scf.for to a block that tests the counter, the body, and the block after the loop. Carried tensors are
// arguments of the block with the test, one for each register. Two 16-bit floats share an argument. A tensor with equal
// elements has one argument.
func For(c *emit.Code, op *ir.Operation) error {
	f := scf.For{Operation: op}
	head, body, after := c.NewBlock(), c.NewBlock(), c.NewBlock()
	equal := c.Splats.Carried(f)
	start := append([]*ir.Value{c.Element(f.LowerBound(), 0)}, carried(c, f.Inits(), equal)...)
	for _, v := range start {
		head.AddArg(c.Ctx, v.Type(), op.Loc())
	}
	llvm.NewBr(c.B, head, start...)

	c.B.AtEnd(head)
	c.Values.Set(f.InductionVar(), head.Args()[:1])
	var registers []*ir.Value
	rest := head.Args()[1:]
	for i, v := range f.IterArgs() {
		like := c.Values.Get(f.Inits()[i])
		if equal[i] {
			c.Values.Set(v, slices.Repeat(rest[:1], len(like)))
			rest = rest[1:]
			continue
		}
		registers, rest = c.FromWords(rest, like)
		c.Values.Set(v, registers)
	}
	predicate := "slt"
	if f.IsUnsigned() {
		predicate = "ult"
	}
	more := c.Compare(predicate, head.Arg(0), c.Element(f.UpperBound(), 0))
	llvm.NewCondBr(c.B, more, body, nil, after, nil)

	c.B.AtEnd(body)
	c.CarryAccesses(op) // made by the previous iteration
	touched := slices.Clone(c.Accesses)
	if err := c.Block(f.Body()); err != nil {
		return err
	}
	next := c.Binary(&llvm.Add, head.Arg(0), c.Element(f.Step(), 0))
	back := llvm.NewBr(c.B, head, append([]*ir.Value{next}, carried(c, f.Yield().OperandValues(), equal)...)...)
	if a := unrolling(f, body); a != nil {
		back.SetAttr(llvm.LoopAnnotation, a)
	}

	c.B.AtEnd(after)
	c.Accesses = touched // the accesses before the last test
	for i, v := range op.Results() {
		c.Values.Set(v, c.Values.Get(f.IterArgs()[i]))
	}
	return nil
}

// carried returns the registers of values as loops carry them: one register for a tensor with equal elements.
func carried(c *emit.Code, values []*ir.Value, equal []bool) (out []*ir.Value) {
	for i, v := range values {
		if equal[i] {
			out = append(out, c.Element(v, 0))
			continue
		}
		out = append(out, c.Words(v)...)
	}
	return out
}

// If lowers scf.if to two blocks that branch to a third one, whose arguments are the registers of the results. A
// kernel's conditions are the same in all its threads, so barriers inside are safe.
func If(c *emit.Code, op *ir.Operation) error {
	after := c.NewBlock()
	ends := [2]*ir.Block{after, after}
	for i := range op.NumRegions() {
		if !op.Region(i).IsEmpty() {
			ends[i] = c.NewBlock()
		}
	}
	llvm.NewCondBr(c.B, c.Element(op.Operand(0), 0), ends[0], nil, ends[1], nil)
	touched := c.Accesses
	all := touched
	var results []*ir.Value
	for i := range op.NumRegions() {
		if op.Region(i).IsEmpty() {
			continue
		}
		c.B.AtEnd(ends[i])
		c.Accesses = slices.Clone(touched)
		if err := c.Block(op.Region(i).Entry()); err != nil {
			return err
		}
		all = emit.Join(all, c.Accesses)
		results = op.Region(i).Entry().Last().OperandValues()
		flat := c.Flat(results)
		if after.NumArgs() == 0 {
			for _, v := range flat {
				after.AddArg(c.Ctx, v.Type(), op.Loc())
			}
		}
		llvm.NewBr(c.B, after, flat...)
	}
	c.Accesses = all
	c.B.AtEnd(after)
	c.Unflatten(op.ResultValues(), results, after.Args())
	return nil
}

// Barrier makes all threads wait for each other.
func Barrier(c *emit.Code, _ *ir.Operation) error {
	c.Barrier()
	return nil
}
