package tilellvm

import (
	"slices"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/ir"
)

// isByte reports whether t is a float of at most 8 bits. No compiler knows these: threads hold their bits, the lowest of a
// byte, to move, select and store them.
func isByte(t ir.Type) bool {
	f, ok := t.(*ir.FloatType)
	return ok && f.Format.Bits() <= 8
}

// computesBytes reports whether an operation does more with floats of 8 bits than that.
func computesBytes(op *ir.Operation) bool {
	if op.Is(&arith.Select) || op.Is(&arith.Bitcast) {
		return false
	}
	byteFloats := func(t ir.Type) bool { return isByte(ir.ElementOrSelf(t)) }
	return slices.ContainsFunc(op.OperandTypes(), byteFloats) || slices.ContainsFunc(op.ResultTypes(), byteFloats)
}

// reinterpret changes the type of bits. Floats of less than 8 bits are bytes, the integers of their bits are not.
func reinterpret(c *converter, op *ir.Operation, args []*ir.Value, t ir.Type) *ir.Value {
	if isByte(ir.ElementOrSelf(op.Operand(0).Type())) || isByte(ir.ElementOrSelf(op.Result(0).Type())) {
		return c.resized(&llvm.ZExt, args[0], t)
	}
	return c.bitcast(args[0], t)
}

// floatBits returns a float as an integer, and that integer without the sign.
func (c *converter) floatBits(x *ir.Value) (t ir.Type, bits, magnitude *ir.Value) {
	width := ir.BitWidth(x.Type())
	t = c.ctx.I(uint32(width))
	bits = c.bitcast(x, t)
	return t, bits, c.binary(&llvm.And, bits, c.number(t, 1<<(width-1)-1))
}

// infinityBits returns the bits of infinity in a format that has it.
func infinityBits(t ir.Type) int64 {
	f := t.(*ir.FloatType).Format
	return int64(f.Inf(false).Lo)
}

// classified compares the bits of a float without its sign with those of infinity: what is above is NaN.
func classified(predicate string) scalarRule {
	return func(c *converter, _ *ir.Operation, args []*ir.Value, _ ir.Type) *ir.Value {
		t, _, magnitude := c.floatBits(args[0])
		return c.compare(predicate, magnitude, c.number(t, infinityBits(args[0].Type())))
	}
}

// isNormal is true between the least normal number, whose bits are the lowest bit of the exponent, and infinity.
func isNormal(c *converter, _ *ir.Operation, args []*ir.Value, _ ir.Type) *ir.Value {
	t, _, magnitude := c.floatBits(args[0])
	infinity := infinityBits(args[0].Type())
	least := infinity &^ (infinity - 1) // infinity has all bits of the exponent
	shifted := c.binary(&llvm.Sub, magnitude, c.number(t, least))
	return c.compare("ult", shifted, c.number(t, infinity-least))
}

// absolute leaves the magnitude to the compiler where it is one of an operand of other instructions. Those of the narrower
// formats, and signs, are bits.
func absolute(c *converter, _ *ir.Operation, args []*ir.Value, t ir.Type) *ir.Value {
	if ir.BitWidth(t) == 32 {
		return c.b.Build(&llvm.FAbs, args).Result(0)
	}
	_, _, magnitude := c.floatBits(args[0])
	return c.bitcast(magnitude, t)
}

func negated(c *converter, _ *ir.Operation, args []*ir.Value, t ir.Type) *ir.Value {
	word, bits, _ := c.floatBits(args[0])
	return c.bitcast(c.binary(&llvm.XOr, bits, c.number(word, -1<<(ir.BitWidth(t)-1))), t)
}

func copySign(c *converter, _ *ir.Operation, args []*ir.Value, t ir.Type) *ir.Value {
	word, _, magnitude := c.floatBits(args[0])
	_, sign, _ := c.floatBits(args[1])
	sign = c.binary(&llvm.And, sign, c.number(word, -1<<(ir.BitWidth(t)-1)))
	return c.bitcast(c.binary(&llvm.Or, magnitude, sign), t)
}

// inSingle computes formats narrower than f32, for which not all compilers have the operation, in f32.
func inSingle(rule scalarRule) scalarRule {
	return func(c *converter, op *ir.Operation, args []*ir.Value, t ir.Type) *ir.Value {
		if ir.BitWidth(t) >= 32 {
			return rule(c, op, args, t)
		}
		wide := make([]*ir.Value, len(args))
		for i, v := range args {
			wide[i] = llvm.NewCast(c.b, &llvm.FPExt, v, c.ctx.F32())
		}
		return c.narrowed(rule(c, op, wide, c.ctx.F32()), t)
	}
}

// roundAway rounds halves away from zero: it is exact to add the difference that truncation drops, where that is at
// least a half, as one.
func roundAway(c *converter, op *ir.Operation, args []*ir.Value, t ir.Type) *ir.Value {
	x := args[0]
	whole := c.b.Build(&llvm.TruncF, []*ir.Value{x}).Result(0)
	rest := absolute(c, op, []*ir.Value{c.binary(&llvm.FSub, x, whole)}, t)
	float := t.(*ir.FloatType)
	constant := func(v float64) *ir.Value { return llvm.NewConstant(c.b, c.ctx.FloatAttr(float, v)) }
	p, _ := llvm.FloatPredicate.Parse("oge")
	atLeastHalf := c.b.Build(&llvm.FCmp, []*ir.Value{rest, constant(0.5)},
		ir.NamedAttr{Name: "predicate", Value: llvm.FloatPredicate.Attr(c.ctx, p)}).Result(0)
	one := copySign(c, op, []*ir.Value{constant(1), x}, t)
	rounded := c.choose(atLeastHalf, c.binary(&llvm.FAdd, whole, one), whole)
	return copySign(c, op, []*ir.Value{rounded, x}, t)
}

// extremum returns an operand that is NaN, or else the greater or smaller one; of two zeros, the one whose sign is that
// of the extremum. A rule of PTX has this for f32 alone.
func extremum(single *ir.OpDef, greater bool) scalarRule {
	return inSingle(func(c *converter, op *ir.Operation, args []*ir.Value, t ir.Type) *ir.Value {
		if ir.BitWidth(t) == 32 {
			return c.b.Build(single, args, c.fastMath(op)).Result(0)
		}
		x, y := args[0], args[1]
		compare := func(predicate string, x, y *ir.Value) *ir.Value {
			p, _ := llvm.FloatPredicate.Parse(predicate)
			return c.b.Build(&llvm.FCmp, []*ir.Value{x, y},
				ir.NamedAttr{Name: "predicate", Value: llvm.FloatPredicate.Attr(c.ctx, p)}).Result(0)
		}
		_, xBits, _ := c.floatBits(x)
		_, yBits, _ := c.floatBits(y)
		first, join := "olt", &llvm.Or // of equal numbers, which differ in the sign of zero at most
		if greater {
			first, join = "ogt", &llvm.And
		}
		v := c.choose(compare(first, x, y), x, y)
		v = c.choose(compare("oeq", x, y), c.bitcast(c.binary(join, xBits, yBits), t), v)
		return c.choose(compare("uno", x, y), c.binary(&llvm.FAdd, x, y), v)
	})
}

// clampFloat bounds a number below, then above, as the functions maxnum and minnum do.
func clampFloat(c *converter, op *ir.Operation, args []*ir.Value, t ir.Type) *ir.Value {
	low := float(&llvm.MaxNum)(c, op, args[:2], t)
	return float(&llvm.MinNum)(c, op, []*ir.Value{low, args[2]}, t)
}
