package kernels

import (
	"fmt"
	"slices"
	"testing"

	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/dialects/tile"
)

// Programs of causal attention compute every tile of every batch once. Multiprocessors that each take the next program
// when they are done with one have about as much work as each other, though a program has up to 16 times as many steps
// as another.
func TestProgramsLeaveNoMultiprocessorWithoutWork(t *testing.T) {
	for _, c := range []struct{ tiles, batch int64 }{{16, 32}, {16, 128}, {9, 30}, {40, 17}, {64, 4}, {3, 1}, {1, 500}} {
		for _, own := range []int64{-1, 1} {
			t.Run(fmt.Sprint(c.tiles, " tiles, ", c.batch, " batches, ", own), func(t *testing.T) {
				order := programsOf(t, c.tiles, c.batch, []bound{{own: own, along: -own}}, own > 0)
				if sorted := slices.Sorted(slices.Values(order)); len(slices.Compact(sorted)) != int(c.tiles*c.batch) {
					t.Fatalf("%d programs of %d compute different tiles", len(slices.Compact(sorted)), len(order))
				}
				var busy [multiprocessors]int64
				all, most := int64(0), c.tiles
				for _, at := range order {
					if at < 0 || at >= c.tiles*c.batch {
						t.Fatalf("there is no tile %d", at)
					}
					steps := at%c.tiles + 1
					if own > 0 {
						steps = c.tiles - at%c.tiles
					}
					least := slices.Index(busy[:], slices.Min(busy[:]))
					busy[least] += steps
					all, most = all+steps, max(most, busy[least])
				}
				if limit := max(c.tiles, all/multiprocessors+c.tiles/8+1); most > limit {
					t.Errorf("a multiprocessor has %d steps, of %d in all: want at most %d", most, all, limit)
				}
			})
		}
	}
}

// programsOf returns batch*tiles + tile for each program, in the order in which GPUs start them.
func programsOf(t *testing.T, tiles, batch int64, bounds []bound, adds bool) (order []int64) {
	t.Helper()
	ctx := registry.NewContext()
	p := &pairTile{maker: newMaker("order", ctx.UnknownLoc(), ctx)}
	number, rest := p.programs(tiles, batch, bounds, adds)
	to := p.kernel.Entry().Arg(p.addParameter(tile.Ptr(ctx, ctx.I(32)), Arg{}, 4))
	at := p.ProgramID(0)
	if len(p.grid) > 2 {
		at = p.Add(at, p.Mul(p.i32(p.grid[0]), p.Add(p.ProgramID(1), p.Mul(p.i32(p.grid[1]), p.ProgramID(2)))))
	} else {
		at = p.Add(at, p.Mul(p.i32(p.grid[0]), p.ProgramID(1)))
	}
	p.Store(p.AddPtr(to, at), p.Add(number, p.Mul(rest, p.i32(tiles))), nil)
	l, err := p.finish(1, p.grid...)
	if err != nil {
		t.Fatal(err)
	}
	out, err := interp.NewArray(ctx.I(32), l.Grid[0]*l.Grid[1]*l.Grid[2])
	if err != nil {
		t.Fatal(err)
	}
	grid := interp.Grid{int32(l.Grid[0]), int32(l.Grid[1]), int32(l.Grid[2])}
	if err := interp.Run(t.Context(), l.Kernel.Module, l.Kernel.Name, grid, out); err != nil {
		t.Fatal(err)
	}
	for i := range out.Len() {
		order = append(order, int64(out.Float64(i)))
	}
	return order
}

// Of the programs that run at the same time, few add to the sums of one batch.
func TestProgramsThatAddToTheSameSumsRunApart(t *testing.T) {
	order := programsOf(t, 16, 128, []bound{{own: 1, along: -1}}, true)
	for at := range len(order) - multiprocessors {
		batches := make(map[int64]int)
		for _, p := range order[at : at+multiprocessors] {
			if batches[p/16]++; batches[p/16] > 5 {
				t.Fatalf("of the programs from %d on, more than 5 belong to batch %d", at, p/16)
			}
		}
	}
}
