package movement

import (
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
	to, outs := results[0], operands[0].Outs()
	if op.Is(&tile.ExpandDims) {
		to, err = to.Reshaped(outs) // without the dimension of size 1
	} else {
		to, err = to.Last(outs) // the coordinate is 0 where a dimension of size 1 is broadcast
	}
	if err != nil {
		return op.Errorf("%w", err)
	}
	c.Values.Set(op.Result(0), Convert(c, c.Values.Get(op.Operand(0)), operands[0], to, t))
	return nil
}
