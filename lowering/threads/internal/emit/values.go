package emit

import (
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/layout"
)

// Layout returns the layout of a tensor type; a scalar is a tensor without dimensions, held by every thread.
func (c *Code) Layout(op *ir.Operation, t ir.Type) (layout.Layout, error) {
	tensor, ok := t.(*ir.TensorType)
	if !ok {
		return layout.Layout{}, nil
	}
	if l, known := c.layouts.Lookup(tensor); known {
		return l, nil
	}
	l, err := tilegpu.LinearOf(t)
	if err != nil {
		return l, op.Errorf("%w", err)
	}
	c.layouts.Set(tensor, l)
	return l, nil
}

// Scalar returns the type that one element of t has in a register.
func (c *Code) Scalar(op *ir.Operation, t ir.Type) (ir.Type, error) {
	switch e := ir.ElementOrSelf(t).(type) {
	case *tile.PtrType:
		return llvm.Ptr(c.Ctx, llvm.GlobalSpace), nil
	case *ir.IndexType:
		return c.Ctx.I(64), nil
	case *ir.IntegerType:
		if e.Signedness == ir.Signless {
			return e, nil
		}
	case *ir.FloatType:
		if IsByte(e) {
			return c.Ctx.I(8), nil
		}
		if llvm.IsCompatible(e) {
			return e, nil
		}
	}
	return nil, op.Errorf("type %s has no counterpart in a register", ir.Quote(t))
}

// Element returns register r of the registers that the thread holds of v.
func (c *Code) Element(v *ir.Value, r int) *ir.Value { return c.Values.Get(v)[r] }

// ResultElements returns the type of an element of op's result in a register, and the layout of the result.
func (c *Code) ResultElements(op *ir.Operation) (t ir.Type, l layout.Layout, err error) {
	if t, err = c.Scalar(op, op.Result(0).Type()); err != nil {
		return nil, l, err
	}
	l, err = c.Layout(op, op.Result(0).Type())
	return t, l, err
}

// Layouts returns the layouts of all operands and all results that are tensors or numbers.
func (c *Code) Layouts(op *ir.Operation) (operands, results []layout.Layout, err error) {
	operands, results = make([]layout.Layout, op.NumOperands()), make([]layout.Layout, op.NumResults())
	for i, v := range op.Operands() {
		if operands[i], err = c.Layout(op, v.Type()); err != nil {
			return nil, nil, err
		}
	}
	for i, v := range op.Results() {
		if results[i], err = c.Layout(op, v.Type()); err != nil {
			return nil, nil, err
		}
	}
	return operands, results, nil
}

// LayoutsAndScalar returns what [Code.Layouts] does, and what [Code.Scalar] does for the type of v.
func (c *Code) LayoutsAndScalar(op *ir.Operation, v *ir.Value) (operands, results []layout.Layout, t ir.Type,
	err error) {
	if operands, results, err = c.Layouts(op); err == nil {
		t, err = c.Scalar(op, v.Type())
	}
	return operands, results, t, err
}

// RegisterCount returns how many registers a thread needs for a tensor with layout l.
func RegisterCount(l layout.Layout) int { return l.InSize(layout.Register) }

// ElementCount returns the number of elements of a tensor with layout l.
func ElementCount(l layout.Layout) int64 {
	n := int64(1)
	for _, d := range l.Outs() {
		n *= int64(d.Size)
	}
	return n
}

// IsByte reports whether t is a float of at most 8 bits. LLVM does not have these types. Threads hold their bits in an
// i8 to move, select and store them.
func IsByte(t ir.Type) bool {
	f, ok := t.(*ir.FloatType)
	return ok && f.Format.Bits() <= 8
}

// Distinct returns the registers that a thread holds of a value, without repetitions.
func (c *Code) Distinct(v *ir.Value) (out []*ir.Value) {
	seen := make(map[*ir.Value]bool)
	for _, one := range c.Values.Get(v) {
		if !seen[one] {
			seen[one] = true
			out = append(out, one)
		}
	}
	return out
}

// Flat returns the registers that the thread holds of several values, one after the other.
func (c *Code) Flat(values []*ir.Value) (out []*ir.Value) {
	for _, v := range values {
		out = append(out, c.Values.Get(v)...)
	}
	return out
}

// Unflatten is the inverse of [Code.Flat]: it divides flat among values. like are values of the same types that the
// thread holds already, from which the numbers of registers are taken.
func (c *Code) Unflatten(values, like, flat []*ir.Value) [][]*ir.Value {
	var groups [][]*ir.Value
	for i, v := range values {
		n := len(c.Values.Get(like[i]))
		c.Values.Set(v, flat[:n])
		groups = append(groups, flat[:n])
		flat = flat[n:]
	}
	return groups
}

// ConstantOf returns a constant with the given value as type t. An index becomes an i64.
func (c *Code) ConstantOf(t ir.Type, value ir.Attribute) *ir.Value {
	if i, ok := value.(*ir.IntegerAttr); ok {
		value = c.Ctx.Integer(t, i.Int64())
	}
	if f, ok := value.(*ir.FloatAttr); ok && IsByte(f.Type()) {
		value = c.Ctx.Integer(t, int64(f.Bits().Lo))
	}
	return llvm.NewConstant(c.B, value.(ir.TypedAttr))
}

// Copies returns masks of the bits of register, lane and warp numbers that select copies. All threads hold copies of a
// scalar.
func (c *Code) Copies(l layout.Layout) (registers, lanes, warps int) {
	if len(l.Ins()) == 0 {
		return 0, 31, c.Warps - 1
	}
	masks := l.FreeMasks()
	return masks[layout.Register], masks[layout.Lane], masks[layout.Warp]
}
