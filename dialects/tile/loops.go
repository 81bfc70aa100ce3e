package tile

import "github.com/girih-ir/girih/ir"

// Discardable attributes of loops.
const (
	// InAnyOrder is the unit attribute of a loop whose iterations are programs of the grid: nothing says in which order
	// they run, or whether at the same time.
	InAnyOrder = "tile.in_any_order"
	// NumStages, an i32, is of a loop that multiplies tiles: how many tiles of a factor are in shared memory at most, the
	// one that is multiplied and those that are copied ahead. Triton's tl.range(num_stages=...) becomes it.
	NumStages = "tile.num_stages"
)

// RunsPrograms reports whether an operation is a loop over programs of the grid.
func RunsPrograms(op *ir.Operation) bool { return op.Attr(InAnyOrder) != nil }

// StagesOf returns how many tiles of a factor a loop may have in shared memory; ok is false if it does not say.
func StagesOf(loop *ir.Operation) (n int64, ok bool) {
	a, ok := loop.Attr(NumStages).(*ir.IntegerAttr)
	if !ok {
		return 0, false
	}
	return a.Int64(), true
}
