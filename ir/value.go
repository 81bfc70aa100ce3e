package ir

import (
	"iter"
	"unsafe"
)

// Value is an SSA value: a result of an operation or an argument of a block. It is identified by its address.
type Value struct {
	typ   Type
	uses  *Operand
	owner unsafe.Pointer // the *Block of an argument, or the *Operation that defines a result; nil for placeholders
	index uint32         // position among the results or arguments, with argumentBit

	// Number is scratch space for code that numbers the values of a whole function or module, such as the printer. It
	// has no meaning between two such uses.
	Number uint32
}

// argumentBit in the index of a value marks a block argument. One bit is smaller than a second pointer.
const argumentBit = 1 << 31

// op returns the defining operation; nil for block arguments and placeholders.
func (v *Value) op() *Operation {
	if v.index&argumentBit != 0 {
		return nil
	}
	return (*Operation)(v.owner)
}

// block returns the block of an argument; nil for others.
func (v *Value) block() *Block {
	if v.index&argumentBit == 0 {
		return nil
	}
	return (*Block)(v.owner)
}

func (v *Value) setResultOf(op *Operation, i int) { v.owner, v.index = unsafe.Pointer(op), uint32(i) }

func (v *Value) setArgumentOf(b *Block, i int) {
	v.owner, v.index = unsafe.Pointer(b), uint32(i)|argumentBit
}

// TypesOf returns the types of values.
func TypesOf(values []*Value) []Type {
	types := make([]Type, len(values))
	for i, v := range values {
		types[i] = v.Type()
	}
	return types
}

// Type returns the value's type.
func (v *Value) Type() Type { return v.typ }

// SetType changes the value's type. The caller must make sure that the uses still verify.
func (v *Value) SetType(t Type) { v.typ = t }

// DefiningOp returns the operation whose result v is, or nil for a block argument.
func (v *Value) DefiningOp() *Operation { return v.op() }

// ArgumentOf returns the block whose argument v is, or nil for a result.
func (v *Value) ArgumentOf() *Block { return v.block() }

// Index returns v's position among the results of its operation or the arguments of its block.
func (v *Value) Index() int { return int(v.index &^ argumentBit) }

// ParentBlock returns the block in which v is defined, or nil.
func (v *Value) ParentBlock() *Block {
	if op := v.op(); op != nil {
		return op.block
	}
	return v.block()
}

// Loc returns where v is defined.
func (v *Value) Loc() Location {
	if op := v.op(); op != nil {
		return op.Loc()
	}
	if b := v.block(); b != nil {
		return b.argLoc(v.Index())
	}
	return unknownLoc
}

// HasUses reports whether any operation uses v.
func (v *Value) HasUses() bool { return v.uses != nil }

// HasOneUse reports whether v has exactly one use.
func (v *Value) HasOneUse() bool { return v.uses != nil && v.uses.next == nil }

// Uses iterates over the operands that use v, latest first. The current use may be changed or removed during iteration.
func (v *Value) Uses() iter.Seq[*Operand] {
	return func(yield func(*Operand) bool) {
		for u := v.uses; u != nil; {
			next := u.next
			if !yield(u) {
				return
			}
			u = next
		}
	}
}

// ReplaceAllUsesWith makes every use of v a use of w.
func (v *Value) ReplaceAllUsesWith(w *Value) {
	if v == w || v.uses == nil {
		return
	}
	last := v.uses
	for {
		last.value = w
		if last.next == nil {
			break
		}
		last = last.next
	}
	last.next = w.uses
	if w.uses != nil {
		w.uses.prev = &last.next
	}
	w.uses = v.uses
	w.uses.prev = &w.uses
	v.uses = nil
}

// ReplaceUsesIf replaces v by w in the uses for which replace returns true.
func (v *Value) ReplaceUsesIf(w *Value, replace func(*Operand) bool) {
	for u := range v.Uses() {
		if replace(u) {
			u.Set(w)
		}
	}
}

// Operand is one use of a value by an operation, linked into the value's list of uses.
type Operand struct {
	value *Value
	owner *Operation
	next  *Operand
	prev  **Operand
}

// Value returns the used value.
func (o *Operand) Value() *Value { return o.value }

// Owner returns the operation that uses the value.
func (o *Operand) Owner() *Operation { return o.owner }

// Index returns the operand's position in its operation, in constant time: an operation's operands are one array, and
// the position is the distance from its start.
func (o *Operand) Index() int {
	first := unsafe.Pointer(&o.owner.operands()[0])
	return int((uintptr(unsafe.Pointer(o)) - uintptr(first)) / unsafe.Sizeof(*o))
}

// Set makes the operand use another value.
func (o *Operand) Set(v *Value) {
	o.unlink()
	o.link(v)
}

func (o *Operand) link(v *Value) {
	o.value = v
	if v == nil {
		o.next, o.prev = nil, nil
		return
	}
	o.next = v.uses
	o.prev = &v.uses
	if o.next != nil {
		o.next.prev = &o.next
	}
	v.uses = o
}

func (o *Operand) unlink() {
	if o.value == nil {
		return
	}
	*o.prev = o.next
	if o.next != nil {
		o.next.prev = o.prev
	}
	o.value, o.next, o.prev = nil, nil, nil
}

// NewPlaceholder returns a value that nothing defines yet: parsers use it for forward references, conversions for
// values still to come. It must be replaced before the IR is verified.
func NewPlaceholder(t Type) *Value { return &Value{typ: t} }

// FirstUse returns the latest use of v, or nil. FirstUse and [Operand.NextUse] step through the uses where a loop over
// [Value.Uses] is not possible.
func (v *Value) FirstUse() *Operand { return v.uses }

// NextUse returns the use of the same value that comes after o, or nil.
func (o *Operand) NextUse() *Operand { return o.next }
