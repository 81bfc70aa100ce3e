package arithmetic

import (
	"math/bits"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/threads/internal/emit"
)

// remainder computes x - n*y in f32 or f64, where n is x/y truncated to an integer. The result is exact. It works on
// the significands as integers: a loop shifts the rest left by as many bits as fit into 64, and reduces it modulo y.
func remainder(c *emit.Code, op *ir.Operation, args []*ir.Value, t ir.Type) *ir.Value {
	format, word := t.(*ir.FloatType).Format, c.Ctx.I(64)
	n := &dividend{Code: c, word: word, fraction: int64(format.Precision() - 1)}
	narrow, pattern, xBits := c.FloatBits(args[0])
	_, _, yBits := c.FloatBits(args[1])
	sign := c.Binary(&llvm.XOr, pattern, xBits)

	x, xExponent := n.parts(c.Resized(&llvm.ZExt, xBits, word))
	y, yExponent := n.parts(c.Resized(&llvm.ZExt, yBits, word))
	y = c.Choose(c.Compare("eq", y, n.constant(0)), n.constant(1), y) // y = 0 is handled below
	rest := n.reduce(op, x, y, c.Binary(&llvm.Sub, xExponent, yExponent))
	result := c.Binary(&llvm.Or, c.Resized(&llvm.ZExt, n.compose(rest, yExponent), narrow), sign)

	infinity := c.Number(narrow, emit.InfinityBits(t))
	result = c.Choose(c.Compare("ult", xBits, yBits), pattern, result)
	undefined := c.Binary(&llvm.Or, c.Compare("uge", xBits, infinity), c.Compare("ugt", yBits, infinity))
	undefined = c.Binary(&llvm.Or, undefined, c.Compare("eq", yBits, c.Number(narrow, 0)))
	nan := int64(format.NaN(false).Lo)
	return c.Bitcast(c.Choose(undefined, c.Number(narrow, nan), result), t)
}

// dividend works on significands in 64-bit words; fraction is the number of significand bits after the leading one.
type dividend struct {
	*emit.Code
	word     ir.Type
	fraction int64
}

func (n *dividend) constant(v int64) *ir.Value { return n.Number(n.word, v) }

// parts returns the significand and the biased exponent of a number without sign. A denormal number gets the exponent
// of the smallest normal number.
func (n *dividend) parts(v *ir.Value) (significand, exponent *ir.Value) {
	stored := n.Binary(&llvm.LShr, v, n.constant(n.fraction))
	low := n.Binary(&llvm.And, v, n.constant(1<<n.fraction-1))
	denormal := n.Compare("eq", stored, n.constant(0))
	significand = n.Choose(denormal, low, n.Binary(&llvm.Or, low, n.constant(1<<n.fraction)))
	return significand, n.Choose(denormal, n.constant(1), stored)
}

// reduce returns x * 2^shift modulo y, or x modulo y if shift is negative.
func (n *dividend) reduce(op *ir.Operation, x, y, shift *ir.Value) *ir.Value {
	step := n.constant(64 - n.fraction - 1)
	head, body, after := n.NewBlock(), n.NewBlock(), n.NewBlock()
	rest, left := head.AddArg(n.Ctx, n.word, op.Loc()), head.AddArg(n.Ctx, n.word, op.Loc())
	llvm.NewBr(n.B, head, n.Binary(&llvm.URem, x, y), shift)
	n.B.AtEnd(head)
	more := n.Binary(&llvm.And, n.Compare("sgt", left, n.constant(0)), n.Compare("ne", rest, n.constant(0)))
	llvm.NewCondBr(n.B, more, body, nil, after, nil)
	n.B.AtEnd(body)
	by := n.Binary(&llvm.SMin, left, step)
	next := n.Binary(&llvm.URem, n.Binary(&llvm.Shl, rest, by), y)
	llvm.NewBr(n.B, head, next, n.Binary(&llvm.Sub, left, by))
	n.B.AtEnd(after)
	return rest
}

// compose returns the bits of a number, given an exponent and a significand that may need normalization.
func (n *dividend) compose(significand, exponent *ir.Value) *ir.Value {
	zeros := leadingZeros(n.Code, significand)
	missing := n.Binary(&llvm.Sub, zeros, n.constant(int64(bits.LeadingZeros64(1<<n.fraction))))
	most := n.Binary(&llvm.Sub, exponent, n.constant(1))
	by := n.Binary(&llvm.SMin, missing, most) // a denormal number keeps leading zeros
	significand = n.Binary(&llvm.Shl, significand, by)
	exponent = n.Binary(&llvm.Shl, n.Binary(&llvm.Sub, most, by), n.constant(n.fraction))
	composed := n.Binary(&llvm.Add, exponent, significand)
	return n.Choose(n.Compare("eq", significand, n.constant(0)), n.constant(0), composed)
}
