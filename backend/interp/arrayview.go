package interp

import (
	"fmt"
	"slices"
)

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
		return &View{array: a, shape: a.shape, strides: a.strides()}, true
	case *View:
		return a, true
	}
	return nil, false
}
