package tensors

import (
	"runtime"
	"slices"
	"sync"
	"unsafe"

	"github.com/girih-ir/girih/ir"
)

// chunk is the number of elements that are computed at a time: few enough that all operands are in the cache.
const chunk = 4096

// parallel calls f for parts of [0, n), each of at least grain elements, on all cores.
func parallel(n, grain int, f func(from, to int)) {
	workers := min(runtime.GOMAXPROCS(0), n/max(grain, 1))
	if workers <= 1 {
		if n > 0 {
			f(0, n)
		}
		return
	}
	var wait sync.WaitGroup
	for w := range workers {
		wait.Go(func() { f(n*w/workers, n*(w+1)/workers) })
	}
	wait.Wait()
}

// chunks calls f for chunks of [0, n), on all cores.
func chunks(n int, f func(from, to int)) {
	parallel(n, 4*chunk, func(from, to int) {
		for ; from < to; from += chunk {
			f(from, min(from+chunk, to))
		}
	})
}

// read returns the elements [from, to) in row-major order: a slice of the data if they are contiguous, and otherwise a
// copy in buf.
func read[T element](t *Tensor, from, to int, buf []T) []T {
	data := t.data.([]T)
	if t.isContiguous() {
		return data[t.offset+from : t.offset+to]
	}
	collect(t, data, from, to, buf)
	return buf[:to-from]
}

// collect copies the elements [from, to), in row-major order, to buf.
func collect[T any](t *Tensor, data []T, from, to int, buf []T) {
	if collectColumns(t, data, from, to, buf) {
		return
	}
	t.eachRun(from, to, func(at, start, stride, n int) {
		dst := buf[at-from : at-from+n]
		switch stride {
		case 0:
			v := data[start]
			for i := range dst {
				dst[i] = v
			}
		case 1:
			copy(dst, data[start:])
		default:
			for i := range dst {
				dst[i] = data[start+i*stride]
			}
		}
	})
}

// collectColumns is collect for rows that are columns in memory: it reads contiguous elements together. It reports
// whether the tensor has this form.
func collectColumns[T any](t *Tensor, data []T, from, to int, buf []T) bool {
	d := len(t.shape) - 2 // the dimension along which elements are contiguous
	for d >= 0 && t.strides[d] != 1 {
		d--
	}
	if d < 0 {
		return false
	}
	n := ir.Product(t.shape[d+1:])
	rows := (to - from) / max(n, 1)
	if rows < 2 || from%n != 0 || (to-from)%n != 0 || from/n%t.shape[d]+rows > t.shape[d] {
		return false
	}
	start := (&Tensor{shape: t.shape[:d+1], strides: t.strides[:d+1], offset: t.offset}).at(from / n)
	rest := &Tensor{shape: t.shape[d+1:], strides: t.strides[d+1:], offset: start}
	const together = 8 // a few cache lines
	rest.eachRun(0, n, func(at, start, stride, m int) {
		for first := 0; first < m; first += together {
			last := min(first+together, m)
			for r := range rows {
				for i := first; i < last; i++ {
					buf[r*n+at+i] = data[start+i*stride+r]
				}
			}
		}
	})
	return true
}

// write sets the elements from from on, in row-major order.
func write[T element](t *Tensor, from int, list []T) {
	data := t.data.([]T)
	if t.isContiguous() {
		copy(data[t.offset+from:], list)
		return
	}
	t.eachRun(from, from+len(list), func(at, start, stride, n int) {
		for i, v := range list[at-from : at-from+n] {
			data[start+i*stride] = v
		}
	})
}

// eachRun calls f for the runs of the elements [from, to) along the last dimension: with the number of the first
// element, its index in the data, and the stride.
func (t *Tensor) eachRun(from, to int, f func(at, start, stride, n int)) {
	rank := len(t.shape)
	if rank == 0 {
		f(from, t.offset, 0, to-from)
		return
	}
	index, rest := make([]int, rank), from
	start := t.offset
	for d := rank - 1; d >= 0; d-- {
		index[d] = rest % t.shape[d]
		rest /= t.shape[d]
		start += index[d] * t.strides[d]
	}
	last := rank - 1
	for from < to {
		n := min(t.shape[last]-index[last], to-from)
		f(from, start, t.strides[last], n)
		from += n
		index[last] += n
		start += n * t.strides[last]
		for d := last; d > 0 && index[d] == t.shape[d]; d-- {
			start += t.strides[d-1] - t.shape[d]*t.strides[d]
			index[d] = 0
			index[d-1]++
		}
	}
}

// scratch returns a buffer for a chunk of t, or nil if reading needs none.
func scratch[T element](t *Tensor) []T {
	if t.isContiguous() {
		return nil
	}
	return make([]T, chunk)
}

// copyInto copies elements of one type into a tensor of the same shape.
func copyInto(out, x *Tensor) {
	switch x.data.(type) {
	case []bool:
		copyAs[bool](out, x)
	case []int8:
		copyAs[int8](out, x)
	case []uint8:
		copyAs[uint8](out, x)
	case []int16:
		copyAs[int16](out, x)
	case []uint16:
		copyAs[uint16](out, x)
	case []int32:
		copyAs[int32](out, x)
	case []uint32:
		copyAs[uint32](out, x)
	case []int64:
		copyAs[int64](out, x)
	case []uint64:
		copyAs[uint64](out, x)
	case []float32:
		copyAs[float32](out, x)
	case []float64:
		copyAs[float64](out, x)
	case []complex64:
		copyAs[complex64](out, x)
	case []complex128:
		copyAs[complex128](out, x)
	}
}

func copyAs[T element](out, x *Tensor) {
	if to, from := out.data.([]T), x.data.([]T); unsafe.SliceData(to) == unsafe.SliceData(from) &&
		out.offset == x.offset && slices.Equal(out.strides, x.strides) {
		return // the step changes x in place
	}
	chunks(out.Numel(), func(from, to int) { write(out, from, read(x, from, to, scratch[T](x))) })
}
