package references

import (
	"fmt"
	"slices"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/dialects/torch"
	"github.com/girih-ir/girih/ir"
)

// Tensor is a tensor of the program that a reference builds. Its methods build the operations that they are named for.
// Arithmetic is loosely typed: it broadcasts, and takes tensors and numbers. All other methods build primitives.
// Dimensions may be negative: -1 is the last one. A method that does not fit its operands fails the reference, with an
// error that [Table.Apply] returns.
type Tensor struct {
	*ir.Value
	b *ir.Builder
}

// Of makes a Tensor of a value, for other packages that build with Tensor's methods.
func Of(b *ir.Builder, v *ir.Value) Tensor { return Tensor{v, b} }

// Builder returns the builder that x's methods use.
func (x Tensor) Builder() *ir.Builder { return x.b }

// failure is the value that [Fail] panics with.
type failure struct{ err error }

// Build calls f, and returns the error if f calls [Fail].
func Build(f func()) (err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case failure:
			err = r.err
		default:
			panic(r)
		}
	}()
	f()
	return nil
}

// Fail ends the reference that is being built, or the function that [Build] has called, with an error.
func Fail(format string, args ...any) { panic(failure{fmt.Errorf(format, args...)}) }

func must[T any](v T, err error) T {
	if err != nil {
		panic(failure{err})
	}
	return v
}

// Elem returns the element type.
func (x Tensor) Elem() ir.Type { return ir.ElementOrSelf(x.Type()) }

// Dtype returns the category of the element type.
func (x Tensor) Dtype() prim.Dtype { return prim.DtypeOf(x.Elem()) }

// Rank returns the number of dimensions.
func (x Tensor) Rank() int { return len(x.shape()) }

func (x Tensor) shape() []int64 { return x.Type().(*ir.TensorType).Shape() }

func (x Tensor) ctx() *ir.Context { return x.b.Context() }

// dim returns a dimension; negative ones count from the end. A scalar counts as a tensor of one dimension.
func (x Tensor) dim(d int) int { return wrap(d, max(x.Rank(), 1)) }

// axis is dim for a tensor that must have a dimension.
func (x Tensor) axis(d int) int {
	if x.Rank() == 0 {
		Fail("dimension %d is asked for, but the tensor has no dimensions", d)
	}
	return wrap(d, x.Rank())
}

func wrap(d, rank int) int {
	if d < -rank || d >= rank {
		Fail("dimension %d is out of range: expected one from %d to %d", d, -rank, rank-1)
	}
	return (d + rank) % rank
}

// dims returns dimensions in ascending order; an empty list stands for all.
func (x Tensor) dims(list []int) []int {
	var out []int
	for d := range x.Rank() {
		if len(list) == 0 {
			out = append(out, d)
		}
	}
	for _, d := range list {
		if d = x.dim(d); slices.Contains(out, d) {
			Fail("dimension %d appears multiple times in the list of dims", d)
		} else if x.Rank() > 0 {
			out = append(out, d)
		}
	}
	slices.Sort(out)
	return out
}

// Prim builds a primitive of x with one result. Prims builds a primitive of x and further tensors.
func (x Tensor) Prim(def *ir.OpDef, attrs ...ir.NamedAttr) Tensor {
	return x.Prims(def, nil, attrs...)[0]
}

func (x Tensor) Prims(def *ir.OpDef, others []Tensor, attrs ...ir.NamedAttr) (out []Tensor) {
	operands := []*ir.Value{x.Value}
	for _, o := range others {
		operands = append(operands, o.Value)
	}
	for _, v := range must(prim.Apply(x.b, def, operands, attrs...)) {
		out = append(out, Tensor{v, x.b})
	}
	return out
}

// Size is the size of a dimension: a number, or a value of type index.
type Size struct {
	n int64 // ir.Dynamic if the size is a value
	v *ir.Value
}

// Const returns a size that is a number.
func Const[T int | int64](n T) Size { return Size{n: int64(n)} }

// Known returns the size, and whether it is known.
func (s Size) Known() (n int, ok bool) { return int(s.n), s.n != ir.Dynamic }

func (s Size) is(n int64) bool { return s.n == n }

// Size returns the size of a dimension.
func (x Tensor) Size(d int) Size {
	d = x.dim(d)
	if x.Rank() == 0 {
		return Const(1)
	}
	if n := x.shape()[d]; n != ir.Dynamic {
		return Const(n)
	}
	op := x.b.Build(&prim.Size, []*ir.Value{x.Value}, prim.IntAttr(x.ctx(), "dim", d))
	return Size{ir.Dynamic, op.Result(0)}
}

// Shape returns all sizes.
func (x Tensor) Shape() []Size {
	out := make([]Size, x.Rank())
	for d := range out {
		out[d] = x.Size(d)
	}
	return out
}

// value returns the size as a value of type index.
func (s Size) value(b *ir.Builder) *ir.Value {
	if s.v != nil {
		return s.v
	}
	return arith.NewIndex(b, s.n)
}

// size combines two sizes by an operation of arith, or by f if both are known.
func (x Tensor) size(def *ir.OpDef, f func(a, b int64) int64, s, t Size) Size {
	if s.v == nil && t.v == nil {
		return Const(f(s.n, t.n))
	}
	return Size{ir.Dynamic, arith.Binary(x.b, def, s.value(x.b), t.value(x.b))}
}

func (x Tensor) times(s, t Size) Size {
	if s.is(1) {
		return t
	}
	if t.is(1) {
		return s
	}
	return x.size(&arith.MulI, func(a, b int64) int64 { return a * b }, s, t)
}

func (x Tensor) plus(s Size, n int64) Size {
	if n == 0 {
		return s
	}
	return x.size(&arith.AddI, func(a, b int64) int64 { return a + b }, s, Const(n))
}

func (x Tensor) quotient(s, t Size) Size {
	return x.size(&arith.DivUI, func(a, b int64) int64 { return a / b }, s, t)
}

// Numel returns the number of elements along dimensions; an empty list stands for all.
func (x Tensor) Numel(dims ...int) Size {
	n := Const(1)
	for _, d := range x.dims(dims) {
		n = x.times(n, x.Size(d))
	}
	return n
}

// typeOf returns the tensor type for sizes, and the values of those that are unknown.
func (x Tensor) typeOf(shape []Size, elem ir.Type) (t *ir.TensorType, values []*ir.Value) {
	dims := make([]int64, len(shape))
	for i, s := range shape {
		if dims[i] = s.n; s.v != nil {
			values = append(values, s.v)
		}
	}
	return x.ctx().TensorType(dims, elem, nil), values
}

// made builds a primitive whose result has a given shape.
func (x Tensor) made(def *ir.OpDef, shape []Size, elem ir.Type, operands []*ir.Value, attrs ...ir.NamedAttr) Tensor {
	t, values := x.typeOf(shape, elem)
	return Tensor{must(prim.Make(x.b, def, t, append(operands, values...), attrs...)), x.b}
}

// Full returns a tensor of a shape, filled with a number.
func (x Tensor) Full(shape []Size, elem ir.Type, number any) Tensor {
	return x.made(&prim.Full, shape, elem, nil, prim.Attr(x.ctx(), "value", number))
}

// Like returns a tensor with the shape and element type of x, filled with a number.
func (x Tensor) Like(number any) Tensor {
	return x.Prim(&prim.Fill, prim.Attr(x.ctx(), "value", number))
}

// Iota returns a vector of n elements: start, start + step, ...
func (x Tensor) Iota(n Size, elem ir.Type, start, step int) Tensor {
	return x.made(&prim.Iota, []Size{n}, elem, nil, prim.IntAttr(x.ctx(), "start", start),
		prim.IntAttr(x.ctx(), "step", step))
}

// To converts the elements to another type.
func (x Tensor) To(elem ir.Type) Tensor {
	if elem == x.Elem() {
		return x
	}
	t := x.ctx().TensorType(x.shape(), elem, nil)
	return Tensor{must(prim.Make(x.b, &prim.ConvertElementType, t, []*ir.Value{x.Value})), x.b}
}

// apply builds a loosely typed function of tensors, sizes and numbers.
func apply(b *ir.Builder, p *ir.OpDef, args ...any) Tensor {
	for i, a := range args {
		switch a := a.(type) {
		case Tensor:
			args[i] = a.Value
		case Size:
			if n, ok := a.Known(); ok {
				args[i] = n
			} else {
				args[i] = b.Build(&prim.IndexTensor, []*ir.Value{a.v}).Result(0)
			}
		}
	}
	return Tensor{must(torch.Apply(b, p, args...)), b}
}
