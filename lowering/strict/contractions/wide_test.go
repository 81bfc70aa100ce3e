package contractions_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/backend/simt"
	"github.com/girih-ir/girih/internal/einsums"
	"github.com/girih-ir/girih/internal/longtest"
)

// Tiles that lie side by side, as columns that are no power of two, are the definition, and one instruction multiplies
// all. The last ones may be beyond the output, or cut off.
func TestTilesSideBySideAreTheDefinition(t *testing.T) {
	for i, c := range []struct {
		equation string
		a, b, c  []int64
		columns  int64
	}{
		{"krc,n(h+r)wc->nhwk", []int64{72, 2, 64}, []int64{3, 5, 16, 64}, []int64{3, 4, 16, 72}, 192}, // exactly 3 by 64
		{"krc,n(h+r)wc->nhwk", []int64{64, 2, 64}, []int64{5, 5, 8, 64}, []int64{5, 4, 8, 64}, 96},    // 5 by 32
		{"krc,n(h+r)wc->nhwk", []int64{40, 2, 32}, []int64{2, 4, 7, 32}, []int64{2, 3, 7, 40}, 48},    // ranges are cut off
		{"krc,n(h+r)wc->nkhw", []int64{64, 2, 64}, []int64{4, 3, 32, 64}, []int64{4, 64, 2, 32}, 96},
		{"n(h+r)wc,krc->nhwk", []int64{1, 9, 16, 64}, []int64{224, 2, 64}, []int64{1, 8, 16, 224}, 112},
		{"ck,nchw->nkhw", []int64{64, 64}, []int64{2, 64, 5, 64}, []int64{2, 64, 5, 64}, 192}, // along columns in memory
		{"kc,pc->pk", []int64{72, 128}, []int64{400, 128}, []int64{400, 72}, 192},
		{"kc,pc->kp", []int64{72, 128}, []int64{200, 128}, []int64{72, 200}, 96},
		{"bkc,bpc->bpk", []int64{2, 64, 64}, []int64{2, 104, 64}, []int64{2, 104, 64}, 104},
	} {
		if !longtest.Includes(i, 2) {
			continue
		}
		p := einsums.Case{Equation: c.equation, A: c.a, B: c.b, C: c.c}
		for _, programs := range []string{"few", "each", "any"} {
			r := newRun(t, &p, elements[0], einsums.Options{Facts: "{tile.divisibility = 16 : i32}",
				Extra: fmt.Sprintf(`shape = array<i64: 64, %d, 32>, programs = "%s"`, c.columns, programs)})
			o := girih.CompileOptions{NumWarps: 4, SM: 90, ArchSpecific: true}
			program, err := r.module().Compile(context.Background(), o)
			if err != nil {
				t.Fatalf("%s: %v", c.equation, err)
			}
			if !strings.Contains(program.String(), fmt.Sprintf("m = 64, n = %d,", c.columns)) {
				t.Errorf("%s, %s: no instruction of %d columns", c.equation, programs, c.columns)
			}
			grid := [3]int32{2, 1, 1}
			if programs == "each" {
				grid[0] = int32(r.tiles(4))
			}
			arrays := r.arrays()
			_, err = program.Execute(context.Background(), "k", simt.Launch{Grid: grid}, arrays[0], arrays[1], arrays[2])
			if err != nil {
				t.Fatalf("%s, %s: %v", c.equation, programs, err)
			}
			want := r.execute(interp.Grid{1, 1, 1}).Float64s()
			if !slices.Equal(arrays[2].Float64s(), want) {
				t.Errorf("%s, %s, %d columns: another result", c.equation, programs, c.columns)
			}
		}
	}
}
