package loadorder

import (
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
)

// maxBytes bounds what loads that were issued together bring to each thread: 64 registers.
const maxBytes = 256

// gather moves loads that come after a reduction, or a scan, up to the load before it. A thread then issues them before
// it waits for other threads, instead of afterwards, such as the weights of a layer normalization. It reports whether
// it moved any. threads is the number of threads that run a program.
func gather(b *ir.Block, threads int64) (changed bool) {
	var last *ir.Operation // the load behind which others are put
	var bytes int64        // of the loads that are together
	var meet bool          // whether threads meet after last
	for op := b.First(); op != nil; {
		next := op.Next()
		switch t, tensor := isPlainLoad(op); {
		case tensor:
			n, _ := ir.NumElements(t)
			n = n * int64(ir.BitWidth(t.ElementType())) / 8 / threads
			switch {
			case last == nil || !meet || bytes+n > maxBytes:
				last, bytes, meet = op, n, false
			case raise(op, last.Next()):
				last, bytes, changed = op, bytes+n, true
			}
		case isMeeting(op):
			meet = true
		case !isComputation(op):
			last, meet = nil, false
		}
		op = next
	}
	return changed
}

// isMeeting reports whether threads meet in an operation without effects.
func isMeeting(op *ir.Operation) bool {
	return (op.Is(&tile.Reduce) || op.Is(&tile.Scan)) && ir.IsPure(op)
}

// isPlainLoad returns the type of a tensor that an operation loads, if the load may change places with computations.
func isPlainLoad(op *ir.Operation) (t *ir.TensorType, ok bool) {
	if !op.Is(&tile.Load) || op.Inherent(tile.VolatileName) != nil {
		return nil, false
	}
	t, ok = op.Result(0).Type().(*ir.TensorType)
	return t, ok
}

// isComputation reports whether loads may move over an operation: it has no effects, and it is no matrix product, whose
// operands take the registers.
func isComputation(op *ir.Operation) bool {
	return ir.IsPure(op) && op.NumRegions() == 0 && !op.Is(&tile.Dot)
}
