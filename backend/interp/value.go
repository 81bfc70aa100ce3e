package interp

import (
	"math/big"
	"slices"

	"github.com/girih-ir/girih/backend/internal/smallint"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tile/promotion"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/ir"
)

// value is the run-time value of an SSA value. It is immutable once it is bound.
type value struct {
	elem  ir.Type
	shape []int64 // nil for scalars

	words  []uint64   // numbers: the elements' bits in row-major order, zero-extended
	wide   []*big.Int // numbers of more than 64 bits, instead of words
	ptrs   []pointer  // pointers: the elements
	poison []bool     // whether an element is undefined; nil for none

	array   *strided         // of an array or a view of one
	buffer  *buffer          // of a buffer in shared memory
	literal promotion.Number // of a literal
}

// pointer is an address: an offset in bytes from the start of an array. It may be out of bounds as long as it is not
// accessed. Without an array it is an integer that is not a valid address.
type pointer struct {
	array  *Array
	offset int64
}

// strided is an array as a kernel sees it: a strided part of an array in memory.
type strided struct {
	array          *Array
	start          int64 // in bytes
	shape, strides []int64
	bytes          int64 // the size of an element
}

// at returns the address of the element at an index along each dimension.
func (s *strided) at(index []int64) pointer {
	offset := int64(0)
	for d, i := range index {
		offset += i * s.strides[d]
	}
	return pointer{s.array, s.start + offset*s.bytes}
}

// contains reports whether the array has an element at an index.
func (s *strided) contains(index []int64) bool {
	for d, i := range index {
		if i < 0 || i >= s.shape[d] {
			return false
		}
	}
	return true
}

func (v *value) len() int { return max(len(v.words), len(v.ptrs), len(v.wide)) }

func (v *value) poisoned(i int) bool { return v.poison != nil && v.poison[i] }

func (v *value) setPoison(i int) {
	if v.poison == nil {
		v.poison = make([]bool, v.len())
	}
	v.poison[i] = true
}

// newValue returns a value of a scalar or tensor type whose elements are all zero.
func newValue(t ir.Type) *value {
	if s, ok := t.(ir.ShapedType); ok {
		return allocate(s.ElementType(), s.Shape())
	}
	return allocate(t, nil)
}

// allocate returns a value with elements of a type and a shape (nil for a scalar), all zero.
func allocate(elem ir.Type, shape []int64) *value {
	v := &value{elem: elem, shape: shape}
	n := ir.Product(shape)
	switch _, isPointer := elem.(*tile.PtrType); {
	case isPointer:
		v.ptrs = make([]pointer, n)
	case isWide(elem):
		v.wide = make([]*big.Int, n)
		for i := range v.wide {
			v.wide[i] = new(big.Int)
		}
	default:
		v.words = make([]uint64, n)
	}
	return v
}

func scalar(t ir.Type, w uint64) *value {
	return &value{elem: t, words: []uint64{w & smallint.Mask(ir.BitWidth(t))}}
}

// setFrom copies element j of w to element i of v.
func (v *value) setFrom(i int, w *value, j int) {
	switch {
	case v.ptrs != nil:
		v.ptrs[i] = w.ptrs[j]
	case v.wide != nil:
		v.wide[i] = w.wide[j]
	default:
		v.words[i] = w.words[j]
	}
	if w.poisoned(j) {
		v.setPoison(i)
	}
}

// gather returns a value of type t whose element i is element at(i) of v.
func (v *value) gather(t ir.Type, at func(i int) int) *value {
	out := newValue(t)
	for i := range out.len() {
		out.setFrom(i, v, at(i))
	}
	return out
}

// element returns an element as a scalar.
func (v *value) element(i int) *value {
	out := allocate(v.elem, nil)
	out.setFrom(0, v, i)
	return out
}

func (v *value) retyped(elem ir.Type) *value {
	out := *v
	out.elem = elem
	return &out
}

// representable reports whether a value of type t can be stored.
func representable(t ir.Type) bool {
	switch t := t.(type) {
	case *ir.IntegerType:
		return t.Width >= 1
	case *ir.FloatType, *ir.IndexType, *tile.PtrType, *tile.LiteralType, *tile.ArrayType, *tile.ViewType:
		return true
	case *tilegpu.SharedType:
		return isSmall(t.Shape()) && representable(t.Cell())
	case *ir.TensorType:
		return isSmall(t.Shape()) && representable(t.ElementType())
	case *ir.VectorType:
		return !t.IsScalable() && isSmall(t.Shape()) && representable(t.ElementType())
	}
	return false
}

// maxElements is the greatest number of elements of a value.
const maxElements = 1 << 24

func isSmall(shape []int64) bool {
	n := int64(1)
	for _, d := range shape {
		if d < 0 || d > maxElements {
			return false
		}
		if n *= d; n > maxElements {
			return false
		}
	}
	return true
}

// coordinates walks through the indices of a shape in row-major order.
type coordinates struct {
	shape, at []int64
}

func newCoordinates(shape []int64) *coordinates {
	return &coordinates{shape: shape, at: make([]int64, len(shape))}
}

func (c *coordinates) next() {
	for i := range slices.Backward(c.shape) {
		if c.at[i]++; c.at[i] < c.shape[i] {
			return
		}
		c.at[i] = 0
	}
}

// offsetIn returns the row-major offset of the trailing coordinates in another shape. Dimensions of size 1 are
// broadcast.
func (c *coordinates) offsetIn(shape []int64) int {
	skip, out := len(c.at)-len(shape), int64(0)
	for i, d := range shape {
		out *= d
		if d > 1 {
			out += c.at[skip+i]
		}
	}
	return int(out)
}
