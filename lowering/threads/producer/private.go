package producer

import (
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/ir"
)

// privateBarrier is the number of the barrier for all threads except those of the copying warp. Warp groups that take
// turns use barriers from 1 on.
const privateBarrier = 15

// privateBlocks returns the blocks in which barriers concern only the threads that multiply. The copying warp needs a
// barrier where memory becomes part of a ring or leaves it. It must not use mbarriers before they are initialized, and
// must not overwrite memory that others still use. In a loop around copies that initializes no mbarriers, rings stay in
// place, nothing else uses their memory, and the mbarriers of slots hand them over. There the copying warp needs no
// other barrier, and can run ahead.
func (k *kernel) privateBlocks() map[*ir.Block]bool {
	changes := make(map[*ir.Block]bool) // blocks that change which memory belongs to a ring
	waits := make(map[*ir.Block]bool)
	for b := range k.Region(0).Blocks() {
		for op := range b.Ops() {
			changes[b] = changes[b] || op.Is(&nvvm.MbarrierInit) || op.Is(&nvvm.MbarrierInval)
			waits[b] = waits[b] || op.Is(&nvvm.MbarrierTryWaitParity)
		}
	}
	private := make(map[*ir.Block]bool)
	for copies := range k.copies {
		if changes[copies] {
			continue
		}
		ahead, behind := reached(copies, changes, successors), reached(copies, changes, predecessors)
		loop := make(map[*ir.Block]bool)
		wait := true // a copy that does not wait relies on barriers
		for b := range ahead {
			if behind[b] {
				loop[b] = true
				wait = wait && (!k.copies[b] || waits[b])
			}
		}
		for b := range loop {
			if wait {
				private[b] = true
			}
		}
	}
	return private
}

// reached returns the blocks that can be reached from one without entering certain others.
func reached(from *ir.Block, without map[*ir.Block]bool, next func(b *ir.Block) []*ir.Block) map[*ir.Block]bool {
	seen := make(map[*ir.Block]bool)
	todo := []*ir.Block{from}
	for len(todo) > 0 {
		b := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, n := range next(b) {
			if !seen[n] && !without[n] {
				seen[n] = true
				todo = append(todo, n)
			}
		}
	}
	return seen
}

func successors(b *ir.Block) (list []*ir.Block) {
	for i := range b.Last().NumSuccessors() {
		list = append(list, b.Last().Successor(i))
	}
	return list
}

func predecessors(b *ir.Block) (list []*ir.Block) {
	for end := range b.Predecessors() {
		list = append(list, end.Block())
	}
	return list
}

// dropBarriers erases the barriers of a block.
func dropBarriers(b *ir.Block) {
	for op := b.First(); op != nil; {
		next := op.Next()
		if op.Is(&nvvm.Barrier0) {
			op.Erase()
		}
		op = next
	}
}
