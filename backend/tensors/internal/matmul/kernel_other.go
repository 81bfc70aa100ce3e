//go:build !amd64

package matmul

// registerBytes is the size of the registers for which panels are packed.
func registerBytes() int { return 32 }

// kernel adds the product of packed panels of a and b to a tile of c. The tile has 6 rows, n elements apart, and
// [tileColumns] columns; each sum has the given number of terms.
func kernel[T float32 | float64](terms int, a, b, c []T, n int) {
	kernelGo(terms, a, b, c, n, tileColumns[T]())
}
