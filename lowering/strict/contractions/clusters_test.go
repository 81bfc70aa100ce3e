package contractions_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/internal/einsums"
)

// If there are few tiles and sums are long, several blocks share each tile. An even share of the tiles of products, and
// an uneven one, compute the definition.
func TestBlocksThatShareATileComputeTheDefinition(t *testing.T) {
	for _, c := range []einsums.Case{
		{Equation: "mk,kn->mn", A: []int64{64, 2048}, B: []int64{2048, 64}, C: []int64{64, 64}},
		{Equation: "mk,kn->mn", A: []int64{64, 1984}, B: []int64{1984, 16}, C: []int64{64, 16}},
		{Equation: "n(h+r)(w+s)c,krsc->nhwk", A: []int64{1, 6, 18, 192}, B: []int64{64, 3, 3, 192}, C: []int64{1, 4, 16, 64}},
	} {
		r := newRun(t, &c, elements[0], einsums.Options{Facts: "{tile.divisibility = 16 : i32}", Extra: `programs = "each"`})
		o := girih.CompileOptions{NumWarps: 4, SM: 90, ArchSpecific: true, Remarks: true}
		program, err := r.module().Compile(context.Background(), o)
		if err != nil {
			t.Fatal(err)
		}
		if road := program.Remarks()[0].Message; !strings.Contains(road, "blocks share each") {
			t.Errorf("%s of %v by %v: one block computes a tile: %s", c.Equation, c.A, c.B, road)
		}
		got := r.threads([3]int32{int32(r.tiles(o.NumWarps)), 1, 1}, o).Float64s()
		if want := r.execute(interp.Grid{1, 1, 1}).Float64s(); !slices.Equal(got, want) {
			t.Errorf("%s of %v by %v: another result", c.Equation, c.A, c.B)
		}
	}
}
