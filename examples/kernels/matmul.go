package main

import (
	"fmt"
	"math"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/kernel/tune"
)

// The size of the tile that a program of MatMul in Go computes.
const tileM, tileN = 128, 256

var matmulExample = example{
	name:    "matmul",
	summary: "relu(a b + bias) in f16 or bf16, added up in f32; a, b or both transposed in memory",
	large: sizes{"m": 4096, "n": 4096, "k": 4096, "ta": 0, "tb": 0, "bf16": 0, "epilogue": 0, "tilem": 0,
		"tilen": 0, "tilek": 0, "warps": 0, "blocks": 0},
	small: sizes{"m": 129, "n": 264, "k": 72, "ta": 0, "tb": 0, "bf16": 0, "epilogue": 1, "tilem": 0, "tilen": 0,
		"tilek": 0, "warps": 0, "blocks": 0},
	problem: func(s sizes) (*problem, error) {
		m, n, k := s["m"], s["n"], s["k"]
		if m < 1 || n < 1 {
			return nil, fmt.Errorf("m and n are at least 1")
		}
		if goesOn(s) {
			return persistent(s, multiprocessors, nil)
		}
		dtype := floatType(s)
		a, b, bias, c := random(1, dtype, m, k), random(2, dtype, k, n), random(3, dtype, n), result(dtype, m, n)
		strides := [2]string{"[?, 1]", "[?, 1]"}
		divisors := [2]string{"8, 1", "8, 1"}
		for i, x := range []**array{&a, &b} {
			if s[[]string{"ta", "tb"}[i]] != 0 {
				*x = random(uint64(i+1), dtype, (*x).shape[1], (*x).shape[0]).transposed()
				strides[i], divisors[i] = "[1, ?]", "1, 8"
			}
		}
		return &problem{file: "matmul", options: girih.CompileOptions{NumWarps: 8},
			consts: map[string]any{"T": dtype, "ASTRIDES": strides[0], "BSTRIDES": strides[1], "ADIVISORS": divisors[0],
				"BDIVISORS": divisors[1]},
			names: []string{"a", "b", "bias", "c", "epilogue"}, fixed: fixedBy(s, map[string]string{tune.Warps: "warps",
				tune.Blocks: "blocks", "TM": "tilem", "TN": "tilen", "TK": "tilek"}),
			steps: []step{{"matmul", [3]int{cdiv(m, tileM) * cdiv(n, tileN), 1, 1},
				[]any{a, b, bias, c, int32(s["epilogue"])}}},
			work: 2 * float64(m) * float64(n) * float64(k), wantWork: k, tolerance: tolerances[dtype],
			want: biased(a, b, bias, k, s["epilogue"] != 0)}, nil
	},
}

// goesOn reports whether a product has more tiles than the GPU has multiprocessors. Then a persistent kernel is faster,
// in which each program computes several tiles, one after the other. The text of that kernel is for matrices in
// row-major order.
func goesOn(s sizes) bool {
	for _, name := range []string{"ta", "tb", "tilem", "tilen", "tilek", "warps", "blocks"} {
		if s[name] != 0 {
			return false
		}
	}
	return cdiv(s["m"], tileM)*cdiv(s["n"], tileN) > multiprocessors
}

// biased returns a function for the expected elements of a product, or of relu(a b + bias).
func biased(a, b, bias *array, k int, epilogue bool) func(_ *array, at []int) (value, size float64) {
	return func(_ *array, at []int) (float64, float64) {
		sum, size := dot(k, func(l int) (float64, float64) { return a.get(at[0], l), b.get(l, at[1]) })
		if epilogue {
			x := bias.get(at[1])
			sum, size = max(0, sum+x), size+math.Abs(x)
		}
		return sum, size
	}
}

// fixedBy returns values of parameters, taken from the sizes with the given names. Where a size is 0, the model
// chooses.
func fixedBy(s sizes, names map[string]string) tune.Configuration {
	fixed := tune.Configuration{}
	for parameter, name := range names {
		if s[name] != 0 {
			fixed[parameter] = s[name]
		}
	}
	return fixed
}

// floatType returns the type of elements that the sizes ask for.
func floatType(s sizes) string {
	if s["bf16"] != 0 {
		return "bf16"
	}
	return "f16"
}

// tolerances are the allowed errors of results, by the type to which they are rounded.
var tolerances = map[string]float64{"f16": 2e-3, "bf16": 2e-2, "f32": 1e-4, "tf32": 1e-3}

// dot returns the sum of n products, and the sum of their magnitudes.
func dot(n int, factors func(l int) (x, y float64)) (sum, size float64) {
	for l := range n {
		x, y := factors(l)
		sum += x * y
		size += math.Abs(x * y)
	}
	return sum, size
}
