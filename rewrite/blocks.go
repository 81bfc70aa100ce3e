package rewrite

import "github.com/girih-ir/girih/ir"

// InlineBlockBefore moves the operations of a block to just before another operation, replaces the block's arguments by
// values, and removes the block. The operation must not be in the block.
func (rw *Rewriter) InlineBlockBefore(b *ir.Block, before *ir.Operation, values ...*ir.Value) {
	rw.replaceArgs(b, values)
	for op := b.First(); op != nil; {
		next := op.Next()
		rw.MoveBefore(op, before)
		op = next
	}
	if r := b.Region(); r != nil {
		r.Remove(b)
	}
}

// MergeBlocks moves the operations of a block to the end of another one, replaces the block's arguments by values, and
// removes the block. No terminator may have it as a successor any more.
func (rw *Rewriter) MergeBlocks(b, into *ir.Block, values ...*ir.Value) {
	rw.replaceArgs(b, values)
	for op := b.First(); op != nil; {
		next := op.Next()
		rw.MoveToEnd(op, into)
		op = next
	}
	if r := b.Region(); r != nil {
		r.Remove(b)
	}
}

func (rw *Rewriter) replaceArgs(b *ir.Block, values []*ir.Value) {
	for i, v := range values {
		rw.ReplaceAllUses(b.Arg(i), v)
	}
}

// SplitBlock moves op and everything after it into a new block that follows op's block in its region, and returns it.
// The cost is proportional to the number of operations moved, so a caller that splits a block many times should start
// at its end.
func (rw *Rewriter) SplitBlock(op *ir.Operation) *ir.Block {
	tail := op.Block().SplitBefore(op)
	for op := range tail.Ops() {
		rw.listener.Inserted(op)
	}
	return tail
}

// InlineRegionBefore moves all blocks of a region to just before another block. Listeners are not notified of the
// operations in them: these stay in their blocks, which may be large and be moved many times.
func (rw *Rewriter) InlineRegionBefore(r *ir.Region, before *ir.Block) {
	for b := r.Entry(); b != nil; {
		next := b.Next()
		r.Remove(b)
		before.Region().InsertAfter(b, before.Prev())
		b = next
	}
}

// InlineRegionAtEnd moves all blocks of a region to the end of another one, as [Rewriter.InlineRegionBefore] does.
func (rw *Rewriter) InlineRegionAtEnd(r, into *ir.Region) { into.TakeBlocks(r) }
