package main

import (
	"math"
	"math/rand/v2"
)

var unseenChecks = map[string]check{
	"discounted_returns": {shapes: map[string][]int64{"rewards": shape(3, 256), "discounts": shape(3, 256),
		"out": shape(3, 256)},
		inputs: map[string]func(*rand.Rand, int) float64{
			"discounts": func(r *rand.Rand, _ int) float64 { return 1 - 0.1*r.Float64() }},
		relative: 1e-4, absolute: 1e-4,
		want: byRow("rewards", 256, func(in map[string][]float64, row []float64, i int) []float64 {
			out, later := make([]float64, 256), 0.0
			for t := 255; t >= 0; t-- {
				later = row[t] + in["discounts"][i*256+t]*later
				out[t] = later
			}
			return out
		})},
	"paged_cache": {shapes: map[string][]int64{"cache": shape(6, 16, 1024), "table": shape(3), "out": shape(48, 1024)},
		inputs: map[string]func(*rand.Rand, int) float64{"table": below(6)},
		want: elementwise(48*1024, func(in map[string][]float64, at int) float64 {
			const page = 16 * 1024
			return in["cache"][int(in["table"][at/page])*page+at%page]
		})},
	"fp4_quantize": {shapes: map[string][]int64{"x": shape(48, 32), "packed": shape(48, 16), "scales": shape(48)},
		outputs: []string{"packed", "scales"}, want: fourBits},
	"layer_norm_gradient": {shapes: map[string][]int64{"dy": shape(3, 2048), "x": shape(3, 2048), "weight": shape(2048),
		"mean": shape(3), "scale": shape(3), "dx": shape(3, 2048)},
		inputs: map[string]func(*rand.Rand, int) float64{"scale": positive}, outputs: []string{"dx"},
		relative: 0x1p-7, absolute: 1e-3,
		want: func(in map[string][]float64) map[string][]float64 {
			var out []float64
			for i := range 3 {
				normal, d, both := make([]float64, 2048), make([]float64, 2048), make([]float64, 2048)
				for j := range d {
					normal[j] = (in["x"][i*2048+j] - in["mean"][i]) * in["scale"][i]
					d[j] = in["dy"][i*2048+j] * in["weight"][j]
					both[j] = normal[j] * d[j]
				}
				itself := func(v float64) float64 { return v }
				along, one := mean(both, itself), mean(d, itself)
				for j := range d {
					out = append(out, (d[j]-normal[j]*along-one)*in["scale"][i])
				}
			}
			return map[string][]float64{"dx": out}
		}},
	"bilateral_3x3": {shapes: map[string][]int64{"x": shape(21, 80), "out": shape(21, 80)},
		numbers: map[string]any{"sharp": 2.0}, relative: 1e-5, absolute: 1e-5,
		want: elementwise(21*80, func(in map[string][]float64, at int) float64 {
			total, weights := 0.0, 0.0
			for i := max(at/80-1, 0); i <= min(at/80+1, 20); i++ {
				for j := max(at%80-1, 0); j <= min(at%80+1, 79); j++ {
					d := in["x"][i*80+j] - in["x"][at]
					total += math.Exp(-2*d*d) * in["x"][i*80+j]
					weights += math.Exp(-2 * d * d)
				}
			}
			return total / weights
		})},
	"complex_multiply": {shapes: map[string][]int64{"x": shape(2080), "y": shape(2080), "out": shape(2080)},
		relative: 1e-5, absolute: 1e-5,
		want: elementwise(2080, func(in map[string][]float64, at int) float64 {
			i := at &^ 1
			v, w := complex(in["x"][i], in["x"][i+1]), complex(in["y"][i], in["y"][i+1])
			if at == i {
				return real(v * w)
			}
			return imag(v * w)
		})},
	"alibi_softmax": {shapes: map[string][]int64{"scores": shape(2, 5, 112), "slopes": shape(2), "out": shape(2, 5, 112)},
		inputs: map[string]func(*rand.Rand, int) float64{"slopes": positive}, relative: 0x1p-9, absolute: 1e-6,
		want: byRow("scores", 112, func(in map[string][]float64, row []float64, i int) []float64 {
			query, out := i%5, make([]float64, 112)
			for j := range query + 1 {
				out[j] = math.Exp(row[j]/8 - in["slopes"][i/5]*float64(query-j))
			}
			sum := 112 * mean(out, func(v float64) float64 { return v })
			for j := range out {
				out[j] /= sum
			}
			return out
		})},
}

// fourBits has groups of 32 numbers as floats of 4 bits, two in a byte, and the exponents of their scales.
func fourBits(in map[string][]float64) map[string][]float64 {
	packed, scales := make([]float64, len(in["x"])/2), make([]float64, len(in["x"])/32)
	for g := range scales {
		most := 0.0
		for _, v := range in["x"][g*32 : g*32+32] {
			most = max(most, math.Abs(v))
		}
		_, exponent := math.Frexp(most)
		scales[g] = float64(exponent + 126 - 2)
		for k, v := range in["x"][g*32 : g*32+32] {
			code := 0.0
			for _, bound := range []float64{0.25, 0.75, 1.25, 1.75, 2.5, 3.5, 5} {
				if math.Abs(v) > math.Ldexp(bound, exponent-3) {
					code++
				}
			}
			if v < 0 {
				code += 8
			}
			packed[(g*32+k)/2] += code * float64(1+15*(k%2))
		}
	}
	return map[string][]float64{"packed": packed, "scales": scales}
}
