package tilellvm

import (
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/layout"
)

// histogram counts in shared memory, which threads update atomically, in words of 32 bits.
func (c *converter) histogram(op *ir.Operation) error {
	operands, results, err := c.layoutsOf(op)
	if err != nil {
		return err
	}
	t, err := c.scalar(op, op.Result(0).Type())
	if err != nil {
		return err
	}
	var mask *ir.Value
	if op.NumOperands() == 2 {
		mask = op.Operand(1)
		if tilegpu.EncodingOf(mask.Type()) != tilegpu.EncodingOf(op.Operand(0).Type()) {
			return op.Errorf("operand and mask must have the same layout")
		}
	}
	bins := elementCount(results[0])
	counts := c.scratch.buffers(c, []int64{bins * wordBytes})[0]
	c.shareOut(bins, func(bin *ir.Value) { c.scratch.store(c, counts, bin, c.i32(0)) })
	c.barrier()
	c.count(counts, op.Operand(0), mask, operands[0])
	c.barrier()
	out := c.places(results[0], rowMajor(results[0]), 0)
	for r, bin := range out {
		out[r] = c.resized(&llvm.ZExt, c.scratch.load(c, counts, bin, c.ctx.I(32)), t)
	}
	c.values[op.Result(0)] = out
	return nil
}

// count adds one for each element that a mask, if there is one, allows.
func (c *converter) count(counts, v, mask *ir.Value, l layout.Layout) {
	registers, lanes, warps := c.free(l)
	owner := c.owner(lanes, warps)
	for r := range registerCount(l) {
		if r&registers != 0 {
			continue
		}
		c.when(c.both(c.condition(mask, r), owner), nil, func() []*ir.Value {
			bin := c.resized(&llvm.ZExt, c.element(v, r), c.ctx.I(32))
			ptr := llvm.NewGEP(c.b, c.ctx.I(32), counts, 0, llvm.Index{Value: bin})
			llvm.NewAtomicRMW(c.b, "add", orderings[tile.Relaxed], scopes[tile.ScopeBlock], ptr, c.i32(1))
			return nil
		})
	}
}
