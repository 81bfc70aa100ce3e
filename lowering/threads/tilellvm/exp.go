package tilellvm

import (
	"math"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/ir"
)

// exponential computes e^x in f32 as 2^n * 2^f, where n is the integer nearest to x*log2(e) and f the rest.
//
// The rest is x - n*ln(2), with ln(2) in two parts whose products with n are exact to far below the result's last bit,
// so the error is that of ex2.approx on [-0.5, 0.5] (at most 2^-22.5 relatively, PTX ISA, "ex2") and of one rounding:
// about 2 units in the last place. Powers of two are made from exponent bits, in two factors, as n may leave the range of
// exponents where the result is denormal or overflows.
//
// Where it may be approximated, it is 2^(x*log2(e)): the product's rounding alone then costs about |x| units.
func exponential(c *converter, op *ir.Operation, args []*ir.Value, t ir.Type) *ir.Value {
	f32 := c.ctx.F32()
	x := args[0]
	if ir.BitWidth(t) < 32 {
		x = llvm.NewCast(c.b, &llvm.FPExt, x, f32)
	}
	if arith.FastMathOf(op)&arith.AFn != 0 {
		scaled := c.binary(&llvm.FMul, x, c.f32(math.Log2E))
		return c.narrowed(c.b.Build(&llvm.Exp2, []*ir.Value{scaled}).Result(0), t)
	}
	// Beyond these bounds the result is 0 or infinite anyway. NaN compares false and passes.
	x = c.selectIf("olt", x, -105, x)
	x = c.selectIf("ogt", x, 89, x)
	// 1.5 * 2^23 pushes the fraction out of the significand: the sum's low bits are n, rounded to nearest.
	const shifter = 12582912
	shifted := c.fma(x, c.f32(math.Log2E), c.f32(shifter))
	n := c.binary(&llvm.FSub, shifted, c.f32(shifter))
	high := float64(float32(math.Ln2)) // 24 bits; products with n are rounded once, inside the fma
	rest := c.fma(n, c.f32(-high), x)
	rest = c.fma(n, c.f32(high-math.Ln2), rest)
	// Neither the result nor, as 2^x is 1 for all of them, the argument shows that denormals are flushed.
	power := llvm.NewInlineAsm(c.b, "ex2.approx.ftz.f32 $0, $1;", "=f,f", false, c.ctx.F32(),
		c.binary(&llvm.FMul, rest, c.f32(math.Log2E)))
	// As bits, because a conversion of NaN to an integer would be undefined.
	count := c.binary(&llvm.Sub, llvm.NewCast(c.b, &llvm.Bitcast, shifted, c.ctx.I(32)),
		c.i32(int64(math.Float32bits(shifter))))
	half := c.binary(&llvm.AShr, count, c.i32(1))
	power = c.binary(&llvm.FMul, power, c.powerOfTwo(half))
	power = c.binary(&llvm.FMul, power, c.powerOfTwo(c.binary(&llvm.Sub, count, half)))
	return c.narrowed(power, t)
}

// powerOfTwo returns 2^n for an exponent n of a normal number.
func (c *converter) powerOfTwo(n *ir.Value) *ir.Value {
	pattern := c.binary(&llvm.Shl, c.binary(&llvm.Add, n, c.i32(127)), c.i32(23))
	return llvm.NewCast(c.b, &llvm.Bitcast, pattern, c.ctx.F32())
}

// selectIf returns bound where x compares true with it, and otherwise elsewhere.
func (c *converter) selectIf(predicate string, x *ir.Value, bound float64, otherwise *ir.Value) *ir.Value {
	p, _ := llvm.FloatPredicate.Parse(predicate)
	limit := c.f32(bound)
	cond := c.b.Build(&llvm.FCmp, []*ir.Value{x, limit},
		ir.NamedAttr{Name: "predicate", Value: llvm.FloatPredicate.Attr(c.ctx, p)}).Result(0)
	return c.b.Build(&llvm.Select, []*ir.Value{cond, limit, otherwise}).Result(0)
}

func (c *converter) fma(x, y, z *ir.Value) *ir.Value {
	return c.b.Build(&llvm.FMA, []*ir.Value{x, y, z}).Result(0)
}

func (c *converter) f32(v float64) *ir.Value {
	return llvm.NewConstant(c.b, c.ctx.FloatAttr(c.ctx.F32(), v))
}

// reciprocalRoot divides 1 by the root, each correctly rounded unless it may be approximated.
func reciprocalRoot(c *converter, op *ir.Operation, args []*ir.Value, t ir.Type) *ir.Value {
	x := c.widened(args)[0]
	root := c.b.Build(&llvm.Sqrt, []*ir.Value{x}, c.fastMath(op)).Result(0)
	one := llvm.NewConstant(c.b, c.ctx.FloatAttr(x.Type().(*ir.FloatType), 1))
	return c.narrowed(c.b.Build(&llvm.FDiv, []*ir.Value{one, root}, c.fastMath(op)).Result(0), t)
}
