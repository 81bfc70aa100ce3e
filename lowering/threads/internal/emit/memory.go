package emit

import (
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
)

// PointeeType returns the type that the pointees of a pointer or tensor of pointers have in memory: an i1 takes a byte.
func PointeeType(ctx *ir.Context, t ir.Type) ir.Type {
	return MemoryType(ctx, ir.ElementOrSelf(t).(*tile.PtrType).Pointee())
}

// MemoryType returns the type that a value of type t has in memory: a byte for i1 and for floats of at most 8 bits.
func MemoryType(ctx *ir.Context, t ir.Type) ir.Type {
	if ir.IsInt(t, 1) || IsByte(t) {
		return ctx.I(8)
	}
	return t
}

// ToMemory converts a value to the type that it has in memory. FromMemory is the inverse.
func (c *Code) ToMemory(v *ir.Value) *ir.Value {
	if t := MemoryType(c.Ctx, v.Type()); t != v.Type() {
		return llvm.NewCast(c.B, &llvm.ZExt, v, t)
	}
	return v
}

// AllToMemory applies [Code.ToMemory] to each value.
func (c *Code) AllToMemory(values []*ir.Value) []*ir.Value {
	out := make([]*ir.Value, len(values))
	for i, v := range values {
		out[i] = c.ToMemory(v)
	}
	return out
}

// FromMemory converts a value loaded from memory to type t.
func (c *Code) FromMemory(v *ir.Value, t ir.Type) *ir.Value {
	if v.Type() != t {
		return c.Compare("ne", v, llvm.NewInt(c.B, v.Type(), 0))
	}
	return v
}

// BytesOf returns the size of a value in shared memory; pointers have 64 bits.
func BytesOf(t ir.Type) int64 {
	if _, ok := t.(*llvm.PointerType); ok {
		return 8
	}
	return int64(max(8, ir.BitWidth(t)) / 8)
}

// Vector returns a vector of values.
func (c *Code) Vector(values []*ir.Value) *ir.Value {
	st := c.B.State(&llvm.Undef)
	st.Types = append(st.Types, c.Ctx.VectorType([]int64{int64(len(values))}, values[0].Type(), nil))
	v := c.B.Create(st).Result(0)
	for i, x := range values {
		v = c.B.Build(&llvm.InsertElement, []*ir.Value{v, x, c.I32(int64(i))}).Result(0)
	}
	return v
}
