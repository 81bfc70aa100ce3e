package tilellvm

import (
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/ir"
)

// moved applies to a number a function that moves 32 bits between lanes, as the hardware does: to f32 and i32 as they
// are, to what is narrower inside 32 bits, to what is wider word by word.
func (c *converter) moved(v *ir.Value, move func(word *ir.Value) *ir.Value) *ir.Value {
	t := v.Type()
	if _, isPointer := t.(*llvm.PointerType); isPointer {
		word := llvm.NewCast(c.b, &llvm.PtrToInt, v, c.ctx.I(64))
		return llvm.NewCast(c.b, &llvm.IntToPtr, c.movedWords(word, move), t)
	}
	width := ir.BitWidth(t)
	switch {
	case t == ir.Type(c.ctx.F32()) || ir.IsInt(t, 32):
		return move(v)
	case width < 32:
		word := move(llvm.NewCast(c.b, &llvm.ZExt, c.bits(v), c.ctx.I(32)))
		return c.bitcast(llvm.NewCast(c.b, &llvm.Trunc, word, c.ctx.I(uint32(width))), t)
	}
	return c.bitcast(c.movedWords(c.bits(v), move), t)
}

// movedWords is moved for an integer of several words of 32 bits.
func (c *converter) movedWords(v *ir.Value, move func(word *ir.Value) *ir.Value) *ir.Value {
	t := v.Type()
	var out *ir.Value
	for at := int64(0); at < int64(ir.BitWidth(t)); at += 32 {
		word := v
		if at > 0 {
			word = c.binary(&llvm.LShr, v, c.number(t, at))
		}
		word = llvm.NewCast(c.b, &llvm.ZExt, move(llvm.NewCast(c.b, &llvm.Trunc, word, c.ctx.I(32))), t)
		if out == nil {
			out = word
			continue
		}
		out = c.binary(&llvm.Or, out, c.binary(&llvm.Shl, word, c.number(t, at)))
	}
	return out
}

// bits returns a number as an integer of its width.
func (c *converter) bits(v *ir.Value) *ir.Value {
	return c.bitcast(v, c.ctx.I(uint32(ir.BitWidth(v.Type()))))
}
