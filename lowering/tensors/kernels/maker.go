package kernels

import (
	"math"
	"math/bits"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/builtin"
	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tile/promotion"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/function"
)

// maker builds a kernel. It adds parameters as the body needs them: one pointer for each memory, and open sizes and
// strides.
type maker struct {
	*tile.Builder
	ctx    *ir.Context
	module *ir.Operation
	kernel tile.Kernel
	index  *ir.IntegerType // the type of indices: i32, or i64 for large tensors
	narrow bool            // all results are rounded to narrow floats, so that f32 need not be exact to the last bit

	args     []Arg
	attrs    []ir.Attribute
	pointers map[int]int         // index of the parameter of each memory
	numbers  map[int64]*ir.Value // open sizes and strides
}

// maxIndex is the largest index in an i32. The indices of the last tile go a little beyond those of the elements, so
// that i64 is used if an operand reaches beyond mostShort.
const (
	maxIndex  = 1<<31 - 1
	mostShort = maxIndex - 1<<20
)

// newMaker starts a kernel that accesses the given operands, in a module of its own.
func newMaker(name string, loc ir.Location, ctx *ir.Context, operands ...*Operand) *maker {
	b := ir.NewBuilder(ctx)
	b.SetLoc(loc)
	module := builtin.NewModule(b, "")
	module.SetAttr(tile.SemanticsName, tile.Semantics(ctx, promotion.Triton))
	m := &maker{Builder: tile.NewBuilder(b), ctx: ctx, module: module.Operation, index: ctx.I(32), pointers: map[int]int{},
		numbers: map[int64]*ir.Value{}}
	for _, o := range operands {
		if o != nil && reach(o) > mostShort {
			m.index = ctx.I(64)
		}
	}
	b.AtEnd(module.Region(0).Entry())
	m.kernel = tile.NewKernel(b, name)
	b.AtEnd(m.kernel.Entry())
	return m
}

// reach returns the larger of the largest offset of an element, and the number of elements.
func reach(o *Operand) int64 {
	far := o.Offset
	for d, n := range o.Shape {
		far += (n - 1) * max(o.Strides[d], -o.Strides[d])
	}
	return max(far, o.numel())
}

// finish ends the kernel and returns a launch of it.
func (m *maker) finish(warps int, grid ...int64) (Launch, error) {
	m.Return()
	if err := m.Err(); err != nil {
		return Launch{}, err
	}
	m.kernel.UpdateType()
	m.kernel.SetAttr(function.ArgAttrs, m.ctx.Array(m.attrs...))
	l := Launch{Kernel: &Kernel{Name: m.kernel.SymName(), Module: m.module, Warps: warps}, Args: m.args,
		Grid: [3]int64{1, 1, 1}}
	copy(l.Grid[:], grid)
	return l, nil
}

// alignment is the alignment of memories in bytes.
const alignment = 16

// pointer returns the address of an operand's first element.
func (m *maker) pointer(o *Operand) *ir.Value {
	at, ok := m.pointers[o.Memory]
	if !ok {
		at = m.addParameter(tile.Ptr(m.ctx, o.Elem), Arg{Memory: o.Memory}, alignment)
		m.pointers[o.Memory] = at
	}
	p := m.kernel.Entry().Arg(at)
	if o.Offset != 0 {
		p = m.AddPtr(p, m.number(o.Offset, o.isOpen()))
	}
	return p
}

// addParameter adds a parameter and returns its index. divisible is a known divisor of the argument.
func (m *maker) addParameter(t ir.Type, arg Arg, divisible int64) int {
	m.kernel.Entry().AddArg(m.ctx, t, m.Loc())
	m.args = append(m.args, arg)
	var facts []ir.NamedAttr
	if divisible > 1 {
		facts = append(facts, ir.NamedAttr{Name: tile.ArgDivisibility, Value: m.ctx.Integer(m.ctx.I(32), divisible)})
	}
	m.attrs = append(m.attrs, m.ctx.Dict(facts...))
	return len(m.args) - 1
}

// number returns a size or stride as an index: a constant, or, if it is open, an argument. That an open number is
// divisible by 16, or is 1, becomes part of the kernel's text.
func (m *maker) number(n int64, open bool) *ir.Value {
	if !open || n == 0 || n == 1 {
		return m.constant(n)
	}
	if v := m.numbers[n]; v != nil {
		return v
	}
	divisible := int64(1)
	if bits.TrailingZeros64(uint64(n)) >= 4 {
		divisible = alignment
	}
	at := m.addParameter(m.index, Arg{Memory: -1, Number: n}, divisible)
	m.numbers[n] = m.kernel.Entry().Arg(at)
	return m.numbers[n]
}

// constant returns a constant index.
func (m *maker) constant(n int64) *ir.Value { return arith.NewInt(m.Builder.Builder, m.index, n) }

// toIndex converts a scalar or tensor of integers to the type of indices.
func (m *maker) toIndex(v *ir.Value) *ir.Value { return m.Cast(v, m.index) }

// like broadcasts n to the shape of v.
func (m *maker) like(n, v *ir.Value) *ir.Value {
	if t, ok := v.Type().(*ir.TensorType); ok {
		return m.Splat(n, t.Shape()...)
	}
	return n
}

// divided returns the quotient and remainder of an index that is not negative.
func (m *maker) divided(v, by *ir.Value) (quotient, remainder *ir.Value) {
	by = m.like(by, v)
	quotient = arith.Binary(m.Builder.Builder, &arith.DivUI, v, by)
	return quotient, arith.Binary(m.Builder.Builder, &arith.RemUI, v, by)
}

// plus and times add and multiply indices; nil stands for zero.
func (m *maker) plus(x, y *ir.Value) *ir.Value {
	switch {
	case x == nil:
		return y
	case y == nil:
		return x
	}
	return m.Add(x, y)
}

func (m *maker) times(x *ir.Value, n int64, open bool) *ir.Value {
	switch {
	case x == nil || n == 0:
		return nil
	case n == 1:
		return x
	}
	return m.Mul(x, m.like(m.number(n, open), x))
}

// iota returns the numbers from 0 up to n as indices.
func (m *maker) iota(n int64) *ir.Value { return m.toIndex(m.Iota(n)) }

// constantOf returns a constant of an element type, as a tensor with a shape or, without a shape, as a scalar. The
// number is converted as [prim.Fill] does.
func (m *maker) constantOf(number any, elem ir.Type, shape []int64) *ir.Value {
	var v *ir.Value
	switch n := number.(type) {
	case bool:
		v = m.Cast(m.Bool(n), elem)
	case int64:
		v = m.integer(n, elem)
	case float64:
		switch {
		case prim.DtypeOf(elem) == prim.Bool:
			v = m.Cast(m.Bool(n != 0), elem)
		case prim.DtypeOf(elem) == prim.Int:
			v = m.integer(truncated(n), elem)
		case isNarrow(elem):
			v = m.Cast(m.Float(float64(float32(n))), elem)
		default:
			v = m.Cast(m.Float(n), elem)
		}
	}
	if len(shape) > 0 {
		v = m.Splat(v, shape...)
	}
	return v
}

// integer returns a constant of a type. Integer types take the low bits.
func (m *maker) integer(n int64, elem ir.Type) *ir.Value {
	t, ok := elem.(*ir.IntegerType)
	switch {
	case !ok:
		return m.Cast(m.Int(n), elem)
	case t.Width == 1:
		return m.Cast(m.Bool(n != 0), elem)
	}
	signed := m.ctx.I(t.Width)
	v := m.Cast(m.Int(n<<(64-t.Width)>>(64-t.Width)), signed)
	return m.Cast(v, elem)
}

// truncated converts a float to an integer. Floats out of range become the least integer.
func truncated(f float64) int64 {
	if f > -0x1p63 && f < 0x1p63 {
		return int64(f)
	}
	return math.MinInt64
}

// isNarrow reports whether elem is a float type of fewer than 32 bits. Such numbers are computed in f32.
func isNarrow(elem ir.Type) bool {
	return prim.DtypeOf(elem) == prim.Float && ir.ElementBits(elem) < 32
}

// powerOfTwo returns the least power of two that is not less than n.
func powerOfTwo(n int64) int64 {
	if n <= 1 {
		return 1
	}
	return 1 << bits.Len64(uint64(n-1))
}

func ceilDiv(a, b int64) int64 { return (a + b - 1) / b }
