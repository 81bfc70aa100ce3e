// Package gokernels has the kernels of the suite in Go. The comment of each describes its use in the same way as the
// comments of the texts in suite/tile: its configurations, its grid, and which arrays have to be zero before a launch.
// Sizes and addresses of all arrays are multiples of 16, except for those listed under "except". "columns" says that
// vectors of the problem are passed as matrices with this number of columns.
package gokernels

import "github.com/girih-ir/girih/kernel"

// Copy is out = x.
//
// benchmark: copy
// configurations: warps 4 8, BLOCK 512 1024 2048 4096
// grid: out[0] / {BLOCK}
func Copy(x, out kernel.Array1[float32], BLOCK kernel.Const) {
	i := kernel.Program(0)*int32(BLOCK) + kernel.Range(BLOCK)
	out.Store(i, x.Load(i))
}

// Add is out = x + y.
//
// benchmark: vector_add
// configurations: warps 4 8, BLOCK 512 1024 2048 4096
// grid: out[0] / {BLOCK}
func Add(x, y, out kernel.Array1[float32], BLOCK kernel.Const) {
	i := kernel.Program(0)*int32(BLOCK) + kernel.Range(BLOCK)
	out.Store(i, x.Load(i)+y.Load(i))
}

// Saxpy is out = a*x + y, with the row y for every row of x.
//
// benchmark: saxpy_broadcast
// configurations: warps 4 8, ROWS 1 2 4, BLOCK 512 1024 2048
// grid: out[0] / {ROWS} * out[1] / {BLOCK}
func Saxpy(x kernel.Array2[float32], y kernel.Array1[float32], out kernel.Array2[float32], a float32,
	ROWS, BLOCK kernel.Const) {
	p, across := kernel.Program(0), (out.Len(1)+int32(BLOCK)-1)/int32(BLOCK)
	i := p/across*int32(ROWS) + kernel.Range(ROWS)
	j := p%across*int32(BLOCK) + kernel.Range(BLOCK)
	out.Store(i, j, a*x.Load(i, j)+y.Load(j))
}

// GeluSilu is silu(gelu(x)), computed in float32.
//
// benchmark: gelu_silu_bf16
// configurations: warps 4 8, BLOCK 512 1024 2048 4096
// grid: out[0] / {BLOCK}
//
//girih:approx
func GeluSilu(x, out kernel.Array1[kernel.BFloat16], BLOCK kernel.Const) {
	i := kernel.Program(0)*int32(BLOCK) + kernel.Range(BLOCK)
	v := float32(x.Load(i))
	gelu := 0.5 * v * (1 + kernel.Erf(v*0.7071067811865476, kernel.Approx))
	out.Store(i, kernel.BFloat16(gelu*kernel.Sigmoid(gelu)))
}

// Mixed is out = x*y + z, computed in float32.
//
// benchmark: mixed_dtypes
// configurations: warps 4 8, BLOCK 512 1024 2048 4096
// grid: out[0] / {BLOCK}
func Mixed(x kernel.Array1[kernel.Float16], y kernel.Array1[float32], z kernel.Array1[int8],
	out kernel.Array1[kernel.BFloat16], BLOCK kernel.Const) {
	i := kernel.Program(0)*int32(BLOCK) + kernel.Range(BLOCK)
	out.Store(i, kernel.BFloat16(float32(x.Load(i))*y.Load(i)+float32(z.Load(i))))
}

// Dropout is x/(1-p) where a random number is greater than p, else 0. One run of Philox gives the random numbers of
// four elements.
//
// benchmark: dropout_philox
// configurations: warps 4 8, BLOCK 256 512 1024 2048
// grid: out[0] / {4*BLOCK}
//
//girih:approx
func Dropout(x, out kernel.Array1[float32], p float32, seed int64, BLOCK kernel.Const) {
	first, j := kernel.Program(0), kernel.Range(BLOCK)
	a, b, c, d := kernel.Philox(uint64(seed), uint32(first*int32(BLOCK)+j))
	drop(x, out, 4*first*int32(BLOCK)+j, p, a)
	drop(x, out, (4*first+1)*int32(BLOCK)+j, p, b)
	drop(x, out, (4*first+2)*int32(BLOCK)+j, p, c)
	drop(x, out, (4*first+3)*int32(BLOCK)+j, p, d)
}

// drop writes the elements at i. The bits stand for a random number in [0, 1).
func drop(x, out kernel.Array1[float32], i int32, p float32, bits uint32) {
	n := int32(bits)
	if n < 0 {
		n = ^n
	}
	out.Store(i, kernel.Where(float32(n)*4.6566127342e-10 > p, x.Load(i)/(1-p), 0))
}

// Quantize turns groups of 128 elements into bytes that share a scale.
//
// benchmark: fp8_quantize
// configurations: warps 4 8, GROUPS 4 8 16 32
// grid: x[0] / {GROUPS}
// columns: 128
// except: scales
//
//girih:approx
func Quantize(x kernel.Array2[kernel.BFloat16], out kernel.Array2[kernel.Float8E4M3], scales kernel.Array1[float32],
	GROUPS kernel.Const) {
	i, j := kernel.Program(0)*int32(GROUPS)+kernel.Range(GROUPS), kernel.Range(128)
	v := float32(x.Load(i, j, kernel.Else(0)))
	scale := max(kernel.Max(kernel.Abs(v), j), 1e-12) / 448
	out.Store(i, j, kernel.Saturate[kernel.Float8E4M3](v/scale))
	scales.Store(i, scale)
}

// Transpose is out[j, i] = x[i, j].
//
// benchmark: transpose
// configurations: warps 4 8, ROWS 32 64, BLOCK 32 64
// grid: x[0] / {ROWS}, x[1] / {BLOCK}
func Transpose(x, out kernel.Array2[float32], ROWS, BLOCK kernel.Const) {
	i := kernel.Program(0)*int32(ROWS) + kernel.Range(ROWS)
	j := kernel.Program(1)*int32(BLOCK) + kernel.Range(BLOCK)
	out.Store(j, i, x.Load(i, j))
}

// RowSum is out[i] = the sum of row i.
//
// benchmark: row_sum
// configurations: warps 1 4 8, ROWS 1 2 4, BLOCK 1024 2048 4096
// grid: x[0] / {ROWS}
// except: out
func RowSum(x kernel.Array2[float32], out kernel.Array1[float32], ROWS, BLOCK kernel.Const) {
	i, j := kernel.Program(0)*int32(ROWS)+kernel.Range(ROWS), kernel.Range(BLOCK)
	var sum float32
	for at := int32(0); at < x.Len(1); at += int32(BLOCK) {
		sum += x.Load(i, at+j, kernel.Else(0))
	}
	out.Store(i, kernel.Sum(sum, j))
}

// ColumnSum adds the sum of CHUNK rows of column j to out[j], so that out[j] becomes the sum of column j.
//
// benchmark: column_sum
// configurations: warps 4 8, CHUNK 128 512, ROWS 4 8 16, BLOCK 128 256
// grid: x[1] / {BLOCK}, x[0] / {CHUNK}
// zero: out
func ColumnSum(x kernel.Array2[float32], out kernel.Array1[float32], CHUNK, ROWS, BLOCK kernel.Const) {
	j := kernel.Program(0)*int32(BLOCK) + kernel.Range(BLOCK)
	i, first := kernel.Range(ROWS), kernel.Program(1)*int32(CHUNK)
	var sum float32
	for at := int32(0); at < int32(CHUNK); at += int32(ROWS) {
		sum += x.Load(first+at+i, j, kernel.Else(0))
	}
	out.Add(j, kernel.Sum(sum, i))
}

// Softmax is the softmax of rows of at most BLOCK columns.
//
// benchmark: softmax
// configurations: warps 2 4 8 16, BLOCK 128 4096
// grid: x[0]
//
//girih:approx
func Softmax(x, out kernel.Array2[float32], BLOCK kernel.Const) {
	i, j := kernel.Program(0), kernel.Range(BLOCK)
	out.Store(i, j, kernel.Softmax(x.Load(i, j, kernel.Else(kernel.NegInf)), j))
}

// CrossEntropy is log(sum(exp(logits[i, :]))) - logits[i, targets[i]], in one pass over the logits.
//
// benchmark: cross_entropy
// configurations: warps 4 8 16, BLOCK 2048 4096 8192
// grid: logits[0]
// except: targets out
//
//girih:approx
func CrossEntropy(logits kernel.Array2[kernel.BFloat16], targets kernel.Array1[int64], out kernel.Array1[float32],
	BLOCK kernel.Const) {
	i, j := kernel.Program(0), kernel.Range(BLOCK)
	top, sum := float32(kernel.NegInf), float32(0)
	for at := int32(0); at < logits.Len(1); at += int32(BLOCK) {
		v := float32(logits.Load(i, at+j, kernel.Else(kernel.NegInf)))
		higher := max(top, kernel.Max(v))
		sum = sum*kernel.Exp(top-higher) + kernel.Sum(kernel.Exp(v-higher))
		top = higher
	}
	out.Store(i, top+kernel.Log(sum)-float32(logits.Load(i, int32(targets.Load(i)))))
}

// LayerNorm is (x - mean) / sqrt(variance + eps) * weight + bias along rows of at most BLOCK columns.
//
// benchmark: layer_norm
// configurations: warps 2 4 8 16, BLOCK 256 4096
// grid: x[0]
//
//girih:approx
func LayerNorm(x kernel.Array2[kernel.BFloat16], weight, bias kernel.Array1[kernel.BFloat16],
	out kernel.Array2[kernel.BFloat16], eps float32, BLOCK kernel.Const) {
	i, j := kernel.Program(0), kernel.Range(BLOCK)
	n := float32(x.Len(1))
	v := float32(x.Load(i, j, kernel.Else(0)))
	d := kernel.Where(j < x.Len(1), v-kernel.Sum(v)/n, 0)
	scale := kernel.Rsqrt(kernel.Sum(d*d)/n + eps)
	out.Store(i, j, kernel.BFloat16(d*scale*float32(weight.Load(j))+float32(bias.Load(j))))
}

// RMSNorm is x / sqrt(mean(x*x) + eps) * weight along rows of at most BLOCK columns.
//
// benchmark: rms_norm
// configurations: warps 2 4 8 16, BLOCK 256 4096
// grid: x[0]
//
//girih:approx
func RMSNorm(x kernel.Array2[kernel.BFloat16], weight kernel.Array1[kernel.BFloat16],
	out kernel.Array2[kernel.BFloat16], eps float32, BLOCK kernel.Const) {
	i, j := kernel.Program(0), kernel.Range(BLOCK)
	v := float32(x.Load(i, j, kernel.Else(0)))
	scale := kernel.Rsqrt(kernel.Sum(v*v)/float32(x.Len(1)) + eps)
	out.Store(i, j, kernel.BFloat16(v*scale*float32(weight.Load(j))))
}

// CumSum is the running sums along rows of at most BLOCK columns.
//
// benchmark: cumsum
// configurations: warps 2 4 8 16, BLOCK 128 4096
// grid: x[0]
func CumSum(x, out kernel.Array2[float32], BLOCK kernel.Const) {
	i, j := kernel.Program(0), kernel.Range(BLOCK)
	out.Store(i, j, kernel.CumSum(x.Load(i, j, kernel.Else(0)), j))
}

// ArgMax is the position of the greatest element in each row: the first one if several are equal.
//
// benchmark: argmax
// configurations: warps 2 4 8 16, BLOCK 128 4096
// grid: x[0]
// except: out
func ArgMax(x kernel.Array2[float32], out kernel.Array1[int64], BLOCK kernel.Const) {
	i, j := kernel.Program(0), kernel.Range(BLOCK)
	out.Store(i, int64(kernel.ArgMax(x.Load(i, j, kernel.Else(kernel.NegInf)), j)))
}

// TopK is the 16 greatest elements of each row of 1024, in descending order.
//
// benchmark: topk_sort
// configurations: warps 1 2 4 8
// grid: x[0]
func TopK(x, out kernel.Array2[float32]) {
	i, j, k := kernel.Program(0), kernel.Range(1024), kernel.Range(16)
	out.Store(i, k, kernel.TopK(x.Load(i, j), k, j))
}

// Embedding is out[i] = the row ids[i] of a table of 1024 columns.
//
// benchmark: embedding
// configurations: warps 1 2 4
// grid: ids[0]
// except: ids
func Embedding(ids kernel.Array1[int64], table, out kernel.Array2[kernel.BFloat16]) {
	i, j := kernel.Program(0), kernel.Range(1024)
	out.Store(i, j, table.Load(int32(ids.Load(i)), j))
}

// ScatterAdd is out[index[i]] += x[i].
//
// benchmark: scatter_add
// configurations: warps 4 8, BLOCK 256 512 1024
// grid: x[0] / {BLOCK}
// except: out
// zero: out
func ScatterAdd(x kernel.Array1[float32], index kernel.Array1[int64], out kernel.Array1[float32], BLOCK kernel.Const) {
	i := kernel.Program(0)*int32(BLOCK) + kernel.Range(BLOCK)
	out.Add(int32(index.Load(i, kernel.Else(0))), x.Load(i), kernel.When(i < x.Len(0)))
}

// Histogram counts how often each of 256 numbers occurs in x.
//
// benchmark: histogram
// configurations: warps 4 8, ROUNDS 4 16, BLOCK 1024 2048 4096
// grid: x[0] / {ROUNDS*BLOCK}
// zero: out
func Histogram(x, out kernel.Array1[int32], ROUNDS, BLOCK kernel.Const) {
	bin, j := kernel.Range(256), kernel.Range(BLOCK)
	first := kernel.Program(0) * int32(ROUNDS)
	var counts int32
	for round := range int32(ROUNDS) {
		i := (first+round)*int32(BLOCK) + j
		counts += kernel.Histogram(x.Load(i), bin, kernel.When(i < x.Len(0)))
	}
	out.Add(bin, counts)
}
