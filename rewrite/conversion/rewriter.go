package conversion

import (
	"fmt"
	"slices"

	"github.com/girih-ir/girih/ir"
)

// Rewriter makes the changes of a pattern to the IR, so that they can be undone. It embeds a builder, which inserts
// just before the operation to convert and gives new operations its location.
type Rewriter struct {
	*ir.Builder
	d *driver
}

// Refuse returns an error for a pattern that does not apply, with the reason.
func (rw *Rewriter) Refuse(format string, args ...any) error { return fmt.Errorf(format, args...) }

// Replace replaces op by values, one for each result, and erases it. The types may differ from those of the results.
func (rw *Rewriter) Replace(op *ir.Operation, values ...*ir.Value) {
	for i := range op.NumResults() {
		rw.d.replaceValue(op.Result(i), values[i:i+1], op.Block(), op)
	}
	rw.d.erase(op)
}

// ReplaceWithOp replaces op by another operation with as many results.
func (rw *Rewriter) ReplaceWithOp(op, by *ir.Operation) { rw.Replace(op, by.ResultValues()...) }

// ReplaceMulti replaces each result of op by any number of values and erases op.
func (rw *Rewriter) ReplaceMulti(op *ir.Operation, values [][]*ir.Value) {
	for i := range op.NumResults() {
		rw.d.replaceValue(op.Result(i), values[i], op.Block(), op)
	}
	rw.d.erase(op)
}

// Erase erases op. Its users must be erased or replaced by the end of the conversion.
func (rw *Rewriter) Erase(op *ir.Operation) {
	for i := range op.NumResults() {
		rw.d.replaceValue(op.Result(i), nil, op.Block(), op)
	}
	rw.d.erase(op)
}

// Modify calls f, which changes op itself in place: operands, attributes, successors, types of results.
func (rw *Rewriter) Modify(op *ir.Operation, f func()) {
	rw.d.journal.modify(op)
	f()
	rw.d.pending = append(rw.d.pending, op)
}

// CreateBlock puts a new block with arguments of the given types just after another block of the region, or first if
// after is nil, and moves the insertion point to its end.
func (rw *Rewriter) CreateBlock(r *ir.Region, after *ir.Block, types []ir.Type, loc ir.Location) *ir.Block {
	b := &ir.Block{}
	for _, t := range types {
		b.AddArg(rw.Context(), t, loc)
	}
	r.InsertAfter(b, after)
	rw.d.journal.createBlock(b)
	rw.AtEnd(b)
	return b
}

// SplitBlock moves op and everything after it into a new block that follows op's block, and returns it.
func (rw *Rewriter) SplitBlock(op *ir.Operation) *ir.Block {
	from := op.Block()
	tail := &ir.Block{}
	from.Region().InsertAfter(tail, from)
	rw.d.journal.createBlock(tail)
	rw.d.moveOps(op, tail)
	return tail
}

// InlineBlock moves the operations of b to just before other, or to the end of dest if other is nil. args replace b's
// arguments, and b is removed.
func (rw *Rewriter) InlineBlock(b, dest *ir.Block, other *ir.Operation, args []*ir.Value) {
	for i, arg := range b.Args() {
		rw.d.replaceValue(arg, args[i:i+1], b, b.First())
	}
	for op := range b.Ops() {
		rw.d.journal.move(op)
		op.Remove()
		dest.InsertBefore(op, other)
	}
	rw.EraseBlock(b)
}

// MoveRegion moves the blocks of a region into another region, just after one of its blocks, or first if after is nil.
func (rw *Rewriter) MoveRegion(from, to *ir.Region, after *ir.Block) {
	for b := range from.Blocks() {
		rw.d.journal.place(blockMoved, b)
		from.Remove(b)
		to.InsertAfter(b, after)
		after = b
	}
}

// EraseBlock removes a block that no terminator has as a successor, with the operations in it.
func (rw *Rewriter) EraseBlock(b *ir.Block) {
	for op := range b.Ops() {
		rw.d.mark(op)
	}
	rw.d.journal.place(blockErased, b)
	takeOut(b)
}

// ConvertRegion converts the arguments of all blocks of a region with converter.
func (rw *Rewriter) ConvertRegion(r *ir.Region, converter *TypeConverter) error {
	for b := range r.Blocks() {
		s, ok := converter.Signature(b.ArgTypes())
		if !ok {
			return fmt.Errorf("the arguments of a block have types without a conversion")
		}
		rw.ConvertBlock(b, s)
	}
	return nil
}

// ConvertBlock replaces the arguments of a block according to a signature, and returns the block to use in its place:
// b itself if nothing changes.
func (rw *Rewriter) ConvertBlock(b *ir.Block, s *Signature) *ir.Block {
	if s.keeps(b) {
		return b
	}
	to := &ir.Block{}
	b.Region().InsertAfter(to, b)
	rw.d.journal.createBlock(to)
	for _, pred := range slices.Collect(b.Predecessors()) { // collected, since redirect changes the list
		rw.d.redirect(pred, b, to)
	}
	if first := b.First(); first != nil {
		rw.d.moveOps(first, to)
	}
	for i, arg := range b.Args() {
		values := make([]*ir.Value, 0, len(s.args[i]))
		for _, t := range s.args[i] {
			values = append(values, to.AddArg(rw.Context(), t, b.ArgLoc(rw.Context(), i)))
		}
		rw.d.replaceWith(s.converter, arg, values, to, to.First())
	}
	rw.EraseBlock(b)
	return to
}

func (s *Signature) keeps(b *ir.Block) bool {
	for i, arg := range b.Args() {
		if types := s.args[i]; len(types) != 1 || types[0] != arg.Type() {
			return false
		}
	}
	return true
}
