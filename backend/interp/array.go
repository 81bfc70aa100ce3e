package interp

import (
	"fmt"
	"slices"
	"sync/atomic"

	"github.com/girih-ir/girih/backend/internal/smallint"
	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/dialects/tile/promotion"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/apfloat"
)

// Array is an array in the memory that programs access: numbers of one type, in row-major order without gaps.
type Array struct {
	elem  ir.Type
	shape []int64
	words []uint64 // the bytes of each element, zero-extended
	undef []bool   // whether an element was never written

	written atomic.Bool // whether a program wrote to the array
	shadow  *shadow     // the accesses of programs; nil while no kernel runs
}

// elementBytes returns the number of bytes of an element in memory. A bool and a number of less than 8 bits take one
// byte.
func elementBytes(t ir.Type) int64 {
	bytes := int64(1)
	for bytes*8 < int64(ir.BitWidth(t)) {
		bytes *= 2
	}
	return bytes
}

// MaxElements is the greatest number of elements of an array.
const MaxElements = 1 << 28

// NewArray returns an array of undefined elements. The element type is an integer or float type of at most 64 bits; the
// error wraps [ErrArgument].
func NewArray(elem ir.Type, shape ...int64) (*Array, error) {
	if _, ok := promotion.KindOf(elem); !ok || ir.BitWidth(elem) > 64 {
		return nil, fmt.Errorf("%w: arrays of '%s' are not supported", ErrArgument, elem)
	}
	n := int64(1)
	for _, d := range shape {
		if d < 0 || d > 0 && n > MaxElements/d {
			return nil, fmt.Errorf("%w: an array of shape %v is too large", ErrArgument, shape)
		}
		n *= d
	}
	a := &Array{elem: elem, shape: slices.Clone(shape), words: make([]uint64, n), undef: make([]bool, n)}
	for i := range a.undef {
		a.undef[i] = true
	}
	return a, nil
}

// Filled returns an array with elements f(i), where i is the index in row-major order, rounded to the element type.
func Filled(elem ir.Type, shape []int64, f func(i int) float64) (*Array, error) {
	a, err := NewArray(elem, shape...)
	if err != nil {
		return nil, err
	}
	for i := range a.words {
		a.SetFloat64(i, f(i))
	}
	return a, nil
}

// Elem returns the type of the elements.
func (a *Array) Elem() ir.Type { return a.elem }

// Shape returns the dimensions; the caller must not change it.
func (a *Array) Shape() []int64 { return a.shape }

// Len returns the number of elements.
func (a *Array) Len() int { return len(a.words) }

// Defined reports whether element i, in row-major order, was ever written.
func (a *Array) Defined(i int) bool { return !a.undef[i] }

// Written reports whether a program wrote to the array.
func (a *Array) Written() bool { return a.written.Load() }

// Store writes the bytes of element i, given as a number, as a program does. The number may have more bits than the
// element type, such as 8 for i1.
func (a *Array) Store(i int, w uint64) {
	a.words[i], a.undef[i] = w&smallint.Mask(int(8*elementBytes(a.elem))), false
	if !a.written.Load() {
		a.written.Store(true)
	}
}

// Stored returns the bytes of element i in memory, as a number.
func (a *Array) Stored(i int) uint64 { return a.words[i] }

// Bits returns the bit pattern of element i, zero-extended.
func (a *Array) Bits(i int) uint64 { return elementOf(a.elem, a.words[i]) }

// elementOf returns the element that bytes in memory represent. A bool is false if all bits are zero, narrow numbers
// are the low bits, and a tf32 is the high bits of an f32.
func elementOf(t ir.Type, w uint64) uint64 {
	switch {
	case ir.IsInt(t, 1):
		return smallint.Truth(w != 0)
	case isTF32(t):
		return w >> droppedTF32 & smallint.Mask(ir.BitWidth(t))
	}
	return w & smallint.Mask(ir.BitWidth(t))
}

// stored returns the bytes of an element in memory.
func stored(t ir.Type, w uint64) uint64 {
	if isTF32(t) {
		return w << droppedTF32
	}
	return w
}

// droppedTF32 is the number of low bits of an f32 that a tf32 does not have.
const droppedTF32 = 13

func isTF32(t ir.Type) bool {
	f, ok := t.(*ir.FloatType)
	return ok && f.Format == apfloat.TF32
}

// SetBits writes the bit pattern of element i.
func (a *Array) SetBits(i int, w uint64) {
	a.words[i], a.undef[i] = stored(a.elem, w&smallint.Mask(ir.BitWidth(a.elem))), false
}

// Float64 returns element i as a float64; 64-bit integers are rounded.
func (a *Array) Float64(i int) float64 {
	switch t := a.elem.(type) {
	case *ir.FloatType:
		return t.Format.Float64(apfloat.Bits{Lo: a.Bits(i)})
	case *ir.IntegerType:
		if promotion.IsUnsigned(t) {
			return float64(a.Bits(i))
		}
		return float64(smallint.SignExtend(a.Bits(i), int(t.Width)))
	}
	return 0
}

// SetFloat64 writes element i, rounded to nearest even for floats and towards zero for integers, which wrap around.
func (a *Array) SetFloat64(i int, v float64) {
	switch t := a.elem.(type) {
	case *ir.FloatType:
		a.SetBits(i, t.Format.FromFloat64(v, apfloat.ToNearestEven).Lo)
	case *ir.IntegerType:
		if v >= 1<<63 {
			a.SetBits(i, uint64(v))
			return
		}
		a.SetBits(i, uint64(int64(v)))
	}
}

// Float64s returns all elements as float64.
func (a *Array) Float64s() []float64 {
	out := make([]float64, a.Len())
	for i := range out {
		out[i] = a.Float64(i)
	}
	return out
}

// View is a strided view of an array: writes to the view are writes to the array.
type View struct {
	array          *Array
	start          int64 // in elements
	shape, strides []int64
}

// View returns a strided view that begins at element start; strides count elements. The error wraps [ErrArgument] if an
// element of the view is not in the array.
func (a *Array) View(start int64, shape, strides []int64) (*View, error) {
	if len(shape) != len(strides) {
		return nil, fmt.Errorf("%w: a view of shape %v and strides %v", ErrArgument, shape, strides)
	}
	first, last := start, start
	for d, n := range shape {
		if n < 0 || n > MaxElements || strides[d] < -MaxElements || strides[d] > MaxElements {
			return nil, fmt.Errorf("%w: a view of shape %v and strides %v", ErrArgument, shape, strides)
		}
		if reach := (n - 1) * strides[d]; reach > 0 {
			last += reach
		} else {
			first += reach
		}
	}
	if !slices.Contains(shape, 0) && (first < 0 || last >= int64(a.Len())) {
		return nil, fmt.Errorf("%w: a view of shape %v and strides %v from element %d on, in an array of %d", ErrArgument,
			shape, strides, start, a.Len())
	}
	return &View{array: a, start: start, shape: slices.Clone(shape), strides: slices.Clone(strides)}, nil
}

// whole returns the view of all elements of an array argument.
func whole(arg any) (v *View, ok bool) {
	switch a := arg.(type) {
	case *Array:
		v = &View{array: a, shape: a.shape, strides: prim.Contiguous(a.shape)}
		if a.Len() == 0 && len(a.shape) > 0 {
			clear(v.strides[:len(a.shape)-1]) // there are no neighbors, so every promise about their distance holds
		}
		return v, true
	case *View:
		return a, true
	}
	return nil, false
}
