package main

import (
	"fmt"
	"math"

	"github.com/girih-ir/girih"
)

var attentionExample = example{
	name: "attention", summary: "softmax(q k^T / sqrt(d)) v in f16 or bf16, of heads of rows; full or causal",
	large: sizes{"heads": 64, "shared": 1, "rows": 4096, "keys": 4096, "d": 128, "causal": 0, "bf16": 0,
		"tilerows": 128, "tilekeys": 128, "warps": 8, "rotate": 0},
	small: sizes{"heads": 2, "shared": 2, "rows": 129, "keys": 200, "d": 64, "causal": 1, "bf16": 0,
		"tilerows": 128, "tilekeys": 128, "warps": 8, "rotate": 0},
	problem: attention,
}

func attention(s sizes) (*problem, error) {
	tileRows, tileKeys := s["tilerows"], s["tilekeys"]
	heads, shared, rows, keys, d := s["heads"], s["shared"], s["rows"], s["keys"], s["d"]
	if heads < 1 || shared < 1 || heads%shared != 0 || rows < 1 || keys < 1 || d != 64 && d != 128 {
		return nil, fmt.Errorf("d is 64 or 128, the other sizes are at least 1, and shared heads of q divide all")
	}
	dtype := floatType(s)
	q, o := random(1, dtype, heads, rows, d), result(dtype, heads, rows, d)
	k, v := random(2, dtype, heads/shared, keys, d), random(3, dtype, heads/shared, keys, d)
	scale := 1 / math.Sqrt(float64(d))
	seen := func(row int) int { // how many keys a row sees
		if s["causal"] == 0 {
			return keys
		}
		return max(0, min(keys, row+1+keys-rows))
	}
	pairs := 0.0
	for row := range rows {
		pairs += float64(seen(row))
	}
	options := girih.CompileOptions{NumWarps: s["warps"], RotateProducts: s["rotate"] != 0}
	return &problem{file: "attention", options: options,
		consts: map[string]any{"D": d, "ROWS": tileRows, "KEYS": tileKeys, "T": dtype},
		steps: []step{{"attention", [3]int{cdiv(rows, tileRows), heads, 1},
			[]any{q, k, v, o, int32(shared), int32(s["causal"]), float32(scale * math.Log2E)}}},
		work: 4 * pairs * float64(d) * float64(heads), wantWork: keys * d,
		tolerance: tolerances[dtype],
		want: func(_ *array, at []int) (float64, float64) {
			head, row, column := at[0], at[1], at[2]
			return softmaxMean(seen(row), func(key int) (float64, float64) {
				product, _ := dot(d, func(l int) (float64, float64) { return q.get(head, row, l), k.get(head/shared, key, l) })
				return product * scale, v.get(head/shared, key, column)
			})
		}}, nil
}

// softmaxMean returns the mean of n values, weighted by the softmax of their scores, and that of their magnitudes.
func softmaxMean(n int, of func(i int) (score, value float64)) (mean, size float64) {
	most := math.Inf(-1)
	scores, values := make([]float64, n), make([]float64, n)
	for i := range n {
		scores[i], values[i] = of(i)
		most = max(most, scores[i])
	}
	total := 0.0
	for i := range n {
		w := math.Exp(scores[i] - most)
		total, mean, size = total+w, mean+w*values[i], size+w*math.Abs(values[i])
	}
	if n == 0 {
		return 0, 0
	}
	return mean / total, size / total
}
