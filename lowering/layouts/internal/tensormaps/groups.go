package tensormaps

import (
	"slices"

	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/internal/analysis/tensorcores"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/layout"
	"github.com/girih-ir/girih/pass/analysis/alias"
)

// GroupCell returns the type of the cell of a buffer through which warp groups store the tile of an update by
// themselves ([tilegpu.BulkStore]), and the outermost loop around the update; nil if the update is in none. The type is
// nil if they cannot store all tiles of the kernel so: where threads store others, they exchange them in memory that
// such buffers would take. A single warp group waits for no other one anyway: it stores only large tiles through such a
// cell, in parts, so that slots of rings have room.
func GroupCell(kernel tile.Kernel, update *ir.Operation, warps int) (cell *ir.TensorType, loop *ir.Operation) {
	all, whole := true, int64(0)
	kernel.Walk(func(op *ir.Operation) bool {
		if tile.IsViewUpdate(op) {
			one, around := groupCell(kernel, op, warps)
			whole += tensorcores.TileBytes(op.Operand(0).Type().(*ir.TensorType))
			if all = all && one != nil; op == update {
				cell, loop = one, around
			}
		}
		return all
	})
	if !all || warps == 1<<layout.GroupBits && (loop == nil || whole <= maxWhole) {
		return nil, nil
	}
	return cell, loop
}

// groupCell does not look at other updates but those of the same array: the update must be in loops over programs only,
// or in none, and others of its array must store other parts of a tile. Threads must not read the array: those of
// another warp group may still have to read what a warp group stores. Copies of rings may read it: all wait for them.
// Each warp group must have rows of the tile, as its products leave them. In a loop, the buffer takes memory from rings
// of the next iteration.
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
	if !kernel.Region(0).HasOneBlock() || groups < 1 || groups > tilegpu.MaxStoringGroups || n < 2 ||
		ir.Product(t.Shape()[:n-1])%(groups*tilegpu.GroupRows) != 0 || tilegpu.GroupBox(t.Shape()[:n-1]) == nil ||
		tensorcores.IsTransposed(tile.ViewOf(kernel.Context(), update.Operand(1).Type(), t).Array()) ||
		!OfProduct(MatrixOf(update.Operand(0)), warps, false) {
		return nil, nil
	}
	meets := false
	kernel.Walk(func(op *ir.Operation) bool {
		if tile.IsViewUpdate(op) {
			meets = meets || op != update && ArrayOf(op.Operand(1)) == array && !apart(op, update)
		} else if op.Is(&tile.Load) || op.Is(&tile.LoadView) || op.Is(&fn.CallOp) {
			meets = meets || new(alias.Analysis).Effects(op, array)&alias.Ref != 0
		}
		return !meets
	})
	if meets {
		return nil, nil
	}
	shape := slices.Clone(t.Shape())
	for len(shape) > 2 && shape[0] == 1 {
		shape = shape[1:]
	}
	bytes := int64(ir.BitWidth(t.ElementType())) / 8
	columns := &shape[len(shape)-1]
	for loop != nil && ir.Product(shape)*bytes > maxCell && *columns*bytes%(2*panelBytes) == 0 {
		*columns /= 2
	}
	return kernel.Context().TensorType(shape, t.ElementType(), nil), loop
}

// apart reports whether two stores of the same program write tiles that have no element of the array in common, since
// one begins where the other one ends, or behind it:
//
//	store x, c[i, 3 * j], steps 256, 64 : 256x128
//	store y, c[i, 3 * j + 2], steps 256, 64 : 256x64
func apart(a, b *ir.Operation) bool {
	if a.Block() != b.Block() {
		return false
	}
	ctx := a.Context()
	one, other := a.Operand(0).Type().(*ir.TensorType), b.Operand(0).Type().(*ir.TensorType)
	v, w := tile.ViewOf(ctx, a.Operand(1).Type(), one), tile.ViewOf(ctx, b.Operand(1).Type(), other)
	if !slices.Equal(v.Order(), w.Order()) || len(one.Shape()) != len(other.Shape()) {
		return false
	}
	for d, step := range v.Steps() {
		more, ok := difference(b.Operand(2+d), a.Operand(2+d))
		if ok && step == w.Steps()[d] && (more*step >= one.Shape()[d] || -more*step >= other.Shape()[d]) {
			return true
		}
	}
	return false
}

// MatrixOf returns the matrix of which a tile has the elements, if the tile results from a reshape that gives the rows
// several dimensions; else it returns the tile.
func MatrixOf(v *ir.Value) *ir.Value {
	op := v.DefiningOp()
	if op == nil || !op.Is(&tile.Reshape) {
		return v
	}
	from, to := op.Operand(0).Type().(*ir.TensorType).Shape(), v.Type().(*ir.TensorType).Shape()
	if len(from) != 2 || len(to) < 2 || from[1] != to[len(to)-1] {
		return v
	}
	return op.Operand(0)
}

const (
	// maxCell is how many bytes of a tile go through shared memory at a time. Slots of rings need the rest.
	maxCell = 32 << 10
	// maxWhole is how many bytes of tiles a single warp group stores as wholes.
	maxWhole = 64 << 10
	// panelBytes is the width of what a bulk copy stores.
	panelBytes = 128
)
