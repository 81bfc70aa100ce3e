package conversion

import (
	"iter"

	"github.com/girih-ir/girih/ir"
)

// journal records changes to the IR so that they can be undone, latest first. An erased operation leaves its place but
// keeps its operands until the conversion has succeeded. A conversion keeps a few records for each operation until its
// end, so each kind has a stack of its own with records of the least size.
type journal struct {
	kinds stack[change] // in the order of the changes

	created stack[*ir.Operation]
	moved   stack[place]
	erased  stack[place]
	used    stack[use]
	rare    stack[*snapshot] // records of the other kinds

	erasedBlocks stack[*snapshot] // also in rare
}

// change is the kind of a record. Its comment says what undo does.
type change uint8

const (
	created      change = iota // an operation was created; remove it
	moved                      // an operation was moved; move it back
	erased                     // an operation was erased; put it back
	used                       // an operand was changed; restore its value
	modified                   // an operation was modified; restore the snapshot
	redirected                 // a successor was changed; restore it
	blockCreated               // a block was created; remove it
	blockMoved                 // a block was moved; move it back
	blockErased                // a block was erased; put it back
)

// place is the position of an operation: before another operation, or at the end of the block if that is nil.
type place struct {
	op, before *ir.Operation
	block      *ir.Block
}

// use is an operand of op and its previous value.
type use struct {
	op    *ir.Operation
	value *ir.Value
	index int32
}

// snapshot is a record of a rare kind. The kind decides which fields are used.
type snapshot struct {
	op         *ir.Operation
	operands   []*ir.Value
	types      []ir.Type
	successors []*ir.Block
	properties ir.Attribute
	attrs      *ir.DictAttr

	index  int // index of a successor of op
	block  *ir.Block
	region *ir.Region // the region of block
	after  *ir.Block  // the block before it
}

func (j *journal) add(kind change) {
	j.kinds.push(kind)
}

// mark returns the current position in the journal, for undo.
func (j *journal) mark() int { return j.kinds.n }

// changed iterates over the operations that were created or changed in place since mark, in the order of the changes.
func (j *journal) changed(mark int) iter.Seq[*ir.Operation] {
	return func(yield func(*ir.Operation) bool) {
		at := [...]int{created: j.created.n, used: j.used.n, modified: j.rare.n}
		stackOf := func(i int) change { // rare kinds share one stack
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

// undo undoes all changes since mark.
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

// commit releases the erased operations and blocks.
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

// move records that op is about to be moved.
func (j *journal) move(op *ir.Operation) {
	j.moved.push(place{op, op.Next(), op.Block()})
	j.add(moved)
}

// erase records that op is about to be taken out of its block and erased.
func (j *journal) erase(op *ir.Operation) {
	j.erased.push(place{op, op.Next(), op.Block()})
	j.add(erased)
}

// createBlock records that b was created.
func (j *journal) createBlock(b *ir.Block) {
	j.rare.push(&snapshot{block: b})
	j.add(blockCreated)
}

// place records the position of b before it is moved or erased.
func (j *journal) place(kind change, b *ir.Block) {
	s := &snapshot{block: b, region: b.Region(), after: b.Prev()}
	j.rare.push(s)
	if kind == blockErased {
		j.erasedBlocks.push(s)
	}
	j.add(kind)
}

// redirect records that a successor of op is about to change; from is its present block.
func (j *journal) redirect(op *ir.Operation, index int, from *ir.Block) {
	j.rare.push(&snapshot{op: op, index: index, block: from})
	j.add(redirected)
}

// modify records that op is about to be changed in place.
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

// replaceUses replaces every use of v by w.
func (j *journal) replaceUses(v, w *ir.Value) {
	for u := range v.Uses() {
		j.used.push(use{u.Owner(), v, int32(u.Index())})
		j.add(used)
	}
	v.ReplaceAllUsesWith(w)
}
