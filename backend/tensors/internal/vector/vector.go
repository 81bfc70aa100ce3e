// Package vector has the loops over float32 that take most of the CPU's time, vectorized where the processor allows it:
// elementary functions, arithmetic, sums, minima and maxima. Sums and functions are computed in float64.
//
// It knows nothing of tensors: all arguments are slices. Each function is defined in Go, in vector.go and functions.go.
// On amd64, many use an assembly kernel for most of the elements. Matrix products are in package matmul.
package vector

// lanes is the number of partial sums: element i is added to sum i % lanes. Assembly kernels add in the same order.
const lanes = 16

// Add sets dst to the sums x + y. In all functions of this package, all slices have the length of x, and dst may be x
// or y.
func Add(dst, x, y []float32) {
	n := add(dst, x, y)
	dst, y = dst[:len(x)], y[:len(x)]
	for i := n; i < len(x); i++ {
		dst[i] = x[i] + y[i]
	}
}

// Sub sets dst to the differences.
func Sub(dst, x, y []float32) {
	n := sub(dst, x, y)
	dst, y = dst[:len(x)], y[:len(x)]
	for i := n; i < len(x); i++ {
		dst[i] = x[i] - y[i]
	}
}

// Mul sets dst to the products.
func Mul(dst, x, y []float32) {
	n := mul(dst, x, y)
	dst, y = dst[:len(x)], y[:len(x)]
	for i := n; i < len(x); i++ {
		dst[i] = x[i] * y[i]
	}
}

// Div sets dst to the quotients.
func Div(dst, x, y []float32) {
	n := div(dst, x, y)
	dst, y = dst[:len(x)], y[:len(x)]
	for i := n; i < len(x); i++ {
		dst[i] = x[i] / y[i]
	}
}

// Sum returns the sum of x, computed in float64.
func Sum(x []float32) float64 {
	var s [lanes]float64
	n := sum(&s, x)
	for i, v := range x[n:] {
		s[i%lanes] += float64(v)
	}
	return total(&s)
}

// Squares returns the sum of the squared differences between x and a number, computed in float64.
func Squares(x []float32, from float64) float64 {
	var s [lanes]float64
	n := squares(&s, x, from)
	for i, v := range x[n:] {
		d := float64(v) - from
		s[i%lanes] += d * d
	}
	return total(&s)
}

// total adds the partial sums of all lanes.
func total(s *[lanes]float64) float64 {
	for n := lanes / 2; n > 0; n /= 2 {
		for i := range n {
			s[i] += s[i+n]
		}
	}
	return s[0]
}

// AddTo adds each element of x to the corresponding element of sums.
func AddTo(sums []float64, x []float32) {
	n := addTo(sums, x)
	sums = sums[:len(x)]
	for i := n; i < len(x); i++ {
		sums[i] += float64(x[i])
	}
}

// Max returns the largest element of x, which is not empty: NaN if there is one, and 0 rather than -0.
func Max(x []float32) float32 {
	var m [8]float32
	if n, ok := largest(&m, x); ok { // it leaves NaNs and zeros, whose order the processor does not know, to the loop
		for _, v := range x[n:] {
			m[0] = max(m[0], v)
		}
		for _, v := range m {
			m[0] = max(m[0], v)
		}
		if m[0] != 0 {
			return m[0]
		}
	}
	v := x[0]
	for _, w := range x {
		v = max(v, w)
	}
	return v
}

// Min returns the least element of x, which is not empty: NaN if there is one, and -0 rather than 0.
func Min(x []float32) float32 {
	var m [8]float32
	if n, ok := least(&m, x); ok {
		for _, v := range x[n:] {
			m[0] = min(m[0], v)
		}
		for _, v := range m {
			m[0] = min(m[0], v)
		}
		if m[0] != 0 {
			return m[0]
		}
	}
	v := x[0]
	for _, w := range x {
		v = min(v, w)
	}
	return v
}

// Exp sets dst to e^x, computed with a relative error below 1e-11: nearly all results are the nearest float32.
func Exp(dst, x []float32) { apply(exp, expGo, dst, x) }

// apply computes a function by its kernel, or by its loop in Go if there is no kernel. The remaining elements are
// computed by the same instructions, so that a result does not depend on the position of its element.
func apply(kernel func(dst, x []float32) int, loop func(dst, x []float32), dst, x []float32) {
	if !fast {
		loop(dst, x)
		return
	}
	n := kernel(dst, x)
	if rest := x[n:]; len(rest) > 0 {
		var buf [lanes]float32
		copy(buf[:], rest)
		kernel(buf[:], buf[:])
		copy(dst[n:len(x)], buf[:])
	}
}
