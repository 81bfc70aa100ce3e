package conversion

import "github.com/girih-ir/girih/ir"

// journal records changes to the IR so that they can be undone, latest first. What is erased leaves its place but keeps
// its operands until the conversion has succeeded.
type journal struct {
	chunks [][]entry // all full but the last
	n      int
}

// chunkSize is how many entries are allocated at a time, after a first few: growing one list would copy it.
const chunkSize = 1024

// at returns entry i.
func (j *journal) at(i int) *entry {
	if i < cap(j.chunks[0]) {
		return &j.chunks[0][i]
	}
	i -= cap(j.chunks[0])
	return &j.chunks[1+i/chunkSize][i%chunkSize]
}

type entry struct {
	kind   change
	index  int32 // of an operand or successor of op
	op     *ir.Operation
	block  *ir.Block
	before *ir.Operation // where op stood; nil for the end of block
	value  *ir.Value
	more   *snapshot
}

type change uint8

const (
	created      change = iota // op, which is removed
	moved                      // op, which goes back into block before before
	erased                     // op, likewise
	used                       // operand index of op, which was value
	modified                   // op, which had more
	redirected                 // successor index of op, which was block
	blockCreated               // block
	blockMoved                 // block, which goes back into more.region after more.after
	blockErased                // block, likewise
)

// snapshot is what an entry of a rare kind needs beside the common fields.
type snapshot struct {
	operands   []*ir.Value
	types      []ir.Type
	successors []*ir.Block
	properties ir.Attribute
	attrs      *ir.DictAttr
	region     *ir.Region
	after      *ir.Block
}

func (j *journal) add(e entry) {
	last := len(j.chunks) - 1
	switch {
	case last < 0:
		j.chunks = append(j.chunks, make([]entry, 0, chunkSize/16))
		last++
	case len(j.chunks[last]) == cap(j.chunks[last]):
		j.chunks = append(j.chunks, make([]entry, 0, chunkSize))
		last++
	}
	j.chunks[last] = append(j.chunks[last], e)
	j.n++
}

// mark returns the present state, for undo.
func (j *journal) mark() int { return j.n }

// drop forgets the last entry.
func (j *journal) drop() {
	last := len(j.chunks) - 1
	j.chunks[last] = j.chunks[last][:len(j.chunks[last])-1]
	if len(j.chunks[last]) == 0 && last > 0 {
		j.chunks = j.chunks[:last]
	}
	j.n--
}

// undo takes back everything since mark.
func (d *driver) undo(mark int) {
	for d.journal.n > mark {
		d.undoEntry(d.journal.at(d.journal.n - 1))
		d.journal.drop()
	}
}

func (d *driver) undoEntry(e *entry) {
	switch e.kind {
	case created:
		d.forgetCast(e.op)
		e.op.Remove()
		e.op.DropAllReferences()
	case erased, moved:
		e.op.Remove()
		if e.block != nil {
			e.block.InsertBefore(e.op, e.before)
		}
		if e.kind == erased {
			d.unmarkNested(e.op)
		}
	case used:
		e.op.SetOperand(int(e.index), e.value)
	case modified:
		e.more.restore(e.op)
	case redirected:
		e.op.SetSuccessor(int(e.index), e.block)
	case blockCreated:
		takeOut(e.block)
	case blockErased, blockMoved:
		takeOut(e.block)
		if e.more.region != nil {
			e.more.region.InsertAfter(e.block, e.more.after)
		}
		if e.kind == blockErased {
			for op := range e.block.Ops() {
				d.unmark(op)
			}
		}
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
	for _, chunk := range d.journal.chunks {
		for i := range chunk {
			switch e := &chunk[i]; e.kind {
			case erased:
				e.op.DropAllReferences()
			case blockErased:
				for op := range e.block.Ops() {
					op.DropAllReferences()
				}
			}
		}
	}
}

// move records that op is about to leave its place.
func (j *journal) move(op *ir.Operation) {
	j.add(entry{kind: moved, op: op, block: op.Block(), before: op.Next()})
}

// place records where b is before it is moved or erased.
func (j *journal) place(kind change, b *ir.Block) {
	j.add(entry{kind: kind, block: b, more: &snapshot{region: b.Region(), after: b.Prev()}})
}

// modify records that op is about to change in place.
func (j *journal) modify(op *ir.Operation) {
	s := &snapshot{operands: op.OperandValues(), types: op.ResultTypes(), properties: op.Properties(), attrs: op.Attrs()}
	for i := range op.NumSuccessors() {
		s.successors = append(s.successors, op.Successor(i))
	}
	j.add(entry{kind: modified, op: op, more: s})
}

func (s *snapshot) restore(op *ir.Operation) {
	op.SetOperands(s.operands)
	for i, t := range s.types {
		op.Result(i).SetType(t)
	}
	for i, b := range s.successors {
		op.SetSuccessor(i, b)
	}
	op.SetProperties(s.properties)
	op.SetAttrs(s.attrs)
}

// replaceUses makes every use of v one of w.
func (j *journal) replaceUses(v, w *ir.Value) {
	for u := range v.Uses() {
		j.add(entry{kind: used, op: u.Owner(), index: int32(u.Index()), value: v})
	}
	v.ReplaceAllUsesWith(w)
}
