package producer

import (
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/ir"
)

// What follows the products of a tile may depend on other blocks: whether a block is the last one of those that share
// a tile, for instance. The copying warp cannot know that, and need not: there are no copies there.
//
//	if last { add up parts; convert; store }

// bypass returns the nearest block through which all ways from the end of a block lead, and the blocks on these ways,
// if the copying warp has nothing to do there; otherwise nil. The ways may branch and repeat, and nothing else leads to
// them.
func (k *kernel) bypass(from *ir.Block, copies map[*ir.Block]bool) (join *ir.Block, idle map[*ir.Block]bool) {
	for b := range reached(from, nil, successors) {
		between := reached(from, map[*ir.Block]bool{b: true}, successors)
		if (join == nil || len(between) < len(idle)) && k.isIdle(from, between, copies) {
			join, idle = b, between
		}
	}
	return join, idle
}

// isIdle reports whether the copying warp has nothing to do in blocks behind another one.
func (k *kernel) isIdle(from *ir.Block, blocks, copies map[*ir.Block]bool) bool {
	for b := range blocks {
		if b == from || copies[b] || b.Last().NumSuccessors() == 0 {
			return false
		}
		for end := range b.Predecessors() {
			if end.Block() != from && !blocks[end.Block()] {
				return false
			}
		}
		for op := range b.Ops() {
			if !op.Is(&nvvm.BarWarpSync) && k.isKept(op, b) {
				return false
			}
		}
	}
	return true
}

// skip has the copying warp go to a block at once. What others pass to it is not known there.
func skip(branch *ir.Operation, to *ir.Block) {
	b := ir.NewBuilder(branch.Context()).Before(branch)
	b.SetLoc(branch.Loc())
	var none []*ir.Value
	for _, arg := range to.Args() {
		none = append(none, poison(b, arg.Type()))
	}
	llvm.NewBr(b, to, none...)
	branch.Erase()
}

func poison(b *ir.Builder, t ir.Type) *ir.Value {
	st := b.State(&llvm.Poison)
	st.Types = append(st.Types, t)
	return b.Create(st).Result(0)
}
