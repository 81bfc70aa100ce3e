package movement

import (
	"slices"

	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/threads/internal/emit"
)

// SameElements lowers operations whose results have elements of the operand at other coordinates. If the layouts match,
// each thread holds the elements it needs already, and only registers are renamed.
func SameElements(c *emit.Code, op *ir.Operation) error {
	operands, results, t, err := c.LayoutsAndScalar(op, op.Result(0))
	if err != nil {
		return err
	}
	to, err := remapped(results[0], operands[0].Outs(), nil, sourceOf(op))
	if err != nil {
		return op.Errorf("%w", err)
	}
	c.Values[op.Result(0)] = Convert(c, c.Values[op.Operand(0)], operands[0], to, t)
	return nil
}

// sourceOf returns the linear map from coordinates of the result to those of the operand. It changes its argument.
func sourceOf(op *ir.Operation) func(coords []int) []int {
	if op.Is(&tile.ExpandDims) {
		axis := tile.Axis(op)
		return func(coords []int) []int { return slices.Delete(coords, axis, axis+1) }
	}
	shape := op.Operand(0).Type().(*ir.TensorType).Shape()
	return func(coords []int) []int {
		coords = coords[len(coords)-len(shape):]
		for i, n := range shape {
			if n == 1 {
				coords[i] = 0
			}
		}
		return coords
	}
}
