package tilesize_test

import (
	"fmt"

	"github.com/girih-ir/girih/internal/analysis/tilesize"
)

// A tile of 64 x 128 elements of 4 bytes does not fit into 16 KiB.
func ExampleSearch() {
	t := &tilesize.Tile{Axes: []int64{64, 128}}
	const bytes = 64 * 128 * 4
	need := &tilesize.Need{Amount: bytes, Tile: t, Terms: []tilesize.Term{{Amount: bytes, Axes: []int{0, 1}}}}
	fits := tilesize.Search([]*tilesize.Need{need}, func(amounts []int64) []int {
		if amounts[0] > 16<<10 {
			return []int{0}
		}
		return nil
	})
	fmt.Println(fits[0].Fits)
	// Output:
	// [64 64]
}
