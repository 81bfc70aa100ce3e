package bulkstores

import (
	"slices"

	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/internal/analysis/tensorcores"
	"github.com/girih-ir/girih/ir"
)

// Threads exchange tiles through shared memory that they store themselves, or that they load behind the products, such
// as a residual. Slots of rings may leave no room for that beside what bulk copies store, if package rings has found
// that more slots are worth more than bulk copies.

// leaveExchanges makes room for what threads exchange in loops: it does without the memory of loaded tiles, which
// threads then load, or else leaves all stores in a loop to threads.
func leaveExchanges(kernel tile.Kernel, shared int, list []*store) {
	for _, s := range list {
		loop := loopAround(s.op)
		if s.why != "" || loop == nil {
			continue
		}
		bytes, within := ringsIn(kernel, loop)
		fits := func() bool { return bytes+kept(list, loop)+exchanged(loop, list) <= limit(shared) }
		if !within || fits() {
			continue
		}
		here := func(s *store) bool { return s.why == "" && loopAround(s.op) == loop }
		for _, other := range list {
			if here(other) {
				other.source = nil
			}
		}
		if fits() {
			continue
		}
		for _, other := range list {
			if here(other) {
				other.why = noRoom
			}
		}
	}
}

// kept returns the bytes of what stores in a loop go through, and which is not free when threads exchange tiles: all
// buffers, and the memory of the largest other tile, since such stores wait for each other.
func kept(list []*store, loop *ir.Operation) (bytes int64) {
	largest := int64(0)
	for i, s := range list {
		switch {
		case s.why != "" || loopAround(s.op) != loop || slices.ContainsFunc(list[:i], s.shares):
		case s.cell == nil && s.source == nil:
			largest = max(largest, s.bytes())
		default:
			bytes += s.bytes()
		}
	}
	return bytes + largest
}

// exchanged returns the bytes of shared memory that threads need in a loop to exchange tiles. One exchange uses the
// memory of another.
func exchanged(loop *ir.Operation, list []*store) (most int64) {
	loop.Walk(func(op *ir.Operation) bool {
		var t *ir.TensorType
		switch {
		case loopAround(op) != loop:
		case op.Is(&tile.LoadView):
			if !slices.ContainsFunc(list, func(s *store) bool { return s.source != nil && s.source.load == op }) {
				t, _ = op.Result(0).Type().(*ir.TensorType)
			}
		case tile.IsViewUpdate(op):
			if slices.ContainsFunc(list, func(s *store) bool { return s.op == op && s.why != "" }) {
				t, _ = op.Operand(0).Type().(*ir.TensorType)
			}
		}
		if t != nil && len(t.Shape()) > 1 {
			most = max(most, tensorcores.ExchangeBytes(tensorcores.TileBytes(t)))
		}
		return true
	})
	return most
}
