package simt

import (
	"github.com/girih-ir/girih/backend/internal/smallint"
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/ir"
)

// elementRules has the operations that are computed number by number, rules the others.
var (
	elementRules = make(map[*ir.OpDef]func(op *ir.Operation) elementwise)
	rules        = make(map[*ir.OpDef]rule)
)

func init() { // in init, since the rules of calls use the tables
	addIntegers(elementRules)
	addFloats(elementRules)
	addConversions(elementRules)
	addValues(rules)
	addControl(rules)
	addMemory(rules)
	addAtomics(rules)
	addSynchronization(rules)
	addProducts(rules)
	addWarpProducts(rules)
	addMatrices(rules)
	addMemoryBarriers(rules)
	addNamedBarriers(rules)
	addCopies(rules)
	addStores(rules)
	addAsyncCopies(rules)
	addReallocation(rules)
	addGridDependencies(rules)
	addClusters(rules)
	addPairs(rules)
	addRegisters(rules)
}

// addRegisters adds reads of special registers.
func addRegisters(table map[*ir.OpDef]rule) {
	for axis := range 3 {
		table[nvvm.ThreadID[axis]] = register(func(w *warp, lane int) int32 {
			return w.place(w.number*lanes + lane)[axis]
		})
		table[nvvm.BlockID[axis]] = register(func(w *warp, _ int) int32 { return w.index[axis] })
		table[nvvm.BlockDim[axis]] = register(func(w *warp, _ int) int32 { return w.launch.Block[axis] })
		table[nvvm.GridDim[axis]] = register(func(w *warp, _ int) int32 { return w.launch.Grid[axis] })
	}
	table[nvvm.LaneID] = register(func(_ *warp, lane int) int32 { return int32(lane) })
	table[nvvm.WarpID] = register(func(w *warp, _ int) int32 { return int32(w.number) })
	table[nvvm.WarpSize] = register(func(*warp, int) int32 { return lanes })
}

func register(read func(w *warp, lane int) int32) rule {
	return func(c *compiler, op *ir.Operation) error {
		result, cut := c.result(op), smallint.Mask(width(op.Result(0).Type()))
		c.emit(op, func(w *warp, active uint32) error {
			w.taint(result, active, 0)
			forEach(active, func(i int) { w.registers[result][i] = uint64(read(w, i)) & cut })
			return nil
		})
		return nil
	}
}
