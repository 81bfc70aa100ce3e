package room

import (
	"slices"

	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/internal/analysis/costs"
	"github.com/girih-ir/girih/internal/analysis/tensorcores"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/layouts/internal/tensormaps"
)

// exchanged returns the bytes of shared memory in which threads exchange elements of tensors in an operation. Matrices
// that they store or load, and vectors that they load, have another order in the array than in registers, unless
// products take them. What threads store to addresses they may exchange before they round it. A row of a product is
// reduced without memory; for other reductions, warps have what they reduce in another layout, or combine their
// results.
func (p *Plan) exchanged(op *ir.Operation) int64 {
	switch {
	case p.Inside[op]:
	case tile.IsViewUpdate(op) && isMatrix(op.Operand(0).Type()):
		return exchange(op.Operand(0).Type(), 0)
	case op.Is(&tile.Store) && isMatrix(op.Operand(1).Type()):
		return exchange(op.Operand(1).Type(), costs.WordBytes)
	case op.Is(&tile.LoadView), op.Is(&tile.LoadPixels), op.Is(&tile.Load):
		if !p.multiplied(op.Result(0)) {
			return exchange(op.Result(0).Type(), 0)
		}
	case op.Is(&tile.Reduce) && !tensormaps.OfRows(op.Result(0), p.Warps):
		moved, partial := int64(0), int64(0)
		for i, v := range op.OperandValues() {
			moved = max(moved, exchange(v.Type(), 0))
			partial += exchange(op.Result(i).Type(), 0) * int64(p.Warps)
		}
		return max(moved, partial)
	}
	return 0
}

// isMatrix reports whether a type is that of a tensor with more than one element along two dimensions.
func isMatrix(t ir.Type) bool {
	shape := ir.TensorShape(t)
	return slices.ContainsFunc(shape, func(n int64) bool { return n > 1 && n < ir.Product(shape) })
}

// exchange returns the bytes in which threads exchange a tensor, whose elements take at least so many bytes.
func exchange(t ir.Type, least int64) int64 {
	if m, ok := t.(*ir.TensorType); ok {
		return tensorcores.ExchangeBytes(max(tensorcores.TileBytes(m), least*ir.Product(m.Shape())))
	}
	return 0
}

// multiplied reports whether products take all that becomes of a loaded tensor, or a planned store goes through its
// memory.
func (p *Plan) multiplied(load *ir.Value) bool {
	for _, s := range p.Stores {
		if s.Source == load.DefiningOp() {
			return true
		}
	}
	list, seen := []*ir.Value{load}, map[*ir.Operation]bool{}
	for i := 0; i < len(list); i++ {
		for u := range list[i].Uses() {
			op := u.Owner()
			if op.Is(&tile.Dot) || p.Inside[op] || seen[op] {
				continue
			}
			if seen[op] = true; op.NumResults() != 1 || !op.Is(&tile.Permute) && !op.Is(&tile.Reshape) &&
				!op.Is(&tile.Cat) && !op.Is(&tile.Cast) && !op.HasTrait(ir.Elementwise) {
				return false
			}
			list = append(list, op.Result(0))
		}
	}
	return true
}
