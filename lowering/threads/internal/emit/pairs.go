package emit

import (
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/ir"
)

// pairSM is the first target that rounds two numbers by one instruction (PTX ISA, "cvt").
const pairSM = 80

// Pair returns a vector of two numbers of 16 bits. If both were rounded from f32, one instruction rounds them, right
// after the second rounding, so that a thread holds fewer registers from there on.
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

// roundedFrom returns the operation that rounds a number of f32 to f16 or bf16; nil if there is none, or the target has
// no instruction for pairs.
func (c *Code) roundedFrom(v *ir.Value) *ir.Operation {
	op := v.DefiningOp()
	if c.SM < pairSM || op == nil || !op.Is(&llvm.FPTrunc) || op.Operand(0).Type() != ir.Type(c.Ctx.F32()) {
		return nil
	}
	return op
}

// wholeOf returns the vector whose elements these are; nil if there is none.
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

// Word returns the bits of numbers that fill a register, the first one lowest.
func (c *Code) Word(elements []*ir.Value) *ir.Value {
	if len(elements) == 2 && ir.IsFloat(elements[0].Type()) {
		return c.Bitcast(c.Pair(elements), c.Ctx.I(32))
	}
	bits := make([]*ir.Value, len(elements))
	for i, v := range elements {
		bits[i] = c.Bits(v)
	}
	return c.Bitcast(c.Vector(bits), c.Ctx.I(32))
}

// Words returns what a thread holds of a value, with two numbers of 16 bits in a register: so they are carried from
// block to block. All else is as it is.
func (c *Code) Words(v *ir.Value) []*ir.Value {
	registers := c.Values[v]
	if !inWords(registers) {
		return registers
	}
	words := make([]*ir.Value, len(registers)/2)
	for i := range words {
		words[i] = c.Word(registers[2*i : 2*i+2])
	}
	return words
}

// FromWords returns the numbers of what [Code.Words] made of registers like some others, and the words behind them.
func (c *Code) FromWords(words, like []*ir.Value) (registers, rest []*ir.Value) {
	if !inWords(like) {
		return words[:len(like)], words[len(like):]
	}
	n := len(like) / 2
	for _, w := range words[:n] {
		pair := c.Bitcast(w, c.PairOf(like[0].Type()))
		for i := range 2 {
			registers = append(registers, c.B.Build(&llvm.ExtractElement, []*ir.Value{pair, c.I32(int64(i))}).Result(0))
		}
	}
	return registers, words[n:]
}

// inWords reports whether registers hold floats of 16 bits, of which each has a neighbor.
func inWords(registers []*ir.Value) bool {
	return len(registers) > 1 && len(registers)%2 == 0 && ir.IsFloat(registers[0].Type()) &&
		ir.BitWidth(registers[0].Type()) == 16
}
