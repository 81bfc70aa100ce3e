package main

import (
	"math"
	"math/rand/v2"
	"slices"
)

// offsetsOf are the offsets at which the rows of the jagged and sparse problems begin, and the end of the last row.
var offsetsOf = []float64{0, 7, 7, 140, 141, 700}

func theOffsets(_ *rand.Rand, i int) float64 { return offsetsOf[i] }

func theLengths(_ *rand.Rand, i int) float64 { return offsetsOf[i+1] - offsetsOf[i] }

// eachColumn makes an output by applying f to each column of a matrix.
func eachColumn(list []float64, columns int, f func(column []float64) []float64) []float64 {
	out := make([]float64, len(list))
	for j := range columns {
		var column []float64
		for i := j; i < len(list); i += columns {
			column = append(column, list[i])
		}
		for i, v := range f(column) {
			out[i*columns+j] = v
		}
	}
	return out
}

// sparseProduct is an element of the product of a matrix in compressed rows with a vector.
func sparseProduct(in map[string][]float64, row int) (sum float64) {
	for at := int(offsetsOf[row]); at < int(offsetsOf[row+1]); at++ {
		sum += in["values"][at] * in["x"][int(in["columns"][at])]
	}
	return sum
}

var sequenceChecks = map[string]check{
	"linear_recurrence": {shapes: map[string][]int64{"a": shape(256, 48), "b": shape(256, 48), "out": shape(256, 48)},
		inputs: map[string]func(*rand.Rand, int) float64{
			"a": func(r *rand.Rand, _ int) float64 { return 1 - 0.1*r.Float64() }},
		relative: 1e-4, absolute: 1e-4,
		want: func(in map[string][]float64) map[string][]float64 {
			out := make([]float64, 256*48)
			for i := range out {
				out[i] = in["b"][i]
				if i >= 48 {
					out[i] += in["a"][i] * out[i-48]
				}
			}
			return map[string][]float64{"out": out}
		}},
	"running_variance": {shapes: map[string][]int64{"x": shape(3, 400), "out": shape(3, 400)},
		absolute: 1e-5, relative: 1e-5,
		want: byRow("x", 400, func(_ map[string][]float64, row []float64, _ int) (out []float64) {
			for j := range row {
				m := mean(row[:j+1], func(v float64) float64 { return v })
				out = append(out, mean(row[:j+1], func(v float64) float64 { return (v - m) * (v - m) }))
			}
			return out
		})},
	"segmented_sum": {shapes: map[string][]int64{"x": shape(3, 400), "flags": shape(3, 400), "out": shape(3, 400)},
		inputs: map[string]func(*rand.Rand, int) float64{
			"flags": func(r *rand.Rand, _ int) float64 { return float64(max(r.IntN(10), 8) - 8) }},
		absolute: 1e-4,
		want: byRow("x", 400, func(in map[string][]float64, row []float64, i int) (out []float64) {
			sum := 0.0
			for j, v := range row {
				if in["flags"][i*400+j] != 0 {
					sum = 0
				}
				sum += v
				out = append(out, sum)
			}
			return out
		})},
	"jagged_softmax": {shapes: map[string][]int64{"x": shape(700), "offsets": shape(6), "lengths": shape(5),
		"out": shape(700)},
		inputs: map[string]func(*rand.Rand, int) float64{"offsets": theOffsets, "lengths": theLengths}, relative: 1e-5,
		want: func(in map[string][]float64) map[string][]float64 {
			var out []float64
			for i := range offsetsOf[1:] {
				row := in["x"][int(offsetsOf[i]):int(offsetsOf[i+1])]
				for _, v := range row {
					out = append(out, math.Exp(v-logSumExp(row)))
				}
			}
			return map[string][]float64{"out": out}
		}},
	"spmv_csr": {shapes: map[string][]int64{"values": shape(700), "columns": shape(700), "offsets": shape(6),
		"x":   shape(64),
		"out": shape(5)},
		inputs:   map[string]func(*rand.Rand, int) float64{"offsets": theOffsets, "columns": below(64)},
		absolute: 1e-4, want: elementwise(5, sparseProduct)},
	"spmv_ell": {shapes: map[string][]int64{"values": shape(37, 32), "columns": shape(37, 32), "x": shape(64),
		"out": shape(37)},
		inputs:   map[string]func(*rand.Rand, int) float64{"columns": below(64)},
		absolute: 1e-4,
		want: elementwise(37, func(in map[string][]float64, i int) (sum float64) {
			for j := i * 32; j < i*32+32; j++ {
				sum += in["values"][j] * in["x"][int(in["columns"][j])]
			}
			return sum
		})},
	"embedding_bag": {shapes: map[string][]int64{"ids": shape(3, 8), "weights": shape(3, 8), "table": shape(20, 512),
		"out": shape(3, 512)},
		inputs: map[string]func(*rand.Rand, int) float64{"ids": below(20)}, absolute: 1e-4,
		want: elementwise(3*512, func(in map[string][]float64, i int) (sum float64) {
			for k := i / 512 * 8; k < i/512*8+8; k++ {
				sum += in["weights"][k] * in["table"][int(in["ids"][k])*512+i%512]
			}
			return sum
		})},
	"softmax_columns": {shapes: map[string][]int64{"x": shape(256, 48), "out": shape(256, 48)}, relative: 1e-5,
		want: func(in map[string][]float64) map[string][]float64 {
			return map[string][]float64{"out": eachColumn(in["x"], 48, func(column []float64) (out []float64) {
				for _, v := range column {
					out = append(out, math.Exp(v-logSumExp(column)))
				}
				return out
			})}
		}},
	"batch_statistics": {shapes: map[string][]int64{"x": shape(512, 48), "variance": shape(48), "mean": shape(48)},
		outputs: []string{"variance", "mean"}, absolute: 1e-5, relative: 1e-5,
		want: func(in map[string][]float64) map[string][]float64 {
			means := eachColumn(in["x"], 48, func(c []float64) []float64 {
				return []float64{mean(c, func(v float64) float64 { return v })}
			})[:48]
			variances := eachColumn(in["x"], 48, func(c []float64) []float64 {
				m := mean(c, func(v float64) float64 { return v })
				return []float64{mean(c, func(v float64) float64 { return (v - m) * (v - m) })}
			})[:48]
			return map[string][]float64{"mean": means, "variance": variances}
		}},
	"log_sum_exp_long": {shapes: map[string][]int64{"x": shape(2, 20000), "out": shape(2)}, relative: 1e-5,
		want: byRow("x", 20000, func(_ map[string][]float64, row []float64, _ int) []float64 {
			return []float64{logSumExp(row)}
		})},
	"matvec_f16": {shapes: map[string][]int64{"a": shape(5, 4096), "x": shape(4096), "out": shape(5)}, relative: 0x1p-10,
		absolute: 1e-3,
		want: elementwise(5, func(in map[string][]float64, i int) (sum float64) {
			for j, v := range in["x"] {
				sum += v * in["a"][i*4096+j]
			}
			return sum
		})},
	"row_norms_f64": {shapes: map[string][]int64{"x": shape(3, 240), "out": shape(3)}, relative: 1e-14,
		want: byRow("x", 240, func(_ map[string][]float64, row []float64, _ int) []float64 {
			return []float64{math.Sqrt(240 * mean(row, func(v float64) float64 { return v * v }))}
		})},
	"sample_gumbel": {shapes: map[string][]int64{"logits": shape(3, 5008), "noise": shape(3, 5008), "out": shape(3)},
		numbers: map[string]any{"heat": 0.5},
		want: byRow("logits", 5008, func(in map[string][]float64, row []float64, i int) []float64 {
			most, at := math.Inf(-1), 0
			for j, v := range row {
				if v = v/0.5 + in["noise"][i*5008+j]; v > most {
					most, at = v, j
				}
			}
			return []float64{float64(at)}
		})},
	"beam_scores": {shapes: map[string][]int64{"logits": shape(3, 240), "scores": shape(3), "best": shape(3, 4),
		"tokens": shape(3, 4)},
		outputs: []string{"best", "tokens"}, absolute: 1e-5, relative: 1e-5, want: beams},
}

// beams has the best four of each row of 240 logits.
func beams(in map[string][]float64) map[string][]float64 {
	var best, tokens []float64
	for i := range 3 {
		row := in["logits"][i*240 : (i+1)*240]
		order := make([]int, 240)
		for j := range order {
			order[j] = j
		}
		slices.SortStableFunc(order, func(a, b int) int { return int(math.Copysign(1, row[b]-row[a])) })
		for _, j := range order[:4] {
			best, tokens = append(best, row[j]-logSumExp(row)+in["scores"][i]), append(tokens, float64(j))
		}
	}
	return map[string][]float64{"best": best, "tokens": tokens}
}
