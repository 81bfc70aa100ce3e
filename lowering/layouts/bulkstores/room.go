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
	loop, most := loopAround(s.op), limit(shared)
	if loop == nil && s.cell != nil {
		return s.bytes()+buffersBehind(others) <= most
	} else if loop == nil {
		return s.bytes() <= most
	}
	bytes, within := ringsIn(kernel, loop)
	if !within {
		s.cell = nil
	}
	return !within || bytes+s.bytes()+beside(others, s, loop) <= most
}

// limit returns how many bytes of shared memory a block can have.
func limit(shared int) int64 {
	if shared == 0 {
		shared = costs.SharedPerBlock
	}
	return int64(shared)
}

// buffersBehind returns the bytes of the buffers through which warp groups store tiles behind loops: each has its own.
func buffersBehind(list []*store) (bytes int64) {
	for _, s := range list {
		if s.why == "" && s.cell != nil && loopAround(s.op) == nil {
			bytes += s.bytes()
		}
	}
	return bytes
}

// beside returns the bytes of what other stores in a loop go through, unless they share it with s.
func beside(list []*store, s *store, loop *ir.Operation) (bytes int64) {
	for _, other := range list {
		if other != s && other.why == "" && loopAround(other.op) == loop && !s.shares(other) {
			bytes += other.bytes()
		}
	}
	return bytes
}

// ringsIn returns the bytes of rings and barriers in a kernel, and reports whether a loop has products of rings or
// streams.
func ringsIn(kernel tile.Kernel, loop *ir.Operation) (bytes int64, within bool) {
	bytes = reserved
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
	return bytes, within
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
