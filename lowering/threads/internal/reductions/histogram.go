package reductions

import (
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/layout"
	"github.com/girih-ir/girih/lowering/threads/internal/emit"
)

// countBytes is the size of a count in shared memory.
const countBytes = 4

// Histogram counts in 32-bit words in shared memory, which threads update atomically.
func Histogram(c *emit.Code, op *ir.Operation) error {
	operands, results, t, err := c.LayoutsAndScalar(op, op.Result(0))
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
	bins := emit.ElementCount(results[0])
	counts := c.AcquireParts([]int64{bins * countBytes})[0]
	c.ShareOut(bins, func(bin *ir.Value) { c.StoreShared(counts, bin, c.I32(0)) })
	c.Barrier()
	count(c, counts, bins, op.Operand(0), mask, operands[0])
	c.Barrier()
	out := c.Places(results[0], emit.RowMajor(results[0]), 0)
	for r, bin := range out {
		out[r] = c.Resized(&llvm.ZExt, c.LoadShared(counts, bin, c.Ctx.I(32)), t)
	}
	c.Values.Set(op.Result(0), out)
	return nil
}

// count adds one for each element that is less than bins and whose mask, if there is one, is true. A histogram may be
// computed speculatively. So an undefined element must not cause an access out of bounds, or decide a branch.
func count(c *emit.Code, counts *ir.Value, bins int64, v, mask *ir.Value, l layout.Layout) {
	registers, lanes, warps := c.Copies(l)
	owner := c.Owner(lanes, warps)
	for r := range emit.RegisterCount(l) {
		if r&registers != 0 {
			continue
		}
		cond, number := owner, c.Freeze(c.Element(v, r))
		if mask != nil {
			cond = c.Both(c.Freeze(c.Element(mask, r)), owner)
		}
		if width := ir.BitWidth(number.Type()); width > 62 || bins < 1<<width {
			cond = c.Both(cond, c.Compare("ult", number, c.Number(number.Type(), bins)))
		}
		c.When(cond, nil, func() []*ir.Value {
			bin := c.Resized(&llvm.ZExt, number, c.Ctx.I(32))
			ptr := llvm.NewGEP(c.B, c.Ctx.I(32), counts, 0, llvm.Index{Value: bin})
			llvm.NewAtomicRMW(c.B, "add", "monotonic", "block", ptr, c.I32(1))
			return nil
		})
	}
}
