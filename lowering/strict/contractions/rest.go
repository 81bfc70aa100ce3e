package contractions

import (
	"maps"
	"math/bits"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/ir"
)

// rest describes the last rows or columns of the output if they have smaller tiles than the others. For example, 264
// columns are four tiles of 64 columns and one of 8. Without a rest, they would be five tiles of 64, and the last one
// would be nearly empty.
type rest struct {
	axis  int   // rows or columns
	first int64 // the flat index of the first row, or column, of the rest
	size  int64 // how many rows, or columns, a tile of the rest has
}

// leastSaved is the part of all rows, or columns, that must be saved: smaller tiles load more for each product.
const leastSaved = 1. / 16

// chooseRest chooses smaller tiles for the last rows or columns, where that saves the most.
func (p *plan) chooseRest() {
	if p.extents == nil || p.views || p.lanes || p.groups || p.boxes != nil || p.parts > 1 || p.Scatters() {
		return
	}
	saved := leastSaved
	for axis := range 2 {
		n, size := p.flat(axis), p.shape[axis]
		left := n % size
		if p.patches[axis] != nil || n < size || left == 0 {
			continue
		}
		one := &rest{axis: axis, first: n - left, size: max(p.limits().least[axis], int64(1)<<bits.Len64(uint64(left-1)))}
		if share := float64(size-one.size) / float64(n-left+size); share >= saved {
			p.rest, saved = one, share
		}
	}
}

// flat returns the number of rows or columns of the output.
func (p *plan) flat(axis int) int64 {
	letters := p.m
	if axis == columns {
		letters = p.n
	}
	n, _ := p.count(letters)
	return n
}

// stretch is a range of flat indices of rows or columns, from first up to end. The zero stretch stands for all.
type stretch struct{ first, end int64 }

// only returns the plan of the tiles of a stretch along the axis of the rest. All have the same size.
func (p *plan) only(over stretch, size int64) *plan {
	q := *p
	q.rest, q.over[p.rest.axis], q.shape[p.rest.axis] = nil, over, size
	return &q
}

// tileOrRest computes the tile at row i and column j of tiles, which may be one of the rest.
func (l *lowering) tileOrRest(i, j number) {
	for _, v := range l.OperandValues() {
		l.address(v) // both branches use it
	}
	axis, size := l.rest.axis, l.shape[l.rest.axis]
	branch := func(p *plan, from number) func(b *ir.Builder) []*ir.Value {
		return func(b *ir.Builder) []*ir.Value {
			one, at := *l, [2]number{i, j}
			one.plan, one.b, one.values = p, b, maps.Clone(l.values)
			at[axis] = one.sub(at[axis], from)
			one.tile(at[rows], at[columns])
			return nil
		}
	}
	from := known(l.rest.first / size)
	at, end := l.both([2]number{i, j}[axis], from)
	scf.NewIf(l.b, arith.NewCmpI(l.b, arith.ULT, at, end), branch(l.only(stretch{0, l.rest.first}, size), known(0)),
		branch(l.only(stretch{l.rest.first, l.flat(axis)}, l.rest.size), from))
}
