package main

import (
	"fmt"
	"math"
	"math/rand/v2"
)

// kernel is a program to check, with its problems.
type kernel struct {
	name     string
	problems []problem
}

// problem is one launch: the float arrays, the last of which is the output, then the numbers, and the expected output.
type problem struct {
	name    string
	inputs  [][]float32
	numbers []int32
	blocks  uint32
	want    []float64
}

var kernels = []kernel{
	{"vector_add", addProblems(128, 1, 127, 128, 129, 1000, 4097, 1<<20+3)},
	{"vector_add_wide", addProblems(512, 4, 508, 512, 516, 4100, 1<<20+4)},
	{"softmax", softmaxProblems(1, [2]int{1, 1}, [2]int{3, 7}, [2]int{5, 33}, [2]int{64, 128}, [2]int{37, 100},
		[2]int{1000, 127})},
	{"softmax_tile", softmaxProblems(16, [2]int{1, 1}, [2]int{16, 64}, [2]int{17, 63}, [2]int{37, 20},
		[2]int{1001, 33})},
	{"exp", expProblems(1, 255, 1<<20+1)},
	{"bf16_square", squareProblems(1, 130, 1<<16+5)},
	{"row_sum", rowSumProblems([2]int{1, 1}, [2]int{3, 256}, [2]int{37, 1000}, [2]int{5, 10007})},
	{"column_sum", sumProblems([2]int{1, 1}, [2]int{128, 32}, [2]int{100, 33}, [2]int{77, 1000})},
}

func random(seed uint64, n int) []float32 {
	r := rand.New(rand.NewPCG(seed, uint64(n)))
	out := make([]float32, n)
	for i := range out {
		out[i] = float32(r.NormFloat64() * 4)
	}
	return out
}

func addProblems(block int, sizes ...int) (out []problem) {
	for _, n := range sizes {
		x, y := random(1, n), random(2, n)
		want := make([]float64, n)
		for i := range want {
			want[i] = float64(x[i]) + float64(y[i])
		}
		out = append(out, problem{fmt.Sprintf("n=%d", n), [][]float32{x, y}, []int32{int32(n)}, ceil(n, block), want})
	}
	return out
}

// expProblems cover the range in which results are finite and not 0, and go beyond it at both ends.
func expProblems(sizes ...int) (out []problem) {
	for _, n := range sizes {
		x, want := make([]float32, n), make([]float64, n)
		for i := range x {
			x[i] = float32(-110 + 205*float64(i)/float64(n))
			want[i] = math.Exp(float64(x[i]))
			if want[i] > math.MaxFloat32 {
				want[i] = math.Inf(1)
			}
		}
		out = append(out, problem{fmt.Sprintf("n=%d", n), [][]float32{x}, []int32{int32(n)}, ceil(n, 256), want})
	}
	return out
}

// softmaxProblems are matrices with their rows and columns, and the number of rows per block.
func softmaxProblems(rowsPerBlock int, shapes ...[2]int) (out []problem) {
	for _, s := range shapes {
		rows, columns := s[0], s[1]
		x := random(3, rows*columns)
		want := make([]float64, len(x))
		for r := range rows {
			row := x[r*columns : (r+1)*columns]
			greatest, sum := math.Inf(-1), 0.0
			for _, v := range row {
				greatest = max(greatest, float64(v))
			}
			for _, v := range row {
				sum += math.Exp(float64(v) - greatest)
			}
			for c, v := range row {
				want[r*columns+c] = math.Exp(float64(v)-greatest) / sum
			}
		}
		numbers := []int32{int32(columns)}
		if rowsPerBlock > 1 {
			numbers = []int32{int32(rows), int32(columns)}
		}
		out = append(out, problem{fmt.Sprintf("%dx%d", rows, columns), [][]float32{x}, numbers,
			ceil(rows, rowsPerBlock), want})
	}
	return out
}

func sumProblems(shapes ...[2]int) (out []problem) {
	for _, s := range shapes {
		rows, columns := s[0], s[1]
		x := random(4, rows*columns)
		want := make([]float64, columns)
		for i, v := range x {
			want[i%columns] += float64(v)
		}
		out = append(out, problem{fmt.Sprintf("%dx%d", rows, columns), [][]float32{x},
			[]int32{int32(rows), int32(columns)}, ceil(columns, 32), want})
	}
	return out
}

func rowSumProblems(shapes ...[2]int) (out []problem) {
	for _, s := range shapes {
		rows, columns := s[0], s[1]
		x := random(5, rows*columns)
		want := make([]float64, rows)
		for i, v := range x {
			want[i/columns] += float64(v)
		}
		out = append(out, problem{fmt.Sprintf("%dx%d", rows, columns), [][]float32{x}, []int32{int32(columns)},
			uint32(rows), want})
	}
	return out
}

func squareProblems(sizes ...int) (out []problem) {
	for _, n := range sizes {
		x, want := random(6, n), make([]float64, n)
		for i, v := range x {
			narrow := bf16(v)
			want[i] = float64(bf16(narrow * narrow)) // the product of two bf16 is exact in float32
		}
		out = append(out, problem{fmt.Sprintf("n=%d", n), [][]float32{x}, []int32{int32(n)}, ceil(n, 128), want})
	}
	return out
}

// bf16 rounds a finite number to bfloat16, ties to even.
func bf16(v float32) float32 {
	bits := math.Float32bits(v)
	return math.Float32frombits((bits + 0x7FFF + bits>>16&1) &^ 0xFFFF)
}

func ceil(n, by int) uint32 { return uint32((n + by - 1) / by) }

// tolerance bounds the error of an output whose expected value is want, relative to the scale of the result. Sums of up
// to 128 terms in any order, and an exponential with an error of 2 units in the last place, stay well below it.
func tolerance(kernel string, want, scale float64) float64 {
	const unit = 1.0 / (1 << 23)
	switch kernel {
	case "vector_add", "vector_add_wide":
		return math.Abs(want) * unit / 2 // the correctly rounded sum
	case "bf16_square":
		return 0
	case "exp":
		return 3 * unit * scale
	}
	return 16 * unit * scale
}

// compare returns the greatest error, in units of the last place of each result's scale, and whether all errors are
// within the tolerance.
func compare(kernel string, got []float32, want []float64) (worst float64, ok bool) {
	ok = true
	for i, w := range want {
		scale := math.Abs(w)
		if kernel == "column_sum" || kernel == "row_sum" {
			scale = max(scale, 64) // terms cancel: errors follow their size, not that of the sum
		}
		if kernel == "exp" {
			scale = max(scale, 0x1p-126) // the last place of denormal numbers
		}
		diff := math.Abs(float64(got[i]) - w)
		if float64(got[i]) == w {
			diff = 0 // both are the same infinity
		}
		if !(diff <= tolerance(kernel, w, scale)) {
			ok = false
		}
		if diff > 0 {
			worst = math.Max(worst, diff/(scale/(1<<23)))
		}
	}
	return worst, ok
}
