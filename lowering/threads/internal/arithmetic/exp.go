package arithmetic

import (
	"math"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/fastmath"
	"github.com/girih-ir/girih/lowering/threads/internal/emit"
)

// exponential computes e^x in f32 as 2^n * e^r, where n is the integer nearest to x*log2(e) and r = x - n*ln(2).
//
// ln(2) is the sum of two parts whose products with n are almost exact. So the error of the result is that of
// ex2.approx on [-0.5, 0.5], at most 2^-22.5 relatively (PTX ISA, "ex2"), plus one rounding: about 2 units in the last
// place. 2^n is made from exponent bits, in two factors, since n may lie outside the range of exponents if the result
// is denormal or overflows.
//
// If the operation may be approximated, the result is 2^(x*log2(e)). The rounding of that product alone costs about |x|
// units.
func exponential(c *emit.Code, op *ir.Operation, args []*ir.Value, t ir.Type) *ir.Value {
	f32 := c.Ctx.F32()
	x := args[0]
	if ir.BitWidth(t) < 32 {
		x = llvm.NewCast(c.B, &llvm.FPExt, x, f32)
	}
	if arith.FastMathOf(op)&fastmath.AFn != 0 {
		scaled := c.Binary(&llvm.FMul, x, c.F32(math.Log2E))
		return c.Narrowed(c.B.Build(&llvm.Exp2, []*ir.Value{scaled}).Result(0), t)
	}
	// Beyond these bounds the result is 0 or infinite anyway. NaN compares false and passes.
	x = selectIf(c, "olt", x, -105, x)
	x = selectIf(c, "ogt", x, 89, x)
	// 1.5 * 2^23 pushes the fraction out of the significand: the sum's low bits are n, rounded to nearest.
	const shifter = 12582912
	shifted := c.FMA(x, c.F32(math.Log2E), c.F32(shifter))
	n := c.Binary(&llvm.FSub, shifted, c.F32(shifter))
	high := float64(float32(math.Ln2)) // 24 bits; products with n are rounded once, inside the fma
	rest := c.FMA(n, c.F32(-high), x)
	rest = c.FMA(n, c.F32(high-math.Ln2), rest)
	// Neither the result nor, as 2^x is 1 for all of them, the argument shows that denormals are flushed.
	power := llvm.NewInlineAsm(c.B, "ex2.approx.ftz.f32 $0, $1;", "=f,f", false, c.Ctx.F32(),
		c.Binary(&llvm.FMul, rest, c.F32(math.Log2E)))
	// As bits, because a conversion of NaN to an integer would be undefined.
	count := c.Binary(&llvm.Sub, llvm.NewCast(c.B, &llvm.Bitcast, shifted, c.Ctx.I(32)),
		c.I32(int64(math.Float32bits(shifter))))
	half := c.Binary(&llvm.AShr, count, c.I32(1))
	power = c.Binary(&llvm.FMul, power, powerOfTwo(c, half))
	power = c.Binary(&llvm.FMul, power, powerOfTwo(c, c.Binary(&llvm.Sub, count, half)))
	return c.Narrowed(power, t)
}

// powerOfTwo returns 2^n for an exponent n of a normal number.
func powerOfTwo(c *emit.Code, n *ir.Value) *ir.Value {
	pattern := c.Binary(&llvm.Shl, c.Binary(&llvm.Add, n, c.I32(127)), c.I32(23))
	return llvm.NewCast(c.B, &llvm.Bitcast, pattern, c.Ctx.F32())
}

// selectIf returns bound where x compares true with it, and otherwise elsewhere.
func selectIf(c *emit.Code, predicate string, x *ir.Value, bound float64, otherwise *ir.Value) *ir.Value {
	p, _ := llvm.FloatPredicate.Parse(predicate)
	limit := c.F32(bound)
	cond := c.B.Build(&llvm.FCmp, []*ir.Value{x, limit},
		ir.NamedAttr{Name: "predicate", Value: llvm.FloatPredicate.Attr(c.Ctx, p)}).Result(0)
	return c.B.Build(&llvm.Select, []*ir.Value{cond, limit, otherwise}).Result(0)
}

// reciprocalRoot divides 1 by the root, each correctly rounded unless it may be approximated.
func reciprocalRoot(c *emit.Code, op *ir.Operation, args []*ir.Value, t ir.Type) *ir.Value {
	x := c.Widened(args)[0]
	root := c.B.Build(&llvm.Sqrt, []*ir.Value{x}, c.FastMath(op)).Result(0)
	one := llvm.NewConstant(c.B, c.Ctx.FloatAttr(x.Type().(*ir.FloatType), 1))
	return c.Narrowed(c.B.Build(&llvm.FDiv, []*ir.Value{one, root}, c.FastMath(op)).Result(0), t)
}
