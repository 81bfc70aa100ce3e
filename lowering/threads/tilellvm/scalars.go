package tilellvm

import (
	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/ir"
)

// same builds the same operation on scalars.
func same(def *ir.OpDef) scalarRule {
	return func(c *converter, _ *ir.Operation, args []*ir.Value, _ ir.Type) *ir.Value {
		return c.b.Build(def, args).Result(0)
	}
}

// wrapping keeps the overflow flags of integer operations.
func wrapping(def *ir.OpDef) scalarRule {
	return func(c *converter, op *ir.Operation, args []*ir.Value, _ ir.Type) *ir.Value {
		flags := int64(0)
		if bits := arith.OverflowOf(op); bits&arith.NSW != 0 {
			flags |= llvm.NSW
		}
		if bits := arith.OverflowOf(op); bits&arith.NUW != 0 {
			flags |= llvm.NUW
		}
		return c.b.Build(def, args,
			ir.NamedAttr{Name: "overflowFlags", Value: c.ctx.Integer(c.ctx.I(32), flags)}).Result(0)
	}
}

// float computes bf16 in f32, and keeps fast-math flags.
func float(def *ir.OpDef) scalarRule {
	return func(c *converter, op *ir.Operation, args []*ir.Value, t ir.Type) *ir.Value {
		return c.narrowed(c.b.Build(def, c.widened(args), c.fastMath(op)).Result(0), t)
	}
}

// widened returns floats of type bf16 as f32, and everything else as it is: no compiler but the newest computes in bf16.
func (c *converter) widened(args []*ir.Value) []*ir.Value {
	out := make([]*ir.Value, len(args))
	for i, v := range args {
		out[i] = v
		if v.Type() == ir.Type(c.ctx.Float("bf16")) {
			out[i] = llvm.NewCast(c.b, &llvm.FPExt, v, c.ctx.F32())
		}
	}
	return out
}

// narrowed rounds what was computed for bf16 operands to type t.
func (c *converter) narrowed(v *ir.Value, t ir.Type) *ir.Value {
	if v.Type() == t {
		return v
	}
	return llvm.NewCast(c.b, &llvm.FPTrunc, v, t)
}

var fastMathBits = []struct{ from, to uint32 }{
	{arith.Reassoc, llvm.Reassoc}, {arith.NNaN, llvm.NNaN}, {arith.NInf, llvm.NInf}, {arith.NSZ, llvm.NSZ},
	{arith.ARcp, llvm.ARcp}, {arith.Contract, llvm.Contract}, {arith.AFn, llvm.AFn},
}

func (c *converter) fastMath(op *ir.Operation) ir.NamedAttr {
	bits := uint32(0)
	for _, f := range fastMathBits {
		if arith.FastMathOf(op)&f.from != 0 {
			bits |= f.to
		}
	}
	return ir.NamedAttr{Name: "fastmathFlags", Value: llvm.FastMath.Attr(c.ctx, bits)}
}

func cast(def *ir.OpDef) scalarRule {
	return func(c *converter, _ *ir.Operation, args []*ir.Value, t ir.Type) *ir.Value {
		return llvm.NewCast(c.b, def, args[0], t)
	}
}

// castFloat goes through f32 between bf16 and anything else.
func castFloat(def *ir.OpDef) scalarRule {
	return func(c *converter, _ *ir.Operation, args []*ir.Value, t ir.Type) *ir.Value {
		f32, bf16 := ir.Type(c.ctx.F32()), ir.Type(c.ctx.Float("bf16"))
		v := c.widened(args)[0]
		target := t
		if t == bf16 {
			target = f32
		}
		if v.Type() != target {
			v = llvm.NewCast(c.b, def, v, target)
		}
		return c.narrowed(v, t)
	}
}

// resize is a cast between index, which is i64 here, and an integer.
func resize(extension *ir.OpDef) scalarRule {
	return func(c *converter, _ *ir.Operation, args []*ir.Value, t ir.Type) *ir.Value {
		return c.resized(extension, args[0], t)
	}
}

func (c *converter) resized(extension *ir.OpDef, v *ir.Value, t ir.Type) *ir.Value {
	switch from, to := ir.BitWidth(v.Type()), ir.BitWidth(t); {
	case from < to:
		return llvm.NewCast(c.b, extension, v, t)
	case from > to:
		return llvm.NewCast(c.b, &llvm.Trunc, v, t)
	}
	return v
}

// floorDivision rounds a quotient of different signs down: that is one less than towards zero unless it is exact.
func floorDivision(c *converter, _ *ir.Operation, args []*ir.Value, t ir.Type) *ir.Value {
	x, y := args[0], args[1]
	zero := llvm.NewInt(c.b, t, 0)
	q := c.binary(&llvm.SDiv, x, y)
	inexact := c.compare("ne", c.binary(&llvm.Mul, q, y), x)
	opposite := c.compare("slt", c.binary(&llvm.XOr, x, y), zero)
	return c.b.Build(&llvm.Select, []*ir.Value{c.binary(&llvm.And, inexact, opposite),
		c.binary(&llvm.Sub, q, llvm.NewInt(c.b, t, 1)), q}).Result(0)
}

func compareInts(c *converter, op *ir.Operation, args []*ir.Value, _ ir.Type) *ir.Value {
	p, _ := arith.IntPredicate.Value(op.Inherent("predicate"))
	return c.compare(arith.IntPredicate.Name(p), args[0], args[1])
}

func compareFloats(c *converter, op *ir.Operation, args []*ir.Value, _ ir.Type) *ir.Value {
	p, _ := arith.FloatPredicate.Value(op.Inherent("predicate")) // the two enumerations have the same numbers
	return c.b.Build(&llvm.FCmp, c.widened(args), c.fastMath(op),
		ir.NamedAttr{Name: "predicate", Value: llvm.FloatPredicate.Attr(c.ctx, p)}).Result(0)
}

func addPointer(c *converter, op *ir.Operation, args []*ir.Value, _ ir.Type) *ir.Value {
	return llvm.NewGEP(c.b, memoryType(c.ctx, op.Result(0).Type()), args[0], 0, llvm.Index{Value: args[1]})
}
