package matmul

import "golang.org/x/sys/cpu"

// fast and wide report whether the CPU has the instructions that the assembly kernels need, with registers of 256 and
// of 512 bits.
var (
	fast = cpu.X86.HasAVX2 && cpu.X86.HasFMA
	wide = cpu.X86.HasAVX512F
)

// registerBytes is the size of the registers that kernels use.
func registerBytes() int {
	if wide {
		return 64
	}
	return 32
}

// kernel adds the product of packed panels of a and b to a tile of c. The tile has 6 rows, n elements apart, and
// [tileColumns] columns; each sum has the given number of terms.
func kernel[T float32 | float64](terms int, a, b, c []T, n int) {
	columns := tileColumns[T]()
	// Bounds checks for the last elements that the assembly reads and writes.
	_, _, _ = a[terms*tileRows-1], b[terms*columns-1], c[(tileRows-1)*n+columns-1]
	if !fast {
		kernelGo(terms, a, b, c, n, columns)
		return
	}
	by32, by64 := kernel32, kernel64
	if wide {
		by32, by64 = wide32, wide64
	}
	switch c := any(c).(type) {
	case []float32:
		by32(terms, &any(a).([]float32)[0], &any(b).([]float32)[0], &c[0], n)
	case []float64:
		by64(terms, &any(a).([]float64)[0], &any(b).([]float64)[0], &c[0], n)
	}
}

//go:noescape
func kernel32(terms int, a, b, c *float32, n int)

//go:noescape
func kernel64(terms int, a, b, c *float64, n int)

//go:noescape
func wide32(terms int, a, b, c *float32, n int)

//go:noescape
func wide64(terms int, a, b, c *float64, n int)
