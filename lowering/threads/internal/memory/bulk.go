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

// panelAlignment is the alignment of the panels of a swizzled tile in bytes, the period of the widest swizzle.
const panelAlignment = 1024

// BulkStore lowers tilegpu.bulk_store. All threads write the tile to shared memory, and one of them starts the copies,
// panel by panel. It waits until they have read shared memory only before the next tile is written, or at the end of
// the program. Until then, the copies run while the threads go on.
func BulkStore(c *emit.Code, op *ir.Operation) error {
	value := op.Operand(0)
	t := value.Type().(*ir.TensorType)
	from, err := c.Layout(op, t)
	if err != nil {
		return err
	}
	shape, bits := []int{int(t.Shape()[0]), int(t.Shape()[1])}, ir.BitWidth(t.ElementType())
	spec := layout.NVMMAFor(shape, bits, false)
	place, err := panelPlace(spec, shape)
	if err != nil {
		return op.Errorf("%w", err)
	}
	c.BeforeBulkStore(op, !tilegpu.IsOrdered(op))
	base := c.AcquireAligned(panelAlignment, []int64{int64(shape[0] * shape[1] * bits / 8)})
	values := c.Values[value]
	if !c.PutMatrices(base, values, from, place) {
		c.PutVectors(base, values, from, place, emit.ConsecutiveRegisters(from, place, maxVectorBytes*8/bits))
	}
	nvvm.NewFenceProxyAsyncShared(c.B)
	c.Barrier()
	var start []*ir.Value // coordinates, the fastest dimension first
	for _, v := range slices.Backward(op.OperandValues()[2:]) {
		start = append(start, c.Element(v, 0))
	}
	columns := spec.SwizzleBytes * 8 / bits
	c.When(c.Compare("eq", c.Thread, c.I32(0)), nil, func() []*ir.Value {
		for panel := 0; panel*columns < shape[1]; panel++ {
			at, source := slices.Clone(start), base
			if panel > 0 {
				at[0] = c.Binary(&llvm.Add, at[0], c.I32(int64(panel*columns)))
				source = llvm.NewGEP(c.B, c.Ctx.I(8), base, 0, llvm.Index{Constant: int32(panel * shape[0] * spec.SwizzleBytes)})
			}
			if tilegpu.Adds(op) {
				nvvm.NewTensorReduce(c.B, nvvm.ReduceAdd, c.Element(op.Operand(1), 0), source, at...)
			} else {
				nvvm.NewTensorStore(c.B, c.Element(op.Operand(1), 0), source, at...)
			}
		}
		c.B.Build(&nvvm.BulkCommit, nil)
		return nil
	})
	return nil
}

// maxVectorBytes is the size of the widest store to shared memory.
const maxVectorBytes = 16

// panelPlace returns the place of the elements of a tile in shared memory, as rows in swizzled panels.
func panelPlace(spec layout.NVMMASpec, shape []int) (emit.Place, error) {
	shared, err := layout.NVMMAShared(spec, shape)
	if err != nil {
		return nil, err
	}
	offsets, err := shared.Invert()
	if err != nil {
		return nil, err
	}
	return func(coords []int) uint64 { return uint64(offsets.Apply(coords...)[0]) }, nil
}
