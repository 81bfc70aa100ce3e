package contractions

import (
	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/ir"
)

// If there are fewer tiles than multiprocessors and sums are long, several blocks can share a tile (split-K in a
// cluster): each computes a part of all sums of the tile, and one of them adds up the parts in a fixed order, which it
// reads from the shared memory of the others (tilegpu.split). No other kernel is needed, as with parts that different
// programs compute (splits.go). Tiles stay large, so each element of the operands is loaded for more products.

// maxBlocks bounds the blocks that share a tile: with four, the one that adds up all parts took longer than was saved.
const maxBlocks = 2

// leastShare is the least number of tiles of products for each of several blocks.
const leastShare = 4

// canShare reports whether n blocks can share each tile. Each program must compute one tile, in a kernel that does
// nothing else, and all blocks must run at the same time.
func (p *plan) canShare(n int64) bool {
	steps := p.steps64()
	return p.groups && (p.boxes != nil || p.views) && p.Programs == tile.ProgramForEach && p.once && p.isOnly() &&
		n*p.tiles() <= multiprocessors && steps >= n*leastShare && (n-1)*ceil(steps, n) < steps
}

// isOnly reports whether a kernel has no operation but a contraction.
func (p *plan) isOnly() bool {
	kernel, ok := tile.AsKernel(p.Parent())
	return ok && kernel.Region(0).HasOneBlock() && kernel.Entry().First() == p.Operation && p.Next() != nil &&
		p.Next().Is(&tile.Return)
}

// steps64 returns the number of tiles of products along a sum, for tiles that bulk copies load.
func (p *plan) steps64() int64 {
	if p.boxes != nil {
		return p.boxes.tiles(p, p.k)
	}
	k, _ := p.count(p.k)
	return ceil(k, p.shape[products])
}

// shared computes the sums of tiles by one block, or parts of them by several.
func (l *lowering) shared(sums func() []*ir.Value) []*ir.Value {
	if l.blocks <= 1 {
		return sums()
	}
	steps := l.steps64()
	each := ceil(steps, l.blocks)
	outside, bounds := l.b, l.overSum
	defer func() { l.b, l.overSum = outside, bounds }()
	add := &arith.AddF
	if !ir.IsFloat(l.Accumulator) {
		add = &arith.AddI
	}
	i32 := l.Context().I(32)
	split := tilegpu.NewSplit(l.b, l.blocks, indices{l.b, i32}.value(known(l.blocks), nil),
		func(b *ir.Builder, part *ir.Value) []*ir.Value {
			x := indices{b, i32}
			first := x.mul(number{v: part}, known(each))
			end := x.binary(&arith.MinSI, x.add(first, known(each)), known(steps))
			l.b, l.overSum = b, [3]*ir.Value{first.v, end.v, x.value(known(1), nil)}
			return sums()
		},
		func(b *ir.Builder, left, right []*ir.Value) (added []*ir.Value) {
			for i, one := range left {
				added = append(added, arith.Binary(b, add, one, right[i]))
			}
			return added
		})
	return split.ResultValues()
}
