package prim

// The rules of this file are PyTorch's (torch/_prims_common and TensorIterator). They say which strides results have if
// a program asks for them. They are neither commutative nor associative, since earlier operands have priority.

// Contiguous returns the row-major strides of a shape.
func Contiguous(shape []int64) []int64 {
	order := make([]int, len(shape))
	for i := range order {
		order[i] = len(shape) - 1 - i
	}
	return laidOut(shape, order)
}

// laidOut returns the strides of a shape without gaps. order lists the dimensions from the innermost one.
func laidOut(shape []int64, order []int) []int64 {
	strides := make([]int64, len(shape))
	next := int64(1)
	for _, d := range order {
		strides[d] = next
		next *= max(shape[d], 1)
	}
	return strides
}

// isContiguous reports whether strides are row-major. Strides of dimensions of size one are ignored. With fewer than
// two elements, all strides are row-major.
func isContiguous(shape, strides []int64) bool {
	order := make([]int, len(shape))
	for i := range order {
		order[i] = len(shape) - 1 - i
	}
	return follows(shape, strides, order)
}

// follows reports whether strides are those that [laidOut] returns, apart from dimensions of size one.
func follows(shape, strides []int64, order []int) bool {
	if n := Numel(shape); n == 0 || n == 1 {
		return true
	}
	next := int64(1)
	for _, d := range order {
		if shape[d] != 1 {
			if strides[d] != next {
				return false
			}
			next *= shape[d]
		}
	}
	return true
}

// channelsLast is the order of dimensions, from the innermost, of images in the memory format channels_last: dimension
// 1, the channels, is innermost.
var channelsLast = []int{1, 3, 2, 0}

func isChannelsLast(shape, strides []int64) bool {
	return len(shape) == 4 && follows(shape, strides, channelsLast)
}

// isDense reports whether the elements fill a range of memory without gaps or overlaps, for some order of dimensions.
func isDense(shape, strides []int64) bool {
	return len(shape) == 1 && strides[0] == 1 || follows(shape, strides, sorted(shape, strides))
}

// sorted returns the dimensions sorted by their strides, from the innermost.
func sorted(shape []int64, strides ...[]int64) []int {
	order := make([]int, len(shape))
	for i := range order {
		order[i] = len(shape) - 1 - i
	}
	for i := 1; i < len(order); i++ {
		at := i
		for before := i - 1; before >= 0; before-- {
			c := outer(order[before], order[at], shape, strides)
			if c < 0 {
				break
			}
			if c > 0 {
				order[before], order[at] = order[at], order[before]
				at = before
			}
		}
	}
	return order
}

// outer returns 1 if dimension p belongs outside of q, -1 if it belongs inside, and 0 if no operand decides. The first
// operand that decides counts. An operand that is broadcast along p or q does not decide.
func outer(p, q int, shape []int64, operands [][]int64) int {
	for _, s := range operands {
		switch {
		case s[p] == 0 || s[q] == 0:
		case s[p] < s[q]:
			return -1
		case s[p] > s[q] || shape[p] > shape[q]:
			return 1
		}
	}
	return 0
}

// ElementwiseStrides returns the strides of the result of an elementwise primitive. The operands have the given shape
// and strides; a stride is 0 where an operand is broadcast.
func ElementwiseStrides(shape []int64, operands ...[]int64) []int64 {
	if len(shape) == 0 || len(operands) == 0 {
		return Contiguous(shape)
	}
	if len(operands) == 1 && isDense(shape, operands[0]) {
		return operands[0]
	}
	rows, last := true, true
	for _, s := range operands {
		rows = rows && isContiguous(shape, s)
		last = last && isChannelsLast(shape, s)
	}
	switch {
	case rows && !last:
		return Contiguous(shape)
	case last && !rows:
		return laidOut(shape, channelsLast)
	}
	return laidOut(shape, sorted(shape, operands...))
}

// ReshapedStrides returns the strides of a view of a tensor in another shape with the same number of elements; ok is
// false if the other shape needs a copy.
func ReshapedStrides(shape, strides, to []int64) (out []int64, ok bool) {
	if Numel(shape) == 0 {
		return Contiguous(to), true
	}
	out = make([]int64, len(to))
	at := len(to) - 1
	for d := len(shape) - 1; d >= 0; d-- {
		// A chunk is a run of adjacent dimensions without gaps between them.
		base, size := strides[d], shape[d]
		for d > 0 && (shape[d-1] == 1 || strides[d-1] == size*base) {
			d--
			size *= shape[d]
		}
		taken := int64(1)
		for at >= 0 && (taken < size || to[at] == 1) {
			out[at] = taken * base
			taken *= to[at]
			at--
		}
		if taken != size {
			return nil, false
		}
	}
	for ; at >= 0; at-- {
		out[at] = 1
	}
	return out, true
}
