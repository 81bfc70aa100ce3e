package contractions

import (
	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/internal/analysis/costs"
	"github.com/girih-ir/girih/ir"
)

// If the output has few elements and sums are long, the sums are divided into parts (split-K within a block). Tiles are
// small, so that more programs have one. All warps of a program compute the whole tile, each for some terms of the
// sums, so that each warp still multiplies as many elements at once as is efficient. Finally the parts are added in a
// fixed order, so that results do not depend on timing.

// multiprocessors is the assumed number of multiprocessors of a GPU. An H100 or H200 has a few more.
const multiprocessors = 128

// partOf returns the sizes of the tile that one warp multiplies, for factors of the given number of bits: rows, columns
// and products.
func partOf(bits int) [3]int64 {
	if bits <= 16 {
		return [3]int64{64, 64, 32}
	}
	return [3]int64{32, 32, 8}
}

// chooseParts makes tiles smaller if there are few, and divides their sums into parts.
func (p *plan) chooseParts() {
	p.parts = 1
	k, ok := p.count(p.k)
	bits := p.limits().bits
	part := partOf(bits)
	if !ok || p.extents == nil || p.lanes || p.boxes != nil || p.views && bits <= 16 || k < 4*part[products] {
		return
	}
	few := p.tiles() < multiprocessors
	if (p.views || p.groups) && !few {
		return
	}
	if p.views = false; p.Shape == nil && few {
		p.chooseShape()
		p.shrink(part)
		if p.groups && p.tiles() >= multiprocessors { // warp groups have no parts
			return
		}
	}
	// Threads add up the parts through shared memory.
	most := min(int64(p.warps)*part[rows]*part[columns],
		costs.SharedPerOperation*8/int64(ir.BitWidth(p.Accumulator)))
	for p.parts < int64(p.warps) && 2*p.parts*p.shape[rows]*p.shape[columns] <= most && 4*p.parts*part[products] <= k {
		p.parts *= 2
	}
	if p.parts > 1 {
		p.shape[products] = p.parts * max(part[products], p.limits().least[products])
	}
}

// shrink halves the rows or columns of tiles until there are enough tiles, or until they have the sizes of a part.
func (p *plan) shrink(part [3]int64) {
	for p.tiles() < multiprocessors {
		axis := rows
		if p.shape[columns]*part[rows] > p.shape[rows]*part[columns] {
			axis = columns
		}
		if p.shape[axis] <= part[axis] {
			axis = rows + columns - axis
		}
		if p.shape[axis] <= part[axis] {
			return
		}
		p.shape[axis] /= 2
	}
}

// dot multiplies two tiles, in parts if sums are divided.
func (l *lowering) dot(lhs, rhs, acc *ir.Value) *ir.Value {
	if l.turnsFactors() {
		lhs, rhs = l.reordered(lhs, rows), l.reordered(rhs, columns)
	}
	if l.runs != nil && l.runs.crossed {
		rhs = tile.NewReshape(l.b, l.uncrossed(rhs), l.shape[products], l.shape[columns])
	}
	if l.parts > 1 {
		each := l.shape[products] / l.parts
		lhs = tile.NewPermute(l.b, tile.NewReshape(l.b, lhs, l.shape[rows], l.parts, each), 1, 0, 2)
		rhs = tile.NewReshape(l.b, rhs, l.parts, each, l.shape[columns])
	}
	return tile.NewDot(l.b, lhs, rhs, acc, tile.PrecisionOf(l.Operation))
}

// whole adds up the parts of sums.
func (l *lowering) whole(sums *ir.Value) *ir.Value {
	if l.parts == 1 {
		return sums
	}
	add := &arith.AddF
	if !ir.IsFloat(l.Accumulator) {
		add = &arith.AddI
	}
	// NewReduce fails only if the combiner does not fit the operands.
	out, _ := tile.NewReduce(l.b, 0, []*ir.Value{sums}, func(b *ir.Builder, x, y []*ir.Value) ([]*ir.Value, error) {
		return []*ir.Value{arith.Binary(b, add, x[0], y[0])}, nil
	})
	return out[0]
}
