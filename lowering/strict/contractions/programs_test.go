package contractions_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/backend/simt"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/internal/einsums"
	"github.com/girih-ir/girih/internal/longtest"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/strict/contractions"
)

// counted are contractions that cover all kinds of plans, with the expected number of tiles.
var counted = []struct {
	einsums.Case
	types einsums.Types
	shape string
	warps int
}{
	{einsums.Case{Equation: "n(h+r)(w+s)c,krsc->nhwk", A: []int64{2, 10, 18, 64}, B: []int64{72, 3, 3, 64},
		C: []int64{2, 8, 16, 72}}, elements[0], "64, 32, 32", 4},
	{einsums.Case{Equation: "bmk,bkn->bmn", A: []int64{2, 130, 128}, B: []int64{2, 128, 72}, C: []int64{2, 130, 72}},
		elements[0], "64, 64, 64", 4},
	{einsums.Case{Equation: "njmi,mknl->lkji", A: []int64{3, 5, 4, 24}, B: []int64{4, 5, 3, 24}, C: []int64{24, 5, 5, 24}},
		elements[2], "64, 32, 8", 2},
	{einsums.Case{Equation: "n(h+r)c,rc->nhc", A: []int64{2, 66, 24}, B: []int64{3, 24}, C: []int64{2, 64, 24}},
		elements[0], "256, 1, 1", 2},
}

func TestProgramsOfAllCountsComputeTheDefinition(t *testing.T) {
	for i, c := range counted {
		for j, programs := range []string{"each", "few"} {
			if !longtest.Includes(2*i+j+4, 8) {
				continue
			}
			o := einsums.Options{Facts: "{tile.divisibility = 16 : i32}",
				Extra: fmt.Sprintf("shape = array<i64: %s>, programs = %q", c.shape, programs)}
			r := newRun(t, &c.Case, c.types, o)
			tiles := r.tiles(c.warps)
			grids := [][3]int32{{1, 1, 1}, {3, 1, 1}}
			if programs == "each" {
				grids = [][3]int32{{int32(tiles), 1, 1}}
			}
			want := r.execute(interp.Grid{1, 1, 1}).Float64s()
			for _, grid := range grids {
				options := girih.CompileOptions{NumWarps: c.warps, SM: 90, ArchSpecific: true}
				if got := r.threads(grid, options).Float64s(); !slices.Equal(got, want) {
					t.Errorf("%s with programs %s, grid %v: another result", c.Equation, programs, grid)
				}
			}
		}
	}
}

// tiles returns how many tiles the contraction has.
func (r *run) tiles(warps int) (n int64) {
	r.module().Operation().Walk(func(op *ir.Operation) bool {
		if op.Is(&tile.Contract) {
			var err error
			if n, err = contractions.Tiles(op, contractions.Options{NumWarps: warps, Boxes: true}); err != nil {
				r.t.Fatal(err)
			}
		}
		return true
	})
	return n
}

func TestGridsThatLackProgramsAreRefused(t *testing.T) {
	c := counted[2]
	r := newRun(t, &c.Case, c.types, einsums.Options{Extra: `programs = "each", shape = array<i64: 64, 32, 8>`})
	arrays := r.arrays()
	program, err := r.module().Compile(context.Background(), girih.CompileOptions{})
	if err != nil {
		t.Fatal(err)
	}
	_, err = program.Execute(context.Background(), "k", simt.Launch{Grid: [3]int32{3, 1, 1}}, arrays[0], arrays[1],
		arrays[2])
	if !errors.Is(err, simt.ErrLaunch) || !strings.Contains(err.Error(), "3 programs, but the kernel requires 8") {
		t.Errorf("the simulator says: %v", err)
	}
	m := r.module()
	if err := m.Lower(context.Background(), girih.Strict); err != nil {
		t.Fatal(err)
	}
	err = m.Execute(context.Background(), "k", interp.Grid{2, 2, 1}, arrays[0], arrays[1], arrays[2])
	if !errors.Is(err, interp.ErrGrid) || !strings.Contains(err.Error(), "4 programs, but @k requires 8") {
		t.Errorf("the executor says: %v", err)
	}
}
