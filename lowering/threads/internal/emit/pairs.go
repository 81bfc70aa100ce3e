package emit

import (
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/ir"
)

// pairSM is the first target with an instruction that rounds two numbers at once (PTX ISA, "cvt").
const pairSM = 80

// Pair returns a vector of two 16-bit numbers. If both are f32 numbers that were rounded, one instruction rounds both,
// right after the second rounding. From there on the thread holds one register instead of two.
func (c *Code) Pair(elements []*ir.Value) *ir.Value {
	if v := wholeOf(elements); v != nil {
		return v
	}
	low, high := c.roundedFrom(elements[0]), c.roundedFrom(elements[1])
	if low == nil || high == nil || low.Block() != high.Block() {
		return c.Vector(elements)
	}
	last := low
	if low.IsBefore(high) {
		last = high
	}
	return nvvm.NewPairConversion(ir.NewBuilder(c.Ctx).After(last), low.Operand(0), high.Operand(0), elements[0].Type())
}

// roundedFrom returns the operation that rounds v from f32 to f16 or bf16. It returns nil if there is none, or if the
// target has no instruction that rounds pairs.
func (c *Code) roundedFrom(v *ir.Value) *ir.Operation {
	op := v.DefiningOp()
	if c.SM < pairSM || op == nil || !op.Is(&llvm.FPTrunc) || op.Operand(0).Type() != ir.Type(c.Ctx.F32()) {
		return nil
	}
	return op
}

// wholeOf returns the vector of which the given values are the elements, in order, or nil if there is none.
func wholeOf(elements []*ir.Value) (whole *ir.Value) {
	for i, v := range elements {
		op := v.DefiningOp()
		if op == nil || !op.Is(&llvm.ExtractElement) {
			return nil
		}
		n, known := llvm.ConstantInt(op.Operand(1))
		shape := op.Operand(0).Type().(*ir.VectorType).Shape()
		if !known || n != int64(i) || whole != nil && whole != op.Operand(0) || shape[0] != int64(len(elements)) {
			return nil
		}
		whole = op.Operand(0)
	}
	return whole
}

// Word packs numbers that have 32 bits together into an i32, the first one in the lowest bits. If they were extracted
// from one word in this order, that is the word.
func (c *Code) Word(elements []*ir.Value) *ir.Value {
	if word := c.wordOf(elements); word != nil {
		return word
	}
	if len(elements) == 2 && ir.IsFloat(elements[0].Type()) {
		return c.Bitcast(c.Pair(elements), c.Ctx.I(32))
	}
	bits := make([]*ir.Value, len(elements))
	for i, v := range elements {
		bits[i] = c.Bits(v)
	}
	return c.Bitcast(c.Vector(bits), c.Ctx.I(32))
}

// wordOf returns the word of which numbers are all parts, in order, or nil if there is none.
func (c *Code) wordOf(numbers []*ir.Value) (word *ir.Value) {
	next := 0
	for _, v := range numbers {
		p, ok := c.partOf(v)
		if !ok || p.Byte != next || word != nil && word != p.Word {
			return nil
		}
		word = p.Word
		next += int(BytesOf(v.Type()))
	}
	if next != 4 {
		return nil
	}
	return word
}

// Words returns the registers that a thread holds of a value, for passing them to another block. Two 16-bit floats are
// packed into a word. Everything else is returned as it is.
func (c *Code) Words(v *ir.Value) []*ir.Value {
	registers := c.Values.Get(v)
	if !inWords(registers) {
		return registers
	}
	words := make([]*ir.Value, len(registers)/2)
	for i := range words {
		words[i] = c.Word(registers[2*i : 2*i+2])
	}
	return words
}

// FromWords is the inverse of [Code.Words]. like are registers of the same number and type as those that were packed.
// rest are the words behind those of the value.
func (c *Code) FromWords(words, like []*ir.Value) (registers, rest []*ir.Value) {
	if !inWords(like) {
		return words[:len(like)], words[len(like):]
	}
	n := len(like) / 2
	for _, w := range words[:n] {
		halves := c.Halves(w, like[0].Type())
		registers = append(registers, halves[:]...)
	}
	return registers, words[n:]
}

// Halves returns the two elements of 16 bits in a word.
func (c *Code) Halves(word *ir.Value, t ir.Type) (halves [2]*ir.Value) {
	pair := c.Bitcast(word, c.PairOf(t))
	for i := range halves {
		halves[i] = c.B.Build(&llvm.ExtractElement, []*ir.Value{pair, c.I32(int64(i))}).Result(0)
		c.parts[halves[i]] = Part{Word: word, Byte: 2 * i}
	}
	return halves
}

// inWords reports whether [Code.Words] packs registers: an even number of 16-bit floats.
func inWords(registers []*ir.Value) bool {
	return len(registers) > 1 && len(registers)%2 == 0 && ir.IsFloat(registers[0].Type()) &&
		ir.BitWidth(registers[0].Type()) == 16
}
