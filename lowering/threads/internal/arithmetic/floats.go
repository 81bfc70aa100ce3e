package arithmetic

import (
	"slices"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/threads/internal/emit"
)

// computesBytes reports whether an operation computes with 8-bit floats, rather than only selecting or bitcasting them.
func computesBytes(op *ir.Operation) bool {
	if op.Is(&arith.Select) || op.Is(&arith.Bitcast) {
		return false
	}
	byteFloats := func(t ir.Type) bool { return emit.IsByte(ir.ElementOrSelf(t)) }
	return slices.ContainsFunc(op.OperandTypes(), byteFloats) || slices.ContainsFunc(op.ResultTypes(), byteFloats)
}

// reinterpret lowers arith.bitcast. A thread holds a float of less than 8 bits in an i8, but an integer of the same
// width in its own type, so that the two are resized.
func reinterpret(c *emit.Code, op *ir.Operation, args []*ir.Value, t ir.Type) *ir.Value {
	if emit.IsByte(ir.ElementOrSelf(op.Operand(0).Type())) || emit.IsByte(ir.ElementOrSelf(op.Result(0).Type())) {
		return c.Resized(&llvm.ZExt, args[0], t)
	}
	return c.Bitcast(args[0], t)
}

// classified compares the bits of a float without its sign with those of infinity. NaNs have larger bits than infinity.
func classified(predicate string) scalarRule {
	return func(c *emit.Code, _ *ir.Operation, args []*ir.Value, _ ir.Type) *ir.Value {
		t, _, magnitude := c.FloatBits(args[0])
		return c.Compare(predicate, magnitude, c.Number(t, emit.InfinityBits(args[0].Type())))
	}
}

// isNormal is true for magnitudes from the smallest normal number, whose bits are the lowest exponent bit, up to but
// excluding infinity.
func isNormal(c *emit.Code, _ *ir.Operation, args []*ir.Value, _ ir.Type) *ir.Value {
	t, _, magnitude := c.FloatBits(args[0])
	infinity := emit.InfinityBits(args[0].Type())
	least := infinity &^ (infinity - 1) // infinity has all bits of the exponent
	shifted := c.Binary(&llvm.Sub, magnitude, c.Number(t, least))
	return c.Compare("ult", shifted, c.Number(t, infinity-least))
}

// absolute uses llvm.intr.fabs for f32, which instructions can apply to their operands at no cost. For narrower formats
// it clears the sign bit.
func absolute(c *emit.Code, _ *ir.Operation, args []*ir.Value, t ir.Type) *ir.Value {
	if ir.BitWidth(t) == 32 {
		return c.B.Build(&llvm.FAbs, args).Result(0)
	}
	_, _, magnitude := c.FloatBits(args[0])
	return c.Bitcast(magnitude, t)
}

func negated(c *emit.Code, _ *ir.Operation, args []*ir.Value, t ir.Type) *ir.Value {
	word, bits, _ := c.FloatBits(args[0])
	return c.Bitcast(c.Binary(&llvm.XOr, bits, c.Number(word, -1<<(ir.BitWidth(t)-1))), t)
}

func copySign(c *emit.Code, _ *ir.Operation, args []*ir.Value, t ir.Type) *ir.Value {
	word, _, magnitude := c.FloatBits(args[0])
	_, sign, _ := c.FloatBits(args[1])
	sign = c.Binary(&llvm.And, sign, c.Number(word, -1<<(ir.BitWidth(t)-1)))
	return c.Bitcast(c.Binary(&llvm.Or, magnitude, sign), t)
}

// inSingle computes formats narrower than f32 in f32, since not all compilers have the operation for them.
func inSingle(rule scalarRule) scalarRule {
	return func(c *emit.Code, op *ir.Operation, args []*ir.Value, t ir.Type) *ir.Value {
		if ir.BitWidth(t) >= 32 {
			return rule(c, op, args, t)
		}
		wide := make([]*ir.Value, len(args))
		for i, v := range args {
			wide[i] = llvm.NewCast(c.B, &llvm.FPExt, v, c.Ctx.F32())
		}
		return c.Narrowed(rule(c, op, wide, c.Ctx.F32()), t)
	}
}

// roundAway rounds halves away from zero: it truncates, and adds one with the sign of the number if the dropped
// fraction is at least a half. The subtraction that computes the fraction is exact.
func roundAway(c *emit.Code, op *ir.Operation, args []*ir.Value, t ir.Type) *ir.Value {
	x := args[0]
	whole := c.B.Build(&llvm.TruncF, []*ir.Value{x}).Result(0)
	rest := absolute(c, op, []*ir.Value{c.Binary(&llvm.FSub, x, whole)}, t)
	float := t.(*ir.FloatType)
	constant := func(v float64) *ir.Value { return llvm.NewConstant(c.B, c.Ctx.FloatAttr(float, v)) }
	p, _ := llvm.FloatPredicate.Parse("oge")
	atLeastHalf := c.B.Build(&llvm.FCmp, []*ir.Value{rest, constant(0.5)},
		ir.NamedAttr{Name: "predicate", Value: llvm.FloatPredicate.Attr(c.Ctx, p)}).Result(0)
	one := copySign(c, op, []*ir.Value{constant(1), x}, t)
	rounded := c.Choose(atLeastHalf, c.Binary(&llvm.FAdd, whole, one), whole)
	return copySign(c, op, []*ir.Value{rounded, x}, t)
}

// extremum returns NaN if an operand is NaN, and the greater or smaller operand otherwise. +0 counts as greater than
// -0. single is the operation for which PTX has an instruction, for f32 only.
func extremum(single *ir.OpDef, greater bool) scalarRule {
	return inSingle(func(c *emit.Code, op *ir.Operation, args []*ir.Value, t ir.Type) *ir.Value {
		if ir.BitWidth(t) == 32 {
			return c.B.Build(single, args, c.FastMath(op)).Result(0)
		}
		x, y := args[0], args[1]
		compare := func(predicate string, x, y *ir.Value) *ir.Value {
			p, _ := llvm.FloatPredicate.Parse(predicate)
			return c.B.Build(&llvm.FCmp, []*ir.Value{x, y},
				ir.NamedAttr{Name: "predicate", Value: llvm.FloatPredicate.Attr(c.Ctx, p)}).Result(0)
		}
		_, xBits, _ := c.FloatBits(x)
		_, yBits, _ := c.FloatBits(y)
		first, join := "olt", &llvm.Or // for equal numbers, which differ at most in the sign of zero
		if greater {
			first, join = "ogt", &llvm.And
		}
		v := c.Choose(compare(first, x, y), x, y)
		v = c.Choose(compare("oeq", x, y), c.Bitcast(c.Binary(join, xBits, yBits), t), v)
		return c.Choose(compare("uno", x, y), c.Binary(&llvm.FAdd, x, y), v)
	})
}

// clampFloat bounds a number from below by maxnum, and then from above by minnum.
func clampFloat(c *emit.Code, op *ir.Operation, args []*ir.Value, t ir.Type) *ir.Value {
	low := Float(&llvm.MaxNum)(c, op, args[:2], t)
	return Float(&llvm.MinNum)(c, op, []*ir.Value{low, args[2]}, t)
}
