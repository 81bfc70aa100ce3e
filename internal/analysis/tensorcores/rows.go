package tensorcores

import (
	"slices"

	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/ir"
)

// Takes reports whether every element of a row that a warp has loaded is needed for a tensor, so that nothing that uses
// the tensor's registers can begin while the loads are under way. It follows operations that use all elements of what
// they take.
func Takes(v, row *ir.Value) bool {
	known := make(map[*ir.Value]bool)
	var takes func(v *ir.Value) bool
	takes = func(v *ir.Value) bool {
		if v == row {
			return true
		}
		op := v.DefiningOp()
		if op == nil {
			return false
		}
		if found, ok := known[v]; ok {
			return found
		}
		if _, ok := scf.AsIf(op); ok {
			known[v] = true
			for i := range op.NumRegions() {
				known[v] = known[v] && takes(op.Region(i).Entry().Terminator().Operand(v.Index()))
			}
		} else if usesAll(op) {
			known[v] = slices.ContainsFunc(op.OperandValues(), takes)
		}
		return known[v]
	}
	return takes(v)
}

// usesAll reports whether an operation without effects uses all elements of its operands.
func usesAll(op *ir.Operation) bool {
	_, loose := ir.InterfaceOf[tile.Loose](op)
	return ir.IsPure(op) && (loose || op.HasTrait(ir.Elementwise)) || op.Is(&tile.Broadcast) ||
		op.Is(&tile.ExpandDims) || op.Is(&tile.Reshape) || op.Is(&tile.Permute) || op.Is(&tilegpu.ConvertLayout)
}
