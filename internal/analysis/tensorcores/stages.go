package tensorcores

import (
	"fmt"

	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
)

// Bounds of how many tiles of a factor are in shared memory: the one that is multiplied, and those that are copied
// ahead.
const (
	MinStages = 2 // with one tile, copies would not overlap with products
	MaxStages = 6 // more hide no more latency
)

// MostStages returns how many tiles of a factor a loop may have in shared memory: most, or fewer if it asks for fewer.
func MostStages(loop *ir.Operation, most int64) int64 {
	if asked, ok := tile.StagesOf(loop); ok {
		return min(most, max(asked, MinStages))
	}
	return most
}

// StagesRemark returns a remark about a loop that asks for another number of tiles of a factor than it gets, of which
// most are useful. It returns nil for a loop that gets what it asks for, or asks for nothing.
func StagesRemark(loop *ir.Operation, got, most int64) *ir.Diagnostic {
	asked, ok := tile.StagesOf(loop)
	if !ok || asked == got {
		return nil
	}
	why := "shared memory has no room for more, or the loop no more iterations"
	switch {
	case asked < got:
		why = "with fewer, copies would not overlap with products"
	case got >= most:
		why = fmt.Sprintf("more than %d hide no more latency in this loop", most)
	}
	return loop.Errorf("asks by %s for %d tiles of each factor in shared memory, and gets %d: %s", tile.NumStages, asked,
		got, why)
}
