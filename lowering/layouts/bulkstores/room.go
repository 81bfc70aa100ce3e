package bulkstores

import (
	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/internal/analysis/costs"
	"github.com/girih-ir/girih/internal/analysis/tensorcores"
	"github.com/girih-ir/girih/ir"
)

// reserved is the shared memory, in bytes, that barriers may take.
const reserved = 1 << 10

// fits reports whether the tile that is stored fits into shared memory. If the store is in a loop that also contains
// products of streams or rings, tiles of the loop's next iteration occupy shared memory already, so there must be room
// for both, and for the tiles of other stores in the loop. Outside of such loops their memory is free when the store
// begins.
func (s *store) fits(kernel tile.Kernel, shared int, others []*store) bool {
	if shared == 0 {
		shared = costs.SharedPerBlock
	}
	loop := loopAround(s.op)
	if loop == nil {
		return s.bytes() <= int64(shared)
	}
	bytes := s.bytes() + reserved
	for _, other := range others {
		if other != s && other.why == "" && loopAround(other.op) == loop && !s.shares(other) {
			bytes += other.bytes()
		}
	}
	within := false
	kernel.Walk(func(op *ir.Operation) bool {
		if stream, ok := tilegpu.AsStream(op); ok {
			bytes += int64(stream.Stages()) * (tensorcores.TileBytes(stream.Tile(0)) + tensorcores.TileBytes(stream.Tile(1)))
			within = within || loop.IsAncestorOf(op)
		}
		if op.Is(&tilegpu.Ring) {
			ring := op.Result(0).Type().(*tilegpu.SharedType)
			bytes += ring.NumCells() * tensorcores.TileBytes(ring.Cell().(*ir.TensorType))
		}
		_, product := tilegpu.AsRingProduct(op)
		within = within || product && loop.IsAncestorOf(op)
		return true
	})
	if !within {
		s.cell = nil
	}
	return !within || bytes <= int64(shared)
}

// shares reports whether two stores in a loop go through the same buffer: a warp group waits until it has been read
// before each. Behind loops, there is room for a buffer of each.
func (s *store) shares(other *store) bool {
	return other.why == "" && s.loop != nil && s.loop == other.loop && s.cell != nil && s.cell == other.cell &&
		s.source == nil && other.source == nil
}

// bytes returns the size of the part of the tile that is in shared memory at a time.
func (s *store) bytes() int64 {
	if s.cell != nil && s.source == nil {
		return tensorcores.TileBytes(s.cell)
	}
	return tensorcores.TileBytes(s.op.Operand(0).Type().(*ir.TensorType))
}

// loopAround returns the innermost loop around an operation; nil if there is none.
func loopAround(op *ir.Operation) *ir.Operation {
	loop := op.Parent()
	for loop != nil && !loop.Is(&scf.ForOp) && !loop.Is(&scf.WhileOp) {
		loop = loop.Parent()
	}
	return loop
}
