package promotion

import "fmt"

// Broadcast returns the shape that two shapes are both expanded to: the shorter one is padded with ones on the left,
// then a dimension of 1 takes the size of the other. Both sets of semantics have this rule, which is NumPy's. The error
// wraps ErrShape.
func Broadcast(a, b []int64) ([]int64, error) {
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
			return nil, fmt.Errorf("%w: dimension %d is %d on one side and %d on the other", ErrShape, at, a[at], size)
		}
	}
	return out, nil
}

// BroadcastsTo reports whether shape from can be expanded to shape to.
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
