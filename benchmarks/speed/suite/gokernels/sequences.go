package gokernels

import "github.com/girih-ir/girih/kernel"

// affine is the function that maps h to scale*h + shift.
type affine struct{ scale, shift float32 }

// LinearRecurrence is out[t] = a[t]*out[t-1] + b[t] down each column. It starts with 0.
//
// benchmark: linear_recurrence
// configurations: warps 1 2 4, BLOCK 32 64 128, CHANNELS 8 16 32
// grid: a[1] / {CHANNELS}
func LinearRecurrence(a, b, out kernel.Array2[float32], BLOCK, CHANNELS kernel.Const) {
	t, c := kernel.Range(BLOCK), kernel.Program(0)*int32(CHANNELS)+kernel.Range(CHANNELS)
	var before float32
	for at := int32(0); at < a.Len(0); at += int32(BLOCK) {
		steps := affine{a.Load(at+t, c, kernel.Else(1)), b.Load(at+t, c, kernel.Else(0))}
		all := kernel.Scan(steps, func(f, g affine) affine {
			return affine{f.scale * g.scale, g.scale*f.shift + g.shift}
		}, t)
		h := all.scale*before + all.shift
		out.Store(at+t, c, h)
		before = kernel.Sum(kernel.Where(t == int32(BLOCK)-1, h, 0), t)
	}
}

// moments are the count, the mean, and the sum of squared differences from the mean, of some numbers.
type moments struct{ n, mean, squares float32 }

// merge returns the moments of both sets of numbers.
func merge(a, b moments) moments {
	n, d := a.n+b.n, b.mean-a.mean
	share := b.n / n
	return moments{n, a.mean + d*share, a.squares + b.squares + d*d*a.n*share}
}

// RunningVariance is the variance of the elements of a row up to each element, by Chan, Golub and LeVeque's rule.
//
// benchmark: running_variance
// configurations: warps 1 2 4 8, BLOCK 512 1024
// grid: x[0]
//
//girih:approx
func RunningVariance(x, out kernel.Array2[float32], BLOCK kernel.Const) {
	i, j := kernel.Program(0), kernel.Range(BLOCK)
	all := kernel.Scan(moments{1, x.Load(i, j, kernel.Else(0)), 0}, merge, j)
	out.Store(i, j, all.squares/all.n)
}

// segment is a sum, and whether a new segment begins in it.
type segment struct {
	begins bool
	sum    float32
}

// SegmentedSum is the running sums of each row. A new sum begins where flags is not zero.
//
// benchmark: segmented_sum
// configurations: warps 1 2 4 8, BLOCK 1024 2048
// grid: x[0]
func SegmentedSum(x kernel.Array2[float32], flags kernel.Array2[int8], out kernel.Array2[float32], BLOCK kernel.Const) {
	i, j := kernel.Program(0), kernel.Range(BLOCK)
	s := segment{flags.Load(i, j, kernel.Else(0)) != 0, x.Load(i, j, kernel.Else(0))}
	all := kernel.Scan(s, func(a, b segment) segment {
		return segment{a.begins || b.begins, kernel.Where(b.begins, b.sum, a.sum+b.sum)}
	}, j)
	out.Store(i, j, all.sum)
}

// JaggedSoftmax is the softmax of each row of x. The rows follow each other in x: row i begins at offsets[i] and has
// lengths[i] elements, at most 1024.
//
// benchmark: jagged_softmax
// configurations: warps 1 2 4 8
// grid: lengths[0]
// except: offsets lengths x out
//
//girih:approx
func JaggedSoftmax(x kernel.Array1[float32], offsets, lengths kernel.Array1[int32], out kernel.Array1[float32]) {
	row := kernel.Program(0)
	first := offsets.Load(row)
	end, j := first+lengths.Load(row), first+kernel.Range(1024)
	v := x.Load(j, kernel.When(j < end), kernel.Else(kernel.NegInf))
	e := kernel.Exp(v - kernel.Max(v))
	out.Store(j, e/kernel.Sum(e), kernel.When(j < end))
}

// SpMVCSR is the product of a matrix in compressed rows with a vector: row i has the elements from offsets[i] on.
//
// benchmark: spmv_csr
// configurations: warps 1 2 4, ROWS 1 4 16, BLOCK 16 32 64
// grid: out[0] / {ROWS}
// except: values columns offsets out
func SpMVCSR(values kernel.Array1[float32], columns, offsets kernel.Array1[int32], x, out kernel.Array1[float32],
	ROWS, BLOCK kernel.Const) {
	i, j := kernel.Program(0)*int32(ROWS)+kernel.Range(ROWS), kernel.Range(BLOCK)
	first := offsets.Load(i, kernel.Else(0))
	n := offsets.Load(i+1, kernel.Else(0)) - first
	var sum float32
	for at := int32(0); at < kernel.Max(n); at += int32(BLOCK) {
		inside := at+j < n
		column := columns.Load(first+at+j, kernel.When(inside), kernel.Else(0))
		sum += values.Load(first+at+j, kernel.When(inside), kernel.Else(0)) * x.Load(column)
	}
	out.Store(i, kernel.Sum(sum, j))
}

// SpMVELL is the product of a matrix that has 32 elements in each row with a vector.
//
// benchmark: spmv_ell
// configurations: warps 1 2 4 8, ROWS 16 32 64 128
// grid: out[0] / {ROWS}
// except: out
func SpMVELL(values kernel.Array2[float32], columns kernel.Array2[int32], x, out kernel.Array1[float32],
	ROWS kernel.Const) {
	i, j := kernel.Program(0)*int32(ROWS)+kernel.Range(ROWS), kernel.Range(32)
	out.Store(i, kernel.Sum(values.Load(i, j, kernel.Else(0))*x.Load(columns.Load(i, j, kernel.Else(0))), j))
}

// EmbeddingBag is out[i] = the sum over k of weights[i, k] times row ids[i, k] of a table of 512 columns.
//
// benchmark: embedding_bag
// configurations: warps 1 2 4
// grid: ids[0]
// except: ids weights
func EmbeddingBag(ids kernel.Array2[int32], weights kernel.Array2[float32], table kernel.Array2[kernel.Float16],
	out kernel.Array2[float32]) {
	i, j := kernel.Program(0), kernel.Range(512)
	var sum float32
	for k := range int32(8) {
		sum += weights.Load(i, k) * float32(table.Load(ids.Load(i, k), j))
	}
	out.Store(i, j, sum)
}
