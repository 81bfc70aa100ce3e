package main

import "github.com/girih-ir/girih"

var unalignedExample = example{
	name:    "unaligned",
	summary: "a product of matrices whose rows have any length, without padding: a kernel aligns them first",
	large: sizes{"m": 4096, "n": 4100, "k": 4096, "bf16": 0, "programs": multiprocessors, "tilem": tileM, "tilen": tileN,
		"warps": 8},
	small: sizes{"m": 65, "n": 71, "k": 131, "bf16": 0, "programs": 2, "tilem": 64, "tilen": 64, "warps": 4},
	problem: func(s sizes) (*problem, error) {
		if err := atLeastOne(s, "m", "n", "programs", "tilem", "tilen"); err != nil {
			return nil, err
		}
		m, n, k, dtype := s["m"], s["n"], s["k"], floatType(s)
		a, b, c := random(1, dtype, m*k).as(m, k), random(2, dtype, k*n).as(k, n), result(dtype, m*n).as(m, n)
		aRows, aTiles := a, 0
		if k%8 != 0 {
			aRows, aTiles = newArray(dtype, m, k), cdiv(m, 32)*cdiv(k, 128)
		}
		steps, bRows, bTiles := []step{}, b, 0
		if n%8 != 0 {
			bRows, bTiles = newArray(dtype, k, n), cdiv(k, 32)*cdiv(n, 128)
		}
		if aTiles+bTiles > 0 {
			steps = append(steps, step{"align", [3]int{aTiles + bTiles, 1, 1}, []any{a, aRows, b, bRows, int32(aTiles)}})
		}
		programs := min(s["programs"], cdiv(m, s["tilem"])*cdiv(n, s["tilen"]))
		return &problem{file: "unaligned", options: girih.CompileOptions{NumWarps: s["warps"], Early: "always"},
			consts: map[string]any{"T": dtype, "TM": s["tilem"], "TN": s["tilen"], "ADIVISOR": lowestBit(k, 8),
				"BDIVISOR": lowestBit(n, 8)},
			steps: append(steps, step{"product", [3]int{programs, 1, 1}, []any{aRows, bRows, c}}),
			work:  2 * float64(m) * float64(n) * float64(k), wantWork: k, tolerance: tolerances[dtype],
			want: biased(a, b, nil, k, false)}, nil
	},
}

// lowestBit returns the largest power of two, up to most, of which n is a multiple.
func lowestBit(n, most int) int {
	if n == 0 {
		return most
	}
	return min(n&-n, most)
}
