package kernel_test

import (
	"embed"
	"fmt"
	"io/fs"
	"math"
	"testing"

	"github.com/girih-ir/girih/kernel"
)

//go:embed testdata/suite/*.go
var files embed.FS

func suite() fs.FS {
	dir, err := fs.Sub(files, "testdata/suite")
	if err != nil {
		panic(err)
	}
	return dir
}

// numbers returns n different numbers of both signs.
func numbers(n int) []float32 {
	out := make([]float32, n)
	for i := range out {
		out[i] = float32(math.Sin(float64(i*i+1))) * 3
	}
	return out
}

func near(t *testing.T, what string, got, want float64) {
	t.Helper()
	if math.Abs(got-want) > 1e-4*max(1, math.Abs(want)) {
		t.Errorf("%s is %v, want %v", what, got, want)
	}
}

func TestSoftmaxOfEveryRowIsThatOfItsElements(t *testing.T) {
	const rows, columns = 5, 48
	x, y := numbers(rows*columns), make([]float32, rows*columns)
	kernel.Check(t, suite(), "softmax", kernel.Options{Constants: map[string]int64{"block": 64}, Divisible: 16},
		[3]int32{rows, 1, 1},
		kernel.Of(x, rows, columns), kernel.Of(y, rows, columns))
	for r := range rows {
		sum := 0.0
		for _, v := range x[r*columns : (r+1)*columns] {
			sum += math.Exp(float64(v))
		}
		for c := range columns {
			near(t, "softmax", float64(y[r*columns+c]), math.Exp(float64(x[r*columns+c]))/sum)
		}
	}
}

func TestSumThatStartsAsANumberBecomesOneForEachElement(t *testing.T) {
	const rows, columns = 7, 50
	x, y := numbers(rows*columns), make([]float32, rows)
	kernel.Check(t, suite(), "rowsum", kernel.Options{Types: map[string]string{"T": "float32"}}, [3]int32{2, 1, 1},
		kernel.Of(x, rows, columns), kernel.Of(y))
	for r := range rows {
		sum := 0.0
		for _, v := range x[r*columns : (r+1)*columns] {
			sum += float64(v)
		}
		near(t, "sum", float64(y[r]), sum)
	}
}

func TestEarlyReturnOfSomeElementsMasksTheirStores(t *testing.T) {
	x, y := numbers(128), make([]float32, 128)
	for i := range y {
		y[i] = 7
	}
	kernel.Check(t, suite(), "relu", kernel.Options{}, [3]int32{2, 1, 1}, kernel.Of(x), kernel.Of(y), 100)
	for i := range y {
		want := max(x[i], 0)
		if i >= 100 {
			want = 7
		}
		near(t, "relu", float64(y[i]), float64(want))
	}
}

func TestProductOfMatricesOfAnySize(t *testing.T) {
	const m, n, k = 33, 50, 21
	a, b, c := make([]kernel.Float16, m*k), make([]kernel.Float16, k*n), make([]float32, m*n)
	for i := range a {
		a[i] = kernel.Float16(i%7 - 3)
	}
	for i := range b {
		b[i] = kernel.Float16(i%5 - 2)
	}
	kernel.Check(t, suite(), "matmul", kernel.Options{}, [3]int32{2, 2, 1}, kernel.Of(a, m, k), kernel.Of(b, k, n),
		kernel.Of(c, m, n))
	for i := range m {
		for j := range n {
			sum := 0.0
			for l := range k {
				sum += float64(a[i*k+l]) * float64(b[l*n+j])
			}
			near(t, "product", float64(c[i*n+j]), sum)
		}
	}
}

func TestLoopsEndByConditionAndBreak(t *testing.T) {
	x, out := []int64{1, 6, 27, 97}, make([]int32, 4)
	kernel.Check(t, suite(), "collatz", kernel.Options{}, [3]int32{4, 1, 1}, kernel.Of(x), kernel.Of(out))
	for i, want := range []int32{0, 8, 100, 100} {
		if out[i] != want {
			t.Errorf("%d takes %d steps, want %d", x[i], out[i], want)
		}
	}
}

func TestStructsAreReducedByFunctionsOfTheProgram(t *testing.T) {
	x, y := numbers(32), make([]float32, 1)
	kernel.Check(t, suite(), "mean", kernel.Options{}, [3]int32{1, 1, 1}, kernel.Of(x), kernel.Of(y))
	sum := 0.0
	for _, v := range x {
		sum += float64(v)
	}
	near(t, "mean", float64(y[0]), sum/32)
}

// TestFunctionsWithBranchesReduceAndScan has a combining function that branches and returns early.
func TestFunctionsWithBranchesReduceAndScan(t *testing.T) {
	x, rows, y := make([]float32, 64), make([]float32, 64), make([]float32, 1)
	for i := range x {
		x[i] = float32((i*37)%101) - 20
	}
	kernel.Check(t, suite(), "farthest", kernel.Options{}, [3]int32{1, 1, 1}, kernel.Of(x), kernel.Of(rows), kernel.Of(y))
	far := x[0]
	for i, v := range x {
		if i > 0 && math.Abs(float64(v)) > math.Abs(float64(far)) {
			far = v
		}
		near(t, fmt.Sprint("the farthest up to ", i), float64(rows[i]), float64(far))
	}
	near(t, "the farthest", float64(y[0]), float64(far))
}

func TestFunctionsWithSwitchesReduceStructs(t *testing.T) {
	x, y := make([]float32, 32), make([]float32, 2)
	for i := range x {
		x[i] = 1
		if i%3 == 0 {
			x[i] = 5
		}
	}
	kernel.Check(t, suite(), "above", kernel.Options{}, [3]int32{1, 1, 1}, kernel.Of(x), kernel.Of(y), float32(2))
	near(t, "a number above the limit", float64(y[0]), 5)
	near(t, "how many are", float64(y[1]), 11)
}

func TestDropoutKeepsAboutAsManyElementsAsItSays(t *testing.T) {
	x, y := numbers(1024), make([]float32, 1024)
	kernel.Check(t, suite(), "dropout", kernel.Options{}, [3]int32{8, 1, 1}, kernel.Of(x), kernel.Of(y), float32(0.25), 42)
	kept := 0
	for i := range y {
		if y[i] != 0 {
			near(t, "kept element", float64(y[i]), float64(x[i])/0.75)
			kept++
		}
	}
	if kept < 700 || kept > 840 {
		t.Errorf("%d of 1024 elements were kept with p = 0.25", kept)
	}
}
