package ir

import (
	"iter"
	"unsafe"
)

// Block is a list of operations with arguments; its last operation may be a terminator that names successors.
type Block struct {
	region      *Region
	prev, next  *Block
	first, last *Operation
	args        []*Value
	argLocs     []locRef
	preds       *Successor // the references to the block by successors
	orderValid  bool

	// Number is scratch space for whoever numbers blocks; see Value.Number.
	Number uint32
}

// Region returns the region that holds the block, or nil.
func (b *Block) Region() *Region { return b.region }

// ParentOp returns the operation whose region holds the block, or nil.
func (b *Block) ParentOp() *Operation {
	if b.region == nil {
		return nil
	}
	return b.region.owner
}

// Next and Prev return the neighbors in the region, or nil.
func (b *Block) Next() *Block { return b.next }
func (b *Block) Prev() *Block { return b.prev }

// IsEntry reports whether the block is the first of its region.
func (b *Block) IsEntry() bool { return b.region != nil && b.region.first == b }

// First and Last return the first and last operation, or nil.
func (b *Block) First() *Operation { return b.first }
func (b *Block) Last() *Operation  { return b.last }

// IsEmpty reports whether the block has no operations.
func (b *Block) IsEmpty() bool { return b.first == nil }

// Terminator returns the last operation if it is registered as a terminator, or may be one because it is not
// registered; otherwise nil.
func (b *Block) Terminator() *Operation {
	if b.last != nil && (b.last.info.Def == nil || b.last.HasTrait(Terminator)) {
		return b.last
	}
	return nil
}

// NumOps returns the number of operations, in time proportional to it.
func (b *Block) NumOps() (n int) {
	for op := b.first; op != nil; op = op.next {
		n++
	}
	return n
}

// Ops iterates over the operations. During iteration, the current one may be removed, and others inserted before it.
func (b *Block) Ops() iter.Seq[*Operation] {
	return func(yield func(*Operation) bool) {
		for op := b.first; op != nil; {
			next := op.next
			if !yield(op) {
				return
			}
			op = next
		}
	}
}

// NumArgs returns the number of arguments.
func (b *Block) NumArgs() int { return len(b.args) }

// Arg returns argument i.
func (b *Block) Arg(i int) *Value { return b.args[i] }

// Args returns the arguments. The caller must not change the slice.
func (b *Block) Args() []*Value { return b.args }

// ArgTypes returns the arguments' types in a new slice.
func (b *Block) ArgTypes() []Type {
	out := make([]Type, len(b.args))
	for i, a := range b.args {
		out[i] = a.typ
	}
	return out
}

// AddArg appends an argument. loc may be nil when it is not known.
func (b *Block) AddArg(ctx *Context, t Type, loc Location) *Value {
	v := new(Value)
	b.addArg(v, t, ctx.locRef(loc))
	return v
}

func (b *Block) addArg(v *Value, t Type, ref locRef) {
	v.typ = t
	v.setArgumentOf(b, len(b.args))
	b.args = append(b.args, v)
	b.argLocs = append(b.argLocs, ref)
}

// AddArg appends an argument to a block, located at an offset of a source.
func (a *Arena) AddArg(b *Block, t Type, src *Source, offset int) *Value {
	return a.addArg(b, t, src.ref(offset))
}

func (a *Arena) addArg(b *Block, t Type, ref locRef) *Value {
	if b.args == nil { // most blocks with arguments have few, but more than one
		b.args, b.argLocs = a.args.take(2)[:0], a.locs.take(2)[:0]
	}
	v := &a.results.take(1)[0]
	b.addArg(v, t, ref)
	return v
}

// SetArgLoc changes the location of argument i.
func (b *Block) SetArgLoc(ctx *Context, i int, loc Location) { b.argLocs[i] = ctx.locRef(loc) }

// EraseArg removes argument i, which must have no uses.
func (b *Block) EraseArg(i int) {
	if b.args[i].HasUses() {
		panic("ir: erasing a block argument that is still used")
	}
	b.args = append(b.args[:i], b.args[i+1:]...)
	b.argLocs = append(b.argLocs[:i], b.argLocs[i+1:]...)
	for ; i < len(b.args); i++ {
		b.args[i].setArgumentOf(b, i)
	}
}

// ArgLoc returns the location of argument i. It needs the context, since the block may not be attached yet.
func (b *Block) ArgLoc(ctx *Context, i int) Location { return ctx.location(b.argLocs[i]) }

func (b *Block) argLoc(i int) Location {
	op := b.ParentOp()
	if op == nil {
		return unknownLoc
	}
	return b.ArgLoc(op.Context(), i)
}

// HasPredecessors reports whether any terminator has the block as a successor.
func (b *Block) HasPredecessors() bool { return b.preds != nil }

// Predecessors iterates over the terminators that have the block as a successor. A terminator with several references
// to the block comes several times.
func (b *Block) Predecessors() iter.Seq[*Operation] {
	return func(yield func(*Operation) bool) {
		for s := b.preds; s != nil; s = s.next {
			if !yield(s.owner) {
				return
			}
		}
	}
}

// NumPredecessors returns the number of references to the block in terminators, in time proportional to it.
func (b *Block) NumPredecessors() (n int) {
	for s := b.preds; s != nil; s = s.next {
		n++
	}
	return n
}

// Append adds an operation at the end.
func (b *Block) Append(op *Operation) {
	op.block = b
	op.prev, op.next = b.last, nil
	if b.last != nil {
		b.last.next = op
		op.order = b.last.order + 1
	} else {
		b.first = op
		op.order = 0
		b.orderValid = true
	}
	b.last = op
}

// InsertBefore inserts op just before other, which is in the block; other == nil appends.
func (b *Block) InsertBefore(op, other *Operation) {
	if other == nil {
		b.Append(op)
		return
	}
	op.block = b
	op.prev, op.next = other.prev, other
	other.prev = op
	if op.prev != nil {
		op.prev.next = op
	} else {
		b.first = op
	}
	b.orderValid = false
}

func (b *Block) remove(op *Operation) {
	if op.prev != nil {
		op.prev.next = op.next
	} else {
		b.first = op.next
	}
	if op.next != nil {
		op.next.prev = op.prev
	} else {
		b.last = op.prev
	}
	op.prev, op.next, op.block = nil, nil, nil
}

func (b *Block) renumber() {
	var n uint32
	for op := b.first; op != nil; op = op.next {
		op.order = n
		n++
	}
	b.orderValid = true
}

// SpliceEnd moves all operations of from to the end of b.
func (b *Block) SpliceEnd(from *Block) {
	for op := from.first; op != nil; {
		next := op.next
		from.remove(op)
		b.Append(op)
		op = next
	}
}

// SplitBefore moves op and everything after it into a new block that follows b in its region.
func (b *Block) SplitBefore(op *Operation) *Block {
	tail := &Block{}
	b.region.InsertAfter(tail, b)
	for op != nil {
		next := op.next
		b.remove(op)
		tail.Append(op)
		op = next
	}
	return tail
}

// Owner returns the terminator that names the successor.
func (s *Successor) Owner() *Operation { return s.owner }

// Index returns the successor's position in its operation, in constant time: they are one array.
func (s *Successor) Index() int {
	first := unsafe.Pointer(&s.owner.ext.successors[0])
	return int((uintptr(unsafe.Pointer(s)) - uintptr(first)) / unsafe.Sizeof(*s))
}

// Incoming iterates over the references that terminators make to the block as a successor, latest first. The current
// one may be changed during iteration.
func (b *Block) Incoming() iter.Seq[*Successor] {
	return func(yield func(*Successor) bool) {
		for s := b.preds; s != nil; {
			next := s.next
			if !yield(s) {
				return
			}
			s = next
		}
	}
}
