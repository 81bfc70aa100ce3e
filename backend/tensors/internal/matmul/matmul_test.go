package matmul

import (
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"
)

// matrix makes a matrix of small numbers, in any of three layouts.
func matrix[T float32 | float64](r *rand.Rand, rows, cols int) Matrix[T] {
	x := Matrix[T]{Row: cols, Col: 1}
	switch r.IntN(3) {
	case 0:
		x.Row, x.Col = 1, rows
	case 1:
		x.Row, x.Col = 3*cols+1, 3
	}
	x.Data = make([]T, (rows-1)*x.Row+(cols-1)*x.Col+1)
	for i := range x.Data {
		x.Data[i] = T(r.Float64()*2 - 1)
	}
	return x
}

func check[T float32 | float64](t *testing.T, r *rand.Rand, m, k, n int, precision float64) {
	t.Helper()
	a, b := matrix[T](r, m, k), matrix[T](r, k, n)
	c := slices.Repeat([]T{T(math.NaN())}, m*n)
	Multiply(c, a, b, m, k, n)
	for i := range m {
		for j := range n {
			want, size := 0.0, 0.0
			for p := range k {
				term := float64(a.Data[i*a.Row+p*a.Col]) * float64(b.Data[p*b.Row+j*b.Col])
				want, size = want+term, size+math.Abs(term)
			}
			if got := float64(c[i*n+j]); !(math.Abs(got-want) <= size*precision*float64(2*k+4)) {
				t.Fatalf("%dx%dx%d: element (%d, %d) is %v, want %v", m, k, n, i, j, got, want)
			}
		}
	}
}

func TestProductsOfAllSizesAndStrides(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for i := range 300 {
		m, k, n := 1+r.IntN(30), 1+r.IntN(40), 1+r.IntN(40)
		switch i % 10 {
		case 0:
			m, k, n = 1+r.IntN(250), 1+r.IntN(600), 1+r.IntN(20)
		case 1:
			m, k, n = 1+r.IntN(20), 1+r.IntN(40), 500+r.IntN(600)
		case 2:
			m = 1
		case 3:
			n = 1
		}
		check[float32](t, r, m, k, n, 0x1p-24)
		check[float64](t, r, m, k, n, 0x1p-53)
	}
}

func TestKernelInGoIsThatInAssembly(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	columns := tileColumns[float32]()
	const terms = 37
	n := columns + 3
	a, b := matrix[float32](r, tileRows*terms, 16), matrix[float32](r, columns*terms, 16)
	fast, slow := make([]float32, tileRows*n), make([]float32, tileRows*n)
	kernel(terms, a.Data, b.Data, fast, n)
	kernelGo(terms, a.Data, b.Data, slow, n, columns)
	for i := range fast {
		if math.Abs(float64(fast[i]-slow[i])) > 1e-4 || (i%n >= columns && fast[i] != 0) {
			t.Fatalf("element %d is %v, want %v", i, fast[i], slow[i])
		}
	}
}

func TestResultsDoNotDependOnTheNumberOfCores(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	const m, k, n = 300, 500, 700
	a, b := matrix[float32](r, m, k), matrix[float32](r, k, n)
	var first []float32
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	for _, cores := range []int{1, 2, 5} {
		runtime.GOMAXPROCS(cores)
		c := make([]float32, m*n)
		Multiply(c, a, b, m, k, n)
		if first == nil {
			first = c
		} else if !slices.Equal(c, first) {
			t.Fatalf("other results on %d cores", cores)
		}
	}
}

func TestSumsOfNoTermsAreZero(t *testing.T) {
	c := []float32{1, 2}
	Multiply(c, Matrix[float32]{}, Matrix[float32]{}, 1, 0, 2)
	Multiply[float32](nil, Matrix[float32]{}, Matrix[float32]{}, 0, 3, 2)
	if c[0] != 0 || c[1] != 0 {
		t.Error(c)
	}
}

func BenchmarkMultiply(b *testing.B) {
	for _, size := range [][3]int{{512, 512, 512}, {128, 768, 3072}, {1, 768, 3072}} {
		b.Run(fmt.Sprint(size), func(b *testing.B) {
			m, k, n := size[0], size[1], size[2]
			x, y := make([]float32, m*k), make([]float32, k*n)
			c := make([]float32, m*n)
			for b.Loop() {
				Multiply(c, Matrix[float32]{x, k, 1}, Matrix[float32]{y, 1, k}, m, k, n)
			}
			b.ReportMetric(float64(2*m*k*n)*float64(b.N)/b.Elapsed().Seconds()/1e9, "GFLOP/s")
		})
	}
}
