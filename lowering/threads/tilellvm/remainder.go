package tilellvm

import (
	"math/bits"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/ir"
)

// remainder returns x - n y, for the integer n of x/y rounded to zero, which is a number of the format: of significands as
// integers, a loop takes as many bits of n at a time as leave a product within 64 bits. Numbers are f32 or f64.
func remainder(c *converter, op *ir.Operation, args []*ir.Value, t ir.Type) *ir.Value {
	format, word := t.(*ir.FloatType).Format, c.ctx.I(64)
	n := &dividend{converter: c, word: word, fraction: int64(format.Precision() - 1)}
	narrow, pattern, xBits := c.floatBits(args[0])
	_, _, yBits := c.floatBits(args[1])
	sign := c.binary(&llvm.XOr, pattern, xBits)

	x, xExponent := n.parts(c.resized(&llvm.ZExt, xBits, word))
	y, yExponent := n.parts(c.resized(&llvm.ZExt, yBits, word))
	y = c.choose(c.compare("eq", y, n.constant(0)), n.constant(1), y) // whose remainder is chosen below
	rest := n.reduce(op, x, y, c.binary(&llvm.Sub, xExponent, yExponent))
	result := c.binary(&llvm.Or, c.resized(&llvm.ZExt, n.compose(rest, yExponent), narrow), sign)

	infinity := c.number(narrow, infinityBits(t))
	result = c.choose(c.compare("ult", xBits, yBits), pattern, result)
	undefined := c.binary(&llvm.Or, c.compare("uge", xBits, infinity), c.compare("ugt", yBits, infinity))
	undefined = c.binary(&llvm.Or, undefined, c.compare("eq", yBits, c.number(narrow, 0)))
	nan := int64(format.NaN(false).Lo)
	return c.bitcast(c.choose(undefined, c.number(narrow, nan), result), t)
}

// dividend computes with significands, which have fraction bits after the first, as words.
type dividend struct {
	*converter
	word     ir.Type
	fraction int64
}

func (n *dividend) constant(v int64) *ir.Value { return n.number(n.word, v) }

// parts returns the significand and the exponent, as the format stores it, of a number without sign. Those of denormal
// numbers are in units of the least normal number's.
func (n *dividend) parts(v *ir.Value) (significand, exponent *ir.Value) {
	stored := n.binary(&llvm.LShr, v, n.constant(n.fraction))
	low := n.binary(&llvm.And, v, n.constant(1<<n.fraction-1))
	denormal := n.compare("eq", stored, n.constant(0))
	significand = n.choose(denormal, low, n.binary(&llvm.Or, low, n.constant(1<<n.fraction)))
	return significand, n.choose(denormal, n.constant(1), stored)
}

// reduce returns x 2^shift modulo y; where shift is negative, x modulo y.
func (n *dividend) reduce(op *ir.Operation, x, y, shift *ir.Value) *ir.Value {
	step := n.constant(64 - n.fraction - 1)
	head, body, after := n.newBlock(), n.newBlock(), n.newBlock()
	rest, left := head.AddArg(n.ctx, n.word, op.Loc()), head.AddArg(n.ctx, n.word, op.Loc())
	llvm.NewBr(n.b, head, n.binary(&llvm.URem, x, y), shift)
	n.b.AtEnd(head)
	more := n.binary(&llvm.And, n.compare("sgt", left, n.constant(0)), n.compare("ne", rest, n.constant(0)))
	llvm.NewCondBr(n.b, more, body, nil, after, nil)
	n.b.AtEnd(body)
	by := n.binary(&llvm.SMin, left, step)
	next := n.binary(&llvm.URem, n.binary(&llvm.Shl, rest, by), y)
	llvm.NewBr(n.b, head, next, n.binary(&llvm.Sub, left, by))
	n.b.AtEnd(after)
	return rest
}

// compose returns the bits of a number from a significand, which may have fewer bits than it should, and an exponent.
func (n *dividend) compose(significand, exponent *ir.Value) *ir.Value {
	zeros := n.leadingZeros(significand)
	missing := n.binary(&llvm.Sub, zeros, n.constant(int64(bits.LeadingZeros64(1<<n.fraction))))
	most := n.binary(&llvm.Sub, exponent, n.constant(1))
	by := n.binary(&llvm.SMin, missing, most) // a denormal number keeps leading zeros
	significand = n.binary(&llvm.Shl, significand, by)
	exponent = n.binary(&llvm.Shl, n.binary(&llvm.Sub, most, by), n.constant(n.fraction))
	composed := n.binary(&llvm.Add, exponent, significand)
	return n.choose(n.compare("eq", significand, n.constant(0)), n.constant(0), composed)
}
