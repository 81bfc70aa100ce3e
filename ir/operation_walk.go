package ir

import "iter"

// Nested iterates over the operations directly in op's regions. The current one may be erased.
func (op *Operation) Nested() iter.Seq[*Operation] {
	return func(yield func(*Operation) bool) {
		for i := range op.NumRegions() {
			for b := range op.Region(i).Blocks() {
				for inner := range b.Ops() {
					if !yield(inner) {
						return
					}
				}
			}
		}
	}
}

// WalkPostOrder calls f for op and everything in its regions; an operation comes after the contents of its regions. f
// may erase or move the operation that it is given, and insert others before it.
func (op *Operation) WalkPostOrder(f func(*Operation)) {
	for inner := range op.Nested() {
		inner.WalkPostOrder(f)
	}
	f(op)
}

// Collect returns op and all operations in its regions for which accept returns true, in preorder. They may be erased
// or moved afterwards.
func (op *Operation) Collect(accept func(*Operation) bool) (found []*Operation) {
	op.Walk(func(inner *Operation) bool {
		if accept(inner) {
			found = append(found, inner)
		}
		return true
	})
	return found
}

// NumValues returns the number of values that are defined in op's regions, for tables of them.
func (op *Operation) NumValues() (n int) {
	for i := range op.NumRegions() {
		for b := range op.Region(i).Blocks() {
			n += b.NumArgs()
			for inner := b.first; inner != nil; inner = inner.next {
				n += inner.NumResults()
				if inner.ext != nil {
					n += inner.NumValues()
				}
			}
		}
	}
	return n
}

// Walk calls f for op and everything in its regions; an operation comes before the contents of its regions. If f
// returns false, the regions are skipped. If f erases or moves the operation that it is given, it must return false.
func (op *Operation) Walk(f func(*Operation) bool) {
	if f(op) && op.ext != nil {
		op.walkInside(f)
	}
}

// walkInside walks through the regions, without iterators and without a call for each operation, which take longer than
// most of what f does.
func (op *Operation) walkInside(f func(*Operation) bool) {
	for i := range op.ext.regions {
		for b := op.ext.regions[i].first; b != nil; {
			nextBlock := b.next
			for inner := b.first; inner != nil; {
				next := inner.next
				if f(inner) && inner.ext != nil {
					inner.walkInside(f)
				}
				inner = next
			}
			b = nextBlock
		}
	}
}
