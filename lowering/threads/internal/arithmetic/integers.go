package arithmetic

import (
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/threads/internal/emit"
)

func magnitude(c *emit.Code, _ *ir.Operation, args []*ir.Value, t ir.Type) *ir.Value {
	zero := c.Number(t, 0)
	return c.Choose(c.Compare("slt", args[0], zero), c.Binary(&llvm.Sub, zero, args[0]), args[0])
}

// ceilDivision rounds a signed quotient up: it adds 1 to the truncated quotient if that is inexact and the exact
// quotient is positive.
func ceilDivision(c *emit.Code, _ *ir.Operation, args []*ir.Value, t ir.Type) *ir.Value {
	x, y := args[0], args[1]
	q := c.Binary(&llvm.SDiv, x, y)
	inexact := c.Compare("ne", c.Binary(&llvm.Mul, q, y), x)
	alike := c.Compare("sge", c.Binary(&llvm.XOr, x, y), c.Number(t, 0))
	return c.Choose(c.Binary(&llvm.And, inexact, alike), c.Binary(&llvm.Add, q, c.Number(t, 1)), q)
}

func ceilDivisionUnsigned(c *emit.Code, _ *ir.Operation, args []*ir.Value, t ir.Type) *ir.Value {
	x, y := args[0], args[1]
	q := c.Binary(&llvm.UDiv, x, y)
	inexact := c.Compare("ne", c.Binary(&llvm.Mul, q, y), x)
	return c.Choose(inexact, c.Binary(&llvm.Add, q, c.Number(t, 1)), q)
}

// integerPower squares in a loop over the bits of the exponent. With a negative exponent, the result is 1/x^|y|,
// truncated to an integer: 0 unless x is 1 or -1.
func integerPower(c *emit.Code, op *ir.Operation, args []*ir.Value, t ir.Type) *ir.Value {
	x, y := args[0], args[1]
	zero, one := c.Number(t, 0), c.Number(t, 1)
	head, body, after := c.NewBlock(), c.NewBlock(), c.NewBlock()
	for range 3 {
		head.AddArg(c.Ctx, t, op.Loc())
	}
	negative := c.Compare("slt", y, zero)
	llvm.NewBr(c.B, head, one, x, c.Choose(negative, c.Binary(&llvm.Sub, zero, y), y))
	c.B.AtEnd(head)
	power, square, exponent := head.Arg(0), head.Arg(1), head.Arg(2)
	llvm.NewCondBr(c.B, c.Compare("ne", exponent, zero), body, nil, after, nil)
	c.B.AtEnd(body)
	odd := c.Compare("ne", c.Binary(&llvm.And, exponent, one), zero)
	next := c.Choose(odd, c.Binary(&llvm.Mul, power, square), power)
	llvm.NewBr(c.B, head, next, c.Binary(&llvm.Mul, square, square), c.Binary(&llvm.LShr, exponent, one))
	c.B.AtEnd(after)
	large := c.Compare("ugt", c.Binary(&llvm.Add, x, one), c.Number(t, 2)) // neither -1, 0 nor 1
	return c.Choose(c.Binary(&llvm.And, negative, large), zero, power)
}

// populationCount adds the counts of neighboring groups of bits, doubling the width of the groups in each step (H. S.
// Warren, "Hacker's Delight", section 5-1).
func populationCount(c *emit.Code, x *ir.Value) *ir.Value {
	t := x.Type()
	width := ir.BitWidth(t)
	for group := 1; group < width; group *= 2 {
		var pattern uint64 // the lower group of every pair
		for bit := range width {
			if bit/group%2 == 0 {
				pattern |= 1 << bit
			}
		}
		mask := c.Number(t, int64(pattern))
		upper := c.Binary(&llvm.And, c.Binary(&llvm.LShr, x, c.Number(t, int64(group))), mask)
		x = c.Binary(&llvm.Add, c.Binary(&llvm.And, x, mask), upper)
	}
	return x
}

func countOnes(c *emit.Code, _ *ir.Operation, args []*ir.Value, _ ir.Type) *ir.Value {
	return populationCount(c, args[0])
}

// countTrailingZeros counts the bits below the lowest one.
func countTrailingZeros(c *emit.Code, _ *ir.Operation, args []*ir.Value, t ir.Type) *ir.Value {
	x := args[0]
	below := c.Binary(&llvm.And, c.Binary(&llvm.XOr, x, c.Number(t, -1)), c.Binary(&llvm.Sub, x, c.Number(t, 1)))
	return populationCount(c, below)
}

// countLeadingZeros sets all bits below the highest set bit, and counts the bits that remain zero.
func countLeadingZeros(c *emit.Code, _ *ir.Operation, args []*ir.Value, _ ir.Type) *ir.Value {
	return leadingZeros(c, args[0])
}

func leadingZeros(c *emit.Code, x *ir.Value) *ir.Value {
	t := x.Type()
	for distance := 1; distance < ir.BitWidth(t); distance *= 2 {
		x = c.Binary(&llvm.Or, x, c.Binary(&llvm.LShr, x, c.Number(t, int64(distance))))
	}
	return populationCount(c, c.Binary(&llvm.XOr, x, c.Number(t, -1)))
}

// sumAndCarry returns an unsigned sum, and whether it overflowed.
func sumAndCarry(c *emit.Code, args []*ir.Value) (sum, carry *ir.Value) {
	sum = c.Binary(&llvm.Add, args[0], args[1])
	return sum, c.Compare("ult", sum, args[0])
}

// wideProduct returns the low and high halves of a product. It multiplies in twice the width. For 64 bits it adds
// products of 32-bit halves, since not all compilers have i128.
func wideProduct(extension *ir.OpDef) pairRule {
	return func(c *emit.Code, args []*ir.Value) (low, high *ir.Value) {
		x, y := args[0], args[1]
		t := x.Type()
		width := ir.BitWidth(t)
		if width > 32 {
			low = c.Binary(&llvm.Mul, x, y)
			high = highProduct(c, x, y)
			if extension == &llvm.SExt { // a negative factor, read as unsigned, is larger by 2^64
				high = c.Binary(&llvm.Sub, high, c.Binary(&llvm.And, c.Binary(&llvm.AShr, x, c.Number(t, 63)), y))
				high = c.Binary(&llvm.Sub, high, c.Binary(&llvm.And, c.Binary(&llvm.AShr, y, c.Number(t, 63)), x))
			}
			return low, high
		}
		wide := c.Ctx.I(uint32(2 * width))
		product := c.Binary(&llvm.Mul, llvm.NewCast(c.B, extension, x, wide), llvm.NewCast(c.B, extension, y, wide))
		high = c.Binary(&llvm.LShr, product, c.Number(wide, int64(width)))
		return llvm.NewCast(c.B, &llvm.Trunc, product, t), llvm.NewCast(c.B, &llvm.Trunc, high, t)
	}
}

// highProduct returns the upper 64 bits of an unsigned product of 64-bit numbers (Knuth, volume 2, section 4.3.1).
func highProduct(c *emit.Code, x, y *ir.Value) *ir.Value {
	t := x.Type()
	mask, by32 := c.Number(t, 1<<32-1), c.Number(t, 32)
	halves := func(v *ir.Value) (low, high *ir.Value) {
		return c.Binary(&llvm.And, v, mask), c.Binary(&llvm.LShr, v, by32)
	}
	xl, xh := halves(x)
	yl, yh := halves(y)
	_, carry := halves(c.Binary(&llvm.Mul, xl, yl))
	middle, high := halves(c.Binary(&llvm.Add, c.Binary(&llvm.Mul, xh, yl), carry))
	_, carry = halves(c.Binary(&llvm.Add, c.Binary(&llvm.Mul, xl, yh), middle))
	return c.Binary(&llvm.Add, c.Binary(&llvm.Add, c.Binary(&llvm.Mul, xh, yh), high), carry)
}
