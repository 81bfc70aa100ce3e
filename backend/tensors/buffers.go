package tensors

import (
	"cmp"
	"fmt"
	"io"
	"slices"
)

// lifetime is a buffer: its size in bytes, and the first and last step that use it.
type lifetime struct {
	bytes, first, last int
	offset             int // in the arena, assigned by place
}

// align is the alignment of buffers in bytes: a cache line.
const align = 64

// place assigns offsets in an arena to buffers, and returns the size of the arena in bytes. Buffers that are in use at
// the same time do not overlap. The largest are placed first, each in the lowest gap.
func place(buffers []*lifetime) (size int) {
	order := slices.Clone(buffers)
	slices.SortStableFunc(order, func(a, b *lifetime) int { return cmp.Compare(b.bytes, a.bytes) })
	var placed []*lifetime // sorted by offset
	for _, b := range order {
		b.offset = 0
		for _, p := range placed {
			if p.last < b.first || b.last < p.first {
				continue
			}
			if p.offset >= b.offset+b.bytes {
				break
			}
			b.offset = max(b.offset, (p.offset+p.bytes+align-1)/align*align)
		}
		i, _ := slices.BinarySearchFunc(placed, b.offset, func(p *lifetime, o int) int { return cmp.Compare(p.offset, o) })
		placed = slices.Insert(placed, i, b)
		size = max(size, b.offset+b.bytes)
	}
	return size
}

// needed is the greatest number of bytes that are in use at the same time, a lower bound for the arena.
func needed(buffers []*lifetime) (most int) {
	change := make(map[int]int)
	for _, b := range buffers {
		change[b.first] += b.bytes
		change[b.last+1] -= b.bytes
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

// bytesText formats a number of bytes with a suitable unit.
func bytesText(n int) string {
	const kilo = 1 << 10
	switch {
	case n < 10*kilo:
		return fmt.Sprintf("%d B", n)
	case n < 10*kilo*kilo:
		return fmt.Sprintf("%d KiB", n/kilo)
	}
	return fmt.Sprintf("%d MiB", n/kilo/kilo)
}

// printBuffers prints the offsets of buffers, in the order of their first use.
func printBuffers(w io.Writer, buffers []*lifetime, size int) error {
	total := 0
	for _, b := range buffers {
		total += b.bytes
	}
	_, err := fmt.Fprintf(w, "%d buffers of %s in an arena of %s; %s are in use at once\n", len(buffers), bytesText(total),
		bytesText(size), bytesText(needed(buffers)))
	for i, b := range buffers {
		if err == nil {
			_, err = fmt.Fprintf(w, "  buffer %d: %s at %d, from step %d to %d\n", i, bytesText(b.bytes), b.offset, b.first,
				b.last)
		}
	}
	return err
}
