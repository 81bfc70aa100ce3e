package tensormaps

import (
	"slices"

	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/internal/analysis/tensorcores"
	"github.com/girih-ir/girih/ir"
)

// GroupCell returns the type of the cell of a buffer through which warp groups store the tile of an update by
// themselves ([tilegpu.BulkStore]), and the outermost loop around the update. It returns nil if they cannot store all
// tiles of the kernel so: where threads store others, they exchange them in memory that such buffers would take.
func GroupCell(kernel tile.Kernel, update *ir.Operation, warps int) (cell *ir.TensorType, loop *ir.Operation) {
	all := true
	kernel.Walk(func(op *ir.Operation) bool {
		if tile.IsViewUpdate(op) {
			one, around := groupCell(kernel, op, warps)
			if all = all && one != nil; op == update {
				cell, loop = one, around
			}
		}
		return all
	})
	if !all {
		return nil, nil
	}
	return cell, loop
}

// groupCell does not look at other updates but those of the same array: the update must be in loops over programs and
// the only one of its array, and each of several warp groups must have rows of the tile, as their products leave them.
func groupCell(kernel tile.Kernel, update *ir.Operation, warps int) (cell *ir.TensorType, loop *ir.Operation) {
	for p := update.Parent(); p != kernel.Operation; p = p.Parent() {
		if len(ir.LoopRegions(p)) == 0 {
			continue
		}
		if loop = p; !tile.RunsPrograms(p) {
			return nil, nil
		}
	}
	t := update.Operand(0).Type().(*ir.TensorType)
	array := ArrayOf(update.Operand(1))
	n := len(t.Shape())
	groups := int64(warps / 4)
	if loop == nil || groups < 2 || groups > tilegpu.MaxStoringGroups || n < 2 ||
		t.Shape()[n-2]%(groups*tilegpu.GroupRows) != 0 || ir.Product(t.Shape()[:n-2]) != 1 ||
		tensorcores.IsTransposed(tile.ViewOf(kernel.Context(), update.Operand(1).Type(), t).Array()) ||
		!OfProduct(update.Operand(0), warps, false) {
		return nil, nil
	}
	others := false
	kernel.Walk(func(op *ir.Operation) bool {
		others = others || op != update && tile.IsViewUpdate(op) && ArrayOf(op.Operand(1)) == array
		return !others
	})
	if others {
		return nil, nil
	}
	shape := slices.Clone(t.Shape()[n-2:])
	bytes := int64(ir.BitWidth(t.ElementType())) / 8
	for ir.Product(shape)*bytes > maxCell && shape[1]*bytes%(2*panelBytes) == 0 {
		shape[1] /= 2
	}
	return kernel.Context().TensorType(shape, t.ElementType(), nil), loop
}

const (
	// maxCell is how many bytes of a tile go through shared memory at a time. Slots of rings need the rest.
	maxCell = 32 << 10
	// panelBytes is the width of what a bulk copy stores.
	panelBytes = 128
)
