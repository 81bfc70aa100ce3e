//go:build !amd64

package matmul

// kernel adds the product of packed panels of a and b to a tile of c, whose rows are n elements apart: 6 rows and
// [tileColumns] columns, sums of some terms.
func kernel[T float32 | float64](terms int, a, b, c []T, n int) {
	kernelGo(terms, a, b, c, n, tileColumns[T]())
}
