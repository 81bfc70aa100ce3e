package constfold

import "github.com/girih-ir/girih/ir"

// elementsOf returns dense elements whose type satisfies is. It converts sparse elements to dense ones, and returns nil
// for all other attributes.
func elementsOf(ctx *ir.Context, a ir.Attribute, is func(ir.Type) bool) *ir.DenseElementsAttr {
	switch a := a.(type) {
	case *ir.DenseElementsAttr:
		if is(a.ShapedType().ElementType()) {
			return a
		}
	case *ir.SparseElementsAttr:
		if t := a.Type().(ir.ShapedType); is(t.ElementType()) {
			return dense(ctx, a, t)
		}
	}
	return nil
}

// maxDense is the greatest number of elements for which sparse elements are converted to dense ones.
const maxDense = 1 << 20

// dense converts sparse elements to dense ones. Elements without indices are zero.
func dense(ctx *ir.Context, a *ir.SparseElementsAttr, t ir.ShapedType) *ir.DenseElementsAttr {
	values, ok := a.Values.(*ir.DenseElementsAttr)
	n, static := ir.NumElements(t)
	if !ok || !static || n > maxDense {
		return nil
	}
	bits, size := ir.ElementBits(t.ElementType()), ir.ElementSize(t.ElementType())
	raw := make([]byte, int(n)*size)
	if bits == 1 {
		raw = make([]byte, (n+7)/8)
	}
	for i := range values.Len() {
		at := position(a.Indices, i, t.Shape())
		if at < 0 {
			return nil
		}
		if bits == 1 {
			raw[at/8] = raw[at/8]&^(1<<(at%8)) | byte(values.Bits(i))<<(at%8)
		} else {
			copy(raw[at*size:], values.ValueBytes(i))
		}
	}
	return ctx.DenseElements(t, raw, false)
}

// position returns the row-major position of the i-th indices, or -1 if they are outside the shape.
func position(indices *ir.DenseElementsAttr, i int, shape []int64) int {
	at := 0
	for axis, dim := range shape {
		index := int64(indices.Bits(i*len(shape) + axis))
		if index < 0 || index >= dim {
			return -1
		}
		at = at*int(dim) + int(index)
	}
	return at
}
