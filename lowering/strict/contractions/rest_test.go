package contractions_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/internal/einsums"
	"github.com/girih-ir/girih/internal/longtest"
)

// The last rows or columns have smaller tiles if there are few of them. The results are those of the definition.
func TestLastRowsAndColumnsHaveSmallerTiles(t *testing.T) {
	for n, one := range []struct {
		einsums.Case
		remark string
	}{
		{einsums.Case{Equation: "lki,jl->kji", A: []int64{5, 2, 16}, B: []int64{19, 5}, C: []int64{2, 19, 16}},
			"tiles of the last 3 columns have 4"},
		{einsums.Case{Equation: "ap,srqp->srqa", A: []int64{17, 24}, B: []int64{2, 4, 4, 24}, C: []int64{2, 4, 4, 17}},
			"tiles of the last 1 rows have 1"},
		{einsums.Case{Equation: "bap,bsrp->bsra", A: []int64{2, 34, 16}, B: []int64{2, 4, 6, 16}, C: []int64{2, 4, 6, 34}},
			"tiles of the last 2 rows have 2"},
	} {
		for k, types := range elements[2:] {
			for i, programs := range []string{"each", "few"} {
				if !longtest.Includes(n+2*k+i, 4) {
					continue
				}
				o := einsums.Options{Facts: "{tile.divisibility = 16 : i32}",
					Extra: fmt.Sprintf("shape = array<i64: 16, 16, 8>, programs = %q", programs)}
				r := newRun(t, &one.Case, types, o)
				options := girih.CompileOptions{NumWarps: 1 << (2 * i), SM: 90, Cells: 3 * (i ^ k), Remarks: true}
				program, err := r.module().Compile(context.Background(), options)
				if err != nil {
					t.Fatal(err)
				}
				if text := program.Remarks()[0].Message; !strings.Contains(text, one.remark) {
					t.Errorf("%s: %s", one.Equation, text)
				}
				grid := [3]int32{3, 1, 1}
				if programs == "each" {
					grid[0] = int32(r.tiles(options.NumWarps))
				}
				want := r.execute(interp.Grid{1, 1, 1}).Float64s()
				if got := r.threads(grid, options).Float64s(); !slices.Equal(got, want) {
					t.Errorf("%s of %s with programs %s: another result\n%v, want\n%v", one.Equation, types.A, programs, got, want)
				}
			}
		}
	}
}
