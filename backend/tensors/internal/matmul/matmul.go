// Package matmul multiplies matrices of floats, with any strides, on all cores of the CPU.
//
// Blocks of the result are computed from packed copies of the operands, as in Goto and van de Geijn, "Anatomy of
// high-performance matrix multiplication" (TOMS 2008): a panel of b stays in a cache while rows of a stream through.
// The innermost loop is in assembly if the CPU has AVX-512, or AVX2 and FMA, and otherwise in Go. The order of
// summation depends only on the sizes, so results do not depend on the number of cores.
//
// Start at [Multiply]. It does not multiply integers and complex numbers.
package matmul

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// Matrix is a matrix with any strides, in elements.
type Matrix[T float32 | float64] struct {
	Data     []T
	Row, Col int // strides
}

// Sizes of blocks: rows of a, terms of a sum, and columns of b that are packed at a time. A packed block of a fits in
// the L2 cache, and a panel of b in the L1 cache.
const (
	blockRows    = 132
	blockTerms   = 256
	blockColumns = 512
	tileRows     = 6
)

// Multiply sets c, which is row-major, to a times b: m rows of n elements, each a sum of k terms.
func Multiply[T float32 | float64](c []T, a, b Matrix[T], m, k, n int) {
	if m == 0 || n == 0 {
		return
	}
	if k == 0 {
		clear(c[:m*n])
		return
	}
	if m == 1 || n == 1 {
		vector(c, a, b, m, k, n)
		return
	}
	rows, columns := (m+blockRows-1)/blockRows, (n+blockColumns-1)/blockColumns
	var next atomic.Int64
	parallel(rows*columns, 2*m*k*n, func() {
		w := newWorker[T](k)
		for {
			i := int(next.Add(1)) - 1
			if i >= rows*columns {
				return
			}
			row, column := i%rows*blockRows, i/rows*blockColumns
			w.block(c, a, b, [2]int{row, min(row+blockRows, m)}, [2]int{column, min(column+blockColumns, n)}, k, n)
		}
	})
}

// minWork is the number of operations that is worth a goroutine.
const minWork = 1 << 18

// parallel calls f on several goroutines: at most one for each part, core and minWork operations.
func parallel(parts, operations int, f func()) {
	workers := min(parts, runtime.GOMAXPROCS(0), 1+operations/minWork)
	var wait sync.WaitGroup
	for range workers - 1 {
		wait.Go(f)
	}
	f()
	wait.Wait()
}

// worker has buffers for packed blocks, and for a tile at an edge.
type worker[T float32 | float64] struct {
	a, b []T
	edge []T
	wide int // columns of a tile
}

func newWorker[T float32 | float64](k int) *worker[T] {
	wide := tileColumns[T]()
	terms := min(k, blockTerms)
	return &worker[T]{a: make([]T, blockRows*terms), b: make([]T, blockColumns*terms), edge: make([]T, tileRows*wide),
		wide: wide}
}

// tileColumns is the number of columns of a tile: those of two registers.
func tileColumns[T float32 | float64]() int {
	if _, single := any(*new(T)).(float32); single {
		return 2 * registerBytes() / 4
	}
	return 2 * registerBytes() / 8
}

// block computes some rows and columns of the result.
func (w *worker[T]) block(c []T, a, b Matrix[T], rows, columns [2]int, k, n int) {
	for i := rows[0]; i < rows[1]; i++ {
		clear(c[i*n+columns[0] : i*n+columns[1]])
	}
	for from := 0; from < k; from += blockTerms {
		terms := min(blockTerms, k-from)
		pack(w.b, Matrix[T]{Data: b.Data, Row: b.Col, Col: b.Row}, columns[0], columns[1], from, terms, w.wide)
		pack(w.a, a, rows[0], rows[1], from, terms, tileRows)
		for j := columns[0]; j < columns[1]; j += w.wide {
			panel := w.b[(j-columns[0])*terms:]
			for i := rows[0]; i < rows[1]; i += tileRows {
				w.tile(terms, w.a[(i-rows[0])*terms:], panel, c[i*n+j:], n, min(tileRows, rows[1]-i), min(w.wide, columns[1]-j))
			}
		}
	}
}

// tile adds products to some rows and columns of the result.
func (w *worker[T]) tile(terms int, a, b, c []T, n, rows, columns int) {
	if rows == tileRows && columns == w.wide {
		kernel(terms, a, b, c, n)
		return
	}
	clear(w.edge)
	kernel(terms, a, b, w.edge, w.wide)
	for i := range rows {
		for j, v := range w.edge[i*w.wide : i*w.wide+columns] {
			c[i*n+j] += v
		}
	}
}

// pack copies some rows and terms of a matrix in panels of high rows; the elements of one term are contiguous. Missing
// rows of the last panel are 0.
func pack[T float32 | float64](dst []T, x Matrix[T], first, last, from, terms, high int) {
	for ; first < last; first += high {
		panel, rows := dst[:high*terms], min(high, last-first)
		dst = dst[high*terms:]
		at := first*x.Row + from*x.Col
		switch {
		case rows < high:
			clear(panel)
			for i := range rows {
				for t := range terms {
					panel[t*high+i] = x.Data[at+i*x.Row+t*x.Col]
				}
			}
		case x.Row == 1:
			for t := range terms {
				copy(panel[t*high:(t+1)*high], x.Data[at+t*x.Col:])
			}
		default:
			const few = 16 // terms, so that what is written stays in the cache
			for t := 0; t < terms; t += few {
				part := panel[t*high : min(t+few, terms)*high]
				for i := range high {
					p := at + i*x.Row + t*x.Col
					for k := i; k < len(part); k += high {
						part[k] = x.Data[p]
						p += x.Col
					}
				}
			}
		}
	}
}

// kernelGo is kernel in Go.
func kernelGo[T float32 | float64](terms int, a, b, c []T, n, wide int) {
	var sums [tileRows * 32]T
	for t := range terms {
		row := b[t*wide : (t+1)*wide]
		for i, x := range a[t*tileRows : (t+1)*tileRows] {
			dst := sums[i*wide : (i+1)*wide]
			for j, y := range row {
				dst[j] += x * y
			}
		}
	}
	for i := range tileRows {
		for j := range wide {
			c[i*n+j] += sums[i*wide+j]
		}
	}
}
