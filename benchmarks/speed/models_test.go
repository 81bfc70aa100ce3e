package main

import (
	"math"
	"math/rand/v2"
)

func positive(r *rand.Rand, _ int) float64 { return math.Abs(r.NormFloat64()) + 0.1 }

var modelChecks = map[string]check{
	"rotary": {shapes: map[string][]int64{"x": shape(2, 32, 128), "cos": shape(2, 64), "sin": shape(2, 64),
		"out": shape(2, 32, 128)},
		relative: 0x1p-9, absolute: 1e-3,
		want: elementwise(2*32*128, func(in map[string][]float64, at int) float64 {
			j := at % 128
			angle := at/(32*128)*64 + j%64
			if j < 64 {
				return in["x"][at]*in["cos"][angle] - in["x"][at+64]*in["sin"][angle]
			}
			return in["x"][at]*in["cos"][angle] + in["x"][at-64]*in["sin"][angle]
		})},
	"adamw": {shapes: map[string][]int64{"p": shape(2064), "g": shape(2064), "m": shape(2064), "v": shape(2064),
		"new_p": shape(2064), "new_m": shape(2064), "new_v": shape(2064)},
		inputs:  map[string]func(*rand.Rand, int) float64{"v": positive},
		numbers: map[string]any{"rate": 0.01, "decay": 0.1, "correct1": 0.19, "correct2": 0.0975},
		outputs: []string{"new_p", "new_m", "new_v"}, relative: 1e-5, absolute: 1e-6, want: adamStep},
	"group_norm": {shapes: map[string][]int64{"x": shape(1, 256, 1024), "weight": shape(256), "bias": shape(256),
		"out": shape(1, 256, 1024)},
		numbers: map[string]any{"eps": 1e-5}, relative: 0x1p-7, absolute: 1e-3,
		want: byRow("x", 8*1024, func(in map[string][]float64, row []float64, group int) (out []float64) {
			m := mean(row, func(v float64) float64 { return v })
			scale := 1 / math.Sqrt(mean(row, func(v float64) float64 { return (v - m) * (v - m) })+1e-5)
			for i, v := range row {
				c := group*8 + i/1024
				out = append(out, (v-m)*scale*in["weight"][c]+in["bias"][c])
			}
			return out
		})},
	"cross_entropy_gradient": {shapes: map[string][]int64{"logits": shape(3, 240), "targets": shape(3), "loss": shape(3),
		"grad": shape(3, 240)},
		inputs:  map[string]func(*rand.Rand, int) float64{"targets": below(240)},
		outputs: []string{"loss", "grad"}, relative: 0x1p-7, absolute: 1e-5,
		want: func(in map[string][]float64) map[string][]float64 {
			var loss, grad []float64
			for i := range 3 {
				row, target := in["logits"][i*240:(i+1)*240], int(in["targets"][i])
				loss = append(loss, logSumExp(row)-row[target])
				for j, v := range row {
					g := math.Exp(v - logSumExp(row))
					if j == target {
						g--
					}
					grad = append(grad, g)
				}
			}
			return map[string][]float64{"loss": loss, "grad": grad}
		}},
	"huber_gradient": {shapes: map[string][]int64{"x": shape(2064), "y": shape(2064), "loss": shape(2064),
		"grad": shape(2064)},
		numbers: map[string]any{"delta": 0.75}, outputs: []string{"loss", "grad"}, absolute: 1e-5,
		want: func(in map[string][]float64) map[string][]float64 {
			var loss, grad []float64
			for i, x := range in["x"] {
				d := x - in["y"][i]
				l := 0.5 * d * d
				if math.Abs(d) > 0.75 {
					l = 0.75 * (math.Abs(d) - 0.375)
				}
				loss, grad = append(loss, l), append(grad, max(min(d, 0.75), -0.75))
			}
			return map[string][]float64{"loss": loss, "grad": grad}
		}},
	"int4_dequantize": {shapes: map[string][]int64{"x": shape(3072), "scales": shape(48), "out": shape(6144)},
		inputs:  map[string]func(*rand.Rand, int) float64{"x": below(256)},
		outputs: []string{"out"}, relative: 0x1p-10,
		want: elementwise(6144, func(in map[string][]float64, i int) float64 {
			return float64(int(in["x"][i/2])>>(i%2*4)&15-8) * in["scales"][i/128]
		})},
	"int8_rows": {shapes: map[string][]int64{"x": shape(3, 240), "out": shape(3, 240), "scales": shape(3)}, absolute: 0.51,
		want: func(in map[string][]float64) map[string][]float64 {
			var out, scales []float64
			for i := range 3 {
				row, most := in["x"][i*240:(i+1)*240], 1e-12
				for _, v := range row {
					most = max(most, math.Abs(v))
				}
				scales = append(scales, most/127)
				for _, v := range row {
					out = append(out, v/(most/127))
				}
			}
			return map[string][]float64{"out": out, "scales": scales}
		}},
	"hash_64": {shapes: map[string][]int64{"x": shape(2064), "out": shape(2064)}, relative: 0x1p-50,
		inputs: map[string]func(*rand.Rand, int) float64{"x": below(1 << 50)},
		want: elementwise(2064, func(in map[string][]float64, i int) float64 {
			z := uint64(in["x"][i]) + 0x9E3779B97F4A7C15
			z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
			z = (z ^ z>>27) * 0x94D049BB133111EB
			return float64(int64(z ^ z>>31))
		})},
}

// adamStep is one step of AdamW.
func adamStep(in map[string][]float64) map[string][]float64 {
	out := make(map[string][]float64)
	for i, g := range in["g"] {
		m, v := 0.9*in["m"][i]+0.1*g, 0.95*in["v"][i]+0.05*g*g
		step := m / 0.19 / (math.Sqrt(v/0.0975) + 1e-8)
		out["new_p"] = append(out["new_p"], in["p"][i]*(1-0.01*0.1)-0.01*step)
		out["new_m"], out["new_v"] = append(out["new_m"], m), append(out["new_v"], v)
	}
	return out
}
