package ir

import "iter"

// Region is a list of blocks that belongs to an operation. Its first block is the entry.
type Region struct {
	owner       *Operation
	first, last *Block
}

// ParentOp returns the operation that the region belongs to, or nil for one that is not attached yet.
func (r *Region) ParentOp() *Operation { return r.owner }

// Index returns the region's position in its operation.
func (r *Region) Index() int {
	for i := range r.owner.ext.regions {
		if &r.owner.ext.regions[i] == r {
			return i
		}
	}
	return -1
}

// IsEmpty reports whether the region has no blocks.
func (r *Region) IsEmpty() bool { return r.first == nil }

// HasOneBlock reports whether the region has exactly one block.
func (r *Region) HasOneBlock() bool { return r.first != nil && r.first == r.last }

// Entry returns the first block, or nil.
func (r *Region) Entry() *Block { return r.first }

// Last returns the last block, or nil.
func (r *Region) Last() *Block { return r.last }

// Blocks iterates over the blocks. The current one may be removed during iteration.
func (r *Region) Blocks() iter.Seq[*Block] {
	return func(yield func(*Block) bool) {
		for b := r.first; b != nil; {
			next := b.next
			if !yield(b) {
				return
			}
			b = next
		}
	}
}

// Append adds a block at the end.
func (r *Region) Append(b *Block) { r.InsertAfter(b, r.last) }

// AppendNew adds a new, empty block at the end.
func (r *Region) AppendNew() *Block {
	b := &Block{}
	r.Append(b)
	return b
}

// InsertAfter inserts b just after another block of the region; nil inserts at the front.
func (r *Region) InsertAfter(b, other *Block) {
	b.region = r
	b.prev = other
	if other == nil {
		b.next = r.first
		r.first = b
	} else {
		b.next = other.next
		other.next = b
	}
	if b.next == nil {
		r.last = b
	} else {
		b.next.prev = b
	}
}

// Remove takes a block out of the region without erasing it.
func (r *Region) Remove(b *Block) {
	if b.prev != nil {
		b.prev.next = b.next
	} else {
		r.first = b.next
	}
	if b.next != nil {
		b.next.prev = b.prev
	} else {
		r.last = b.prev
	}
	b.prev, b.next, b.region = nil, nil, nil
}

// TakeBlocks moves all blocks of another region to the end of r.
func (r *Region) TakeBlocks(from *Region) {
	for b := from.first; b != nil; {
		next := b.next
		from.Remove(b)
		r.Append(b)
		b = next
	}
}

// IsAncestorOf reports whether other is r or lies inside an operation of r, at any depth.
func (r *Region) IsAncestorOf(other *Region) bool {
	for other != nil {
		if other == r {
			return true
		}
		if other.owner == nil {
			return false
		}
		other = other.owner.ParentRegion()
	}
	return false
}
