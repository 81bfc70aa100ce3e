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
		"tilen": 256, "tilek": 64, "warps": 8},
	small: sizes{"m": 129, "n": 264, "k": 72, "bf16": 0, "epilogue": 1, "programs": 2, "tilem": 64, "tilen": 64,
		"tilek": 64, "warps": 4},
	problem: func(s sizes) (*problem, error) {
		if s["m"] < 1 || s["n"] < 1 || s["programs"] < 1 {
			return nil, fmt.Errorf("m, n and programs are at least 1")
		}
		return persistent(s, s["programs"], fixedBy(s, map[string]string{tune.Warps: "warps", "TM": "tilem", "TN": "tilen",
			"TK": "tilek"}))
	},
}

// persistent is a product computed by a persistent kernel: a limited number of programs, each of which computes several
// tiles. Its tiles have the size of those in MatMul in Go, or fewer columns ([columnsOfTile]), unless fixed gives
// another size.
func persistent(s sizes, programs int, fixed tune.Configuration) (*problem, error) {
	m, n, k, dtype := s["m"], s["n"], s["k"], floatType(s)
	a, b, bias, c := random(1, dtype, m, k), random(2, dtype, k, n), random(3, dtype, n), result(dtype, m, n)
	if len(fixed) == 0 {
		fixed = tune.Configuration{tune.Warps: 8, "TM": tileM, "TN": columnsOfTile(m, n, programs), "TK": 64}
	}
	return &problem{file: "persistent", options: girih.CompileOptions{NumWarps: 8}, consts: map[string]any{"T": dtype},
		names: []string{"a", "b", "bias", "c", "epilogue"}, most: programs, fixed: fixed,
		steps: []step{{"persistent", [3]int{1, 1, 1}, []any{a, b, bias, c, int32(s["epilogue"])}}},
		work:  2 * float64(m) * float64(n) * float64(k), wantWork: k, tolerance: tolerances[dtype],
		want: biased(a, b, bias, k, s["epilogue"] != 0)}, nil
}

// columnsOfTile returns the columns of the tiles of a product: 192 if programs then have less to compute. Programs that
// compute a tile each are a round, and the last round may be almost empty: 8192 rows and 2304 columns take five rounds
// of 256 columns, and six of 192. A column of the narrower tile takes 6 per cent longer on an H200.
func columnsOfTile(m, n, programs int) int {
	const narrow = 192
	rounds := func(columns int) int { return cdiv(cdiv(m, tileM)*cdiv(n, columns), programs) }
	if rounds(narrow)*narrow*106 < rounds(tileN)*tileN*100 {
		return narrow
	}
	return tileN
}
