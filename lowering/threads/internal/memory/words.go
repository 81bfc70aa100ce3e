package memory

import (
	"slices"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/threads/internal/emit"
)

// registerBytes is the size of a register.
const registerBytes = 4

// packed reports whether words are accessed that hold several elements each. A masked load ends in a block whose
// arguments are the loaded values, each of which takes a register. A word takes one, while its elements would take
// several.
func (a access) packed() bool {
	return a.bytes < registerBytes && int64(a.width)*a.bytes >= registerBytes
}

// perWord returns how many elements a word holds.
func (a access) perWord() int { return int(registerBytes / a.bytes) }

// loadWords reads the words of a vector.
func loadWords(c *emit.Code, a access, ptr *ir.Value) []*ir.Value {
	i32 := c.Ctx.I(32)
	n := a.width / a.perWord()
	if n == 1 {
		return []*ir.Value{loadAs(c, a, i32, ptr)}
	}
	v := loadAs(c, a, c.Ctx.VectorType([]int64{int64(n)}, i32, nil), ptr)
	out := make([]*ir.Value, n)
	for i := range out {
		out[i] = c.B.Build(&llvm.ExtractElement, []*ir.Value{v, c.I32(int64(i))}).Result(0)
	}
	return out
}

// storeWords stores the words of a vector. A single word is stored as such, since LLVM 7 does not handle vectors of
// one.
func storeWords(c *emit.Code, a access, words []*ir.Value, ptr *ir.Value) *ir.Operation {
	if len(words) == 1 {
		return llvm.NewStore(c.B, words[0], ptr, a.align)
	}
	return llvm.NewStore(c.B, c.Vector(words), ptr, a.align)
}

// gathered returns the words that the elements already lie in, or nil if some do not lie in words.
func gathered(c *emit.Code, a access, elements []*ir.Value) (words []*ir.Value) {
	for part := range slices.Chunk(elements, a.perWord()) {
		word := c.Gathered(part)
		if word == nil {
			return nil
		}
		words = append(words, word)
	}
	return words
}

// pack packs elements into words, the first one in the lowest bits.
func pack(c *emit.Code, a access, elements []*ir.Value) []*ir.Value {
	var out []*ir.Value
	for i := 0; i < len(elements); {
		if i%a.perWord() == 0 {
			if word := c.Gathered(elements[i : i+a.perWord()]); word != nil {
				out = append(out, word)
				i += a.perWord()
				continue
			}
		}
		k, n := i%a.perWord(), 1
		bits := elements[i]
		if k%2 == 0 {
			if whole := wholeOf(c, elements[i], elements[i+1]); whole != nil {
				bits, n = c.Bitcast(whole, c.Ctx.I(16)), 2
			}
		}
		if n == 1 {
			bits = c.Bitcast(c.ToMemory(bits), c.Ctx.I(uint32(8*a.bytes)))
		}
		wide := c.Resized(&llvm.ZExt, bits, c.Ctx.I(32))
		if k == 0 {
			out = append(out, wide)
		} else {
			last := &out[len(out)-1]
			*last = c.Binary(&llvm.Or, *last, c.Binary(&llvm.Shl, wide, c.I32(int64(k)*8*a.bytes)))
		}
		i += n
	}
	return out
}

// wholeOf returns the vector of two bytes of which first and second are the elements, if one instruction computed both.
// It returns nil otherwise.
func wholeOf(c *emit.Code, first, second *ir.Value) *ir.Value {
	for i, v := range []*ir.Value{first, second} {
		op := v.DefiningOp()
		if op == nil || !op.Is(&llvm.ExtractElement) || op.Operand(0) != first.DefiningOp().Operand(0) ||
			op.Operand(0).Type() != c.PairOf(c.Ctx.I(8)) {
			return nil
		}
		if at, ok := llvm.ConstantInt(op.Operand(1)); !ok || at != int64(i) {
			return nil
		}
	}
	return first.DefiningOp().Operand(0)
}

// unpack extracts the elements of words as values of type t.
func unpack(c *emit.Code, a access, words []*ir.Value, t ir.Type) []*ir.Value {
	out := make([]*ir.Value, a.width)
	for i := range out {
		at := emit.Part{Word: words[i/a.perWord()], Byte: i % a.perWord() * int(a.bytes)}
		out[i] = c.FromMemory(c.Bitcast(c.Parted(at, c.Ctx.I(uint32(8*a.bytes))), a.elem), t)
	}
	return out
}
