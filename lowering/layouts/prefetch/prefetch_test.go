package prefetch_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/backend/simt"
	"github.com/girih-ir/girih/lowering/pipeline"
	"github.com/girih-ir/girih/pass"
)

// matmul adds up %n products of tiles of 16x32 and 32x16 elements. The loop carries pointers, as Triton's kernels do.
const matmul = `
tile.kernel @k(%a: !tile.ptr<f16> {tile.divisibility = 16 : i32}, %b: !tile.ptr<f16> {tile.divisibility = $DIV : i32},
               %c: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %n: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %start = arith.constant dense<0.0> : tensor<16x16xf32>
  %bx = tile.splat %a : !tile.ptr<f16> -> tensor<16x32x!tile.ptr<f16>>
  %by = tile.splat %b : !tile.ptr<f16> -> tensor<32x16x!tile.ptr<f16>>
  %bz = tile.splat %c : !tile.ptr<f32> -> tensor<16x16x!tile.ptr<f32>>
  %ix = tile.iota : tensor<512xi32>
  %iz = tile.iota : tensor<256xi32>
  %ox = tile.reshape %ix : tensor<512xi32> -> tensor<16x32xi32>
  %oy = tile.reshape %ix : tensor<512xi32> -> tensor<32x16xi32>
  %oz = tile.reshape %iz : tensor<256xi32> -> tensor<16x16xi32>
  %px = tile.addptr %bx, %ox : tensor<16x32x!tile.ptr<f16>>, tensor<16x32xi32> -> tensor<16x32x!tile.ptr<f16>>
  %py = tile.addptr %by, %oy : tensor<32x16x!tile.ptr<f16>>, tensor<32x16xi32> -> tensor<32x16x!tile.ptr<f16>>
  %pz = tile.addptr %bz, %oz : tensor<16x16x!tile.ptr<f32>>, tensor<16x16xi32> -> tensor<16x16x!tile.ptr<f32>>
  %stepx = arith.constant dense<512> : tensor<16x32xi32>
  %stepy = arith.constant dense<512> : tensor<32x16xi32>
  %sum:3 = scf.for %i = %zero to %n step %one iter_args(%acc = %start, %p = %px, %q = %py)
      -> (tensor<16x16xf32>, tensor<16x32x!tile.ptr<f16>>, tensor<32x16x!tile.ptr<f16>>) : i32 {
    %x = tile.load %p : tensor<16x32x!tile.ptr<f16>>
    %y = tile.load %q : tensor<32x16x!tile.ptr<f16>>
    %next = tile.dot %x, %y, %acc : tensor<16x32xf16>, tensor<32x16xf16> -> tensor<16x16xf32>
    $BODY
    %np = tile.addptr %p, %stepx : tensor<16x32x!tile.ptr<f16>>, tensor<16x32xi32> -> tensor<16x32x!tile.ptr<f16>>
    %nq = tile.addptr %q, %stepy : tensor<32x16x!tile.ptr<f16>>, tensor<32x16xi32> -> tensor<32x16x!tile.ptr<f16>>
    scf.yield %next, %np, %nq : tensor<16x16xf32>, tensor<16x32x!tile.ptr<f16>>, tensor<32x16x!tile.ptr<f16>>
  }
  tile.store %pz, %sum#0 : tensor<16x16x!tile.ptr<f32>>, tensor<16x16xf32>
  tile.return
}
`

// kernel returns matmul with additional operations in the loop and the given divisibility of the second pointer.
func kernel(body string, divisibility int) string {
	return strings.NewReplacer("$BODY", body, "$DIV", fmt.Sprint(divisibility)).Replace(matmul)
}

func parse(t *testing.T, source string) *girih.Module {
	t.Helper()
	m, err := girih.Parse("matmul.mlir", []byte(source))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// The loop carries the tiles that are loaded ahead, in addition to its own values.
func TestTilesOfTheNextIterationAreLoadedBeforeProducts(t *testing.T) {
	for _, c := range []struct {
		name, body string
		divides    int
		ahead      bool
	}{
		{"pointers that are carried", "", 16, true},
		{"a loop that writes", "tile.store %pz, %next : tensor<16x16x!tile.ptr<f32>>, tensor<16x16xf32>", 16, false},
		{"elements that may begin anywhere", "", 2, false},
	} {
		m := parse(t, kernel(c.body, c.divides))
		if err := pipeline.New(pipeline.Layouts, pipeline.Options{NumWarps: 1}).Run(context.Background(), m.Operation(),
			pass.RunOptions{Verify: true}); err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		text := m.String()
		loop, product := strings.Index(text, "scf.for"), strings.Index(text, "tile.dot")
		before, inside := strings.Count(text[:loop], "tile.load"), strings.Count(text[loop:product], "tile.load")
		if got := before == 2 && inside == 2; got != c.ahead {
			t.Errorf("%s: %d tiles loaded before the loop and %d before the product, ahead: %v\n%s", c.name, before, inside,
				c.ahead, text)
		}
	}
}

// Kernels that load tiles ahead compute the same as the reference executor. The arrays end with the last tile, so that
// loads for an iteration that does not exist would be out of bounds.
func TestProductsOfTilesLoadedAheadAreThoseOfTheReferenceExecutor(t *testing.T) {
	for trips := range 4 {
		m := parse(t, kernel("", 16))
		ctx := m.Operation().Context()
		array := func(n int) *interp.Array {
			a, err := interp.Filled(ctx.F16(), []int64{int64(max(1, n))}, func(i int) float64 { return float64(i*7%5 - 2) })
			if err != nil {
				t.Fatal(err)
			}
			return a
		}
		var results [2]*interp.Array
		for i := range results {
			var err error
			if results[i], err = interp.NewArray(ctx.F32(), 256); err != nil {
				t.Fatal(err)
			}
		}
		a, b := array(512*trips), array(512*trips)
		if err := m.Execute(context.Background(), "k", interp.Grid{1, 1, 1}, a, b, results[0], trips); err != nil {
			t.Fatal(err)
		}
		p, err := m.Compile(context.Background(), girih.CompileOptions{NumWarps: 1})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := p.Execute(context.Background(), "k", simt.Launch{Grid: [3]int32{1, 1, 1}}, a, b, results[1],
			trips); err != nil {
			t.Fatalf("%d trips: %v", trips, err)
		}
		for i := range 256 {
			if got, want := results[1].Float64(i), results[0].Float64(i); got != want {
				t.Fatalf("%d trips: element %d is %v, want %v", trips, i, got, want)
			}
		}
	}
}

// With alternate, the tiles of two consecutive iterations have separate places in shared memory. Threads need no
// barrier before they write them, so the loop has fewer barriers. A loop may ask for it by an attribute.
func TestTilesInTwoPlacesTakeFewerBarriers(t *testing.T) {
	for trips := 2; trips <= 5; trips++ {
		known := strings.NewReplacer("f16", "f32", "to %n step", "to %known step", "  %sum:3 =",
			fmt.Sprintf("  %%known = arith.constant %d : i32\n  %%sum:3 =", trips)).Replace(kernel("", 16))
		asking := strings.Replace(known, "\n  }\n", "\n  } {tilegpu.two_places}\n", 1)
		var results [3]*interp.Array
		var barriers [3]int64
		for i, source := range []string{known, known, asking} {
			m := parse(t, source)
			ctx := m.Operation().Context()
			var arrays [2]*interp.Array
			for k := range arrays {
				a, err := interp.Filled(ctx.F32(), []int64{int64(512 * trips)}, func(i int) float64 { return float64(i*7%5 - 2) })
				if err != nil {
					t.Fatal(err)
				}
				arrays[k] = a
			}
			var err error
			if results[i], err = interp.NewArray(ctx.F32(), 256); err != nil {
				t.Fatal(err)
			}
			p, err := m.Compile(context.Background(), girih.CompileOptions{NumWarps: 4, Alternate: i == 1})
			if err != nil {
				t.Fatal(err)
			}
			stats, err := p.Execute(context.Background(), "k", simt.Launch{Grid: [3]int32{1, 1, 1}}, arrays[0], arrays[1],
				results[i], trips)
			if err != nil {
				t.Fatalf("%d trips: %v", trips, err)
			}
			barriers[i] = stats.Barriers
		}
		for i := 1; i < 3; i++ {
			if barriers[i] >= barriers[0] {
				t.Errorf("%d trips: %d barriers, and %d where tiles have one place", trips, barriers[i], barriers[0])
			}
			if !slices.Equal(results[0].Float64s(), results[i].Float64s()) {
				t.Errorf("%d trips: another result", trips)
			}
		}
	}
}
