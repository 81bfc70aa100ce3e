package contractions_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/backend/simt"
	"github.com/girih-ir/girih/internal/einsums"
)

// Boxes of 2 by 2 pixels of 8 images waste nothing of 10 by 2 pixels, but only 2 pixels of each are neighbors in the
// output. Tiles side by side are stored together, so that a thread's neighbor stores the next 2 pixels. The last tiles
// are outside of the output.
func TestTilesSideBySideAreStoredTogether(t *testing.T) {
	p := einsums.Case{Equation: "krc,n(h+r)wc->nkhw", A: []int64{120, 2, 64}, B: []int64{8, 3, 10, 64},
		C: []int64{8, 120, 2, 10}}
	o := einsums.Options{Facts: "{tile.divisibility = 16 : i32}",
		Extra: `shape = array<i64: 128, 96, 64>, programs = "few"`}
	r := newRun(t, &p, elements[0], o)
	plain := p.Kernel(r.types, o)
	array := plain[strings.LastIndex(plain, "!tile.array"):]
	array, _, _ = strings.Cut(array, "\n")
	residual := strings.Replace(plain, array+"\n", array+" with "+array+"\n", 1)
	residual = strings.Replace(residual, "into %c {", `into %c with %c epilogue {
    ^bb0(%sum: f32, %old: f16):
      %z = tile.add %sum, %old : f32, f16 -> f32
      %new = tile.cast %z : f32 -> f16
      tile.yield %new : f16
    } {axes = ["nkhw"], `, 1)
	for name, source := range map[string]string{"plain": plain, "residual": residual} {
		module, err := girih.Parse("k.mlir", []byte(source))
		if err != nil {
			t.Fatalf("%v\n%s", err, source)
		}
		want, got := r.arrays(), r.arrays()
		if err := module.Execute(t.Context(), "k", interp.Grid{1, 1, 1}, want[0], want[1], want[2]); err != nil {
			t.Fatal(err)
		}
		if module, err = girih.Parse("k.mlir", []byte(source)); err != nil {
			t.Fatal(err)
		}
		program, err := module.Compile(t.Context(), girih.CompileOptions{NumWarps: 8, SM: 90, ArchSpecific: true,
			Remarks: true})
		if err != nil {
			t.Fatal(err)
		}
		if road := program.Remarks()[0].Message; !strings.Contains(road, "columns of a tile are consecutive values of nhw") {
			t.Errorf("%s: pixels of a tile are not consecutive: %s", name, road)
		}
		stats, err := program.Execute(t.Context(), "k", simt.Launch{Grid: [3]int32{2, 1, 1}}, got[0], got[1], got[2])
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(got[2].Float64s(), want[2].Float64s()) {
			t.Errorf("%s: another result", name)
		}
		const bytes, sector = 2 * 8 * 120 * 2 * 10, 32
		if n := stats.GlobalSectors; n > 3*bytes/sector && name == "plain" {
			t.Errorf("warps store to %d sectors of %d bytes, and the output has %d: neighbors are not stored together", n,
				sector, bytes/sector)
		}
	}
}

// A right factor of 112 columns consists of seven boxes. A tile of 128 products has two panels of each, so that one
// copy for each box would leave out half of it, and threads would wait for the rest forever.
func TestBoxesOfSeveralPanelsAreCopiedWhole(t *testing.T) {
	p := einsums.Case{Equation: "n(h+r)wc,krc->nhwk", A: []int64{2, 3, 16, 128}, B: []int64{112, 2, 128},
		C: []int64{2, 2, 16, 112}}
	r := newRun(t, &p, elements[0], einsums.Options{Facts: "{tile.divisibility = 16 : i32}",
		Extra: `shape = array<i64: 64, 112, 128>, programs = "each"`})
	want := r.execute(interp.Grid{1, 1, 1}).Float64s()
	for _, warps := range []int{4, 8} {
		got := r.threads([3]int32{1, 1, 1}, girih.CompileOptions{NumWarps: warps, SM: 90, ArchSpecific: true})
		if !slices.Equal(got.Float64s(), want) {
			t.Errorf("%d warps: another result", warps)
		}
	}
}
