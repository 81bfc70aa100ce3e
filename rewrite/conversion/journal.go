package conversion

import (
	"iter"

	"github.com/girih-ir/girih/ir"
)

// journal records changes to the IR so that they can be undone, latest first. What is erased leaves its place but keeps
// its operands until the conversion has succeeded. A conversion keeps a few records for each operation until its end:
// each kind has a stack of its own, so that a record is no larger than it need be.
type journal struct {
	kinds stack[change] // in the order of the changes

	created stack[*ir.Operation]
	moved   stack[place]
	erased  stack[place]
	used    stack[use]
	rare    stack[*snapshot] // of the other kinds

	erasedBlocks stack[*snapshot] // which are also among the rare ones
}

// change is the kind of a record.
type change uint8

const (
	created      change = iota // an operation, which is removed
	moved                      // an operation, which goes back to its place
	erased                     // an operation, likewise
	used                       // an operand, which had another value
	modified                   // an operation, which was like a snapshot
	redirected                 // a successor, which was another block
	blockCreated               // a block, which is removed
	blockMoved                 // a block, which goes back to its place
	blockErased                // a block, likewise
)

// place is where an operation stood: before another one, or at the end of the block when that is nil.
type place struct {
	op, before *ir.Operation
	block      *ir.Block
}

// use is an operand of op and the value that it had.
type use struct {
	op    *ir.Operation
	value *ir.Value
	index int32
}

// snapshot is a record of a rare kind; which fields it uses depends on that.
type snapshot struct {
	op         *ir.Operation
	operands   []*ir.Value
	types      []ir.Type
	successors []*ir.Block
	properties ir.Attribute
	attrs      *ir.DictAttr

	index  int // of a successor of op
	block  *ir.Block
	region *ir.Region // of block
	after  *ir.Block  // that block stood behind
}

func (j *journal) add(kind change) {
	j.kinds.push(kind)
}

// mark returns the present state, for undo.
func (j *journal) mark() int { return j.kinds.n }

// changed iterates over the operations that were created or changed in place since mark, in the order of the changes.
func (j *journal) changed(mark int) iter.Seq[*ir.Operation] {
	return func(yield func(*ir.Operation) bool) {
		at := [...]int{created: j.created.n, used: j.used.n, modified: j.rare.n}
		stackOf := func(i int) change { // those of rare kinds share one
			return min(j.kinds.at(i), modified)
		}
		for i := mark; i < j.kinds.n; i++ {
			if k := stackOf(i); k != moved && k != erased {
				at[k]--
			}
		}
		for i := mark; i < j.kinds.n; i++ {
			k := stackOf(i)
			var op *ir.Operation
			switch k {
			case created:
				op = j.created.at(at[k])
			case used:
				op = j.used.at(at[k]).op
			case modified:
				op = j.rare.at(at[k]).op // nil for changes of blocks
			default:
				continue
			}
			at[k]++
			if op != nil && !yield(op) {
				return
			}
		}
	}
}

// undo takes back everything since mark.
func (d *driver) undo(mark int) {
	for j := &d.journal; j.kinds.n > mark; {
		switch kind := j.kinds.pop(); kind {
		case created:
			op := j.created.pop()
			d.forgetCast(op)
			op.Remove()
			op.DropAllReferences()
		case moved:
			j.moved.pop().restore()
		case erased:
			at := j.erased.pop()
			at.restore()
			d.unmarkNested(at.op)
		case used:
			u := j.used.pop()
			u.op.SetOperand(int(u.index), u.value)
		default:
			d.undoRare(kind, j.rare.pop())
		}
	}
}

func (d *driver) undoRare(kind change, s *snapshot) {
	switch kind {
	case modified:
		s.restore()
	case redirected:
		s.op.SetSuccessor(s.index, s.block)
	case blockCreated:
		takeOut(s.block)
	case blockErased, blockMoved:
		takeOut(s.block)
		if s.region != nil {
			s.region.InsertAfter(s.block, s.after)
		}
		if kind == blockErased {
			d.journal.erasedBlocks.pop()
			for op := range s.block.Ops() {
				d.unmark(op)
			}
		}
	}
}

func (p place) restore() {
	p.op.Remove()
	if p.block != nil {
		p.block.InsertBefore(p.op, p.before)
	}
}

// takeOut removes a block from its region, if it is in one.
func takeOut(b *ir.Block) {
	if r := b.Region(); r != nil {
		r.Remove(b)
	}
}

// commit lets go of what was erased.
func (d *driver) commit() {
	j := &d.journal
	j.erased.each(func(p place) { p.op.DropAllReferences() })
	j.erasedBlocks.each(func(s *snapshot) {
		for op := range s.block.Ops() {
			op.DropAllReferences()
		}
	})
}

// create records that op was created.
func (j *journal) create(op *ir.Operation) {
	j.created.push(op)
	j.add(created)
}

// move records that op is about to leave its place.
func (j *journal) move(op *ir.Operation) {
	j.moved.push(place{op, op.Next(), op.Block()})
	j.add(moved)
}

// erase records that op is about to be taken out of its place for good.
func (j *journal) erase(op *ir.Operation) {
	j.erased.push(place{op, op.Next(), op.Block()})
	j.add(erased)
}

// createBlock records that b was created.
func (j *journal) createBlock(b *ir.Block) {
	j.rare.push(&snapshot{block: b})
	j.add(blockCreated)
}

// place records where b is before it is moved or erased.
func (j *journal) place(kind change, b *ir.Block) {
	s := &snapshot{block: b, region: b.Region(), after: b.Prev()}
	j.rare.push(s)
	if kind == blockErased {
		j.erasedBlocks.push(s)
	}
	j.add(kind)
}

// redirect records that a successor of op, which is from, is about to change.
func (j *journal) redirect(op *ir.Operation, index int, from *ir.Block) {
	j.rare.push(&snapshot{op: op, index: index, block: from})
	j.add(redirected)
}

// modify records that op is about to change in place.
func (j *journal) modify(op *ir.Operation) {
	s := &snapshot{op: op, operands: op.OperandValues(), types: op.ResultTypes(), properties: op.Properties(),
		attrs: op.Attrs()}
	for i := range op.NumSuccessors() {
		s.successors = append(s.successors, op.Successor(i))
	}
	j.rare.push(s)
	j.add(modified)
}

func (s *snapshot) restore() {
	s.op.SetOperands(s.operands)
	for i, t := range s.types {
		s.op.Result(i).SetType(t)
	}
	for i, b := range s.successors {
		s.op.SetSuccessor(i, b)
	}
	s.op.SetProperties(s.properties)
	s.op.SetAttrs(s.attrs)
}

// replaceUses makes every use of v one of w.
func (j *journal) replaceUses(v, w *ir.Value) {
	for u := range v.Uses() {
		j.used.push(use{u.Owner(), v, int32(u.Index())})
		j.add(used)
	}
	v.ReplaceAllUsesWith(w)
}
