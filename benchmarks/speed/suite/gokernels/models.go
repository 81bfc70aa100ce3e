package gokernels

import "github.com/girih-ir/girih/kernel"

// Rotary rotates the pairs (x[j], x[j+64]) of each of 32 heads by a token's angles.
//
// benchmark: rotary
// configurations: warps 2 4 8
// grid: x[0]
func Rotary(x kernel.Array3[kernel.Float16], cos, sin kernel.Array2[float32], out kernel.Array3[kernel.Float16]) {
	i, head, j := kernel.Program(0), kernel.Range(32), kernel.Range(64)
	c, s := cos.Load(i, j), sin.Load(i, j)
	a, b := float32(x.Load(i, head, j)), float32(x.Load(i, head, j+64))
	out.Store(i, head, j, kernel.Float16(a*c-b*s))
	out.Store(i, head, j+64, kernel.Float16(b*c+a*s))
}

// AdamW is one step of the optimizer.
//
// benchmark: adamw
// configurations: warps 2 4 8, BLOCK 512 1024 2048
// grid: p[0] / {BLOCK}
//
//girih:approx
func AdamW(p kernel.Array1[float32], g kernel.Array1[kernel.BFloat16], m, v, new_p, new_m, new_v kernel.Array1[float32],
	rate, decay, correct1, correct2 float32, BLOCK kernel.Const) {
	i := kernel.Program(0)*int32(BLOCK) + kernel.Range(BLOCK)
	grad := float32(g.Load(i))
	first := 0.9*m.Load(i) + 0.1*grad
	second := 0.95*v.Load(i) + 0.05*grad*grad
	step := first / correct1 / (kernel.Sqrt(second/correct2) + 1e-8)
	new_p.Store(i, p.Load(i)*(1-rate*decay)-rate*step)
	new_m.Store(i, first)
	new_v.Store(i, second)
}

// GroupNorm normalizes groups of 8 channels of 1024 pixels; a picture has 32 groups.
//
// benchmark: group_norm
// configurations: warps 4 8 16
// grid: x[0] * weight[0] / {8}
//
//girih:approx
func GroupNorm(x kernel.Array3[kernel.BFloat16], weight, bias kernel.Array1[float32],
	out kernel.Array3[kernel.BFloat16], eps float32) {
	n, pixel := kernel.Program(0)/32, kernel.Range(1024)
	c := kernel.Program(0)%32*8 + kernel.Range(8)
	v := float32(x.Load(n, c, pixel))
	d := v - kernel.Sum(v)/8192
	scale := kernel.Rsqrt(kernel.Sum(d*d)/8192 + eps)
	out.Store(n, c, pixel, kernel.BFloat16(d*scale*weight.Load(c)+bias.Load(c)))
}

// BatchStatistics is the variance and the mean of each column, by Welford's rule.
//
// benchmark: batch_statistics
// configurations: warps 2 4 8, parts 1 4 8, ROWS 8 16 32 64, BLOCK 32 64 128
// grid: x[1] / {BLOCK}
//
//girih:approx
func BatchStatistics(x kernel.Array2[kernel.BFloat16], variance, mean kernel.Array1[float32],
	ROWS, BLOCK kernel.Const) {
	i, j := kernel.Range(ROWS), kernel.Program(0)*int32(BLOCK)+kernel.Range(BLOCK)
	var all moments
	for at := int32(0); at < x.Len(0); at += int32(ROWS) {
		v := float32(x.Load(at+i, j, kernel.Else(0)))
		all.n++
		d := v - all.mean
		all.mean += d / all.n
		all.squares += d * (v - all.mean)
	}
	one := kernel.Reduce(all, merge, i)
	variance.Store(j, one.squares/one.n)
	mean.Store(j, one.mean)
}

// SoftmaxColumns is the softmax of columns of 256 rows.
//
// benchmark: softmax_columns
// configurations: warps 2 4 8, BLOCK 8 16 32
// grid: x[1] / {BLOCK}
//
//girih:approx
func SoftmaxColumns(x, out kernel.Array2[float32], BLOCK kernel.Const) {
	i, j := kernel.Range(256), kernel.Program(0)*int32(BLOCK)+kernel.Range(BLOCK)
	out.Store(i, j, kernel.Softmax(x.Load(i, j, kernel.Else(0)), i))
}

// LogSumExp is log(sum(exp(x[i, :]))) of long rows, in one pass.
//
// benchmark: log_sum_exp_long
// configurations: warps 4 8 16, parts 1 8 16, BLOCK 2048 4096 8192
// grid: x[0]
// except: out
//
//girih:approx
func LogSumExp(x kernel.Array2[float32], out kernel.Array1[float32], BLOCK kernel.Const) {
	i, j := kernel.Program(0), kernel.Range(BLOCK)
	most, sum := float32(kernel.NegInf), float32(0)
	for at := int32(0); at < x.Len(1); at += int32(BLOCK) {
		v := x.Load(i, at+j, kernel.Else(kernel.NegInf))
		top := max(most, v)
		sum = sum*kernel.Exp(most-top) + kernel.Exp(v-top)
		most = top
	}
	top := kernel.Max(most)
	out.Store(i, top+kernel.Log(kernel.Sum(sum*kernel.Exp(most-top))))
}

// CrossEntropyGradient is the loss of each row of logits and the gradient of the loss.
//
// benchmark: cross_entropy_gradient
// configurations: warps 4 8 16, BLOCK 256 4096
// grid: logits[0]
// except: targets loss
//
//girih:approx
func CrossEntropyGradient(logits kernel.Array2[kernel.BFloat16], targets kernel.Array1[int64],
	loss kernel.Array1[float32], grad kernel.Array2[kernel.BFloat16], BLOCK kernel.Const) {
	i, j := kernel.Program(0), kernel.Range(BLOCK)
	v := float32(logits.Load(i, j, kernel.Else(kernel.NegInf)))
	target := j == int32(targets.Load(i))
	top := kernel.Max(v)
	e := kernel.Exp(v - top)
	sum := kernel.Sum(e)
	loss.Store(i, kernel.Log(sum)+top-kernel.Sum(kernel.Where(target, v, 0)))
	grad.Store(i, j, kernel.BFloat16(e/sum-kernel.Where[float32](target, 1, 0)))
}

// Huber is the loss of each pair and the gradient of the loss.
//
// benchmark: huber_gradient
// configurations: warps 2 4 8, BLOCK 512 1024 2048
// grid: x[0] / {BLOCK}
func Huber(x, y, loss, grad kernel.Array1[float32], delta float32, BLOCK kernel.Const) {
	i := kernel.Program(0)*int32(BLOCK) + kernel.Range(BLOCK)
	d := x.Load(i) - y.Load(i)
	if size := kernel.Abs(d); size > delta {
		loss.Store(i, delta*(size-0.5*delta))
	} else {
		loss.Store(i, 0.5*d*d)
	}
	grad.Store(i, max(min(d, delta), -delta))
}

// Int4 unpacks two numbers from each byte, the lower bits first. Each 128 numbers share a scale.
//
// benchmark: int4_dequantize
// configurations: warps 2 4 8, BLOCK 512 1024 2048 4096
// grid: out[0] / {BLOCK}
func Int4(x kernel.Array1[uint8], scales, out kernel.Array1[kernel.Float16], BLOCK kernel.Const) {
	i := kernel.Program(0)*int32(BLOCK) + kernel.Range(BLOCK)
	number := int32(x.Load(i/2))>>(i%2*4)&15 - 8
	out.Store(i, kernel.Float16(number)*scales.Load(i/128))
}

// Int8Rows turns the elements of rows into bytes. Each row has a scale.
//
// benchmark: int8_rows
// configurations: warps 4 8 16, BLOCK 256 4096
// grid: x[0]
// except: scales
//
//girih:approx
func Int8Rows(x kernel.Array2[kernel.Float16], out kernel.Array2[int8], scales kernel.Array1[float32],
	BLOCK kernel.Const) {
	i, j := kernel.Program(0), kernel.Range(BLOCK)
	v := float32(x.Load(i, j, kernel.Else(0)))
	scale := max(kernel.Max(kernel.Abs(v)), 1e-12) / 127
	q := v / scale
	out.Store(i, j, int8(q+kernel.Where[float32](q < 0, -0.5, 0.5)))
	scales.Store(i, scale)
}

// best is a number and its position.
type best struct {
	value float32
	at    int32
}

// SampleGumbel draws a token of each row: the greatest of logits/heat + noise.
//
// benchmark: sample_gumbel
// configurations: warps 4 8 16, BLOCK 1024 2048 4096
// grid: logits[0]
// except: out
//
//girih:approx
func SampleGumbel(logits kernel.Array2[kernel.BFloat16], noise kernel.Array2[float32],
	out kernel.Array1[int32], heat float32, BLOCK kernel.Const) {
	i, j := kernel.Program(0), kernel.Range(BLOCK)
	top := best{float32(kernel.NegInf), 0}
	for at := int32(0); at < logits.Len(1); at += int32(BLOCK) {
		v := float32(logits.Load(i, at+j, kernel.Else(kernel.NegInf)))/heat + noise.Load(i, at+j, kernel.Else(0))
		if v > top.value {
			top = best{v, at + j}
		}
	}
	one := kernel.Reduce(top, func(a, b best) best {
		if b.value > a.value || b.value == a.value && b.at < a.at {
			return b
		}
		return a
	}, j)
	out.Store(i, one.at)
}

// BeamScores is the 4 most likely tokens of each row of logits, and the beam's score with each of them.
//
// benchmark: beam_scores
// configurations: warps 2 4 8 16, BLOCK 256 4096
// grid: logits[0]
// except: scores best tokens
//
//girih:approx
func BeamScores(logits kernel.Array2[float32], scores kernel.Array1[float32], best kernel.Array2[float32],
	tokens kernel.Array2[int32], BLOCK kernel.Const) {
	i, j := kernel.Program(0), kernel.Range(BLOCK)
	v := logits.Load(i, j, kernel.Else(kernel.NegInf))
	top := kernel.Max(v)
	base := scores.Load(i) - top - kernel.Log(kernel.Sum(kernel.Exp(v-top)))
	for k := range int32(4) {
		at := kernel.ArgMax(v, j)
		best.Store(i, k, kernel.Max(v)+base)
		tokens.Store(i, k, at)
		v = kernel.Where(j == at, float32(kernel.NegInf), v)
	}
}

// MatVec is a matrix of 4096 columns times a vector.
//
// benchmark: matvec_f16
// configurations: warps 1 2 4 8, ROWS 1 2 4, BLOCK 512 1024 2048 4096
// grid: a[0] / {ROWS}
// except: out
func MatVec(a kernel.Array2[kernel.Float16], x, out kernel.Array1[kernel.Float16], ROWS, BLOCK kernel.Const) {
	i, j := kernel.Program(0)*int32(ROWS)+kernel.Range(ROWS), kernel.Range(BLOCK)
	var sum float32
	for at := int32(0); at < a.Len(1); at += int32(BLOCK) {
		sum += float32(a.Load(i, at+j, kernel.Else(0))) * float32(x.Load(at+j, kernel.Else(0)))
	}
	out.Store(i, kernel.Float16(kernel.Sum(sum, j)))
}

// Hash64 mixes the bits of each number (Vigna's splitmix64).
//
// benchmark: hash_64
// configurations: warps 2 4 8, BLOCK 512 1024 2048
// grid: out[0] / {BLOCK}
func Hash64(x, out kernel.Array1[int64], BLOCK kernel.Const) {
	i := kernel.Program(0)*int32(BLOCK) + kernel.Range(BLOCK)
	z := uint64(x.Load(i)) + 0x9E3779B97F4A7C15
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	out.Store(i, int64(z^z>>31))
}

// RowNorms is the square root of the sum of squares of each row, in float64.
//
// benchmark: row_norms_f64
// configurations: warps 1 2 4 8, BLOCK 256 2048
// grid: x[0]
// except: out
func RowNorms(x kernel.Array2[float64], out kernel.Array1[float64], BLOCK kernel.Const) {
	i, j := kernel.Program(0), kernel.Range(BLOCK)
	v := x.Load(i, j, kernel.Else(0))
	out.Store(i, kernel.Sqrt(kernel.Sum(v*v)))
}
