package cookbook_test

import (
	"math"
	"slices"
	"testing"

	"github.com/girih-ir/girih/examples/cookbook"
	"github.com/girih-ir/girih/kernel"
)

const (
	rows, columns = 5, 50
	n             = 300
)

// data are n different numbers, positive and negative ones.
func data[T kernel.Float](n int, seed float64) []T {
	out := make([]T, n)
	for i := range out {
		out[i] = T(math.Sin(float64(i*i)+seed) * 3)
	}
	return out
}

// narrow are numbers that every format in these tests represents exactly.
func narrow[T kernel.Float](n int) []T {
	out := make([]T, n)
	for i := range out {
		out[i] = T((i*7)%13-6) / 4
	}
	return out
}

func check(t *testing.T, name string, constants map[string]int64, grid [3]int32, args ...any) {
	t.Helper()
	kernel.Check(t, cookbook.Source, name, kernel.Options{Constants: constants}, grid, args...)
}

func same[T, U kernel.Number](t *testing.T, got []T, tolerance float64, want func(i int) U) {
	t.Helper()
	for i := range got {
		if w := float64(want(i)); math.Abs(float64(got[i])-w) > tolerance*max(1, math.Abs(w)) {
			t.Errorf("element %d is %v, want %v", i, got[i], w)
			return
		}
	}
}

func block(size int64) map[string]int64 { return map[string]int64{"block": size} }

func TestCopy(t *testing.T) {
	x, out := data[float32](n, 1), make([]float32, n)
	check(t, "Copy", block(128), [3]int32{3, 1, 1}, kernel.Of(x), kernel.Of(out))
	same(t, out, 0, func(i int) float32 { return x[i] })
}

func TestAddOfEveryFloat(t *testing.T) {
	x, y := narrow[kernel.BFloat16](n), narrow[kernel.BFloat16](n)
	out := make([]kernel.BFloat16, n)
	kernel.Check(t, cookbook.Source, "Add", kernel.Options{Constants: block(128),
		Types: map[string]string{"T": "kernel.BFloat16"}},
		[3]int32{3, 1, 1}, kernel.Of(x), kernel.Of(y), kernel.Of(out))
	same(t, out, 0, func(i int) kernel.BFloat16 { return x[i] + y[i] })
}

func TestSaxpy(t *testing.T) {
	x, y, out := data[float32](rows*columns, 1), data[float32](columns, 2), make([]float32, rows*columns)
	check(t, "Saxpy", block(64), [3]int32{rows, 1, 1}, kernel.Of(x, rows, columns), kernel.Of(y),
		kernel.Of(out, rows, columns), 2.5)
	same(t, out, 1e-6, func(i int) float32 { return 2.5*x[i] + y[i%columns] })
}

func TestMixed(t *testing.T) {
	x, y, z := narrow[kernel.Float16](n), narrow[float32](n), make([]int8, n)
	out := make([]kernel.BFloat16, n)
	for i := range z {
		z[i] = int8(i % 5)
	}
	types := map[string]string{"X": "kernel.Float16", "Y": "float32", "Z": "int8", "O": "kernel.BFloat16"}
	kernel.Check(t, cookbook.Source, "Mixed", kernel.Options{Constants: block(128), Types: types}, [3]int32{3, 1, 1},
		kernel.Of(x), kernel.Of(y), kernel.Of(z), kernel.Of(out))
	same(t, out, 1.0/256, func(i int) float64 { return float64(x[i])*float64(y[i]) + float64(z[i]) })
}

func TestGeluSilu(t *testing.T) {
	x, out := narrow[kernel.BFloat16](n), make([]kernel.BFloat16, n)
	check(t, "GeluSilu", block(128), [3]int32{3, 1, 1}, kernel.Of(x), kernel.Of(out))
	same(t, out, 1.0/128, func(i int) float64 {
		v := float64(x[i])
		g := v / 2 * (1 + math.Erf(v/math.Sqrt2))
		return g / (1 + math.Exp(-g))
	})
}

func TestDropout(t *testing.T) {
	x, out := data[float32](1024, 1), make([]float32, 1024)
	check(t, "Dropout", block(128), [3]int32{8, 1, 1}, kernel.Of(x), kernel.Of(out), 0.5, 7)
	kept := 0
	for i, v := range out {
		if v != 0 {
			kept++
			if math.Abs(float64(v-2*x[i])) > 1e-5 {
				t.Fatalf("element %d is %v, want 0 or %v", i, v, 2*x[i])
			}
		}
	}
	if kept < 440 || kept > 590 {
		t.Errorf("%d of 1024 elements are kept", kept)
	}
}

func TestTranspose(t *testing.T) {
	x, out := data[float32](rows*columns, 1), make([]float32, rows*columns)
	check(t, "Transpose", block(16), [3]int32{1, 4, 1}, kernel.Of(x, rows, columns), kernel.Of(out, columns, rows))
	same(t, out, 0, func(i int) float32 { return x[i%rows*columns+i/rows] })
}

// row computes a number from a row of x.
func row(x []float32, i int) []float32 { return x[i*columns : (i+1)*columns] }

func sum(x []float32) float64 {
	s := 0.0
	for _, v := range x {
		s += float64(v)
	}
	return s
}

func TestRowSum(t *testing.T) {
	x, out := data[float32](rows*columns, 1), make([]float32, rows)
	check(t, "RowSum", block(16), [3]int32{rows, 1, 1}, kernel.Of(x, rows, columns), kernel.Of(out))
	same(t, out, 1e-5, func(i int) float64 { return sum(row(x, i)) })
}

func TestColumnSum(t *testing.T) {
	x, out := data[float32](rows*columns, 1), make([]float32, columns)
	check(t, "ColumnSum", map[string]int64{"rows": 4, "block": 32}, [3]int32{2, 1, 1}, kernel.Of(x, rows, columns),
		kernel.Of(out))
	same(t, out, 1e-5, func(j int) float64 {
		s := 0.0
		for i := range rows {
			s += float64(x[i*columns+j])
		}
		return s
	})
}

func TestSoftmax(t *testing.T) {
	x, out := data[float32](rows*columns, 1), make([]float32, rows*columns)
	check(t, "Softmax", block(64), [3]int32{rows, 1, 1}, kernel.Of(x, rows, columns), kernel.Of(out, rows, columns))
	same(t, out, 1e-5, func(i int) float64 {
		s := 0.0
		for _, v := range row(x, i/columns) {
			s += math.Exp(float64(v))
		}
		return math.Exp(float64(x[i])) / s
	})
}

func TestCrossEntropy(t *testing.T) {
	x, targets, out := narrow[kernel.BFloat16](rows*columns), make([]int64, rows), make([]float32, rows)
	for i := range targets {
		targets[i] = int64(i * 11 % columns)
	}
	check(t, "CrossEntropy", block(16), [3]int32{rows, 1, 1}, kernel.Of(x, rows, columns), kernel.Of(targets),
		kernel.Of(out))
	same(t, out, 1e-5, func(i int) float64 {
		s := 0.0
		for _, v := range x[i*columns : (i+1)*columns] {
			s += math.Exp(float64(v))
		}
		return math.Log(s) - float64(x[i*columns+int(targets[i])])
	})
}

func TestLayerNormAndRMSNorm(t *testing.T) {
	x, w, b := narrow[kernel.BFloat16](rows*columns), narrow[kernel.BFloat16](columns), narrow[kernel.BFloat16](columns)
	out := make([]kernel.BFloat16, rows*columns)
	check(t, "LayerNorm", block(64), [3]int32{rows, 1, 1}, kernel.Of(x, rows, columns), kernel.Of(w), kernel.Of(b),
		kernel.Of(out, rows, columns), 1e-5)
	moments := func(i int) (mean, square float64) {
		for _, v := range x[i*columns : (i+1)*columns] {
			mean += float64(v) / columns
			square += float64(v) * float64(v) / columns
		}
		return mean, square
	}
	same(t, out, 1.0/64, func(i int) float64 {
		mean, square := moments(i / columns)
		return (float64(x[i])-mean)/math.Sqrt(square-mean*mean+1e-5)*float64(w[i%columns]) + float64(b[i%columns])
	})
	check(t, "RMSNorm", block(64), [3]int32{rows, 1, 1}, kernel.Of(x, rows, columns), kernel.Of(w),
		kernel.Of(out, rows, columns), 1e-5)
	same(t, out, 1.0/64, func(i int) float64 {
		_, square := moments(i / columns)
		return float64(x[i]) / math.Sqrt(square+1e-5) * float64(w[i%columns])
	})
}

func TestCumSum(t *testing.T) {
	x, out := data[float32](rows*columns, 1), make([]float32, rows*columns)
	check(t, "CumSum", block(64), [3]int32{rows, 1, 1}, kernel.Of(x, rows, columns), kernel.Of(out, rows, columns))
	same(t, out, 1e-5, func(i int) float64 { return sum(x[i/columns*columns : i+1]) })
}

func TestArgMaxIsTheFirstOfEqualElements(t *testing.T) {
	x, out := narrow[float32](rows*columns), make([]int64, rows)
	check(t, "ArgMax", block(64), [3]int32{rows, 1, 1}, kernel.Of(x, rows, columns), kernel.Of(out))
	same(t, out, 0, func(i int) int { return slices.Index(row(x, i), slices.Max(row(x, i))) })
}

func TestTopK(t *testing.T) {
	const k = 3
	x, out := data[float32](rows*columns, 1), make([]float32, rows*k)
	check(t, "TopK", block(64), [3]int32{rows, 1, 1}, kernel.Of(x, rows, columns), kernel.Of(out, rows, k), k)
	same(t, out, 0, func(i int) float32 {
		sorted := slices.Clone(row(x, i/k))
		slices.Sort(sorted)
		return sorted[columns-1-i%k]
	})
}

func TestEmbedding(t *testing.T) {
	table, ids, out := narrow[kernel.BFloat16](rows*columns), []int64{3, 0, 3}, make([]kernel.BFloat16, 3*columns)
	check(t, "Embedding", block(64), [3]int32{3, 1, 1}, kernel.Of(ids), kernel.Of(table, rows, columns),
		kernel.Of(out, 3, columns))
	same(t, out, 0, func(i int) kernel.BFloat16 { return table[int(ids[i/columns])*columns+i%columns] })
}

func TestScatterAdd(t *testing.T) {
	x, index, out := narrow[float32](n), make([]int32, n), make([]float32, 10)
	want := make([]float32, 10)
	for i := range index {
		index[i] = int32(i * 7 % 10)
		want[index[i]] += x[i]
	}
	check(t, "ScatterAdd", block(128), [3]int32{3, 1, 1}, kernel.Of(x), kernel.Of(index), kernel.Of(out))
	same(t, out, 1e-5, func(i int) float32 { return want[i] })
}

func TestHistogram(t *testing.T) {
	x, out := make([]int32, n), make([]int32, 256)
	want := make([]int32, 256)
	for i := range x {
		x[i] = int32(i * i % 256)
		want[x[i]]++
	}
	check(t, "Histogram", block(128), [3]int32{3, 1, 1}, kernel.Of(x), kernel.Of(out))
	same(t, out, 0, func(i int) int32 { return want[i] })
}

func TestQuantize(t *testing.T) {
	x := narrow[kernel.BFloat16](rows * 128)
	out, scales := make([]kernel.Float8E4M3, rows*128), make([]float32, rows)
	check(t, "Quantize", map[string]int64{"rows": 4}, [3]int32{2, 1, 1}, kernel.Of(x, rows, 128),
		kernel.Of(out, rows, 128), kernel.Of(scales))
	same(t, scales, 1e-5, func(i int) float64 { return 1.5 / 448 })
	for i := range out {
		if got := float64(out[i]) * float64(scales[i/128]); math.Abs(got-float64(x[i])) > 0.07*math.Abs(float64(x[i])) {
			t.Fatalf("element %d is %v, want %v", i, got, x[i])
		}
	}
}

func TestMatMul(t *testing.T) {
	const m, p, q = 33, 50, 21
	a, b, c := narrow[kernel.Float16](m*q), narrow[kernel.Float16](q*p), make([]float32, m*p)
	check(t, "MatMul", map[string]int64{"block": 32, "depth": 16}, [3]int32{2, 2, 1}, kernel.Of(a, m, q),
		kernel.Of(b, q, p), kernel.Of(c, m, p))
	same(t, c, 1e-5, func(i int) float64 {
		s := 0.0
		for l := range q {
			s += float64(a[i/p*q+l]) * float64(b[l*p+i%p])
		}
		return s
	})
}
