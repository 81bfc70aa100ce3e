package memory

import (
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/threads/internal/emit"
)

// BulkStore lowers tilegpu.bulk_store. All threads write the tile to shared memory, and one of them starts the copies,
// panel by panel. This thread waits until the copies have read shared memory only before the next tile is written, or
// at the end of the program. Until then, the copies run in parallel to the threads.
func BulkStore(c *emit.Code, op *ir.Operation) error {
	value := op.Operand(0)
	t := value.Type().(*ir.TensorType)
	from, err := c.Layout(op, t)
	if err != nil {
		return err
	}
	panels, err := emit.PanelsOf(t)
	if err != nil {
		return op.Errorf("%w", err)
	}
	c.BeforeBulkStore(op, !tilegpu.IsOrdered(op))
	base := c.AcquireAligned(emit.PanelAlignment, []int64{panels.Bytes()})
	c.PutPanels(panels, base, c.Values[value], from)
	c.When(c.Compare("eq", c.Thread, c.I32(0)), nil, func() []*ir.Value {
		c.StorePanels(panels, base, c.Element(op.Operand(1), 0), tilegpu.StoreCoordinates(op), tilegpu.Adds(op))
		return nil
	})
	return nil
}
