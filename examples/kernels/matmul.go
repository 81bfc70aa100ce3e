package main

import (
	"fmt"
	"math"

	"github.com/girih-ir/girih"
)

var matmulExample = example{
	name: "matmul", summary: "c = a b in f16, added up in f32",
	large: sizes{"m": 4096, "n": 4096, "k": 4096}, small: sizes{"m": 129, "n": 264, "k": 72},
	problem: func(s sizes) (*problem, error) {
		const tileM, tileN = 128, 256
		m, n, k := s["m"], s["n"], s["k"]
		if m < 1 || n%8 != 0 || k%8 != 0 {
			return nil, fmt.Errorf("m is at least 1, n and k multiples of 8, so that rows are aligned to 16 bytes")
		}
		a, b, c := random(1, "f16", m, k), random(2, "f16", k, n), result("f16", m, n)
		return &problem{file: "matmul", options: girih.CompileOptions{NumWarps: 8},
			grid: [3]int{cdiv(m, tileM) * cdiv(n, tileN), 1, 1}, args: []any{a, b, c},
			work: 2 * float64(m) * float64(n) * float64(k), wantWork: k, tolerance: 1e-3,
			want: func(_ *array, i int) (float64, float64) {
				return dot(k, func(l int) (float64, float64) { return a.at(i/n*k + l), b.at(l*n + i%n) })
			}}, nil
	},
}

// dot returns the sum of n products, and that of their magnitudes.
func dot(n int, factors func(l int) (x, y float64)) (sum, size float64) {
	for l := range n {
		x, y := factors(l)
		sum += x * y
		size += math.Abs(x * y)
	}
	return sum, size
}

func cdiv(x, y int) int { return (x + y - 1) / y }
