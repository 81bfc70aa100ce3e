package interp_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
)

const matmul = `module attributes {tile.semantics = #tile.semantics<triton>} {
tile.kernel @matmul(%a: !tile.array<?x?xf16>, %b: !tile.array<?x?xf16>, %c: !tile.array<?x?xf32>, %steps: i32) {
  %i = tile.program_id 0
  %j = tile.program_id 1
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : tensor<128x128xf32>
  %acc = scf.for %k = %c0 to %steps step %c1 iter_args(%s = %zero) -> (tensor<128x128xf32>) : i32 {
    %x = tile.load_view %a[%i, %k] padding zero : !tile.array<?x?xf16> -> tensor<128x32xf16>
    %y = tile.load_view %b[%k, %j] padding zero : !tile.array<?x?xf16> -> tensor<32x128xf16>
    %d = tile.dot %x, %y, %s : tensor<128x32xf16>, tensor<32x128xf16> -> tensor<128x128xf32>
    scf.yield %d : tensor<128x128xf32>
  }
  tile.store_view %acc, %c[%i, %j] : tensor<128x128xf32>, !tile.array<?x?xf32>
  tile.return
}
}`

// matrices returns the arguments of a product of square matrices of n rows. The result is the last array argument.
func matrices(tb testing.TB, n int64) []any {
	tb.Helper()
	ctx, r := ir.NewContext(), rand.New(rand.NewPCG(1, 2))
	var args []any
	for range 2 {
		a, err := interp.Filled(ctx.F16(), []int64{n, n}, func(int) float64 { return r.NormFloat64() })
		if err != nil {
			tb.Fatal(err)
		}
		args = append(args, a)
	}
	c, err := interp.NewArray(ctx.F32(), n, n)
	if err != nil {
		tb.Fatal(err)
	}
	return append(args, c, (n+31)/32)
}

func TestMatrixProductByTilesIsThatOfTheWhole(t *testing.T) {
	op, err := text.ParseString(registry.NewContext(), matmul)
	if err != nil {
		t.Fatal(err)
	}
	const n = 160
	args := matrices(t, n)
	if err := interp.Run(context.Background(), op, "matmul", interp.Grid{2, 2, 1}, args...); err != nil {
		t.Fatal(err)
	}
	a, b, c := args[0].(*interp.Array).Float64s(), args[1].(*interp.Array).Float64s(), args[2].(*interp.Array)
	for i := range n {
		for j := range n {
			want, size := 0.0, 0.0
			for k := range n {
				term := a[i*n+k] * b[k*n+j]
				want += term
				size += max(term, -term)
			}
			// The accumulator is rounded to f32 after each of five steps.
			if d := c.Float64(i*n+j) - want; max(d, -d) > size*5*0x1p-24 {
				t.Fatalf("element %d, %d is %v, want %v", i, j, c.Float64(i*n+j), want)
			}
		}
	}
}

// BenchmarkMatmul1024 is the product of two matrices of 1024 rows and columns in f16.
func BenchmarkMatmul1024(b *testing.B) {
	op, err := text.ParseString(registry.NewContext(), matmul)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if err := interp.Run(context.Background(), op, "matmul", interp.Grid{8, 8, 1}, matrices(b, 1024)...); err != nil {
			b.Fatal(err)
		}
	}
}
