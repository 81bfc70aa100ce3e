package rings

import (
	"slices"

	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/internal/analysis/tensorcores"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/layouts/internal/tensormaps"
)

// A tile may consist of pieces side by side that are loaded from different places of an array, such as channels of an
// image that are shifted by different distances:
//
//	cat(reshape(load x[h + 1, w, 0]), reshape(load x[h, w + 2, 8]))
//
// Each piece is a panel of the tile in shared memory, and a bulk copy of its own; or one copy moves a patch with all of
// them (patches.go).

// joinPieces makes t, the tile of the first piece, the tile of all pieces that op, a tile.cat, puts side by side. It
// reports whether bulk copies can load it so. A left factor may become a patch.
func (f *found) joinPieces(t *tileLoad, op *ir.Operation, left bool) bool {
	pieces, ok := piecesOf(op.Result(0), nil)
	if !ok || t.reversed {
		return false
	}
	for _, load := range pieces {
		if f.tiles[load] != nil || load.Block() != t.op.Block() || load.Operand(0).Type() != t.op.Operand(0).Type() ||
			load.Result(0).Type() != t.op.Result(0).Type() || tensormaps.ArrayOf(load.Operand(0)) != t.array ||
			load.Attrs() != t.op.Attrs() || !tensormaps.Possible(f.kernel, t.array, load) {
			return false
		}
	}
	t.joined = op.Result(0)
	if left && f.joinPatch(t, pieces, op) {
		t.pieces = pieces
		return true
	}
	columns, elem := t.tile.Shape()[1], t.tile.ElementType()
	whole := op.Result(0).Type().(*ir.TensorType)
	bytes := columns * int64(ir.BitWidth(elem)) / 8
	if !slices.Contains([]int64{16, 32, 64, 128}, bytes) || whole.Shape()[0] != t.tile.Shape()[0] {
		return false
	}
	ctx := f.kernel.Context()
	widest := tensorcores.RingFactor(ctx.TensorType(whole.Shape(), elem, nil), false, 0).Spec.SwizzleBytes
	t.tile = tilegpu.WithPanels(ctx, whole, bytes, int64(widest))
	t.pieces = pieces
	t.box[len(t.box)-1] = columns
	return true
}

// piecesOf adds the loads of the pieces of v to a list, from left to right. Each load is reshaped to a matrix.
func piecesOf(v *ir.Value, list []*ir.Operation) (out []*ir.Operation, ok bool) {
	op := v.DefiningOp()
	switch {
	case op == nil || op.NumResults() == 0:
		return nil, false
	case op.Is(&tile.Cat) && tile.Axis(op) == 1 && len(ir.TensorShape(v.Type())) == 2:
		if list, ok = piecesOf(op.Operand(0), list); !ok {
			return nil, false
		}
		return piecesOf(op.Operand(1), list)
	case op.Is(&tile.Reshape) && sameMatrix(op) && op.Operand(0).DefiningOp() != nil:
		op = op.Operand(0).DefiningOp()
	}
	return append(list, op), op.Is(&tile.LoadView)
}

// onlyInWhole reports whether pieces of a tile are used for nothing but the tile.
func (t *tileLoad) onlyInWhole() bool {
	if len(t.pieces) == 1 {
		return true
	}
	for _, load := range t.pieces {
		for v := load.Result(0); v != t.joined; {
			if !v.HasOneUse() {
				return false
			}
			for u := range v.Uses() {
				if v = nil; u.Owner().NumResults() == 1 && u.Owner().Block() == load.Block() {
					v = u.Owner().Result(0)
				}
			}
			if v == nil {
				return false
			}
		}
	}
	return true
}

// indices returns the indices of all loads of a tile.
func (t *tileLoad) indices() (out []*ir.Value) {
	for _, load := range t.pieces {
		out = append(out, load.OperandValues()[1:]...)
	}
	return out
}
