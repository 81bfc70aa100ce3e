package arithmetic

import (
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/layout"
	"github.com/girih-ir/girih/lowering/threads/internal/emit"
)

// Constant lowers arith.constant: one value for all registers, or a table in shared memory.
func Constant(c *emit.Code, op *ir.Operation) error {
	t, l, err := c.ResultElements(op)
	if err != nil {
		return err
	}
	value := op.Inherent("value")
	if dense, ok := value.(*ir.DenseElementsAttr); ok {
		if !dense.IsSplat() {
			return table(c, op, dense, t, l)
		}
		value = dense.SplatValue(c.Ctx)
	}
	c.Values.Set(op.Result(0), repeat(c.ConstantOf(t, value), emit.RegisterCount(l)))
	return nil
}

// maxConstant bounds the size of a constant whose elements differ, since each element takes an instruction.
const maxConstant = 1024

// table lets one thread write a constant whose elements differ to shared memory, from where all threads read theirs.
func table(c *emit.Code, op *ir.Operation, dense *ir.DenseElementsAttr, t ir.Type, l layout.Layout) error {
	n := emit.ElementCount(l)
	if n > maxConstant {
		return op.Errorf("has no rule: it has %d different elements, of which at most %d can be written out; load them from "+
			"memory, or compute them", n, maxConstant)
	}
	base := c.Acquire(n, emit.MemoryType(c.Ctx, t))
	c.When(c.Compare("eq", c.Thread, c.I32(0)), nil, func() []*ir.Value {
		for i := range n {
			value := c.ConstantOf(t, dense.Element(c.Ctx, int(i)))
			c.StoreShared(base, c.I32(i), value)
		}
		return nil
	})
	c.Barrier()
	c.GetAll(base, op.Result(0), t, c.Places(l, emit.RowMajor(l), 0))
	return nil
}

// Splat lowers tile.splat: every register holds the same value.
func Splat(c *emit.Code, op *ir.Operation) error {
	l, err := c.Layout(op, op.Result(0).Type())
	if err != nil {
		return err
	}
	c.Values.Set(op.Result(0), repeat(c.Element(op.Operand(0), 0), emit.RegisterCount(l)))
	return nil
}

func repeat(v *ir.Value, n int) []*ir.Value {
	out := make([]*ir.Value, n)
	for i := range out {
		out[i] = v
	}
	return out
}

// ProgramID lowers tile.program_id to %ctaid, or %clusterid if a cluster runs a program.
func ProgramID(c *emit.Code, op *ir.Operation) error {
	return gridRegister(c, op, nvvm.BlockID, nvvm.ClusterID)
}

// NumPrograms lowers tile.num_programs to %nctaid, or %nclusterid if a cluster runs a program.
func NumPrograms(c *emit.Code, op *ir.Operation) error {
	return gridRegister(c, op, nvvm.GridDim, nvvm.GridCluster)
}

// gridRegister reads one of the special registers blocks, or clusters if a cluster of several blocks runs a program.
func gridRegister(c *emit.Code, op *ir.Operation, blocks, clusters [3]*ir.OpDef) error {
	defs := blocks
	if c.Parts > 1 {
		defs = clusters
	}
	c.Values.Set(op.Result(0), []*ir.Value{nvvm.ReadRegister(c.B, defs[tile.Axis(op)], 0)})
	return nil
}

// Iota lowers tile.iota: each register holds the index of its element.
func Iota(c *emit.Code, op *ir.Operation) error {
	t, l, err := c.ResultElements(op)
	if err != nil {
		return err
	}
	out := c.Offsets(l)
	for r, v := range out {
		out[r] = c.Resized(&llvm.ZExt, v, t)
	}
	c.Values.Set(op.Result(0), out)
	return nil
}
