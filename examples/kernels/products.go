package main

import (
	"fmt"
	"math"

	"github.com/girih-ir/girih"
)

// atLeastOne returns an error if a size is 0.
func atLeastOne(s sizes, names ...string) error {
	for _, name := range names {
		if s[name] < 1 {
			return fmt.Errorf("%s is at least 1", name)
		}
	}
	return nil
}

var batchedExample = example{
	name: "batched", summary: "a batch of products in f16",
	large: sizes{"n": 64, "rows": 1024, "columns": 1024, "k": 1024},
	small: sizes{"n": 2, "rows": 129, "columns": 72, "k": 136},
	problem: func(s sizes) (*problem, error) {
		n, rows, columns, k := s["n"], s["rows"], s["columns"], s["k"]
		a, b, c := random(1, "f16", n, rows, k), random(2, "f16", n, k, columns), result("f16", n, rows, columns)
		return &problem{file: "batched", options: girih.CompileOptions{NumWarps: 8},
			steps: []step{{"batched", [3]int{min(multiprocessors, cdiv(columns, 256)*cdiv(rows, 128)*n), 1, 1}, []any{a, b, c}}},
			work:  2 * float64(n*rows) * float64(columns*k), wantWork: k, tolerance: tolerances["f16"],
			want: func(_ *array, at []int) (float64, float64) {
				return dot(k, func(l int) (float64, float64) { return a.get(at[0], at[1], l), b.get(at[0], l, at[2]) })
			}}, atLeastOne(s, "n", "rows", "columns")
	},
}

var groupedExample = example{
	name: "grouped", summary: "a mixture of experts: rows times the matrix of their expert, in f16",
	large: sizes{"experts": 64, "rows": 256, "columns": 4096, "k": 2048},
	small: sizes{"experts": 5, "rows": 70, "columns": 136, "k": 72},
	problem: func(s sizes) (*problem, error) {
		experts, most, columns, k := s["experts"], s["rows"], s["columns"], s["k"]
		offsets := newArray("i32", experts+1) // an expert has all rows that fit, or none, or a third of them
		for e := range experts {
			offsets.set(e+1, offsets.get(e)+float64([]int{most, 0, cdiv(most, 3)}[e%3]))
		}
		start := func(e int) int { return int(offsets.get(e)) }
		total := start(experts)
		x, w, out := random(1, "f16", total, k), random(2, "f16", experts, k, columns), result("f16", total, columns)
		return &problem{file: "grouped", options: girih.CompileOptions{NumWarps: 8},
			steps: []step{{"grouped", [3]int{cdiv(columns, 256), cdiv(most, 128), experts}, []any{x, w, offsets, out}}},
			work:  2 * float64(total) * float64(columns*k), wantWork: k, tolerance: tolerances["f16"],
			want: func(_ *array, at []int) (float64, float64) {
				e := 0
				for start(e+1) <= at[0] {
					e++
				}
				return dot(k, func(l int) (float64, float64) { return x.get(at[0], l), w.get(e, l, at[1]) })
			}}, atLeastOne(s, "experts", "rows", "columns")
	},
}

var int8Example = example{
	name: "int8", summary: "a product of whole numbers of 8 bits, scaled by rows and columns",
	large: sizes{"m": 4096, "n": 4096, "k": 4096, "tilen": 0}, small: sizes{"m": 129, "n": 72, "k": 136, "tilen": 0},
	problem: func(s sizes) (*problem, error) {
		m, n, k, tn := s["m"], s["n"], s["k"], s["tilen"]
		if tn == 0 { // as wide as possible, if there is a tile for each multiprocessor
			if tn = 256; cdiv(n, tn)*cdiv(m, 128) < multiprocessors {
				tn = 128
			}
		}
		a, b, c := random(1, "i8", m, k), random(2, "i8", n, k).transposed(), result("f16", m, n)
		rows, columns := random(3, "f32", m), random(4, "f32", n)
		// Of the smaller tiles, two blocks have room on a multiprocessor. Even so, they are faster if they stay.
		return &problem{file: "int8", options: girih.CompileOptions{NumWarps: 8, Persistent: "always"},
			consts: map[string]any{"COLUMNS": tn},
			steps:  []step{{"int8", [3]int{cdiv(n, tn) * cdiv(m, 128), 1, 1}, []any{a, b, rows, columns, c}}},
			work:   2 * float64(m) * float64(n) * float64(k), wantWork: k, tolerance: tolerances["f16"],
			want: func(_ *array, at []int) (float64, float64) {
				sum, _ := dot(k, func(l int) (float64, float64) { return a.get(at[0], l), b.get(l, at[1]) })
				value := sum * rows.get(at[0]) * columns.get(at[1])
				return value, math.Abs(value) // the sum is exact
			}}, atLeastOne(s, "m", "n")
	},
}

var fp8Example = example{
	name: "fp8", summary: "a product in fp8 (e4m3) with scales per block of 128",
	large: sizes{"m": 4096, "n": 4096, "k": 4096}, small: sizes{"m": 65, "n": 136, "k": 272},
	problem: func(s sizes) (*problem, error) {
		m, n, k := s["m"], s["n"], s["k"]
		a, b, c := random(1, "f8E4M3FN", m, k), random(2, "f8E4M3FN", n, k).transposed(), result("bf16", m, n)
		aScales, bScales := random(3, "f32", cdiv(k, 128), m).transposed(), random(4, "f32", cdiv(k, 128), cdiv(n, 128))
		return &problem{file: "fp8", options: girih.CompileOptions{NumWarps: 8},
			steps: []step{{"fp8", [3]int{cdiv(n, 256) * cdiv(m, 128), 1, 1}, []any{a, aScales, b, bScales, c}}},
			work:  2 * float64(m) * float64(n) * float64(k), wantWork: k, tolerance: tolerances["bf16"],
			want: func(_ *array, at []int) (float64, float64) {
				return dot(k, func(l int) (float64, float64) {
					return a.get(at[0], l) * aScales.get(at[0], l/128), b.get(l, at[1]) * bScales.get(l/128, at[1]/128)
				})
			}}, atLeastOne(s, "m", "n", "k")
	},
}

var tf32Example = example{
	name: "tf32", summary: "a product in f32 that is rounded to tf32; b transposed in memory, or not",
	large: sizes{"m": 4096, "n": 4096, "k": 4096, "tb": 1, "tilen": 0},
	small: sizes{"m": 129, "n": 264, "k": 72, "tb": 1, "tilen": 0},
	problem: func(s sizes) (*problem, error) {
		m, n, k := s["m"], s["n"], s["k"]
		if _, ok := warpsOf[s["tilen"]]; s["tilen"] != 0 && (!ok || s["tb"] == 0) {
			return nil, fmt.Errorf("tilen is 0, or 192 or 256 with tb=1, but is %d with tb=%d", s["tilen"], s["tb"])
		}
		a, b, c := random(1, "f32", m, k), random(2, "f32", k, n), result("f32", m, n)
		// The product with b in row-major order is computed as its transpose, so the wider side of a tile is that of a.
		tm, tn, warps, strides, divisors := 256, 128, 8, "[?, 1]", "4, 1"
		if s["tb"] != 0 {
			b = random(2, "f32", n, k).transposed()
			tm, strides, divisors = tileM, "[1, ?]", "1, 4"
			tn, warps = tileOf(m, n, cdiv(k, 32), multiprocessors, 4)
			if fixed, ok := warpsOf[s["tilen"]]; ok {
				tn, warps = s["tilen"], fixed
			}
		}
		return &problem{file: "tf32", options: girih.CompileOptions{NumWarps: warps},
			consts: map[string]any{"TM": tm, "TN": tn, "STRIDES": strides, "DIVISORS": divisors},
			steps:  []step{{"tf32", [3]int{cdiv(n, tn) * cdiv(m, tm), 1, 1}, []any{a, b, c}}},
			work:   2 * float64(m) * float64(n) * float64(k), wantWork: k, tolerance: tolerances["tf32"],
			want: func(_ *array, at []int) (float64, float64) {
				return dot(k, func(l int) (float64, float64) { return a.get(at[0], l), b.get(l, at[1]) })
			}}, atLeastOne(s, "m", "n")
	},
}

var splitKExample = example{
	name: "splitk", summary: "a small product with much to add up: one kernel computes parts, another one adds them up",
	large: sizes{"m": 256, "n": 256, "k": 16384, "parts": 0}, small: sizes{"m": 7, "n": 72, "k": 520, "parts": 2},
	problem: func(s sizes) (*problem, error) {
		m, n, k := s["m"], s["n"], s["k"]
		a, b, c := random(1, "f16", m, k), random(2, "f16", k, n), result("f16", m, n)
		rows, parts := 128, s["parts"]
		if m <= 64 {
			rows = 64
		}
		across, down := cdiv(n, 64), cdiv(m, rows)
		if parts == 0 { // as many as there are multiprocessors for, of at least four tiles along k
			for parts = 1; 2*parts*across*down <= multiprocessors && 2*parts <= min(k/256, 32); parts *= 2 {
			}
			if k-k/parts < minSaved {
				parts = 1
			}
		}
		if parts&(parts-1) != 0 {
			return nil, fmt.Errorf("parts must be a power of two, or 0 to choose one, but is %d", parts)
		}
		work := newArray("f32", across*down, parts, rows, 64)
		steps := []step{{"partial", [3]int{across, down, parts}, []any{a, b, work}},
			{"add", [3]int{across, cdiv(m, 8), 1}, []any{work, c}}}
		if parts == 1 {
			steps = []step{{"whole", [3]int{across, down, 1}, []any{a, b, c}}}
		}
		// The second kernel's blocks start while the first one runs. Each launch waits for the previous one by itself.
		return &problem{file: "splitk", options: girih.CompileOptions{NumWarps: 4, Early: "always"},
			consts: map[string]any{"PARTS": parts, "ROWS": rows, "EIGHTS": rows / 8},
			steps:  steps,
			work:   2 * float64(m) * float64(n) * float64(k), wantWork: k, tolerance: tolerances["f16"],
			want: func(_ *array, at []int) (float64, float64) {
				return dot(k, func(l int) (float64, float64) { return a.get(at[0], l), b.get(l, at[1]) })
			}}, atLeastOne(s, "m", "n")
	},
}

// minSaved is by how much shorter the sums of a program must get, so that it pays that a second kernel adds up parts.
// On an H200 it did for 6144 terms of 8192, but not for 2048 of 4096.
const minSaved = 2560

// parts returns the number of blocks that share each program: the number in the sizes; for 0, the greatest number, up
// to 8, with which no multiprocessor gets more than one block.
func (s sizes) parts(programs int) int {
	if s["parts"] > 0 {
		return s["parts"]
	}
	n := 1
	for n < 8 && 2*n*programs <= multiprocessors {
		n *= 2
	}
	return n
}

var skinnyExample = example{
	name: "skinny", summary: "a product with at most 32 rows, divided among blocks",
	large: sizes{"m": 16, "n": 16384, "k": 8192, "parts": 0}, small: sizes{"m": 7, "n": 129, "k": 264, "parts": 1},
	problem: func(s sizes) (*problem, error) {
		m, n, k := s["m"], s["n"], s["k"]
		if m > 32 {
			return nil, fmt.Errorf("m is at most 32: matmul takes more")
		}
		a, b, c := random(1, "f16", m, k), random(2, "f16", k, n), result("f16", m, n)
		return &problem{file: "skinny", options: girih.CompileOptions{NumWarps: 4, Parts: s.parts(cdiv(n, 64))},
			steps: []step{{"skinny", [3]int{cdiv(n, 64), 1, 1}, []any{a, b, c}}},
			work:  2 * float64(m) * float64(n) * float64(k), wantWork: k, tolerance: tolerances["f16"],
			want: func(_ *array, at []int) (float64, float64) {
				return dot(k, func(l int) (float64, float64) { return a.get(at[0], l), b.get(l, at[1]) })
			}}, atLeastOne(s, "m", "n")
	},
}

var mlpExample = example{
	name: "mlp", summary: "relu(x up) down, without the hidden layer in memory",
	large: sizes{"rows": 65536, "width": 128, "hidden": 512}, small: sizes{"rows": 129, "width": 72, "hidden": 200},
	problem: func(s sizes) (*problem, error) {
		rows, width, hidden := s["rows"], s["width"], s["hidden"]
		if width > 128 {
			return nil, fmt.Errorf("width is at most 128")
		}
		x, y := random(1, "f16", rows, width), result("f16", rows, width)
		up, down := random(2, "f16", width, hidden), random(3, "f16", hidden, width)
		return &problem{file: "mlp", options: girih.CompileOptions{NumWarps: 8},
			steps: []step{{"mlp", [3]int{cdiv(rows, 128), 1, 1}, []any{x, up, down, y}}},
			work:  4 * float64(rows) * float64(width*hidden), wantWork: width * hidden, tolerance: tolerances["f16"],
			want: func(_ *array, at []int) (float64, float64) {
				return dot(hidden, func(j int) (float64, float64) {
					h, _ := dot(width, func(l int) (float64, float64) { return x.get(at[0], l), up.get(l, j) })
					return max(0, h), down.get(j, at[1])
				})
			}}, atLeastOne(s, "rows", "width", "hidden")
	},
}
