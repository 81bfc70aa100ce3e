package emit

import (
	"fmt"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/ir"
)

// When emits the code of then, which only threads for which cond holds execute. A nil cond stands for true. In these
// threads the results are those of then; in the others they are the values of otherwise.
func (c *Code) When(cond *ir.Value, otherwise []*ir.Value, then func() []*ir.Value) []*ir.Value {
	if cond == nil {
		return then()
	}
	inside, after := c.NewBlock(), c.NewBlock()
	c.Divergent(inside)
	for _, v := range otherwise {
		after.AddArg(c.Ctx, v.Type(), c.B.Loc())
	}
	llvm.NewCondBr(c.B, cond, inside, nil, after, otherwise)
	c.B.AtEnd(inside)
	llvm.NewBr(c.B, after, then()...)
	c.B.AtEnd(after)
	return after.Args()
}

// Either emits the code of two functions: then for the threads for which cond holds, otherwise for the others.
func (c *Code) Either(cond *ir.Value, then, otherwise func()) {
	yes, no, after := c.NewBlock(), c.NewBlock(), c.NewBlock()
	c.Divergent(yes, no)
	llvm.NewCondBr(c.B, cond, yes, nil, no, nil)
	for _, side := range []struct {
		block *ir.Block
		do    func()
	}{{yes, then}, {no, otherwise}} {
		c.B.AtEnd(side.block)
		side.do()
		llvm.NewBr(c.B, after)
	}
	c.B.AtEnd(after)
}

// NewBlock appends a block to the function. All threads that execute the current block may execute the new one.
func (c *Code) NewBlock() *ir.Block {
	b := c.Fn.Region(0).AppendNew()
	if from := c.scratch.enters[c.B.Block()]; from != nil {
		c.scratch.enters[b] = from
	}
	return b
}

// OnlySomeThreads reports whether perhaps only some threads execute the current block.
func (c *Code) OnlySomeThreads() bool { return c.scratch.enters[c.B.Block()] != nil }

// Divergent records that only some of the threads that execute the current block enter the given new blocks.
func (c *Code) Divergent(blocks ...*ir.Block) {
	for _, b := range blocks {
		c.scratch.enters[b] = c.B.Block()
	}
}

// UniqueName returns a name that no symbol of the module has.
func (c *Code) UniqueName(base string) string {
	module := c.Fn.Parent()
	for i := 0; ; i++ {
		if name := fmt.Sprintf("%s_%d", base, i); ir.LookupSymbol(module, name) == nil {
			return name
		}
	}
}

// Repeat builds a loop. Its counter begins at start, next computes the next value, and the loop runs while more holds.
func (c *Code) Repeat(start *ir.Value, more func(v *ir.Value) *ir.Value, next func(v *ir.Value) *ir.Value,
	body func(v *ir.Value)) {
	c.counted(c.NewBlock(), c.NewBlock(), c.NewBlock(), start, more, next, body)
}

// ShareOut builds a loop that divides the numbers below n among the threads of the block. Some threads may have one
// number less than others.
func (c *Code) ShareOut(n int64, body func(v *ir.Value)) {
	threads := int64(c.Warps * tilegpu.WarpSize)
	head, inside, after := c.NewBlock(), c.NewBlock(), c.NewBlock()
	c.Divergent(head, inside)
	c.counted(head, inside, after, c.Thread, func(v *ir.Value) *ir.Value { return c.Compare("ult", v, c.I32(n)) },
		func(v *ir.Value) *ir.Value { return c.Binary(&llvm.Add, v, c.I32(threads)) }, body)
}

// counted builds a loop in three given blocks: the test, the body, and the block after the loop.
func (c *Code) counted(head, inside, after *ir.Block, start *ir.Value, more, next func(v *ir.Value) *ir.Value,
	body func(v *ir.Value)) {
	v := head.AddArg(c.Ctx, start.Type(), c.B.Loc())
	llvm.NewBr(c.B, head, start)
	c.B.AtEnd(head)
	llvm.NewCondBr(c.B, more(v), inside, nil, after, nil)
	c.B.AtEnd(inside)
	body(v)
	llvm.NewBr(c.B, head, next(v))
	c.B.AtEnd(after)
}

// Condition returns register r of a mask, or nil if mask is nil.
func (c *Code) Condition(mask *ir.Value, r int) *ir.Value {
	if mask == nil {
		return nil
	}
	return c.Element(mask, r)
}

// Otherwise returns register r of other, or an undefined value of type t if other is nil.
func (c *Code) Otherwise(other *ir.Value, r int, t ir.Type) *ir.Value {
	if other != nil {
		return c.Element(other, r)
	}
	st := c.B.State(&llvm.Undef)
	st.Types = append(st.Types, t)
	return c.B.Create(st).Result(0)
}
