package promotion

import "fmt"

// Broadcast returns the shape that two shapes are both broadcast to. The shorter shape is padded with ones on the left.
// Then each dimension of 1 takes the size of the other shape's dimension. This is NumPy's rule; all semantics have it.
// The error wraps ErrShape.
func Broadcast(a, b []int64) ([]int64, error) {
	left, right := a, b
	if len(a) < len(b) {
		a, b = b, a
	}
	out := make([]int64, len(a))
	copy(out, a)
	offset := len(a) - len(b)
	for i, size := range b {
		switch at := offset + i; {
		case out[at] == 1:
			out[at] = size
		case size != 1 && size != out[at]:
			return nil, incompatible(left, right, at, len(a))
		}
	}
	return out, nil
}

// incompatible returns the error about two shapes that differ in a dimension. The dimension is counted in the longer
// shape.
func incompatible(left, right []int64, dimension, rank int) error {
	return fmt.Errorf("%w: %s and %s differ in dimension %d, which is %d on one side and %d on the other; they must be "+
		"equal, or one of them 1", ErrShape, shapeText(left), shapeText(right), dimension,
		left[dimension-(rank-len(left))], right[dimension-(rank-len(right))])
}

// shapeText returns a shape as `4x8`; that of a scalar is `scalar`.
func shapeText(shape []int64) string {
	if len(shape) == 0 {
		return "scalar"
	}
	text := ""
	for i, d := range shape {
		if i > 0 {
			text += "x"
		}
		text += fmt.Sprint(d)
	}
	return text
}

// BroadcastsTo reports whether shape from can be broadcast to shape to.
func BroadcastsTo(from, to []int64) bool {
	if len(from) > len(to) {
		return false
	}
	offset := len(to) - len(from)
	for i, size := range from {
		if size != 1 && size != to[offset+i] {
			return false
		}
	}
	return true
}
