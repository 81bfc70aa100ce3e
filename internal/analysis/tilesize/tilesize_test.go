package tilesize_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/girih-ir/girih/internal/analysis/tilesize"
)

func TestSearchHalvesWhatStandsInTheWay(t *testing.T) {
	square := &tilesize.Tile{Axes: []int64{64, 64}}
	line := &tilesize.Tile{Axes: []int64{256}}
	both := []int{0, 1}
	for _, c := range []struct {
		name  string
		needs []*tilesize.Need
		limit int64
		want  string
	}{
		{"nothing", []*tilesize.Need{{Amount: 5, Tile: line, Terms: []tilesize.Term{{Amount: 5, Axes: []int{0}}}}}, 5, "[]"},
		{"the first of equal dimensions",
			[]*tilesize.Need{{Amount: 4096, Tile: square, Terms: []tilesize.Term{{Amount: 4096, Axes: both}}}},
			1024, "[[32 32]]"},
		{"one that all terms have", []*tilesize.Need{{Amount: 4096, Tile: square,
			Terms: []tilesize.Term{{Amount: 4096, Axes: []int{1}}}}},
			1024, "[[64 16]]"},
		{"the largest need first", []*tilesize.Need{
			{Amount: 100, Tile: line, Terms: []tilesize.Term{{Amount: 100, Axes: []int{0}}}},
			{Amount: 400, Tile: square, Terms: []tilesize.Term{{Amount: 400, Axes: both}}}}, 300, "[[32 64]]"},
		{"needs of one tile together", []*tilesize.Need{
			{Amount: 400, Tile: line, Terms: []tilesize.Term{{Amount: 400, Axes: []int{0}}}},
			{Amount: 200, Tile: line, Terms: []tilesize.Term{{Amount: 200, Axes: []int{0}}}}}, 300, "[[128]]"},
		{"round what is left up", []*tilesize.Need{{Amount: 3, Tile: line,
			Terms: []tilesize.Term{{Amount: 3, Axes: []int{0}}}}}, 1, "[[64]]"},
		{"around what has no tile", []*tilesize.Need{{Amount: 500},
			{Amount: 400, Tile: line, Terms: []tilesize.Term{{Amount: 400, Axes: []int{0}}}}}, 600, "[[64]]"},
		{"in vain", []*tilesize.Need{{Amount: 500},
			{Amount: 4, Tile: line, Terms: []tilesize.Term{{Amount: 4, Axes: []int{0}}}}}, 400, "[]"},
	} {
		found := tilesize.Search(c.needs, func(amounts []int64) (full []int) {
			total := int64(0)
			for i, n := range amounts {
				total, full = total+n, append(full, i)
			}
			if total <= c.limit {
				return nil
			}
			slices.SortStableFunc(full, func(i, j int) int { return int(amounts[j] - amounts[i]) })
			return full
		})
		fits := [][]int64{}
		for _, s := range found {
			fits = append(fits, s.Fits)
		}
		if got := fmt.Sprint(fits); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}
