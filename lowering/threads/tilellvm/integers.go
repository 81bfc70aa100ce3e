package tilellvm

import (
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/ir"
)

func (c *converter) number(t ir.Type, v int64) *ir.Value { return llvm.NewInt(c.b, t, v) }

func (c *converter) choose(condition, x, y *ir.Value) *ir.Value {
	return c.b.Build(&llvm.Select, []*ir.Value{condition, x, y}).Result(0)
}

func magnitude(c *converter, _ *ir.Operation, args []*ir.Value, t ir.Type) *ir.Value {
	zero := c.number(t, 0)
	return c.choose(c.compare("slt", args[0], zero), c.binary(&llvm.Sub, zero, args[0]), args[0])
}

// ceilDivision rounds a quotient up: of signed numbers, one more than towards zero unless it is exact or negative.
func ceilDivision(c *converter, _ *ir.Operation, args []*ir.Value, t ir.Type) *ir.Value {
	x, y := args[0], args[1]
	q := c.binary(&llvm.SDiv, x, y)
	inexact := c.compare("ne", c.binary(&llvm.Mul, q, y), x)
	alike := c.compare("sge", c.binary(&llvm.XOr, x, y), c.number(t, 0))
	return c.choose(c.binary(&llvm.And, inexact, alike), c.binary(&llvm.Add, q, c.number(t, 1)), q)
}

func ceilDivisionUnsigned(c *converter, _ *ir.Operation, args []*ir.Value, t ir.Type) *ir.Value {
	x, y := args[0], args[1]
	q := c.binary(&llvm.UDiv, x, y)
	inexact := c.compare("ne", c.binary(&llvm.Mul, q, y), x)
	return c.choose(inexact, c.binary(&llvm.Add, q, c.number(t, 1)), q)
}

// integerPower squares in a loop over the bits of the exponent. A negative exponent inverts, which only 1 and -1
// survive.
func integerPower(c *converter, op *ir.Operation, args []*ir.Value, t ir.Type) *ir.Value {
	x, y := args[0], args[1]
	zero, one := c.number(t, 0), c.number(t, 1)
	head, body, after := c.newBlock(), c.newBlock(), c.newBlock()
	for range 3 {
		head.AddArg(c.ctx, t, op.Loc())
	}
	negative := c.compare("slt", y, zero)
	llvm.NewBr(c.b, head, one, x, c.choose(negative, c.binary(&llvm.Sub, zero, y), y))
	c.b.AtEnd(head)
	power, square, exponent := head.Arg(0), head.Arg(1), head.Arg(2)
	llvm.NewCondBr(c.b, c.compare("ne", exponent, zero), body, nil, after, nil)
	c.b.AtEnd(body)
	odd := c.compare("ne", c.binary(&llvm.And, exponent, one), zero)
	next := c.choose(odd, c.binary(&llvm.Mul, power, square), power)
	llvm.NewBr(c.b, head, next, c.binary(&llvm.Mul, square, square), c.binary(&llvm.LShr, exponent, one))
	c.b.AtEnd(after)
	large := c.compare("ugt", c.binary(&llvm.Add, x, one), c.number(t, 2)) // not -1, 0 or 1; of 0 it is undefined
	return c.choose(c.binary(&llvm.And, negative, large), zero, power)
}

// populationCount adds neighboring groups of bits, which double in width (H. S. Warren, "Hacker's Delight", section 5-1).
func (c *converter) populationCount(x *ir.Value) *ir.Value {
	t := x.Type()
	width := ir.BitWidth(t)
	for group := 1; group < width; group *= 2 {
		var pattern uint64 // the lower of every two groups
		for bit := range width {
			if bit/group%2 == 0 {
				pattern |= 1 << bit
			}
		}
		mask := c.number(t, int64(pattern))
		upper := c.binary(&llvm.And, c.binary(&llvm.LShr, x, c.number(t, int64(group))), mask)
		x = c.binary(&llvm.Add, c.binary(&llvm.And, x, mask), upper)
	}
	return x
}

func countOnes(c *converter, _ *ir.Operation, args []*ir.Value, _ ir.Type) *ir.Value {
	return c.populationCount(args[0])
}

// countTrailingZeros counts the bits below the lowest one.
func countTrailingZeros(c *converter, _ *ir.Operation, args []*ir.Value, t ir.Type) *ir.Value {
	x := args[0]
	below := c.binary(&llvm.And, c.binary(&llvm.XOr, x, c.number(t, -1)), c.binary(&llvm.Sub, x, c.number(t, 1)))
	return c.populationCount(below)
}

// countLeadingZeros spreads the highest bit downwards and counts the others.
func countLeadingZeros(c *converter, _ *ir.Operation, args []*ir.Value, _ ir.Type) *ir.Value {
	return c.leadingZeros(args[0])
}

func (c *converter) leadingZeros(x *ir.Value) *ir.Value {
	t := x.Type()
	for distance := 1; distance < ir.BitWidth(t); distance *= 2 {
		x = c.binary(&llvm.Or, x, c.binary(&llvm.LShr, x, c.number(t, int64(distance))))
	}
	return c.populationCount(c.binary(&llvm.XOr, x, c.number(t, -1)))
}

// pairRule computes one element of each of an operation's two results.
type pairRule func(c *converter, args []*ir.Value) (first, second *ir.Value)

// sumAndCarry is an unsigned sum and whether it overflowed.
func sumAndCarry(c *converter, args []*ir.Value) (sum, carry *ir.Value) {
	sum = c.binary(&llvm.Add, args[0], args[1])
	return sum, c.compare("ult", sum, args[0])
}

// wideProduct returns the halves of a product: from one of twice the width, or for 64 bits, for which not all compilers
// have that, from products of halves.
func wideProduct(extension *ir.OpDef) pairRule {
	return func(c *converter, args []*ir.Value) (low, high *ir.Value) {
		x, y := args[0], args[1]
		t := x.Type()
		width := ir.BitWidth(t)
		if width > 32 {
			low = c.binary(&llvm.Mul, x, y)
			high = c.highProduct(x, y)
			if extension == &llvm.SExt { // a negative factor counts as itself plus 2^64
				high = c.binary(&llvm.Sub, high, c.binary(&llvm.And, c.binary(&llvm.AShr, x, c.number(t, 63)), y))
				high = c.binary(&llvm.Sub, high, c.binary(&llvm.And, c.binary(&llvm.AShr, y, c.number(t, 63)), x))
			}
			return low, high
		}
		wide := c.ctx.I(uint32(2 * width))
		product := c.binary(&llvm.Mul, llvm.NewCast(c.b, extension, x, wide), llvm.NewCast(c.b, extension, y, wide))
		high = c.binary(&llvm.LShr, product, c.number(wide, int64(width)))
		return llvm.NewCast(c.b, &llvm.Trunc, product, t), llvm.NewCast(c.b, &llvm.Trunc, high, t)
	}
}

// highProduct returns the upper 64 bits of an unsigned product of 64-bit numbers (Knuth, volume 2, section 4.3.1).
func (c *converter) highProduct(x, y *ir.Value) *ir.Value {
	t := x.Type()
	mask, by32 := c.number(t, 1<<32-1), c.number(t, 32)
	halves := func(v *ir.Value) (low, high *ir.Value) {
		return c.binary(&llvm.And, v, mask), c.binary(&llvm.LShr, v, by32)
	}
	xl, xh := halves(x)
	yl, yh := halves(y)
	_, carry := halves(c.binary(&llvm.Mul, xl, yl))
	middle, high := halves(c.binary(&llvm.Add, c.binary(&llvm.Mul, xh, yl), carry))
	_, carry = halves(c.binary(&llvm.Add, c.binary(&llvm.Mul, xl, yh), middle))
	return c.binary(&llvm.Add, c.binary(&llvm.Add, c.binary(&llvm.Mul, xh, yh), high), carry)
}
