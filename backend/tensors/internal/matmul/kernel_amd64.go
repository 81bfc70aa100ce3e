package matmul

import "golang.org/x/sys/cpu"

// fast reports whether the CPU has the instructions that the assembly kernels need.
var fast = cpu.X86.HasAVX2 && cpu.X86.HasFMA

// kernel adds the product of packed panels of a and b to a tile of c. The tile has 6 rows, n elements apart, and
// [tileColumns] columns; each sum has the given number of terms.
func kernel[T float32 | float64](terms int, a, b, c []T, n int) {
	wide := tileColumns[T]()
	// Bounds checks for the last elements that the assembly reads and writes.
	_, _, _ = a[terms*tileRows-1], b[terms*wide-1], c[(tileRows-1)*n+wide-1]
	if !fast {
		kernelGo(terms, a, b, c, n, wide)
		return
	}
	switch c := any(c).(type) {
	case []float32:
		kernel32(terms, &any(a).([]float32)[0], &any(b).([]float32)[0], &c[0], n)
	case []float64:
		kernel64(terms, &any(a).([]float64)[0], &any(b).([]float64)[0], &c[0], n)
	}
}

//go:noescape
func kernel32(terms int, a, b, c *float32, n int)

//go:noescape
func kernel64(terms int, a, b, c *float64, n int)
