package contractions_test

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/backend/simt"
	"github.com/girih-ir/girih/internal/einsums"
)

// Short sums of f64 are multiplied behind one wait for all copies, also where the length is not a multiple of a tile.
// Copies move as many elements at once as are known to be consecutive. Columns of a tile that are to have another order
// in the output get it in shared memory: sums are not exchanged before they are stored.
func TestTilesOfShortSumsAreCopiedAtOnce(t *testing.T) {
	for _, c := range []struct {
		einsums.Case
		wide, narrow int // copies of 16 and of 8 bytes
		want         string
	}{
		{einsums.Case{Equation: "cmji,bakm->kjicba", A: []int64{2, 24, 4, 16}, B: []int64{4, 8, 2, 24},
			C: []int64{2, 4, 16, 2, 4, 8}}, 12, 0, "copy all tiles of a sum"},
		{einsums.Case{Equation: "baie,cekj->kjicba", A: []int64{4, 8, 2, 24}, B: []int64{2, 24, 2, 16},
			C: []int64{2, 16, 2, 2, 4, 8}}, 12, 0, "operands have changed places"},
		{einsums.Case{Equation: "cbie,aekj->kjicba", A: []int64{2, 4, 8, 24}, B: []int64{8, 24, 2, 8},
			C: []int64{2, 8, 8, 2, 4, 8}}, 6, 12, "columns of a tile are 8 values of j"},
		{einsums.Case{Equation: "cabkd,kj->dcjba", A: []int64{3, 8, 4, 28, 8}, B: []int64{28, 48},
			C: []int64{8, 3, 48, 4, 8}}, 8, 16, "copy all tiles of a sum"},
	} {
		r := newRun(t, &c.Case, einsums.Types{A: "f64", B: "f64", C: "f64"},
			einsums.Options{Facts: "{tile.divisibility = 16 : i32}", Extra: `programs = "each"`})
		program, err := r.module().Compile(context.Background(),
			girih.CompileOptions{NumWarps: 4, SM: 90, ArchSpecific: true, Remarks: true})
		if err != nil {
			t.Fatal(err)
		}
		if road := program.Remarks()[0].Message; !strings.Contains(road, c.want) {
			t.Errorf("%s: no %q in %s", c.Equation, c.want, road)
		}
		text := program.String()
		for bytes, n := range map[string]int{"16": c.wide, "8": c.narrow} {
			if got := len(regexp.MustCompile(`nvvm.cp.async.shared.global .*, `+bytes+`, `).FindAllString(text, -1)); got != n {
				t.Errorf("%s: %d copies of %s bytes, want %d", c.Equation, got, bytes, n)
			}
		}
		if n := strings.Count(text, "nvvm.cp.async.wait.group"); n != 1 {
			t.Errorf("%s: %d waits, want one", c.Equation, n)
		}
		arrays := r.arrays()
		m, err := program.Manifest()
		if err != nil {
			t.Fatal(err)
		}
		launch := simt.Launch{Grid: [3]int32{int32(m.Kernels[0].Grid.Programs), 1, 1}}
		if _, err = program.Execute(context.Background(), "k", launch, arrays[0], arrays[1], arrays[2]); err != nil {
			t.Fatal(err)
		}
		if want := r.execute(interp.Grid{1, 1, 1}).Float64s(); !slices.Equal(arrays[2].Float64s(), want) {
			t.Errorf("%s: another result", c.Equation)
		}
	}
}
