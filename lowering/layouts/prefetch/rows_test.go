package prefetch_test

import (
	"context"
	"math"
	"strings"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/backend/simt"
	"github.com/girih-ir/girih/lowering/pipeline"
	"github.com/girih-ir/girih/pass"
)

// sums adds up exponentials of the elements of a row, lowered by the greatest element so far, for which threads meet in
// every iteration.
const sums = `
tile.kernel @k(%x: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %out: !tile.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c256 = arith.constant 256 : i32
  %low = arith.constant 0xFF800000 : f32
  %lows = arith.constant dense<0xFF800000> : tensor<256xf32>
  %zero = arith.constant 0.0 : f32
  %i = tile.iota : tensor<256xi32>
  %xs = tile.splat %x : !tile.ptr<f32> -> tensor<256x!tile.ptr<f32>>
  %ns = tile.splat %n : i32 -> tensor<256xi32>
  %r:2 = scf.for %k = %c0 to %n step %c256 iter_args(%most = %low, %sum = %zero) -> (f32, f32) : i32 {
    %ks = tile.splat %k : i32 -> tensor<256xi32>
    %j = arith.addi %ks, %i : tensor<256xi32>
    %inside = arith.cmpi slt, %j, %ns : tensor<256xi32>
    %p = tile.addptr %xs, %j : tensor<256x!tile.ptr<f32>>, tensor<256xi32> -> tensor<256x!tile.ptr<f32>>
    %v = tile.load %p, %inside, %lows : tensor<256x!tile.ptr<f32>>, tensor<256xi1>, tensor<256xf32>
    %m = tile.reduce %v axis = 0 {
    ^bb0(%a: f32, %b: f32):
      %c = arith.maxnumf %a, %b : f32
      tile.yield %c : f32
    } : tensor<256xf32> -> f32
    %top = arith.maxnumf %most, %m : f32
    %d = arith.subf %most, %top : f32
    %scale = math.exp2 %d : f32
    %lowered = arith.mulf %sum, %scale : f32
    %tops = tile.splat %top : f32 -> tensor<256xf32>
    %e = arith.subf %v, %tops : tensor<256xf32>
    %w = math.exp2 %e : tensor<256xf32>
    %s = tile.reduce %w axis = 0 {
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      tile.yield %c : f32
    } : tensor<256xf32> -> f32
    %next = arith.addf %lowered, %s : f32
    scf.yield %top, %next : f32, f32
  }
  %sum = arith.addf %r#0, %r#1 : f32
  tile.store %out, %sum : !tile.ptr<f32>, f32
  tile.return
}
`

// Where threads meet in every iteration, the row's next elements are loaded before. A loop that only adds up elements
// is left as it is, to be unrolled.
func TestRowsAreLoadedAheadWhereThreadsMeet(t *testing.T) {
	plain := `
tile.kernel @k(%x: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %out: !tile.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c256 = arith.constant 256 : i32
  %zeros = arith.constant dense<0.0> : tensor<256xf32>
  %i = tile.iota : tensor<256xi32>
  %xs = tile.splat %x : !tile.ptr<f32> -> tensor<256x!tile.ptr<f32>>
  %r = scf.for %k = %c0 to %n step %c256 iter_args(%sum = %zeros) -> (tensor<256xf32>) : i32 {
    %ks = tile.splat %k : i32 -> tensor<256xi32>
    %j = arith.addi %ks, %i : tensor<256xi32>
    %p = tile.addptr %xs, %j : tensor<256x!tile.ptr<f32>>, tensor<256xi32> -> tensor<256x!tile.ptr<f32>>
    %v = tile.load %p : tensor<256x!tile.ptr<f32>>
    %next = arith.addf %sum, %v : tensor<256xf32>
    scf.yield %next : tensor<256xf32>
  }
  %os = tile.splat %out : !tile.ptr<f32> -> tensor<256x!tile.ptr<f32>>
  tile.store %os, %r : tensor<256x!tile.ptr<f32>>, tensor<256xf32>
  tile.return
}`
	for source, ahead := range map[string]bool{sums: true, plain: false} {
		m := parse(t, source)
		if err := pipeline.New(pipeline.Layouts, pipeline.Options{NumWarps: 2}).Run(context.Background(), m.Operation(),
			pass.RunOptions{Verify: true}); err != nil {
			t.Fatal(err)
		}
		text := m.String()
		before, _, _ := strings.Cut(text, "scf.for")
		if got := strings.Contains(before, "tile.load"); got != ahead {
			t.Errorf("the first tile is loaded before the loop: %v, want %v, in\n%s", got, ahead, text)
		}
	}
}

// The results are those of the reference executor, also where the loop does not run. The array ends with the row, so
// that loads for an iteration that does not exist would be out of bounds.
func TestRowsLoadedAheadAreThoseOfTheReferenceExecutor(t *testing.T) {
	for _, n := range []int{0, 1, 255, 256, 257, 1000} {
		m := parse(t, sums)
		ctx := m.Operation().Context()
		x, err := interp.Filled(ctx.F32(), []int64{int64(max(n, 1))}, func(i int) float64 { return float64(i*7%13) / 4 })
		if err != nil {
			t.Fatal(err)
		}
		var results [2]*interp.Array
		for i := range results {
			if results[i], err = interp.NewArray(ctx.F32(), 1); err != nil {
				t.Fatal(err)
			}
		}
		if err := m.Execute(context.Background(), "k", interp.Grid{1, 1, 1}, x, results[0], n); err != nil {
			t.Fatal(err)
		}
		p, err := m.Compile(context.Background(), girih.CompileOptions{NumWarps: 2})
		if err == nil {
			_, err = p.Execute(context.Background(), "k", simt.Launch{Grid: [3]int32{1, 1, 1}}, x, results[1], n)
		}
		got, want := results[1].Float64(0), results[0].Float64(0)
		if err != nil || got != want && !(math.Abs(got-want) <= 1e-5*math.Abs(want)) {
			t.Errorf("%d elements: %v, want %v, %v", n, got, want, err)
		}
	}
}
