package emit

import (
	"fmt"
	"slices"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/ir"
)

// Threads may hold several 8-bit or 16-bit numbers in one 32-bit word. Such numbers are rearranged by PTX's prmt, which
// picks any four bytes of two words. Compilers do not find these moves if they see shifts and truncations.

// Part is the place of an 8-bit or 16-bit number in a word.
type Part struct {
	Word  *ir.Value // i32
	Byte  int       // the lowest byte of the number
	Above Above
}

// Above says what is known of the byte above an 8-bit number in its word.
type Above uint8

// The byte is unknown, is zero, or consists of copies of the number's sign bit.
const (
	Unknown Above = iota
	Zeros
	Signs
)

// Parted extracts a number of type t, an 8-bit or 16-bit integer, from a word, and remembers its place.
func (c *Code) Parted(p Part, t ir.Type) *ir.Value {
	word := p.Word
	if p.Byte > 0 {
		word = c.Binary(&llvm.LShr, word, c.I32(int64(p.Byte)*8))
	}
	v := llvm.NewCast(c.B, &llvm.Trunc, word, t)
	c.parts[v] = p
	return v
}

// partOf returns the place of a number, if it is known for the number or for the integer that it is a bitcast of.
func (c *Code) partOf(v *ir.Value) (Part, bool) {
	if op := v.DefiningOp(); op != nil && op.Is(&llvm.Bitcast) {
		v = op.Operand(0)
	}
	p, ok := c.parts[v]
	return p, ok
}

// part returns the place of a number. If it is not known, or if the number may be undefined, part puts the number into
// a word of its own.
func (c *Code) part(v *ir.Value, undefined bool) Part {
	if p, ok := c.parts[v]; ok && !undefined {
		return p
	}
	if undefined { // an undefined number must not affect its neighbor in the word
		v = c.Freeze(v)
	}
	return Part{Word: llvm.NewCast(c.B, &llvm.ZExt, v, c.Ctx.I(32)), Above: Zeros}
}

// Defined freezes elements of the current operation's operands if they may be undefined. The elements must be narrower
// than a word. Elements that share a word still share one afterwards.
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

// Gathered returns a word with the given numbers, the first one in the lowest bits. It returns nil if the numbers do
// not have 32 bits together, or are not known to lie in at most two words.
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

// signOf, added to the number of a byte in a selector of prmt, selects eight copies of the byte's sign bit.
const signOf = 8

// WidePair returns a word with two 16-bit numbers. 8-bit numbers are extended by zeros or by their signs, as above
// says. With undefined, either number may be undefined, and the other one is not affected.
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

// permuted returns a word of four bytes of x and y. Bytes 0 to 3 are those of x, bytes 4 to 7 those of y.
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
