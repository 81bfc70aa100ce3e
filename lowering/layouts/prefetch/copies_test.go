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
	"github.com/girih-ir/girih/internal/longtest"
	"github.com/girih-ir/girih/lowering/pipeline"
	"github.com/girih-ir/girih/pass"
)

// multiplied returns a kernel that adds up products of tiles of 32x16 and 16x32 elements. Its loop has the given number
// of iterations, or %n if trips is negative. rowsOfA and rowsOfB are the shapes in which the tiles lie in memory. The
// definitions of their addresses are missing; see [matrices].
func multiplied(typ string, trips int, rowsOfA, rowsOfB string) string {
	to := "%n"
	known := ""
	if trips >= 0 {
		to, known = "%known", fmt.Sprintf("%%known = arith.constant %d : i32", trips)
	}
	return strings.NewReplacer("$TO", to, "$T", typ, "$KNOWN", known, "$A", rowsOfA, "$B", rowsOfB).Replace(`
tile.kernel @k(%a: !tile.ptr<$T> {tile.divisibility = 16 : i32}, %b: !tile.ptr<$T> {tile.divisibility = 16 : i32},
               %c: !tile.ptr<$T> {tile.divisibility = 16 : i32}, %n: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %size = arith.constant 512 : i32
  %start = arith.constant dense<0.0> : tensor<32x32x$T>
  $KNOWN
  %i = tile.iota : tensor<512xi32>
  %j = tile.iota : tensor<1024xi32>
  %ra = tile.reshape %i : tensor<512xi32> -> tensor<$Axi32>
  %rb = tile.reshape %i : tensor<512xi32> -> tensor<$Bxi32>
  $PA
  $PB
  %oc = tile.reshape %j : tensor<1024xi32> -> tensor<32x32xi32>
  %bc = tile.splat %c : !tile.ptr<$T> -> tensor<32x32x!tile.ptr<$T>>
  %pc = tile.addptr %bc, %oc : tensor<32x32x!tile.ptr<$T>>, tensor<32x32xi32> -> tensor<32x32x!tile.ptr<$T>>
  %sum = scf.for %k = %zero to $TO step %one iter_args(%acc = %start) -> (tensor<32x32x$T>) : i32 {
    %at = arith.muli %k, %size : i32
    %xa = tile.addptr %a, %at : !tile.ptr<$T>, i32 -> !tile.ptr<$T>
    %xb = tile.addptr %b, %at : !tile.ptr<$T>, i32 -> !tile.ptr<$T>
    %sa = tile.splat %xa : !tile.ptr<$T> -> tensor<32x16x!tile.ptr<$T>>
    %sb = tile.splat %xb : !tile.ptr<$T> -> tensor<16x32x!tile.ptr<$T>>
    %p = tile.addptr %sa, %oa : tensor<32x16x!tile.ptr<$T>>, tensor<32x16xi32> -> tensor<32x16x!tile.ptr<$T>>
    %q = tile.addptr %sb, %ob : tensor<16x32x!tile.ptr<$T>>, tensor<16x32xi32> -> tensor<16x32x!tile.ptr<$T>>
    %x = tile.load %p : tensor<32x16x!tile.ptr<$T>>
    %y = tile.load %q : tensor<16x32x!tile.ptr<$T>>
    %next = tile.dot %x, %y, %acc : tensor<32x16x$T>, tensor<16x32x$T> -> tensor<32x32x$T>
    scf.yield %next : tensor<32x32x$T>
  }
  tile.store %pc, %sum : tensor<32x32x!tile.ptr<$T>>, tensor<32x32x$T>
  tile.return
}
`)
}

// matrices completes a kernel of [multiplied] by the addresses of the tiles. If transposed is set, the tiles are stored
// in column-major order.
func matrices(typ string, trips int, transposed bool) string {
	keep := "%oa = tile.reshape %ra : tensor<32x16xi32> -> tensor<32x16xi32>\n  "
	turn := "%oa = tile.permute %ra [1, 0] : tensor<16x32xi32> -> tensor<32x16xi32>\n  "
	a, pa := "32x16", keep
	b, pb := "16x32", "%ob = tile.reshape %rb : tensor<16x32xi32> -> tensor<16x32xi32>"
	if transposed {
		a, pa = "16x32", turn
		b, pb = "32x16", "%ob = tile.permute %rb [1, 0] : tensor<32x16xi32> -> tensor<16x32xi32>"
	}
	return strings.NewReplacer("$PA", pa, "$PB", pb).Replace(multiplied(typ, trips, a, b))
}

// Kernels that copy tiles ahead compute the same as the reference executor. The arrays end with the last tile, so that
// copies for iterations that do not exist would be out of bounds.
func TestTilesThatAreCopiedAheadAreThoseOfTheReferenceExecutor(t *testing.T) {
	n := 0
	for _, typ := range []string{"f32", "f64"} {
		for _, transposed := range []bool{false, true} {
			for trips := range 7 {
				for _, open := range []bool{false, true} {
					for _, cells := range []int{0, 2, 3, 4} {
						if n++; !longtest.Includes(n, 19) {
							continue
						}
						known := trips
						if open {
							known = -1
						}
						name := fmt.Sprintf("%s, transposed %v, %d trips, open %v, %d cells", typ, transposed, trips, open,
							cells)
						compareCells(t, name, matrices(typ, known, transposed), trips, cells, false)
						if !open {
							compareCells(t, name+" of their own", matrices(typ, known, transposed), trips, cells, true)
						}
					}
				}
			}
		}
	}
}

// Warp groups read the tiles of a loop that is unrolled, too. An instruction multiplies all 16 products of a tile, but
// a sum is continued by the next tile.
func TestTilesOfWarpGroupsAreCopiedAtOnce(t *testing.T) {
	larger := strings.NewReplacer("512", "1024", "1024", "4096",
		"32x16", "64x16", "16x32", "16x64", "32x32", "64x64")
	for trips := 2; trips <= 3; trips++ {
		compareCells(t, fmt.Sprint(trips, " trips"), larger.Replace(matrices("f16", trips, false)), trips, 3, false)
	}
}

func compareCells(t *testing.T, name, source string, trips, cells int, alternate bool) {
	t.Helper()
	m := parse(t, source)
	elem, tile, sums, warps := m.Operation().Context().F32(), 512, 1024, 2
	switch {
	case strings.Contains(source, "f64"):
		elem = m.Operation().Context().F64()
	case strings.Contains(source, "f16"):
		elem, tile, sums, warps = m.Operation().Context().Float("f16"), 1024, 4096, 4
	}
	filled := func(n, seed int) *interp.Array {
		a, err := interp.Filled(elem, []int64{int64(n)}, func(i int) float64 { return float64((i*7+seed)%11 - 5) })
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	a, b := filled(tile*max(1, trips), 0), filled(tile*max(1, trips), 3)
	want, got := filled(sums, 1), filled(sums, 1)
	if err := m.Execute(context.Background(), "k", interp.Grid{1, 1, 1}, a, b, want, trips); err != nil {
		t.Fatal(err)
	}
	o := girih.CompileOptions{NumWarps: warps, SM: 90, ArchSpecific: true, Cells: cells, Alternate: alternate}
	p, err := m.Compile(context.Background(), o)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	repeats := trips > 1 || strings.Contains(source, "to %n")
	if copies := strings.Contains(p.String(), "cp.async"); copies != (cells > 0 && repeats) {
		t.Errorf("%s: asynchronous copies: %v", name, copies)
	}
	if _, err := p.Execute(context.Background(), "k", simt.Launch{Grid: [3]int32{1, 1, 1}}, a, b, got, trips); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if !slices.Equal(got.Float64s(), want.Float64s()) {
		t.Errorf("%s: another result", name)
	}
}

// Tiles are not copied asynchronously if operations other than products use them.
func TestTilesThatOthersUseAreNotCopied(t *testing.T) {
	source := matrices("f32", 5, false)
	for _, c := range []struct {
		name, old, new string
		copies         bool
	}{
		{"as it is", "", "", true},
		{"a factor that is negated", "%next = tile.dot %x,",
			"%neg = arith.negf %x : tensor<32x16xf32>\n    %next = tile.dot %neg,", false},
		{"a number where the mask is false", "%x = tile.load %p :", "%x = tile.load %p, %m, %o :", false},
		{"zero where the mask is false", "%x = tile.load %p :", "%x = tile.load %p, %m, %z :", true},
		{"a product of rounded factors", "tile.dot %x, %y, %acc :", "tile.dot %x, %y, %acc precision tf32 :", false},
	} {
		text := strings.Replace(source, c.old, c.new, 1)
		text = strings.Replace(text, "  %sum = scf.for", "  %m = arith.constant dense<true> : tensor<32x16xi1>\n"+
			"  %o = arith.constant dense<1.0> : tensor<32x16xf32>\n  %z = arith.constant dense<0.0> : tensor<32x16xf32>\n"+
			"  %sum = scf.for", 1)
		if strings.Contains(c.new, "%m") {
			text = strings.Replace(text, c.new+" tensor<32x16x!tile.ptr<f32>>", c.new+
				" tensor<32x16x!tile.ptr<f32>>, tensor<32x16xi1>, tensor<32x16xf32>", 1)
		}
		m := parse(t, text)
		if err := pipeline.New(pipeline.Layouts, pipeline.Options{NumWarps: 2, Cells: 3}).Run(context.Background(),
			m.Operation(), pass.RunOptions{Verify: true}); err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if got := strings.Contains(m.String(), "tilegpu.shared_copy"); got != c.copies {
			t.Errorf("%s: copied %v, want %v\n%s", c.name, got, c.copies, m)
		}
	}
}

// A product of warp groups ends before the barrier behind which other threads copy a tile to its cell, also where the
// loop is unrolled, so that the next iteration's copies follow it in the same block.
func TestProductsEndBeforeTheirCellsAreFilledAgain(t *testing.T) {
	source := strings.NewReplacer("32x16", "64x64", "16x32", "64x64", "32x32", "64x64", "512", "4096",
		"1024", "4096").Replace(matrices("f16", 5, false))
	source = strings.NewReplacer("dense<0.0> : tensor<64x64xf16>", "dense<0.0> : tensor<64x64xf32>",
		"-> (tensor<64x64xf16>)", "-> (tensor<64x64xf32>)",
		"-> tensor<64x64xf16>\n    scf.yield %next : tensor<64x64xf16>",
		"-> tensor<64x64xf32>\n    scf.yield %next : tensor<64x64xf32>",
		"tile.store %pc, %sum",
		"%out = arith.truncf %sum : tensor<64x64xf32> to tensor<64x64xf16>\n  tile.store %pc, %out").Replace(source)
	for _, cells := range []int{2, 3} {
		m := parse(t, source)
		ctx := m.Operation().Context()
		filled := func(n, seed int) *interp.Array {
			value := func(i int) float64 { return float64((i*7+seed)%3 - 1) }
			a, err := interp.Filled(ctx.Float("f16"), []int64{int64(n)}, value)
			if err != nil {
				t.Fatal(err)
			}
			return a
		}
		a, b := filled(5*4096, 0), filled(5*4096, 2)
		want, got := filled(4096, 1), filled(4096, 1)
		if err := m.Execute(t.Context(), "k", interp.Grid{1, 1, 1}, a, b, want, 5); err != nil {
			t.Fatal(err)
		}
		o := girih.CompileOptions{NumWarps: 8, SM: 90, ArchSpecific: true, Cells: cells, Alternate: true}
		p, err := m.Compile(t.Context(), o)
		if err != nil {
			t.Fatal(err)
		}
		if text := p.String(); !strings.Contains(text, "wgmma") || !strings.Contains(text, "cp.async.shared.global") {
			t.Errorf("%d cells: no products of warp groups, or no copies", cells)
		}
		for seed := range uint64(3) {
			launch := simt.Launch{Grid: [3]int32{1, 1, 1}, Seed: seed}
			if _, err := p.Execute(t.Context(), "k", launch, a, b, got, 5); err != nil {
				t.Fatalf("%d cells: %v", cells, err)
			}
			if !slices.Equal(got.Float64s(), want.Float64s()) {
				t.Errorf("%d cells: another result", cells)
			}
		}
	}
}
