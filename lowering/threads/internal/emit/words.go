package emit

import (
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/ir"
)

// Moved applies a function that moves 32-bit words between lanes to a number of any width. Narrower numbers are
// extended to 32 bits, wider ones are moved word by word.
func (c *Code) Moved(v *ir.Value, move func(word *ir.Value) *ir.Value) *ir.Value {
	t := v.Type()
	if _, isPointer := t.(*llvm.PointerType); isPointer {
		word := llvm.NewCast(c.B, &llvm.PtrToInt, v, c.Ctx.I(64))
		return llvm.NewCast(c.B, &llvm.IntToPtr, c.movedWords(word, move), t)
	}
	width := ir.BitWidth(t)
	switch {
	case t == ir.Type(c.Ctx.F32()) || ir.IsInt(t, 32):
		return move(v)
	case width < 32:
		word := move(llvm.NewCast(c.B, &llvm.ZExt, c.Bits(v), c.Ctx.I(32)))
		return c.Bitcast(llvm.NewCast(c.B, &llvm.Trunc, word, c.Ctx.I(uint32(width))), t)
	}
	return c.Bitcast(c.movedWords(c.Bits(v), move), t)
}

// movedWords is Moved for an integer of several 32-bit words.
func (c *Code) movedWords(v *ir.Value, move func(word *ir.Value) *ir.Value) *ir.Value {
	t := v.Type()
	var out *ir.Value
	for at := int64(0); at < int64(ir.BitWidth(t)); at += 32 {
		word := v
		if at > 0 {
			word = c.Binary(&llvm.LShr, v, c.Number(t, at))
		}
		word = llvm.NewCast(c.B, &llvm.ZExt, move(llvm.NewCast(c.B, &llvm.Trunc, word, c.Ctx.I(32))), t)
		if out == nil {
			out = word
			continue
		}
		out = c.Binary(&llvm.Or, out, c.Binary(&llvm.Shl, word, c.Number(t, at)))
	}
	return out
}

// Shuffle returns the value that v has in the lane whose number differs in the bits of mask.
func (c *Code) Shuffle(v *ir.Value, mask int64) *ir.Value {
	lanes, laneMask, last := c.once(-1), c.once(mask), c.once(tilegpu.WarpSize-1)
	return c.Moved(v, func(word *ir.Value) *ir.Value { return nvvm.NewButterfly(c.B, lanes, word, laneMask, last) })
}
