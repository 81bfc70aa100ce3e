package prim

import (
	"fmt"
	"slices"
	"strings"

	"github.com/girih-ir/girih/ir"
)

// Tensor is what inference knows of a tensor. Unknown dimensions are [ir.Dynamic]. Strides count elements. They are nil
// if they do not matter, which is the case unless a program asks for them.
type Tensor struct {
	Elem    ir.Type
	Shape   []int64
	Strides []int64
}

// TensorOf returns the tensor of a type, without strides; ok is false for other types.
func TensorOf(t ir.Type) (tensor Tensor, ok bool) {
	if typ, ok := t.(*ir.TensorType); ok {
		return Tensor{Elem: typ.ElementType(), Shape: typ.Shape()}, true
	}
	return Tensor{}, false
}

// Type returns the tensor's type.
func (t Tensor) Type(ctx *ir.Context) *ir.TensorType { return ctx.TensorType(t.Shape, t.Elem, nil) }

// Rank returns the number of dimensions.
func (t Tensor) Rank() int { return len(t.Shape) }

// Dtype is a set of element types.
type Dtype uint8

// The kinds of element types: i1, integers of 8 to 64 bits (iN and, unsigned, uiN), floats, and complex numbers of
// floats.
const (
	Bool Dtype = 1 << iota
	Int
	Float
	Complex

	numbers = Int | Float | Complex
	ordered = Bool | Int | Float
	whole   = Bool | Int
	inexact = Float | Complex
	every   = Bool | Int | Float | Complex
)

// DtypeOf returns the kind of an element type; 0 for those that no tensor of this dialect has.
func DtypeOf(t ir.Type) Dtype {
	switch t := t.(type) {
	case *ir.IntegerType:
		switch {
		case t.Width == 1 && t.Signedness == ir.Signless:
			return Bool
		case t.Signedness != ir.Signed && (t.Width == 8 || t.Width == 16 || t.Width == 32 || t.Width == 64):
			return Int
		}
	case *ir.FloatType:
		switch t.Format.Name() {
		case "f16", "bf16", "f32", "f64", "f8E4M3FN", "f8E5M2":
			return Float
		}
	case *ir.ComplexType:
		if e, ok := t.Elem.(*ir.FloatType); ok && slices.Contains([]string{"f16", "f32", "f64"}, e.Format.Name()) {
			return Complex
		}
	}
	return 0
}

// String lists the kinds, as in "int or float".
func (d Dtype) String() string {
	var names []string
	for i, name := range []string{"bool", "int", "float", "complex"} {
		if d&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	return strings.Join(names, " or ")
}

// IsUnsigned reports whether an element type is an unsigned integer.
func IsUnsigned(t ir.Type) bool {
	i, ok := t.(*ir.IntegerType)
	return ok && i.Signedness == ir.Unsigned
}

// RealOf returns the type of the real and imaginary part of a complex element type, and any other type itself.
func RealOf(t ir.Type) ir.Type {
	if c, ok := t.(*ir.ComplexType); ok {
		return c.Elem
	}
	return t
}

// Compatible reports whether two shapes may be equal: they have the same rank and equal sizes where both sizes are
// known.
func Compatible(a, b []int64) bool {
	return slices.EqualFunc(a, b, func(m, n int64) bool { return m == n || m == ir.Dynamic || n == ir.Dynamic })
}

// unify returns the common shape of compatible shapes. A size is known if either shape has it.
func unify(a, b []int64) ([]int64, error) {
	if !Compatible(a, b) {
		return nil, fmt.Errorf("shapes %s and %s differ; prims do not broadcast: use prim.broadcast_in_dim",
			ShapeString(a), ShapeString(b))
	}
	out := slices.Clone(a)
	for i, n := range b {
		if out[i] == ir.Dynamic {
			out[i] = n
		}
	}
	return out, nil
}

// ShapeString prints a shape as [2, ?, 4].
func ShapeString(shape []int64) string {
	var parts []string
	for _, n := range shape {
		if n == ir.Dynamic {
			parts = append(parts, "?")
		} else {
			parts = append(parts, fmt.Sprint(n))
		}
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

// Numel returns the number of elements, [ir.Dynamic] if it is not known.
func Numel(shape []int64) int64 {
	n := int64(1)
	for _, d := range shape {
		switch {
		case d == 0:
			return 0
		case d == ir.Dynamic:
			n = ir.Dynamic
		case n != ir.Dynamic:
			n *= d
		}
	}
	return n
}
