package tilellvm

import (
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/ir"
)

// registerBytes is the size of a register.
const registerBytes = 4

// packed reports whether an access is one of words that hold several elements each. Where threads that load and those that
// do not meet again, a word is one value in one register; its elements would be several, in as many registers.
func (a access) packed() bool {
	return a.bytes < registerBytes && int64(a.width)*a.bytes >= registerBytes
}

// perWord returns how many elements a word holds.
func (a access) perWord() int { return int(registerBytes / a.bytes) }

// loadWords reads the words of a vector.
func (c *converter) loadWords(a access, ptr *ir.Value) []*ir.Value {
	i32 := c.ctx.I(32)
	n := a.width / a.perWord()
	if n == 1 {
		return []*ir.Value{c.loadAs(a, i32, ptr)}
	}
	v := c.loadAs(a, c.ctx.VectorType([]int64{int64(n)}, i32, nil), ptr)
	out := make([]*ir.Value, n)
	for i := range out {
		out[i] = c.b.Build(&llvm.ExtractElement, []*ir.Value{v, c.i32(int64(i))}).Result(0)
	}
	return out
}

// pack returns the words of elements, the first in the lowest bits.
func (c *converter) pack(a access, elements []*ir.Value) []*ir.Value {
	var out []*ir.Value
	for i, v := range elements {
		wide := llvm.NewCast(c.b, &llvm.ZExt, c.bitcast(c.toMemory(v), c.ctx.I(uint32(8*a.bytes))), c.ctx.I(32))
		k := i % a.perWord()
		if k == 0 {
			out = append(out, wide)
			continue
		}
		last := &out[len(out)-1]
		*last = c.binary(&llvm.Or, *last, c.binary(&llvm.Shl, wide, c.i32(int64(k)*8*a.bytes)))
	}
	return out
}

// unpack returns the elements of words as values of type t.
func (c *converter) unpack(a access, words []*ir.Value, t ir.Type) []*ir.Value {
	out := make([]*ir.Value, a.width)
	for i := range out {
		word, k := words[i/a.perWord()], i%a.perWord()
		if k > 0 {
			word = c.binary(&llvm.LShr, word, c.i32(int64(k)*8*a.bytes))
		}
		bits := llvm.NewCast(c.b, &llvm.Trunc, word, c.ctx.I(uint32(8*a.bytes)))
		out[i] = c.fromMemory(c.bitcast(bits, a.elem), t)
	}
	return out
}
