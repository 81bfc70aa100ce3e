package matmul

import (
	"sync/atomic"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/gonum"
)

// vector computes products in which a or b is a vector. Each element of the matrix is used once, so nothing is packed.
func vector[T float32 | float64](c []T, a, b Matrix[T], m, k, n int) {
	matrix, x, size := Matrix[T]{Data: b.Data, Row: b.Col, Col: b.Row}, Matrix[T]{Data: a.Data, Col: a.Col}, n
	if m != 1 {
		matrix, x, size = a, Matrix[T]{Data: b.Data, Col: b.Row}, m
	}
	// c = matrix * x, where the matrix has some rows and each sum k terms.
	if x.Col != 1 {
		list := make([]T, k)
		for i := range list {
			list[i] = x.Data[i*x.Col]
		}
		x = Matrix[T]{Data: list}
	}
	const rows = 64
	parts := (size + rows - 1) / rows
	var next atomic.Int64
	parallel(parts, 8*size*k, func() { // memory is slower than arithmetic
		for {
			i := int(next.Add(1)) - 1
			if i >= parts {
				return
			}
			first, last := i*rows, min(i*rows+rows, size)
			multiplyVector(c[first:last], Matrix[T]{Data: matrix.Data[first*matrix.Row:], Row: matrix.Row, Col: matrix.Col},
				x.Data[:k])
		}
	})
}

// multiplyVector computes the products of the rows of a matrix and a vector.
func multiplyVector[T float32 | float64](c []T, a Matrix[T], x []T) {
	rows, terms := len(c), len(x)
	transposed, lines, length, stride := blas.NoTrans, rows, terms, a.Row
	if a.Col != 1 {
		transposed, lines, length, stride = blas.Trans, terms, rows, a.Col
	}
	if a.Col != 1 && a.Row != 1 || lines > 1 && stride < length {
		for i := range c {
			var sum T
			for t, v := range x {
				sum += v * a.Data[i*a.Row+t*a.Col]
			}
			c[i] = sum
		}
		return
	}
	stride = max(stride, length)
	var by gonum.Implementation
	switch c := any(c).(type) {
	case []float32:
		by.Sgemv(transposed, lines, length, 1, any(a.Data).([]float32), stride, any(x).([]float32), 1, 0, c, 1)
	case []float64:
		by.Dgemv(transposed, lines, length, 1, any(a.Data).([]float64), stride, any(x).([]float64), 1, 0, c, 1)
	}
}
