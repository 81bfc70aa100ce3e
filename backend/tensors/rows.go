package tensors

import (
	"math"
	"slices"
	"unsafe"

	"github.com/girih-ir/girih/backend/tensors/internal/vector"
	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/ir"
)

// rows returns a view of x with some dimensions moved to the end, and the number of elements in these.
func rows(x *Tensor, last []int) (view *Tensor, n int) {
	var perm []int
	n = 1
	for d := range x.shape {
		if !slices.Contains(last, d) {
			perm = append(perm, d)
		}
	}
	for _, d := range last {
		perm = append(perm, d)
		n *= x.shape[d]
	}
	return x.permuted(perm), n
}

// rowKernel computes an element at dst from each of some rows, whose elements are contiguous at src.
type rowKernel func(rows, length int, dst, src unsafe.Pointer)

func byRow[T, R element](f func(row []T) R) rowKernel {
	return func(rows, length int, dst, src unsafe.Pointer) {
		out, all := at[R](dst, rows), at[T](src, rows*length)
		for i := range out {
			out[i] = f(all[i*length : (i+1)*length])
		}
	}
}

// columns is the number of rows that are collected together: if rows are columns in memory, each cache line has parts
// of that many.
const columns = 16

// reduce computes an element of out, which is contiguous, from each row of x: from all elements that differ only along
// dims.
func reduce(out, x *Tensor, dims []int, f rowKernel) {
	view, n := rows(x, dims)
	from, to := rawOf(view), rawOf(out)
	parallel(out.Numel(), 1+4*chunk/max(n, 1), func(first, last int) {
		step := 1 + chunk/max(n, 1)
		var buf unsafe.Pointer
		if !from.straight {
			step = max(step, columns)
			buf = room(step * n * from.size)
		}
		for ; first < last; first += step {
			rows := min(step, last-first)
			f(rows, n, to.at(out.offset+first), from.read(first*n, (first+rows)*n, buf))
		}
	})
}

// reducer returns the kernel of a reduction of rows for given element types of its operand and result.
func reducer(op *ir.Operation, from, to ir.Type) rowKernel {
	k, round := reducerOf(op, zero(from)), rounding(to)
	if round == nil {
		return k
	}
	return func(rows, length int, dst, src unsafe.Pointer) {
		k(rows, length, dst, src)
		round(rows, dst)
	}
}

func reducerOf(op *ir.Operation, zero any) rowKernel {
	switch zero.(type) {
	case bool:
		return reduceBool(op.Def())
	case int8:
		return reduceInts[int8](op.Def())
	case uint8:
		return reduceInts[uint8](op.Def())
	case int16:
		return reduceInts[int16](op.Def())
	case uint16:
		return reduceInts[uint16](op.Def())
	case int32:
		return reduceInts[int32](op.Def())
	case uint32:
		return reduceInts[uint32](op.Def())
	case int64:
		return reduceInts[int64](op.Def())
	case uint64:
		return reduceInts[uint64](op.Def())
	case float32:
		return reduceFloat32(op)
	case float64:
		return reduceFloat64(op)
	case complex64:
		return reduceComplex[complex64, float32](op)
	}
	return reduceComplex[complex128, float64](op)
}

func reduceBool(def *ir.OpDef) rowKernel {
	switch def {
	case &prim.AMax:
		return byRow(func(row []bool) bool { return slices.Contains(row, true) })
	case &prim.AMin:
		return byRow(func(row []bool) bool { return !slices.Contains(row, false) })
	}
	return byRow(func(row []bool) bool {
		odd := false
		for _, v := range row {
			odd = odd != v
		}
		return odd
	})
}

func reduceInts[T integer](def *ir.OpDef) rowKernel {
	switch def {
	case &prim.AMax:
		return byRow(slices.Max[[]T])
	case &prim.AMin:
		return byRow(slices.Min[[]T])
	case &prim.Prod:
		return byRow(func(row []T) T {
			p := T(1)
			for _, v := range row {
				p *= v
			}
			return p
		})
	case &prim.XorSum:
		return byRow(func(row []T) T {
			p := T(0)
			for _, v := range row {
				p ^= v
			}
			return p
		})
	}
	return byRow(func(row []T) T {
		s := T(0)
		for _, v := range row {
			s += v
		}
		return s
	})
}

func reduceFloat64(op *ir.Operation) rowKernel {
	switch op.Def() {
	case &prim.AMax:
		return byRow(maximum)
	case &prim.AMin:
		return byRow(minimum)
	case &prim.Prod:
		return byRow(func(row []float64) float64 {
			p := 1.0
			for _, v := range row {
				p *= v
			}
			return p
		})
	case &prim.Var:
		correction := number(op, "correction")
		return byRow(func(row []float64) float64 { return variance(row, correction) })
	}
	return byRow(sum)
}

// reduceFloat32 returns the kernels of reductions that are computed in float64.
func reduceFloat32(op *ir.Operation) rowKernel {
	switch op.Def() {
	case &prim.AMax:
		return byRow(vector.Max)
	case &prim.AMin:
		return byRow(vector.Min)
	case &prim.Sum:
		return byRow(func(row []float32) float32 { return float32(vector.Sum(row)) })
	case &prim.Prod:
		return byRow(func(row []float32) float32 {
			p := 1.0
			for _, v := range row {
				p *= float64(v)
			}
			return float32(p)
		})
	}
	correction := number(op, "correction") // for a variance
	return byRow(func(row []float32) float32 {
		mean := vector.Sum(row) / float64(len(row))
		return float32(vector.Squares(row, mean) / math.Max(0, float64(len(row))-correction))
	})
}

// maximum and minimum return NaN if there is one, as in Go. They keep four partial results, so that comparisons do not
// wait for each other.
func maximum(row []float64) float64 {
	m := [4]float64{row[0], row[0], row[0], row[0]}
	for ; len(row) >= 4; row = row[4:] {
		m[0], m[1], m[2], m[3] = max(m[0], row[0]), max(m[1], row[1]), max(m[2], row[2]), max(m[3], row[3])
	}
	for _, v := range row {
		m[0] = max(m[0], v)
	}
	return max(m[0], m[1], m[2], m[3])
}

func minimum(row []float64) float64 {
	m := [4]float64{row[0], row[0], row[0], row[0]}
	for ; len(row) >= 4; row = row[4:] {
		m[0], m[1], m[2], m[3] = min(m[0], row[0]), min(m[1], row[1]), min(m[2], row[2]), min(m[3], row[3])
	}
	for _, v := range row {
		m[0] = min(m[0], v)
	}
	return min(m[0], m[1], m[2], m[3])
}

// sum adds pairwise, in blocks.
func sum(row []float64) float64 {
	if len(row) > block {
		half := halfOf(len(row))
		return sum(row[:half]) + sum(row[half:])
	}
	var s [4]float64
	for len(row) >= 4 {
		s[0] += row[0]
		s[1] += row[1]
		s[2] += row[2]
		s[3] += row[3]
		row = row[4:]
	}
	for i, v := range row {
		s[i] += v
	}
	return s[0] + s[1] + (s[2] + s[3])
}

// block is the number of floats that are added without splitting them in halves.
const block = 128

// halfOf returns about half of n, which is more than a block, as a multiple of block.
func halfOf(n int) int { return (n/2 + block - 1) / block * block }

// squares adds squared differences from a number, in the order of sum.
func squares(row []float64, from float64) float64 {
	if len(row) > block {
		half := halfOf(len(row))
		return squares(row[:half], from) + squares(row[half:], from)
	}
	var s [4]float64
	for len(row) >= 4 {
		a, b, c, d := row[0]-from, row[1]-from, row[2]-from, row[3]-from
		s[0] += a * a
		s[1] += b * b
		s[2] += c * c
		s[3] += d * d
		row = row[4:]
	}
	for i, v := range row {
		d := v - from
		s[i] += d * d
	}
	return s[0] + s[1] + (s[2] + s[3])
}

// variance takes two passes, so that large means do not cancel. If there are at most as many elements as the
// correction, the result is that of a division by zero.
func variance(row []float64, correction float64) float64 {
	mean := sum(row) / float64(len(row))
	return squares(row, mean) / math.Max(0, float64(len(row))-correction)
}

func reduceComplex[T complexNumber, R float](op *ir.Operation) rowKernel {
	switch op.Def() {
	case &prim.Var:
		correction := number(op, "correction")
		return byRow(func(row []T) R {
			re, im := parts(row)
			return R(variance(re, correction) + variance(im, correction))
		})
	case &prim.Prod:
		return byRow(func(row []T) T {
			p := complex128(1)
			for _, v := range row {
				p *= complex128(v)
			}
			return T(p)
		})
	}
	return byRow(func(row []T) T {
		re, im := parts(row)
		return T(complex(sum(re), sum(im)))
	})
}

func parts[T complexNumber](row []T) (re, im []float64) {
	for _, v := range row {
		re, im = append(re, real(complex128(v))), append(im, imag(complex128(v)))
	}
	return re, im
}

// alongRows computes rows of the results from rows of x along one dimension. values has the type of x. indices, which
// may be nil, has the type i64.
func alongRows[T element](values, indices, x *Tensor, dim int, f func(values []T, indices []int64, row []T)) {
	from, n := rows(x, []int{dim})
	to, k := rows(values, []int{dim})
	var at *Tensor
	if indices != nil {
		at, _ = rows(indices, []int{dim})
	}
	count := 0
	if n > 0 {
		count = x.Numel() / n
	}
	parallel(count, 1+4*chunk/max(n, 1), func(first, last int) {
		buf, out, ids := make([]T, n), make([]T, k), make([]int64, k)
		for i := first; i < last; i++ {
			f(out, ids, read(from, i*n, (i+1)*n, buf))
			roundAll(x.elem, out)
			write(to, i*k, out)
			if at != nil {
				write(at, i*k, ids)
			}
		}
	})
}

// accumulate computes cumulative sums and products. 32-bit floats and complex numbers are computed in 64 bits.
func accumulate[T integer | float | complexNumber](op *ir.Operation, out, x *Tensor) error {
	dim := int(op.Inherent("dim").(*ir.IntegerAttr).Int64())
	product := op.Is(&prim.CumProd)
	alongRows(out, nil, x, dim, func(values []T, _ []int64, row []T) {
		switch row := any(row).(type) {
		case []float32:
			scan(any(values).([]float32), row, product, func(v float32) float64 { return float64(v) },
				func(s float64) float32 { return float32(s) })
		case []complex64:
			scan(any(values).([]complex64), row, product, func(v complex64) complex128 { return complex128(v) },
				func(s complex128) complex64 { return complex64(s) })
		default:
			same := func(v T) T { return v }
			scan(values, any(row).([]T), product, same, same)
		}
	})
	return nil
}

// scan sets out to the cumulative sums or products, computed in another type.
func scan[T element, W integer | float | complexNumber](out, row []T, product bool, wide func(T) W, narrow func(W) T) {
	var s W
	for i, v := range row {
		switch {
		case i == 0:
			s = wide(v)
		case product:
			s *= wide(v)
		default:
			s += wide(v)
		}
		out[i] = narrow(s)
	}
}

// logCumSumExp keeps the largest exponent separately.
func logCumSumExp[T float](op *ir.Operation, out, x *Tensor) error {
	dim := int(op.Inherent("dim").(*ir.IntegerAttr).Int64())
	alongRows(out, nil, x, dim, func(values []T, _ []int64, row []T) {
		s := math.Inf(-1)
		for i, v := range row {
			a, b := math.Max(s, float64(v)), math.Min(s, float64(v))
			if !math.IsInf(a, 0) || a != b {
				a += math.Log1p(math.Exp(b - a))
			}
			s = a
			values[i] = T(s)
		}
	})
	return nil
}
