package main

import (
	"fmt"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/kernel/tune"
)

// multiprocessors is the number of multiprocessors of an H100 or H200.
const multiprocessors = 132

var persistentExample = example{
	name:    "persistent",
	summary: "relu(a b + bias) in f16 or bf16 by programs that compute one tile after the other",
	large: sizes{"m": 8192, "n": 8192, "k": 512, "bf16": 0, "epilogue": 0, "programs": multiprocessors, "tilem": 128,
		"tilen": 256, "tilek": 64, "warps": 8, "tail": 0},
	small: sizes{"m": 129, "n": 264, "k": 72, "bf16": 0, "epilogue": 1, "programs": 2, "tilem": 64, "tilen": 64,
		"tilek": 64, "warps": 4, "tail": 0},
	problem: func(s sizes) (*problem, error) {
		if s["m"] < 1 || s["n"] < 1 || s["programs"] < 1 || s["tail"] < 0 || s["tail"] > 2 {
			return nil, fmt.Errorf("m, n and programs are at least 1, and tail is 0, 1 or 2")
		}
		return persistent(s, s["programs"], fixedBy(s, map[string]string{tune.Warps: "warps", "TM": "tilem", "TN": "tilen",
			"TK": "tilek"}))
	},
}

// persistent is a product computed by a persistent kernel: a limited number of programs, each of which computes several
// tiles. Its tiles have the size of those in MatMul in Go, or fewer columns ([tileOf]), unless fixed gives
// another size.
func persistent(s sizes, programs int, fixed tune.Configuration) (*problem, error) {
	m, n, k, dtype := s["m"], s["n"], s["k"], floatType(s)
	a, b, bias, c := random(1, dtype, m, k), random(2, dtype, k, n), random(3, dtype, n), result(dtype, m, n)
	if len(fixed) == 0 {
		columns, warps := tileOf(m, n, cdiv(k, 64), programs, 2)
		fixed = tune.Configuration{tune.Warps: warps, "TM": tileM, "TN": columns, "TK": 64}
	}
	options := girih.CompileOptions{NumWarps: 8}
	options.Tail = []string{"whole", "split", "always"}[s["tail"]]
	return &problem{file: "persistent", options: options, consts: map[string]any{"T": dtype},
		names: []string{"a", "b", "bias", "c", "epilogue"}, most: programs, fixed: fixed,
		steps: []step{{"persistent", [3]int{1, 1, 1}, []any{a, b, bias, c, int32(s["epilogue"])}}},
		work:  2 * float64(m) * float64(n) * float64(k), wantWork: k, tolerance: tolerances[dtype],
		want: biased(a, b, bias, k, s["epilogue"] != 0)}, nil
}

// tileOf returns the columns of the tiles of a product, and the warps that multiply. steps is the number of products of
// 128 bytes of a row of a that are added up, and bytes the size of an element of the result. Programs that compute a
// tile each are a round, and the last round may be almost empty: 8192 rows and 2304 columns take five rounds of 256
// columns, and six of 192. Two warp groups share a tile of 256 columns, and no products run while they store it. They
// compute those of 192 columns in turns (ping-pong), so that only products take time, unless there are few: a column
// takes 6 per cent longer. The cycles are those of an H200.
func tileOf(m, n, steps, programs, bytes int) (columns, warps int) {
	const fewSteps = 4
	cycles := func(columns, ofStep, beside int) int {
		return cdiv(cdiv(m, tileM)*cdiv(n, columns), programs) * (steps*ofStep + beside)
	}
	if steps >= fewSteps && 100*cycles(narrow, 814, 300) < 97*cycles(tileN, 1024, 650+800*bytes) {
		return narrow, warpsOf[narrow]
	}
	return tileN, warpsOf[tileN]
}

// narrow is the number of columns of tiles that warp groups compute in turns.
const narrow = 192

// warpsOf has the warps that multiply, by the columns of a tile.
var warpsOf = map[int]int{narrow: 4, tileN: 8}
