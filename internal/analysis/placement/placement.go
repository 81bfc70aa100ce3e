// Package placement places buffers in a memory, so that those that are in use at the same time do not overlap. The
// compiler places the buffers of a finished program so (package lowering/threads/sharedmem), and, before there is one,
// those that it plans (package lowering/layouts/internal/room): it then knows how much memory they will take.
package placement

import (
	"cmp"
	"slices"
)

// Buffer is the size of a buffer in bytes, and the alignment of its offset, a power of two.
type Buffer struct{ Bytes, Alignment int64 }

// Place returns an offset for each buffer, and the bytes that all of them take. apart says which of them must not
// overlap. It places the largest buffer first, and each at the lowest free offset.
func Place(buffers []Buffer, apart func(i, j int) bool) (offsets []int64, total int64) {
	offsets = make([]int64, len(buffers))
	order := make([]int, len(buffers))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(buffers[j].Bytes, buffers[i].Bytes) })
	for n, i := range order {
		var taken []int
		for _, j := range order[:n] {
			if apart(i, j) {
				taken = append(taken, j)
			}
		}
		slices.SortStableFunc(taken, func(i, j int) int { return cmp.Compare(offsets[i], offsets[j]) })
		at, a := int64(0), buffers[i].Alignment
		for _, j := range taken {
			if offsets[j] >= at+buffers[i].Bytes {
				break
			}
			at = max(at, (offsets[j]+buffers[j].Bytes+a-1)&^(a-1))
		}
		offsets[i] = at
		total = max(total, at+buffers[i].Bytes)
	}
	return offsets, total
}
