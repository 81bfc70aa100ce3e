package ir

import (
	"fmt"
	"iter"
	"unsafe"
)

// Operation is one operation: its operands, results, attributes, successors, regions and location, and the [OpInfo] of
// its name, which leads to its definition if its dialect is loaded.
type Operation struct {
	info       *OpInfo
	prev, next *Operation
	block      *Block
	operand0   *Operand  // the first of numOperands
	result0    *Value    // the first of numResults
	props      *DictAttr // inherent attributes; nil when there are none or ext has them
	attrs      *DictAttr // discardable attributes; nil when there are none
	loc        locRef
	ext        *opExt

	// Counts instead of slices keep operations small: a pointer and 32 bits take less than a slice.
	numOperands, numResults uint32

	order uint32 // position in the block, valid while the block's order is valid

	// Number is scratch space for whoever numbers operations; see Value.Number.
	Number uint32
}

// opExt holds the parts that few operations have.
type opExt struct {
	regions    []Region
	successors []Successor
	props      Attribute // inherent attributes of an unregistered operation that are not a dictionary
}

// Successor is one reference from a terminator to a block.
type Successor struct {
	block *Block
	owner *Operation
	next  *Successor
	prev  **Successor
}

// Info returns the context's entry for the operation's name.
func (op *Operation) Info() *OpInfo { return op.info }

// Name returns the full name, such as "arith.addi".
func (op *Operation) Name() string { return op.info.Name }

// Def returns the operation's definition, or nil when it is not registered.
func (op *Operation) Def() *OpDef { return op.info.Def }

// Is reports whether the operation is the one that def defines.
func (op *Operation) Is(def *OpDef) bool { return op.info.Def == def }

// HasTrait reports whether the operation is registered with all given traits.
func (op *Operation) HasTrait(t Trait) bool { return op.info.traits&t == t }

// Context returns the context that the operation lives in.
func (op *Operation) Context() *Context { return op.info.ctx }

// Loc returns the operation's location.
func (op *Operation) Loc() Location { return op.info.ctx.location(op.loc) }

// SetLoc changes the operation's location.
func (op *Operation) SetLoc(l Location) { op.loc = op.info.ctx.locRef(l) }

// CopyLoc gives op the location of another operation of the same context, without resolving it.
func (op *Operation) CopyLoc(from *Operation) { op.loc = from.loc }

// Block returns the block that holds the operation, or nil.
func (op *Operation) Block() *Block { return op.block }

// ParentRegion returns the region that holds the operation, or nil.
func (op *Operation) ParentRegion() *Region {
	if op.block == nil {
		return nil
	}
	return op.block.region
}

// Parent returns the operation whose region holds this one, or nil.
func (op *Operation) Parent() *Operation {
	if r := op.ParentRegion(); r != nil {
		return r.owner
	}
	return nil
}

// IsAncestorOf reports whether other is op or lies in one of its regions, at any depth.
func (op *Operation) IsAncestorOf(other *Operation) bool {
	for ; other != nil; other = other.Parent() {
		if other == op {
			return true
		}
	}
	return false
}

// Next and Prev return the neighbors in the block, or nil.
func (op *Operation) Next() *Operation { return op.next }
func (op *Operation) Prev() *Operation { return op.prev }

// NumOperands returns the number of operands.
func (op *Operation) NumOperands() int { return int(op.numOperands) }

func (op *Operation) operands() []Operand { return unsafe.Slice(op.operand0, op.numOperands) }

func (op *Operation) setOperandList(list []Operand) {
	op.operand0, op.numOperands = unsafe.SliceData(list), uint32(len(list))
}

// Operand returns the value of operand i.
func (op *Operation) Operand(i int) *Value { return op.operands()[i].value }

// OpOperand returns operand i itself.
func (op *Operation) OpOperand(i int) *Operand { return &op.operands()[i] }

// SetOperand makes operand i use v.
func (op *Operation) SetOperand(i int, v *Value) { op.operands()[i].Set(v) }

// Operands iterates over the operands' values.
func (op *Operation) Operands() iter.Seq2[int, *Value] {
	return func(yield func(int, *Value) bool) {
		for i := range op.operands() {
			if !yield(i, op.operands()[i].value) {
				return
			}
		}
	}
}

// OperandValues returns the operands' values in a new slice.
func (op *Operation) OperandValues() []*Value { return op.OperandRange(0, op.NumOperands()) }

// OperandRange returns the values of operands [from, to) in a new slice.
func (op *Operation) OperandRange(from, to int) []*Value {
	out := make([]*Value, 0, to-from)
	for i := from; i < to; i++ {
		out = append(out, op.operands()[i].value)
	}
	return out
}

// OperandTypes returns the operands' types in a new slice.
func (op *Operation) OperandTypes() []Type {
	out := make([]Type, op.NumOperands())
	for i := range op.operands() {
		out[i] = op.operands()[i].value.typ
	}
	return out
}

// SetOperands replaces all operands. Segment sizes, where the operation has them, are the caller's to adjust.
func (op *Operation) SetOperands(values []*Value) {
	operands := op.operands()
	for i := range operands {
		operands[i].unlink()
	}
	if len(values) <= len(operands) {
		operands = operands[:len(values)]
	} else {
		operands = make([]Operand, len(values))
	}
	op.setOperandList(operands)
	for i, v := range values {
		operands[i].owner = op
		operands[i].link(v)
	}
}

// NumResults returns the number of results.
func (op *Operation) NumResults() int { return int(op.numResults) }

func (op *Operation) results() []Value { return unsafe.Slice(op.result0, op.numResults) }

func (op *Operation) setResultList(list []Value) {
	op.result0, op.numResults = unsafe.SliceData(list), uint32(len(list))
}

// Result returns result i.
func (op *Operation) Result(i int) *Value { return &op.results()[i] }

// Results iterates over the results.
func (op *Operation) Results() iter.Seq2[int, *Value] {
	return func(yield func(int, *Value) bool) {
		for i := range op.results() {
			if !yield(i, &op.results()[i]) {
				return
			}
		}
	}
}

// ResultValues returns the results in a new slice.
func (op *Operation) ResultValues() []*Value {
	out := make([]*Value, op.NumResults())
	for i := range op.results() {
		out[i] = &op.results()[i]
	}
	return out
}

// ResultTypes returns the results' types in a new slice.
func (op *Operation) ResultTypes() []Type {
	out := make([]Type, op.NumResults())
	for i := range op.results() {
		out[i] = op.results()[i].typ
	}
	return out
}

// NumRegions returns the number of regions.
func (op *Operation) NumRegions() int {
	if op.ext == nil {
		return 0
	}
	return len(op.ext.regions)
}

// Region returns region i.
func (op *Operation) Region(i int) *Region { return &op.ext.regions[i] }

// NumSuccessors returns the number of successors.
func (op *Operation) NumSuccessors() int {
	if op.ext == nil {
		return 0
	}
	return len(op.ext.successors)
}

// Successor returns the block of successor i.
func (op *Operation) Successor(i int) *Block { return op.ext.successors[i].block }

// SetSuccessor makes successor i refer to another block.
func (op *Operation) SetSuccessor(i int, b *Block) {
	s := &op.ext.successors[i]
	s.unlink()
	s.link(b)
}

// Properties returns the inherent attributes as they print between `<{` and `}>`: a dictionary, nil when there is
// none, or any attribute for an operation that is not registered.
func (op *Operation) Properties() Attribute {
	switch {
	case op.props != nil:
		return op.props
	case op.ext != nil:
		return op.ext.props
	}
	return nil
}

// SetProperties replaces all inherent attributes.
func (op *Operation) SetProperties(a Attribute) {
	d, _ := a.(*DictAttr)
	op.props = d
	switch {
	case d == nil && a != nil:
		if op.ext == nil {
			op.ext = new(opExt)
		}
		op.ext.props = a
	case op.ext != nil:
		op.ext.props = nil
	}
}

// Attrs returns the discardable attributes; nil when there are none.
func (op *Operation) Attrs() *DictAttr { return op.attrs }

// SetAttrs replaces all discardable attributes.
func (op *Operation) SetAttrs(d *DictAttr) {
	if d.Len() == 0 {
		d = nil
	}
	op.attrs = d
}

// Inherent returns the inherent attribute of a name, or nil.
func (op *Operation) Inherent(name string) Attribute {
	return op.props.Get(name)
}

// Attr returns the attribute of a name, inherent or discardable, or nil.
func (op *Operation) Attr(name string) Attribute {
	if a := op.Inherent(name); a != nil {
		return a
	}
	return op.attrs.Get(name)
}

// SetAttr sets the attribute of a name, or removes it when value is nil. It is inherent if the definition says so.
func (op *Operation) SetAttr(name string, value Attribute) {
	ctx := op.Context()
	if op.info.IsInherent(name) {
		op.props = ctx.With(op.props, name, value)
		return
	}
	op.SetAttrs(ctx.With(op.attrs, name, value))
}

// IsBefore reports whether op comes before other in the same block. It takes amortized constant time.
func (op *Operation) IsBefore(other *Operation) bool {
	if !op.block.orderValid {
		op.block.renumber()
	}
	return op.order < other.order
}

// Remove takes the operation out of its block without erasing it.
func (op *Operation) Remove() {
	if op.block != nil {
		op.block.remove(op)
	}
}

// MoveBefore moves the operation to just before other.
func (op *Operation) MoveBefore(other *Operation) {
	op.Remove()
	other.block.InsertBefore(op, other)
}

// MoveToEnd moves the operation to the end of a block.
func (op *Operation) MoveToEnd(b *Block) {
	op.Remove()
	b.Append(op)
}

// Erase removes the operation with everything in its regions. Its results must have no uses.
func (op *Operation) Erase() {
	for i := range op.results() {
		if op.results()[i].uses != nil {
			panic(fmt.Sprintf("ir: erasing %s whose result %d is still used", op.info.Name, i))
		}
	}
	op.Remove()
	op.DropAllReferences()
}

// DropAllReferences unlinks every operand and successor of the operation and of everything in its regions, so that
// these can be erased in any order.
func (op *Operation) DropAllReferences() {
	for i := range op.operands() {
		op.operands()[i].unlink()
	}
	if op.ext == nil {
		return
	}
	for i := range op.ext.successors {
		op.ext.successors[i].unlink()
	}
	for i := range op.ext.regions {
		for b := range op.ext.regions[i].Blocks() {
			for inner := range b.Ops() {
				inner.DropAllReferences()
			}
		}
	}
}

func (s *Successor) link(b *Block) {
	s.block = b
	s.next = b.preds
	s.prev = &b.preds
	if s.next != nil {
		s.next.prev = &s.next
	}
	b.preds = s
}

func (s *Successor) unlink() {
	if s.block == nil {
		return
	}
	*s.prev = s.next
	if s.next != nil {
		s.next.prev = s.prev
	}
	s.block, s.next, s.prev = nil, nil, nil
}
