package contractions_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/backend/simt"
	"github.com/girih-ir/girih/internal/einsums"
	"github.com/girih-ir/girih/internal/longtest"
)

// The last tiles side by side may be more than the output has, whoever loads and stores them: nothing outside of the
// arrays is read or written.
func TestTilesBeyondTheLastOneAreOutsideOfTheOutput(t *testing.T) {
	for i, c := range []struct {
		equation string
		a, b, c  []int64
		columns  int64
		views    bool
	}{
		{"mk,kn->mn", []int64{40, 32}, []int64{32, 8}, []int64{40, 8}, 24, true},    // one tile of 8 for 3
		{"nk,mk->nm", []int64{5, 32}, []int64{64, 32}, []int64{5, 64}, 48, true},    // 4 by 16 for 6
		{"mk,kn->nm", []int64{16, 40}, []int64{40, 64}, []int64{64, 16}, 192, true}, // the output is transposed
		{"bkm,bkn->mnb", []int64{2, 16, 40}, []int64{2, 16, 32}, []int64{40, 32, 2}, 48, true},
		{"krc,n(h+r)wc->nhwk", []int64{64, 2, 32}, []int64{4, 5, 4, 32}, []int64{4, 4, 4, 64}, 96, false}, // 2 boxes for 3
		{"rmk,w(h-r+2)nk->wmhn", []int64{1, 72, 32}, []int64{16, 5, 8, 32}, []int64{16, 72, 3, 8}, 72, false},
	} {
		if !longtest.Includes(i, 2) {
			continue
		}
		p := einsums.Case{Equation: c.equation, A: c.a, B: c.b, C: c.c}
		options := einsums.Options{Facts: "{tile.divisibility = 16 : i32}",
			Extra: fmt.Sprintf(`shape = array<i64: 64, %d, 32>, programs = "few"`, c.columns)}
		grid := [3]int32{2, 1, 1}
		o := girih.CompileOptions{NumWarps: 4, SM: 90, ArchSpecific: true}
		boxes := newRun(t, &p, elements[0], options)
		if !slices.Equal(boxes.threads(grid, o).Float64s(), boxes.execute(interp.Grid{1, 1, 1}).Float64s()) {
			t.Errorf("%s: another result", c.equation)
		}
		if c.views {
			newRun(t, &p, elements[1], options).same(grid, girih.CompileOptions{NumWarps: 4, SM: 80})
			options.Dynamic = true
			newRun(t, &p, elements[2], options).same(grid, girih.CompileOptions{NumWarps: 2, SM: 80})
		}
	}
}

// The only tile is not computed again in place of tiles beyond it, which would add twice to an output that is also a
// residual.
func TestOneTileOfSeveralIsComputedOnce(t *testing.T) {
	const kernel = `module {
  tile.kernel @k(%a: !tile.array<64x2x64xf16, strides = [128, 64, 1]> {tile.divisibility = 16 : i32},
      %b: !tile.array<1x3x16x64xf16, strides = [3072, 1024, 64, 1]> {tile.divisibility = 16 : i32},
      %c: !tile.array<1x2x16x64xf16, strides = [2048, 1024, 64, 1]> {tile.divisibility = 16 : i32}) {
    tile.contract "krc,n(h+r)wc->nhwk" %a, %b into %c with %c epilogue {
    ^bb0(%sum: f32, %old: f16):
      %wide = arith.extf %old : f16 to f32
      %all = arith.addf %sum, %wide : f32
      %new = arith.truncf %all : f32 to f16
      tile.yield %new : f16
    } {programs = "few", shape = array<i64: 64, 96, 64>, axes = ["nhwk"]} :
      !tile.array<64x2x64xf16, strides = [128, 64, 1]>, !tile.array<1x3x16x64xf16, strides = [3072, 1024, 64, 1]>,
      !tile.array<1x2x16x64xf16, strides = [2048, 1024, 64, 1]> with
      !tile.array<1x2x16x64xf16, strides = [2048, 1024, 64, 1]>
    tile.return
  }
}`
	p := einsums.Case{Equation: "krc,n(h+r)wc->nhwk", A: []int64{64, 2, 64}, B: []int64{1, 3, 16, 64},
		C: []int64{1, 2, 16, 64}}
	r := newRun(t, &p, elements[0], einsums.Options{})
	m, err := girih.Parse("k.mlir", []byte(kernel))
	if err != nil {
		t.Fatal(err)
	}
	want, got := r.arrays(), r.arrays()
	if err = m.Execute(t.Context(), "k", interp.Grid{1, 1, 1}, want[0], want[1], want[2]); err != nil {
		t.Fatal(err)
	}
	program, err := m.Compile(t.Context(), girih.CompileOptions{NumWarps: 4, SM: 90, ArchSpecific: true})
	if err != nil {
		t.Fatal(err)
	}
	_, err = program.Execute(t.Context(), "k", simt.Launch{Grid: [3]int32{1, 1, 1}}, got[0], got[1], got[2])
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(got[2].Float64s(), want[2].Float64s()) {
		t.Error("another result")
	}
}
