package emit

import (
	"slices"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/apfloat"
)

// I32 returns a constant of type i32.
func (c *Code) I32(v int64) *ir.Value { return llvm.NewInt(c.B, c.Ctx.I(32), v) }

// once returns a constant of type i32 that the program has once, at its start. It is for operands of operations that
// come by the hundred: their constants would be as many operations to create, and to find and remove as common
// subexpressions.
func (c *Code) once(v int64) *ir.Value {
	known, ok := c.constants[v]
	if !ok {
		start := c.Thread.DefiningOp()
		b := c.B.Inside(start.Block()).Before(start)
		b.SetLoc(start.Loc())
		known = llvm.NewInt(b, c.Ctx.I(32), v)
		c.constants[v] = known
	}
	return known
}

// F32 returns a constant of type f32.
func (c *Code) F32(v float64) *ir.Value {
	return llvm.NewConstant(c.B, c.Ctx.FloatAttr(c.Ctx.F32(), v))
}

// AddBytes returns an address plus a constant number of bytes.
func (c *Code) AddBytes(base *ir.Value, bytes int64) *ir.Value {
	if bytes == 0 {
		return base
	}
	return llvm.NewGEP(c.B, c.Ctx.I(8), base, 0, llvm.Index{Constant: int32(bytes)})
}

// Number returns a constant of an integer type.
func (c *Code) Number(t ir.Type, v int64) *ir.Value { return llvm.NewInt(c.B, t, v) }

// Binary builds an operation without attributes on two operands.
func (c *Code) Binary(def *ir.OpDef, x, y *ir.Value) *ir.Value { return c.Op(def, []*ir.Value{x, y}) }

// Freeze returns v if it is a constant, and llvm.freeze of v otherwise: an undefined v becomes an arbitrary fixed
// value.
func (c *Code) Freeze(v *ir.Value) *ir.Value {
	if _, defined := llvm.ConstantInt(v); defined {
		return v
	}
	return c.B.Build(&llvm.Freeze, []*ir.Value{v}).Result(0)
}

// Compare builds an llvm.icmp; predicate is one of its names, such as "slt".
func (c *Code) Compare(predicate string, x, y *ir.Value) *ir.Value {
	if v := c.compare(predicate, x, y); v != nil {
		return v
	}
	p, _ := llvm.IntPredicate.Parse(predicate)
	return c.B.Build(&llvm.ICmp, []*ir.Value{x, y},
		ir.NamedAttr{Name: "predicate", Value: llvm.IntPredicate.Attr(c.Ctx, p)}).Result(0)
}

// Both returns the conjunction of two conditions; nil stands for true.
func (c *Code) Both(x, y *ir.Value) *ir.Value {
	switch {
	case x == nil:
		return y
	case y == nil:
		return x
	}
	return c.Binary(&llvm.And, x, y)
}

// Choose returns x where condition holds, and y elsewhere.
func (c *Code) Choose(condition, x, y *ir.Value) *ir.Value {
	return c.Op(&llvm.Select, []*ir.Value{condition, x, y})
}

// ChooseAll chooses between two groups of values; a nil condition stands for true.
func (c *Code) ChooseAll(condition *ir.Value, x, y []*ir.Value) []*ir.Value {
	if condition == nil {
		return x
	}
	out := make([]*ir.Value, len(x))
	for i := range x {
		out[i] = c.Choose(condition, x[i], y[i])
	}
	return out
}

// FMA returns x*y + z, rounded once.
func (c *Code) FMA(x, y, z *ir.Value) *ir.Value {
	return c.B.Build(&llvm.FMA, []*ir.Value{x, y, z}).Result(0)
}

// Resized returns an integer as one of type t: truncated, or extended by extension, llvm.sext or llvm.zext.
func (c *Code) Resized(extension *ir.OpDef, v *ir.Value, t ir.Type) *ir.Value {
	switch from, to := ir.BitWidth(v.Type()), ir.BitWidth(t); {
	case from < to:
		return llvm.NewCast(c.B, extension, v, t)
	case from > to:
		return llvm.NewCast(c.B, &llvm.Trunc, v, t)
	}
	return v
}

// Bitcast returns the bits of v as a value of type t.
func (c *Code) Bitcast(v *ir.Value, t ir.Type) *ir.Value {
	if v.Type() == t {
		return v
	}
	if op := v.DefiningOp(); op != nil && op.Is(&llvm.Bitcast) && op.Operand(0).Type() == t {
		return op.Operand(0)
	}
	return llvm.NewCast(c.B, &llvm.Bitcast, v, t)
}

// Bits returns a number as an integer of its width.
func (c *Code) Bits(v *ir.Value) *ir.Value {
	return c.Bitcast(v, c.Ctx.I(uint32(ir.BitWidth(v.Type()))))
}

// Bit returns whether a bit of an index is set.
func (c *Code) Bit(index *ir.Value, i int) *ir.Value {
	return c.Compare("ne", c.Binary(&llvm.And, index, c.I32(1<<i)), c.I32(0))
}

// FloatBits returns a float as an integer, and that integer without the sign.
func (c *Code) FloatBits(x *ir.Value) (t ir.Type, bits, magnitude *ir.Value) {
	width := ir.BitWidth(x.Type())
	t = c.Ctx.I(uint32(width))
	bits = c.Bitcast(x, t)
	return t, bits, c.Binary(&llvm.And, bits, c.Number(t, 1<<(width-1)-1))
}

// InfinityBits returns the bits of infinity in a format that has it.
func InfinityBits(t ir.Type) int64 {
	f := t.(*ir.FloatType).Format
	return int64(f.Inf(false).Lo)
}

// Widened returns floats of type bf16 as f32, and everything else as it is: no compiler but the newest computes in
// bf16.
func (c *Code) Widened(args []*ir.Value) []*ir.Value {
	if !slices.ContainsFunc(args, isBF16) {
		return args
	}
	out := slices.Clone(args)
	for i, v := range args {
		if isBF16(v) {
			out[i] = llvm.NewCast(c.B, &llvm.FPExt, v, c.Ctx.F32())
		}
	}
	return out
}

func isBF16(v *ir.Value) bool {
	f, ok := v.Type().(*ir.FloatType)
	return ok && f.Format == apfloat.BF16
}

// Narrowed rounds what was computed for bf16 operands to type t.
func (c *Code) Narrowed(v *ir.Value, t ir.Type) *ir.Value {
	if v.Type() == t {
		return v
	}
	return llvm.NewCast(c.B, &llvm.FPTrunc, v, t)
}

// FastMath returns the fast-math flags of an operation of arith or math as an attribute of one of llvm.
func (c *Code) FastMath(op *ir.Operation) ir.NamedAttr {
	return ir.NamedAttr{Name: "fastmathFlags", Value: llvm.FastMath.Attr(c.Ctx, arith.FastMathOf(op))}
}

// PairOf returns the type of vectors of two elements of type t.
func (c *Code) PairOf(t ir.Type) ir.Type { return c.Ctx.VectorType([]int64{2}, t, nil) }
