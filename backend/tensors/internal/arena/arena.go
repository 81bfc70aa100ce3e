// Package arena gives buffers places in one piece of memory.
package arena

import (
	"cmp"
	"slices"
)

// Buffer has a size in bytes, and the first and last step that use it.
type Buffer struct {
	Bytes, First, Last int
	Offset             int // in the arena, assigned by [Place]
}

// Align is the alignment of buffers in bytes: a cache line.
const Align = 64

// Place assigns offsets in an arena to buffers, and returns the size of the arena in bytes. Buffers that are in use at
// the same time do not overlap. The largest are placed first, each in the lowest gap.
func Place(buffers []*Buffer) (size int) {
	order := slices.Clone(buffers)
	slices.SortStableFunc(order, func(a, b *Buffer) int { return cmp.Compare(b.Bytes, a.Bytes) })
	var placed []*Buffer // sorted by offset
	for _, b := range order {
		b.Offset = 0
		for _, p := range placed {
			if p.Last < b.First || b.Last < p.First {
				continue
			}
			if p.Offset >= b.Offset+b.Bytes {
				break
			}
			b.Offset = max(b.Offset, (p.Offset+p.Bytes+Align-1)/Align*Align)
		}
		i, _ := slices.BinarySearchFunc(placed, b.Offset, func(p *Buffer, o int) int { return cmp.Compare(p.Offset, o) })
		placed = slices.Insert(placed, i, b)
		size = max(size, b.Offset+b.Bytes)
	}
	return size
}

// Needed is the greatest number of bytes that are in use at the same time, a lower bound for the arena.
func Needed(buffers []*Buffer) (most int) {
	change := make(map[int]int)
	for _, b := range buffers {
		change[b.First] += b.Bytes
		change[b.Last+1] -= b.Bytes
	}
	steps := make([]int, 0, len(change))
	for s := range change {
		steps = append(steps, s)
	}
	slices.Sort(steps)
	now := 0
	for _, s := range steps {
		now += change[s]
		most = max(most, now)
	}
	return most
}
