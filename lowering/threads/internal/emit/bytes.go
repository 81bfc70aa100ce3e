package emit

import (
	"fmt"
	"slices"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
)

// A thread that has several numbers of 8 or 16 bits in one word moves them with prmt, which makes a word of any four
// bytes of two others. Compilers do not find these moves behind shifts and truncations.

// Part is where a number of 8 or 16 bits lies in a word.
type Part struct {
	Word  *ir.Value // i32
	Byte  int       // the lowest of the number's
	Above Above
}

// Above is what is known of the byte above a number of 8 bits in its word.
type Above uint8

// It is not known, or zero, or has the sign of the number in all bits.
const (
	Unknown Above = iota
	Zeros
	Signs
)

// Parted returns a number of type t, an integer of 8 or 16 bits, out of a word, and remembers where it lies.
func (c *Code) Parted(p Part, t ir.Type) *ir.Value {
	word := p.Word
	if p.Byte > 0 {
		word = c.Binary(&llvm.LShr, word, c.I32(int64(p.Byte)*8))
	}
	v := llvm.NewCast(c.B, &llvm.Trunc, word, t)
	c.parts[v] = p
	return v
}

// partOf returns where a number lies, if that is known of it or of the bits that it is made of.
func (c *Code) partOf(v *ir.Value) (Part, bool) {
	if op := v.DefiningOp(); op != nil && op.Is(&llvm.Bitcast) {
		v = op.Operand(0)
	}
	p, ok := c.parts[v]
	return p, ok
}

// part returns where a number lies: alone in a word of its own if nothing else is known, or if it may be undefined.
func (c *Code) part(v *ir.Value, undefined bool) Part {
	if p, ok := c.parts[v]; ok && !undefined {
		return p
	}
	if undefined { // which is nothing to its neighbor
		v = c.Freeze(v)
	}
	return Part{Word: llvm.NewCast(c.B, &llvm.ZExt, v, c.Ctx.I(32)), Above: Zeros}
}

// MayBeUndefined reports whether elements of a tensor may be undefined: those that a load leaves out, and what is
// computed from them.
func (c *Code) MayBeUndefined(v *ir.Value) bool {
	if known, ok := c.undefined[v]; ok {
		return known
	}
	op := v.DefiningOp()
	undefined := op == nil || op.Is(&tile.Load) && op.GroupValue(1) != nil && op.GroupValue(2) == nil
	if !undefined && !op.Is(&tile.Load) {
		undefined = slices.ContainsFunc(op.OperandValues(), c.MayBeUndefined)
	}
	c.undefined[v] = undefined
	return undefined
}

// Defined returns elements of the present operation's operands, which are narrower than a word, such that none is
// undefined.
func (c *Code) Defined(elements []*ir.Value) []*ir.Value {
	if !slices.ContainsFunc(c.current.OperandValues(), c.MayBeUndefined) {
		return elements
	}
	words := make(map[*ir.Value]*ir.Value)
	out := slices.Clone(elements)
	for i, v := range out {
		if v == nil {
			continue
		}
		p, ok := c.partOf(v)
		if !ok {
			out[i] = c.Freeze(v)
			continue
		}
		if words[p.Word] == nil {
			words[p.Word] = c.Freeze(p.Word)
		}
		out[i] = c.Bitcast(c.Parted(Part{words[p.Word], p.Byte, p.Above}, c.Ctx.I(uint32(ir.BitWidth(v.Type())))), v.Type())
	}
	return out
}

// Gathered returns the word of numbers of together 32 bits, the first lowest, if they lie in at most two words: nil
// otherwise.
func (c *Code) Gathered(numbers []*ir.Value) *ir.Value {
	var words []*ir.Value
	var selector []int
	for _, v := range numbers {
		p, ok := c.partOf(v)
		if !ok {
			return nil
		}
		from := 0
		for from < len(words) && words[from] != p.Word {
			from++
		}
		if from == len(words) {
			words = append(words, p.Word)
		}
		if len(words) > 2 {
			return nil
		}
		for k := range BytesOf(v.Type()) {
			selector = append(selector, 4*from+p.Byte+int(k))
		}
	}
	if len(selector) != 4 {
		return nil
	}
	return c.permuted(words[0], words[len(words)-1], selector)
}

// signOf is added to the number of a byte for eight times its sign.
const signOf = 8

// WidePair returns a word of two numbers of 16 bits, or of 8 bits extended to 16: by zeros or by their signs. Either
// may be undefined by itself.
func (c *Code) WidePair(first, second *ir.Value, above Above, undefined bool) *ir.Value {
	p, q := c.part(first, undefined), c.part(second, undefined)
	low, high := p.Byte, 4+q.Byte
	if p.Word == q.Word {
		high = q.Byte
	}
	switch {
	case BytesOf(first.Type()) == 2:
		return c.permuted(p.Word, q.Word, []int{low, low + 1, high, high + 1})
	case p.Above == above && q.Above == above:
		return c.permuted(p.Word, q.Word, []int{low, low + 1, high, high + 1})
	case above == Signs:
		return c.permuted(p.Word, q.Word, []int{low, low | signOf, high, high | signOf})
	case p.Above == Zeros:
		return c.permuted(p.Word, q.Word, []int{low, low + 1, high, low + 1})
	case q.Above == Zeros:
		return c.permuted(p.Word, q.Word, []int{low, high + 1, high, high + 1})
	case p.Word == q.Word:
		return c.permuted(p.Word, c.I32(0), []int{low, 4, high, 4})
	}
	wide := llvm.NewCast(c.B, &llvm.ZExt, first, c.Ctx.I(32))
	return c.permuted(wide, q.Word, []int{0, 1, high, 1})
}

// permuted returns a word of four bytes out of two words, where those of the second one have numbers from 4 on.
func (c *Code) permuted(x, y *ir.Value, bytes []int) *ir.Value {
	selector, identity := 0, true
	for i, b := range bytes {
		selector |= b << (4 * i)
		identity = identity && (b == i || x == y && b == 4+i)
	}
	if identity {
		return x
	}
	text := fmt.Sprintf("prmt.b32 $0, $1, $2, %#x;", selector)
	return llvm.NewInlineAsm(c.B, text, "=r,r,r", false, c.Ctx.I(32), x, y)
}
