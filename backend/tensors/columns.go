package tensors

import (
	"github.com/girih-ir/girih/backend/tensors/internal/vector"
	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/ir"
)

// minColumns is the least number of columns for which columns are reduced together.
const minColumns = 16

// maxColumns is the greatest number of columns that are reduced together: few enough that the accumulators stay in the
// cache.
const maxColumns = 1024

// columnReduction reduces columns. Elements of a row of memory, which are contiguous, belong to different results,
// which are contiguous too. Rows are added to the accumulators in sequence, so that memory is read in order.
type columnReduction[A element] struct {
	first, add func(acc []A, row []float32)
	finish     func(dst []float32, acc []A)
}

var columnSum = columnReduction[float64]{
	first: func(acc []float64, row []float32) {
		for i, v := range row {
			acc[i] = float64(v)
		}
	},
	add: vector.AddTo,
	finish: func(dst []float32, acc []float64) {
		for i, v := range acc {
			dst[i] = float32(v)
		}
	},
}

var columnMax = columnReduction[float32]{
	first: func(acc, row []float32) { copy(acc, row) },
	add: func(acc, row []float32) {
		acc = acc[:len(row)]
		for i, v := range row {
			acc[i] = max(acc[i], v)
		}
	},
	finish: func(dst, acc []float32) { copy(dst, acc) },
}

var columnMin = columnReduction[float32]{
	first: columnMax.first,
	add: func(acc, row []float32) {
		acc = acc[:len(row)]
		for i, v := range row {
			acc[i] = min(acc[i], v)
		}
	},
	finish: columnMax.finish,
}

// reduceColumns is [reduce] for sums, minima and maxima of float32 along dimensions that are not contiguous. It reports
// whether the operation and the tensor have this form.
func reduceColumns(op *ir.Operation, out, x *Tensor, dims []int) bool {
	if _, ok := x.data.([]float32); !ok {
		return false
	}
	switch op.Def() {
	case &prim.Sum:
		return columnSum.reduce(out, x, dims)
	case &prim.AMax:
		return columnMax.reduce(out, x, dims)
	case &prim.AMin:
		return columnMin.reduce(out, x, dims)
	}
	return false
}

// reduce computes out, which is contiguous, and reports whether it could.
func (c columnReduction[A]) reduce(out, x *Tensor, dims []int) bool {
	view, n := rows(x, dims)
	kept := len(view.shape) - len(dims)
	length, outer := 1, kept // the number of contiguous elements, and the dimensions before them
	for outer > 0 && view.strides[outer-1] == length {
		outer--
		length *= view.shape[outer]
	}
	if n < 2 || length < minColumns {
		return false
	}
	from, to := x.data.([]float32), out.data.([]float32)[out.offset:]
	heads := &Tensor{shape: view.shape[:outer], strides: view.strides[:outer], offset: view.offset}
	blocks := (length + maxColumns - 1) / maxColumns
	parallel(ir.Product(heads.shape)*blocks, 1+4*chunk/n/min(length, maxColumns), func(first, last int) {
		acc := make([]A, min(length, maxColumns))
		for ; first < last; first++ {
			column := first % blocks * maxColumns
			width := min(maxColumns, length-column)
			start := heads.at(first/blocks) + column
			c.block(acc[:width], from, &Tensor{shape: view.shape[kept:], strides: view.strides[kept:], offset: start})
			dst := to[first/blocks*length+column:][:width]
			c.finish(dst, acc[:width])
			roundAll(out.elem, dst)
		}
	})
	return true
}

// block reduces rows that begin at given elements of a tensor.
func (c columnReduction[A]) block(acc []A, from []float32, starts *Tensor) {
	starts.eachRun(0, starts.Numel(), func(at, start, stride, n int) {
		for i := range n {
			row := from[start+i*stride:][:len(acc)]
			if at+i == 0 {
				c.first(acc, row)
			} else {
				c.add(acc, row)
			}
		}
	})
}

// at returns the index in the data of the element with a row-major index.
func (t *Tensor) at(index int) int {
	at := t.offset
	for d := len(t.shape) - 1; d >= 0; d-- {
		at += index % t.shape[d] * t.strides[d]
		index /= t.shape[d]
	}
	return at
}
