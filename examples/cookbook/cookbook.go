// Package cookbook has twenty-one kernels in Go, from a copy to a product of matrices. Each is a function that you can
// copy and change. The test runs all of them and compares the results with the expected ones.
//
// The comment of each says what one program of the grid computes and which grid to launch. A launch needs nothing else.
package cookbook

import "github.com/girih-ir/girih/kernel"

// Copy copies block elements. Launch len(x)/block programs, rounded up, as for all kernels on vectors here.
func Copy(x, out kernel.Array1[float32], block kernel.Const) {
	i := kernel.Program(0)*int32(block) + kernel.Range(block)
	out.Store(i, x.Load(i))
}

// Add is out = x + y.
func Add[T kernel.Float](x, y, out kernel.Array1[T], block kernel.Const) {
	i := kernel.Program(0)*int32(block) + kernel.Range(block)
	out.Store(i, x.Load(i)+y.Load(i))
}

// Saxpy is out = a*x + y with a row y for all rows of x. Launch a program for each row.
func Saxpy(x kernel.Array2[float32], y kernel.Array1[float32], out kernel.Array2[float32], a float32,
	block kernel.Const) {
	row, j := kernel.Program(0), kernel.Range(block)
	out.Store(row, j, a*x.Load(row, j)+y.Load(j))
}

// Mixed is out = x*y + z, computed in float32 for all types of arrays.
func Mixed[X, Y, Z, O kernel.Number](x kernel.Array1[X], y kernel.Array1[Y], z kernel.Array1[Z], out kernel.Array1[O],
	block kernel.Const) {
	i := kernel.Program(0)*int32(block) + kernel.Range(block)
	out.Store(i, O(float32(x.Load(i))*float32(y.Load(i))+float32(z.Load(i))))
}

// GeluSilu is silu(gelu(x)), computed in float32.
//
//girih:approx
func GeluSilu(x, out kernel.Array1[kernel.BFloat16], block kernel.Const) {
	i := kernel.Program(0)*int32(block) + kernel.Range(block)
	v := float32(x.Load(i))
	gelu := 0.5 * v * (1 + kernel.Erf(v*0.7071067811865476))
	out.Store(i, kernel.BFloat16(gelu*kernel.Sigmoid(gelu)))
}

// Dropout is x/(1-p) where a random number is greater than p, else 0.
//
//girih:approx
func Dropout(x, out kernel.Array1[float32], p float32, seed int64, block kernel.Const) {
	i := kernel.Program(0)*int32(block) + kernel.Range(block)
	random, _, _, _ := kernel.Philox(uint64(seed), uint32(i))
	out.Store(i, kernel.Where(kernel.Uniform(random) > p, x.Load(i)/(1-p), 0))
}

// Transpose is out[j, i] = x[i, j]. Launch a program for each block x block tile.
func Transpose(x, out kernel.Array2[float32], block kernel.Const) {
	i := kernel.Program(0)*int32(block) + kernel.Range(block)
	j := kernel.Program(1)*int32(block) + kernel.Range(block)
	out.Store(j, i, x.Load(i, j))
}

// RowSum is out[i] = the sum of row i, of any number of columns. Launch a program for each row, as for all kernels on
// rows.
func RowSum(x kernel.Array2[float32], out kernel.Array1[float32], block kernel.Const) {
	row, j := kernel.Program(0), kernel.Range(block)
	var sum float32
	for at := int32(0); at < x.Len(1); at += int32(block) {
		sum += x.Load(row, at+j, kernel.Else(0))
	}
	out.Store(row, kernel.Sum(sum))
}

// ColumnSum is out[j] = the sum of column j. Launch a program for every block columns.
func ColumnSum(x kernel.Array2[float32], out kernel.Array1[float32], rows, block kernel.Const) {
	i := kernel.Range(rows)
	j := kernel.Program(0)*int32(block) + kernel.Range(block)
	var sum float32
	for at := int32(0); at < x.Len(0); at += int32(rows) {
		sum += x.Load(at+i, j, kernel.Else(0))
	}
	out.Store(j, kernel.Sum(sum, i))
}

// Softmax is the softmax of rows of at most block columns.
//
//girih:approx
func Softmax(x, out kernel.Array2[float32], block kernel.Const) {
	row, j := kernel.Program(0), kernel.Range(block)
	out.Store(row, j, kernel.Softmax(x.Load(row, j, kernel.Else(kernel.NegInf)), j))
}

// CrossEntropy is log(sum(exp(logits[i, :]))) - logits[i, targets[i]], in one pass over the logits.
//
//girih:approx
func CrossEntropy(logits kernel.Array2[kernel.BFloat16], targets kernel.Array1[int64], out kernel.Array1[float32],
	block kernel.Const) {
	row, j := kernel.Program(0), kernel.Range(block)
	top, sum := float32(kernel.NegInf), float32(0)
	for at := int32(0); at < logits.Len(1); at += int32(block) {
		v := float32(logits.Load(row, at+j, kernel.Else(kernel.NegInf)))
		higher := max(top, kernel.Max(v))
		sum = sum*kernel.Exp(top-higher) + kernel.Sum(kernel.Exp(v-higher))
		top = higher
	}
	target := float32(logits.Load(row, int32(targets.Load(row))))
	out.Store(row, top+kernel.Log(sum)-target)
}

// LayerNorm is (x - mean) / sqrt(variance + eps) * weight + bias along rows of at most block columns.
//
//girih:approx
func LayerNorm(x kernel.Array2[kernel.BFloat16], weight, bias kernel.Array1[kernel.BFloat16],
	out kernel.Array2[kernel.BFloat16], eps float32, block kernel.Const) {
	row, j := kernel.Program(0), kernel.Range(block)
	n := float32(x.Len(1))
	v := float32(x.Load(row, j, kernel.Else(0)))
	d := kernel.Where(j < x.Len(1), v-kernel.Sum(v)/n, 0)
	scale := kernel.Rsqrt(kernel.Sum(d*d)/n + eps)
	out.Store(row, j, kernel.BFloat16(d*scale*float32(weight.Load(j))+float32(bias.Load(j))))
}

// RMSNorm is x / sqrt(mean(x*x) + eps) * weight along rows of at most block columns.
//
//girih:approx
func RMSNorm(x kernel.Array2[kernel.BFloat16], weight kernel.Array1[kernel.BFloat16],
	out kernel.Array2[kernel.BFloat16],
	eps float32, block kernel.Const) {
	row, j := kernel.Program(0), kernel.Range(block)
	v := float32(x.Load(row, j, kernel.Else(0)))
	scale := kernel.Rsqrt(kernel.Sum(v*v)/float32(x.Len(1)) + eps)
	out.Store(row, j, kernel.BFloat16(v*scale*float32(weight.Load(j))))
}

// CumSum is the running sums along rows of at most block columns.
func CumSum(x, out kernel.Array2[float32], block kernel.Const) {
	row, j := kernel.Program(0), kernel.Range(block)
	out.Store(row, j, kernel.CumSum(x.Load(row, j, kernel.Else(0)), j))
}

// ArgMax is the position of the greatest element in each row: the first one if several are equal.
func ArgMax(x kernel.Array2[float32], out kernel.Array1[int64], block kernel.Const) {
	row, j := kernel.Program(0), kernel.Range(block)
	out.Store(row, int64(kernel.ArgMax(x.Load(row, j, kernel.Else(kernel.NegInf)), j)))
}

// TopK is the k greatest elements of each row, in descending order.
func TopK(x, out kernel.Array2[float32], k int32, block kernel.Const) {
	row, j := kernel.Program(0), kernel.Range(block)
	v := kernel.SortDescending(x.Load(row, j, kernel.Else(kernel.NegInf)), j)
	out.Store(row, j, v, kernel.When(j < k))
}

// Embedding is out[i] = the row ids[i] of a table.
func Embedding(ids kernel.Array1[int64], table, out kernel.Array2[kernel.BFloat16], block kernel.Const) {
	row, j := kernel.Program(0), kernel.Range(block)
	out.Store(row, j, table.Load(int32(ids.Load(row)), j))
}

// ScatterAdd adds x[i] to out[index[i]], for block elements.
func ScatterAdd(x kernel.Array1[float32], index kernel.Array1[int32], out kernel.Array1[float32], block kernel.Const) {
	i := kernel.Program(0)*int32(block) + kernel.Range(block)
	if i < x.Len(0) {
		out.Add(index.Load(i), x.Load(i))
	}
}

// Histogram counts how often each of 256 numbers occurs among block elements.
func Histogram(x, out kernel.Array1[int32], block kernel.Const) {
	i := kernel.Program(0)*int32(block) + kernel.Range(block)
	bin := kernel.Range(256)
	out.Add(bin, kernel.Histogram(x.Load(i), bin, kernel.When(i < x.Len(0))))
}

// Quantize turns groups of 128 elements into bytes that share a scale. Launch a program for every rows groups.
//
//girih:approx
func Quantize(x kernel.Array2[kernel.BFloat16], out kernel.Array2[kernel.Float8E4M3], scales kernel.Array1[float32],
	rows kernel.Const) {
	i := kernel.Program(0)*int32(rows) + kernel.Range(rows)
	j := kernel.Range(128)
	v := float32(x.Load(i, j, kernel.Else(0)))
	scale := max(kernel.Max(kernel.Abs(v), j), 1e-12) / 448
	out.Store(i, j, kernel.Saturate[kernel.Float8E4M3](v/scale))
	scales.Store(i, scale)
}

// MatMul is c = a*b. Launch a program for each block x block tile of c.
func MatMul(a, b kernel.Array2[kernel.Float16], c kernel.Array2[float32], block, depth kernel.Const) {
	i := kernel.Program(0)*int32(block) + kernel.Range(block)
	j := kernel.Program(1)*int32(block) + kernel.Range(block)
	k := kernel.Range(depth)
	var sum float32
	for at := int32(0); at < a.Len(1); at += int32(depth) {
		x, y := a.Load(i, at+k, kernel.Else(0)), b.Load(at+k, j, kernel.Else(0))
		sum += kernel.Dot[float32](x, y, k)
	}
	c.Store(i, j, sum)
}
