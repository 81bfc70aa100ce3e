package tensormaps

import (
	"slices"

	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/internal/analysis/tensorcores"
	"github.com/girih-ir/girih/ir"
)

// OfProduct reports whether a value is the result of a matrix product of warp groups, or follows from one by
// elementwise operations, or, with moved, by reshapes and permutations.
func OfProduct(v *ir.Value, warps int, moved bool) bool {
	return follower{warps: warps, moved: moved, seen: make(map[*ir.Value]bool)}.ofProduct(v)
}

// OfRows is [OfProduct] with reshapes, and with reductions of each row of the product. Threads compute such tensors
// without shared memory, since the lanes that have a row of a product are neighbors.
func OfRows(v *ir.Value, warps int) bool {
	return follower{warps: warps, moved: true, reduced: true, seen: make(map[*ir.Value]bool)}.ofProduct(v)
}

type follower struct {
	warps          int
	moved, reduced bool
	seen           map[*ir.Value]bool
}

func (f follower) ofProduct(v *ir.Value) bool {
	op := v.DefiningOp()
	if op == nil || f.seen[v] {
		return false
	}
	f.seen[v] = true
	switch {
	case op.Is(&tilegpu.StreamDot), op.Is(&tilegpu.WindowDot), op.Is(&tilegpu.RingDot), op.Is(&tilegpu.RingWait):
		return true
	case op.Is(&tile.Dot):
		_, err := tensorcores.WarpGroupLayout(op, f.warps)
		return err == nil
	case op.Is(&tilegpu.AddParts):
		return v.Index() < op.NumResults()-1 && f.ofProduct(op.Operand(v.Index()))
	case op.Is(&tile.Reduce):
		return f.reduced && tile.Axis(op) > 0 && f.ofProduct(op.Operand(0))
	case op.NumRegions() > 0 && !op.Is(&tile.Map): // a region yields the value
		for i := range op.NumRegions() {
			for b := range op.Region(i).Blocks() {
				if end := b.Last(); end != nil && end.Is(&scf.Yield) && v.Index() < end.NumOperands() &&
					f.ofProduct(end.Operand(v.Index())) {
					return true
				}
			}
		}
		return false
	case op.Is(&tile.Reshape), op.Is(&tile.Permute) && !f.reduced:
		return f.moved && f.ofProduct(op.Operand(0))
	case op.HasTrait(ir.Elementwise), op.Is(&tile.Cast), op.Is(&tile.Mul), op.Is(&tile.Add), op.Is(&tile.Sub),
		op.Is(&tile.Div), op.Is(&tile.FMA), op.Is(&tile.Sqrt), op.Is(&tile.Exp2), op.Is(&tile.Map):
		return slices.ContainsFunc(op.OperandValues(), f.ofProduct)
	}
	return false
}
