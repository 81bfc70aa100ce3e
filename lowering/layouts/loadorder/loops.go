package loadorder

import (
	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
)

// maxAcross bounds what loads that were moved before a loop bring to each thread, which holds it during the loop: 8
// registers.
const maxAcross = 32

// cross moves loads that come after a loop before it, if the loop writes nothing and does not compute their addresses.
// Memory then answers while the loop runs: a kernel that first adds up a row and then loads an element whose index it
// also has to load waits twice less at its end. It reports whether it moved any.
func cross(b *ir.Block, threads int64) (changed bool) {
	var loop *ir.Operation // the first of the loops over which loads may move
	var bytes int64        // of the loads that moved over it
	for op := b.First(); op != nil; {
		next := op.Next()
		n, plain := bytesOf(op, threads)
		switch {
		case plain:
			if loop != nil && bytes+n <= maxAcross && raise(op, loop) {
				bytes, changed = bytes+n, true
			}
		case op.Is(&scf.ForOp) && onlyReads(op):
			if loop == nil {
				loop, bytes = op, 0
			}
		case !ir.HasNoEffect(op) || op.Is(&tile.Dot):
			loop = nil
		}
		op = next
	}
	return changed
}

// bytesOf returns what an operation loads for each thread, if it is a load that may change places with computations.
func bytesOf(op *ir.Operation, threads int64) (bytes int64, plain bool) {
	if t, tensor := isPlainLoad(op); tensor {
		n, _ := ir.NumElements(t)
		return max(1, n/threads) * int64(ir.BitWidth(t.ElementType())) / 8, true
	}
	if !op.Is(&tile.Load) || op.Inherent(tile.VolatileName) != nil {
		return 0, false
	}
	return int64(ir.BitWidth(op.Result(0).Type())) / 8, true
}

// onlyReads reports whether a loop has no effects but that it reads memory, and leaves registers for others: it
// multiplies no matrices.
func onlyReads(loop *ir.Operation) bool {
	only, products := true, false
	known := ir.VisitEffects(loop, func(op *ir.Operation, e ir.Effect) bool {
		only = e.Kind == ir.Read && op.Inherent(tile.VolatileName) == nil
		return only
	})
	loop.Walk(func(op *ir.Operation) bool {
		products = products || op.Is(&tile.Dot)
		return !products
	})
	return known && only && !products
}
