package ir

import (
	"iter"
	"unsafe"
)

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
