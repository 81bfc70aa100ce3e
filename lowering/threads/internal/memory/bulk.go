package memory

import (
	"slices"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/layout"
	"github.com/girih-ir/girih/lowering/threads/internal/emit"
)

// BulkStore lowers tilegpu.bulk_store. All threads write the tile to shared memory, and one of them starts the copies,
// panel by panel. This thread waits until the copies have read shared memory only before the next tile is written, or
// at the end of the program. Until then, the copies run in parallel to the threads.
func BulkStore(c *emit.Code, op *ir.Operation) error {
	if tilegpu.StoreBuffer(op) != nil {
		return groupStore(c, op)
	}
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
	c.PutPanels(panels, base, c.Values.Get(value), from)
	c.Barrier()
	c.When(c.Compare("eq", c.Thread, c.I32(0)), nil, func() []*ir.Value {
		c.StorePanels(panels, base, c.Element(op.Operand(1), 0), c.StartOf(op), tilegpu.Adds(op))
		c.B.Build(&nvvm.BulkCommit, nil)
		return nil
	})
	return nil
}

// groupStore lowers a store through a buffer. Each warp group writes its rows of a part of the columns to the buffer,
// and its first thread starts the copies. Before the next part, this thread waits until they have read the buffer. Warp
// groups do not wait for each other, so that one can multiply while another one stores.
func groupStore(c *emit.Code, op *ir.Operation) error {
	buffer, t := tilegpu.StoreBuffer(op), op.Operand(0).Type().(*ir.TensorType)
	cell := buffer.Type().(*tilegpu.SharedType).Cell().(*ir.TensorType)
	groups := int64(c.Warps / 4)
	e, ok := tilegpu.EncodingOf(t).(*tilegpu.MMAAttr)
	if !ok || e.Spec.Version != 3 || !slices.Equal(e.Spec.WarpsPerCTA, []int{c.Warps, 1}) ||
		groups > tilegpu.MaxStoringGroups {
		return op.Errorf("warp groups store rows by themselves: the tile must have the layout of their products, with rows "+
			"for each of at most %d warp groups", tilegpu.MaxStoringGroups)
	}
	width := cell.Shape()[len(cell.Shape())-1]
	columns := c.Ctx.TensorType([]int64{t.Shape()[0], width}, t.ElementType(), nil)
	panels, err := emit.PanelsOf(columns)
	if err != nil {
		return op.Errorf("%w", err)
	}
	part, err := partOf(e.Spec, columns)
	if err != nil {
		return op.Errorf("%w", err)
	}
	whole, err := c.Layout(op, t)
	if err != nil {
		return err
	}
	for column := int64(0); column < t.Shape()[1]; column += width {
		var values []*ir.Value
		for r, v := range c.Values.Get(op.Operand(0)) {
			if int64(whole.Apply(r, 0, 0)[1])/width == column/width {
				values = append(values, v)
			}
		}
		c.BeforeGroupStore(op)
		c.PutPanels(panels, c.Values.Get(buffer)[0], values, part)
		c.GroupBarrier()
		c.When(c.LeadsGroup(), nil, func() []*ir.Value {
			for row := int64(0); row < t.Shape()[0]; row += groups * tilegpu.GroupRows {
				storeRows(c, op, panels, row, column)
			}
			c.B.Build(&nvvm.BulkCommit, nil)
			return nil
		})
	}
	return nil
}

// partOf returns the layout of some columns of a tile that has a layout of warp groups.
func partOf(spec layout.MMASpec, columns *ir.TensorType) (layout.Layout, error) {
	shape := []int{int(columns.Shape()[0]), int(columns.Shape()[1])}
	spec.N = min(spec.N, shape[1])
	return layout.MMA(spec, shape)
}

// storeRows starts the copies of the rows that the thread's warp group has from a row of the tile on. The buffer has
// the columns from the given one on.
func storeRows(c *emit.Code, op *ir.Operation, panels *emit.Panels, row, column int64) {
	group := c.Binary(&llvm.LShr, c.Warp, c.I32(2))
	first := c.Binary(&llvm.Add, c.Binary(&llvm.Mul, group, c.I32(tilegpu.GroupRows)), c.I32(row))
	start := c.StartOf(op)
	start[0] = c.Binary(&llvm.Add, start[0], c.I32(column))
	buffer := tilegpu.StoreBuffer(op).Type().(*tilegpu.SharedType)
	addRow(c, start[1:], first, buffer.Cell().(*ir.TensorType).Shape())
	base := llvm.NewGEP(c.B, c.Ctx.I(8), c.Values.Get(tilegpu.StoreBuffer(op))[0], 0,
		llvm.Index{Value: c.Binary(&llvm.Mul, first, c.I32(int64(panels.Spec.PanelBytes())))})
	c.StorePanels(panels, base, c.Element(op.Operand(1), 0), start, tilegpu.Adds(op))
}

// addRow adds the place of a row in a cell to coordinates, the fastest dimension first. The row is the first one of a
// [tilegpu.GroupBox]: its place is 0 along dimensions that the box has as a whole.
func addRow(c *emit.Code, start []*ir.Value, row *ir.Value, cell []int64) {
	rows := cell[:len(cell)-1]
	box := tilegpu.GroupBox(rows)
	below := int64(1)
	for d, n := range slices.Backward(rows) {
		if box[d] < n {
			at := row
			if below > 1 {
				at = c.Binary(&llvm.UDiv, at, c.I32(below))
			}
			if ir.Product(rows[:d]) > 1 {
				at = c.Binary(&llvm.URem, at, c.I32(n))
			}
			i := len(rows) - 1 - d
			start[i] = c.Binary(&llvm.Add, start[i], at)
		}
		below *= n
	}
}
