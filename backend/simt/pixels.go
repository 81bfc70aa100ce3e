package simt

import (
	"fmt"
	"slices"
)

// window describes the pixels that copies of mode im2col walk over (PTX ISA, "im2col mode"; CUDA driver API,
// cuTensorMapEncodeIm2col). An array has images, dimensions of pixels and, last, channels. Along each dimension of
// pixels, a window goes from lower to size - 1 + upper, by steps. That copies do what this says was compared on an H200
// for 3000 random maps with three to five dimensions.
type window struct{ lower, upper, steps []int64 }

// Limits of windows. All offsets of a copy have allOffsetBits together, as all corners have, which are signed.
const (
	maxPixels     = 1024
	maxStep       = 8
	allOffsetBits = 16
)

// mostOffset returns the greatest offset along one of n dimensions of pixels.
func mostOffset(n int) int64 { return int64(1)<<(allOffsetBits/n) - 1 }

// check returns an error for a window that the driver would refuse.
func (w *window) check(rank int, box []int64) error {
	n := len(w.lower)
	if rank < 3 || rank > maxRank || n != rank-2 || len(w.upper) != n || len(w.steps) != n || len(box) != 2 {
		return fmt.Errorf("a window of pixels with corners %v and %v, steps %v and a box of sizes %v in %d dimensions",
			w.lower, w.upper, w.steps, box, rank)
	}
	most := (mostOffset(n) + 1) / 2
	for _, corner := range slices.Concat(w.lower, w.upper) {
		if corner < -most || corner >= most {
			return fmt.Errorf("corner %d of a window, which must be from %d to %d in %d dimensions", corner, -most, most-1, rank)
		}
	}
	for _, step := range w.steps {
		if step < 1 || step > maxStep {
			return fmt.Errorf("a step of %d pixels, which must be from 1 to %d", step, maxStep)
		}
	}
	return nil
}

// end returns the last place of a window along dimension d of the pixels.
func (m *tensorMap) end(d int) int64 { return m.sizes[1+d] - 1 + m.window.upper[d] }

// beginsInWindow returns an error if the first pixel of a copy is not in the window, for which an H200 raised an
// illegal instruction, or if an offset is too large: only its low bits would count.
func (b *box) beginsInWindow() error {
	w := b.described.window
	for d, lower := range w.lower {
		if at, end := b.at[1+d], b.described.end(d); at < lower || at > end {
			return fmt.Errorf("%w: the first pixel of a copy is at %d along dimension %d, but the window is from %d to %d",
				ErrOutOfBounds, at, 1+d, lower, end)
		}
		if most := mostOffset(len(w.lower)); b.offsets[d] > most {
			return fmt.Errorf("%w: an offset of %d pixels along dimension %d, which must be at most %d", ErrOutOfBounds,
				b.offsets[d], 1+d, most)
		}
	}
	return nil
}

// pixels calls f for each pixel of a copy that is in the array, with its bytes there and its number in the copy.
func (b *box) pixels(f func(mem *allocation, at, bytes, row int64) error) error {
	m, w := b.described, b.described.window
	last, at := len(m.sizes)-1, slices.Clone(b.at)
	first, end := max(0, at[last]), min(m.sizes[last], at[last]+m.box[1])
	for row := range m.rows() {
		place := slices.Clone(at)
		for d, offset := range b.offsets {
			place[1+d] += offset
		}
		if first < end && inside(place[:last], m.sizes) {
			address := m.base + uint64(first*m.element)
			for d, n := range place[:last] {
				address += uint64(n * m.strides[d])
			}
			bytes := (end - first) * m.element
			mem, from, err := b.warp.check(address, bytes, m.element)
			if err != nil {
				return fmt.Errorf("a bulk copy of pixel %d: %w", row, err)
			}
			if err := f(mem, from, bytes, row); err != nil {
				return err
			}
		}
		d := last - 2
		for ; d >= 0; d-- {
			if at[1+d] += w.steps[d]; at[1+d] <= m.end(d) {
				break
			}
			at[1+d] = w.lower[d]
		}
		if d < 0 {
			at[0]++
		}
	}
	return nil
}

// inside reports whether indices are within sizes.
func inside(at, sizes []int64) bool {
	for d, n := range at {
		if n < 0 || n >= sizes[d] {
			return false
		}
	}
	return true
}
