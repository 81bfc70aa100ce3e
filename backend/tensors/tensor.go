package tensors

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"

	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/apfloat"
)

// Tensor is a tensor on the CPU. Its elements are in a Go slice, at an offset plus the sum of indices times strides.
// Views share the slice.
//
// Floats of 8 and 16 bits are stored as float32, narrower complex numbers as complex64, rounded to their type.
type Tensor struct {
	elem           ir.Type
	shape, strides []int
	offset         int
	data           any // []bool, []int8 to []uint64, []float32, []float64, []complex64 or []complex128
}

// element is the constraint on Go types of elements.
type element interface {
	bool | integer | float | complexNumber
}

type integer interface {
	int8 | int16 | int32 | int64 | uint8 | uint16 | uint32 | uint64
}

type float interface{ float32 | float64 }

type complexNumber interface{ complex64 | complex128 }

// New returns a tensor of zeros. It panics if tensors cannot have elements of the type; [Of] returns an error.
func New(elem ir.Type, shape ...int) *Tensor {
	n := ir.Product(shape)
	return &Tensor{elem: elem, shape: slices.Clone(shape), strides: contiguous(shape), data: storage(elem, n)}
}

// Of returns a contiguous tensor with the elements of data, which it keeps. The slice has the Go type for the element
// type: float32 for f32 and narrower floats, uint8 for ui8, bool for i1. Its length must be the number of elements of
// the shape.
func Of[T element](elem ir.Type, data []T, shape ...int) (*Tensor, error) {
	want, ok := slice(elem, 0)
	if !ok {
		return nil, fmt.Errorf("tensors cannot have elements of type %s", elem)
	}
	if fmt.Sprintf("%T", want) != fmt.Sprintf("%T", data) {
		return nil, fmt.Errorf("elements of type %s are a %T, not a %T", elem, want, data)
	}
	if len(data) != ir.Product(shape) || slices.ContainsFunc(shape, func(n int) bool { return n < 0 }) {
		return nil, fmt.Errorf("%d elements for shape %v", len(data), shape)
	}
	t := &Tensor{elem: elem, shape: slices.Clone(shape), strides: contiguous(shape), data: data}
	t.round()
	return t, nil
}

// storage returns the slice of n elements of a type that tensors can have.
func storage(elem ir.Type, n int) any {
	data, ok := slice(elem, n)
	if !ok {
		panic(fmt.Sprintf("tensors: a tensor cannot have elements of type %s", elem))
	}
	return data
}

// slice returns the slice of n elements of a type; ok is false if tensors cannot have such elements.
func slice(elem ir.Type, n int) (data any, ok bool) {
	switch t := elem.(type) {
	case *ir.IntegerType:
		if t.Width == 1 {
			return make([]bool, n), true
		}
		unsigned := t.Signedness == ir.Unsigned
		switch t.Width {
		case 8:
			return signed(unsigned, func() any { return make([]uint8, n) }, func() any { return make([]int8, n) }), true
		case 16:
			return signed(unsigned, func() any { return make([]uint16, n) }, func() any { return make([]int16, n) }), true
		case 32:
			return signed(unsigned, func() any { return make([]uint32, n) }, func() any { return make([]int32, n) }), true
		case 64:
			return signed(unsigned, func() any { return make([]uint64, n) }, func() any { return make([]int64, n) }), true
		}
	case *ir.FloatType:
		if t.Width() == 64 {
			return make([]float64, n), true
		}
		return make([]float32, n), true
	case *ir.ComplexType:
		if ir.ElementBits(t) == 128 {
			return make([]complex128, n), true
		}
		return make([]complex64, n), true
	}
	return nil, false
}

func signed(unsigned bool, u, s func() any) any {
	if unsigned {
		return u()
	}
	return s()
}

// Elem returns the element type. Shape and Strides return the sizes and the strides, in elements.
func (t *Tensor) Elem() ir.Type { return t.elem }

func (t *Tensor) Shape() []int { return slices.Clone(t.shape) }

// Numel returns the number of elements.
func (t *Tensor) Numel() int { return ir.Product(t.shape) }

func contiguous(shape []int) []int { return ints(prim.Contiguous(wide(shape))) }

func wide(list []int) []int64 {
	out := make([]int64, len(list))
	for i, v := range list {
		out[i] = int64(v)
	}
	return out
}

func ints(list []int64) []int {
	out := make([]int, len(list))
	for i, v := range list {
		out[i] = int(v)
	}
	return out
}

// isContiguous is [prim.IsContiguous] for []int.
func (t *Tensor) isContiguous() bool {
	if t.Numel() < 2 {
		return true
	}
	next := 1
	for d := len(t.shape) - 1; d >= 0; d-- {
		if t.shape[d] != 1 {
			if t.strides[d] != next {
				return false
			}
			next *= t.shape[d]
		}
	}
	return true
}

// view returns a tensor with other sizes and strides that shares its elements with t.
func (t *Tensor) view(shape, strides []int, offset int) *Tensor {
	return &Tensor{elem: t.elem, shape: shape, strides: strides, offset: offset, data: t.data}
}

// contiguous returns t, or a contiguous copy.
func (t *Tensor) contiguous() *Tensor {
	if t.isContiguous() {
		return t.view(t.shape, contiguous(t.shape), t.offset)
	}
	return t.clone()
}

// clone returns a contiguous copy.
func (t *Tensor) clone() *Tensor {
	out := New(t.elem, t.shape...)
	copyInto(out, t)
	return out
}

// reshaped returns t in another shape, as a view if that is possible.
func (t *Tensor) reshaped(shape ...int) *Tensor {
	if strides, ok := prim.ReshapedStrides(wide(t.shape), wide(t.strides), wide(shape)); ok {
		return t.view(shape, ints(strides), t.offset)
	}
	return t.clone().reshaped(shape...)
}

// permuted returns a view with dimensions in another order.
func (t *Tensor) permuted(perm []int) *Tensor {
	shape, strides := make([]int, len(perm)), make([]int, len(perm))
	for i, d := range perm {
		shape[i], strides[i] = t.shape[d], t.strides[d]
	}
	return t.view(shape, strides, t.offset)
}

// Values returns the elements in row-major order. T must be the Go type for the element type.
func Values[T element](t *Tensor) []T {
	return slices.Clone(read(t, 0, t.Numel(), make([]T, t.Numel())))
}

// Floats returns the elements of a real tensor as float64, in row-major order; bools are 0 and 1.
func (t *Tensor) Floats() []float64 {
	out := &Tensor{elem: t.elem, shape: t.shape, strides: contiguous(t.shape), data: make([]float64, t.Numel())}
	convertInto(out, t)
	return out.data.([]float64)
}

// FromBytes reads a contiguous tensor from little-endian elements. A bool is one byte, a complex number its two parts.
func FromBytes(elem ir.Type, raw []byte, shape ...int) (*Tensor, error) {
	size := byteSize(elem)
	if len(raw) != size*ir.Product(shape) {
		return nil, fmt.Errorf("%d bytes for %d elements of %s", len(raw), ir.Product(shape), elem)
	}
	t := New(elem, shape...)
	for i := range t.Numel() {
		t.setBits(i, raw[i*size:(i+1)*size])
	}
	return t, nil
}

func byteSize(elem ir.Type) int { return (ir.ElementBits(elem) + 7) / 8 }

// setBits sets an element of a contiguous tensor from its bytes.
func (t *Tensor) setBits(i int, raw []byte) {
	var word [16]byte
	copy(word[:], raw)
	u := binary.LittleEndian.Uint64(word[:])
	switch d := t.data.(type) {
	case []bool:
		d[i] = u != 0
	case []int8:
		d[i] = int8(u)
	case []uint8:
		d[i] = uint8(u)
	case []int16:
		d[i] = int16(u)
	case []uint16:
		d[i] = uint16(u)
	case []int32:
		d[i] = int32(u)
	case []uint32:
		d[i] = uint32(u)
	case []int64:
		d[i] = int64(u)
	case []uint64:
		d[i] = u
	case []float32:
		d[i] = float32(floatOf(t.elem, u))
	case []float64:
		d[i] = math.Float64frombits(u)
	case []complex64:
		part := prim.RealOf(t.elem)
		width := byteSize(part) * 8
		d[i] = complex(float32(floatOf(part, u&(1<<width-1))), float32(floatOf(part, u>>width)))
	case []complex128:
		d[i] = complex(math.Float64frombits(u), math.Float64frombits(binary.LittleEndian.Uint64(word[8:])))
	}
}

// floatOf returns the number of a float type of at most 32 bits with the given bits.
func floatOf(elem ir.Type, bits uint64) float64 {
	format := elem.(*ir.FloatType).Format
	if format.Bits() == 32 {
		return float64(math.Float32frombits(uint32(bits)))
	}
	return format.Float64(apfloat.Bits{Lo: bits})
}

// String prints the type and the elements.
func (t *Tensor) String() string {
	return fmt.Sprintf("%v %v %v", t.elem, t.shape, t.contiguous().data)
}

// Bytes returns the elements in row-major order as [FromBytes] reads them.
func (t *Tensor) Bytes() []byte {
	var out []byte
	le := binary.LittleEndian
	switch d := t.contiguous().clone().data.(type) {
	case []bool:
		for _, v := range d {
			out = append(out, map[bool]byte{true: 1}[v])
		}
	case []float32:
		for _, v := range d {
			out = appendFloat(out, t.elem, v)
		}
	case []complex64:
		for _, v := range d {
			out = appendFloat(appendFloat(out, prim.RealOf(t.elem), real(v)), prim.RealOf(t.elem), imag(v))
		}
	default:
		out, _ = binary.Append(nil, le, d)
	}
	return out
}

func appendFloat(out []byte, elem ir.Type, v float32) []byte {
	format := elem.(*ir.FloatType).Format
	bits := uint64(math.Float32bits(v))
	if format.Bits() < 32 {
		bits = format.FromFloat64(float64(v), apfloat.ToNearestEven).Lo
	}
	return append(out, binary.LittleEndian.AppendUint64(nil, bits)[:format.Bits()/8]...)
}
