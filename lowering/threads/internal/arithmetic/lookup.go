package arithmetic

import (
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/threads/internal/emit"
)

// Lookup lowers tile.lookup to loads from a constant in global memory. Lookups in equal tables share the constant.
// Indices out of range are clamped, since the loads take place even if their results are not used.
func Lookup(c *emit.Code, op *ir.Operation) error {
	if _, _, err := c.ResultElements(op); err != nil {
		return err
	}
	table := tile.TableOf(op)
	elem := table.ShapedType().ElementType()
	base := llvm.NewAddressOf(c.B, constantArray(c, table))
	indices := c.Values.Get(op.Operand(0))
	out := make([]*ir.Value, len(indices))
	for r, index := range indices {
		index = c.Binary(&llvm.SMax, index, c.Number(index.Type(), 0))
		index = c.Binary(&llvm.SMin, index, c.Number(index.Type(), int64(table.Len()-1)))
		at := llvm.NewGEP(c.B, elem, base, 0, llvm.Index{Value: index})
		out[r] = llvm.NewLoad(c.B, elem, at, int64(ir.BitWidth(elem)/8))
	}
	c.Values.Set(op.Result(0), out)
	return nil
}

// constantArray returns the global constant that holds a table, and creates it on first use.
func constantArray(c *emit.Code, table *ir.DenseElementsAttr) llvm.Global {
	for op := range c.Fn.Block().Ops() {
		if g, ok := llvm.AsGlobal(op); ok && g.Value() == ir.Attribute(table) && g.AddrSpace() == llvm.GlobalSpace {
			return g
		}
	}
	at := *c.B
	defer func() { *c.B = at }()
	c.B.Before(c.Fn.Operation)
	return llvm.NewConstantArray(c.B, c.UniqueName("table"), table, llvm.GlobalSpace, 16)
}
