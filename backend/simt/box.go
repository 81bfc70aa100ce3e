package simt

import (
	"fmt"
	"slices"

	"github.com/girih-ir/girih/ir"
)

// box is the box of an array, described by a tensor map, that a lane copies.
type box struct {
	described *tensorMap
	at        []int64 // indices in the array, the slowest dimension first
	offsets   []int64 // of a copy of pixels, the slowest dimension first
	op        *ir.Operation
	warp      *warp
	lane      int
}

// boxAt returns the box at some coordinates, the fastest dimension first, of the array of a tensor map.
// Offsets, the fastest dimension first, are those of a copy of mode im2col; nil for another one.
func (w *warp) boxAt(op *ir.Operation, lane int, pointer uint64, coordinates, offsets []uint64) (b box, err error) {
	described, _, offset := w.find(pointer)
	if described == nil || described.tensorMap == nil || offset != 0 {
		return b, fmt.Errorf("%w: address %#x is that of no tensor map", ErrOutOfBounds, pointer)
	}
	b = box{described: described.tensorMap, op: op, warp: w, lane: lane}
	rank := len(b.described.sizes)
	if (offsets != nil) != (b.described.window != nil) {
		return b, fmt.Errorf("%w: a copy of mode im2col needs a tensor map of pixels, and one of mode tile a map of boxes",
			ErrArgument)
	}
	if len(coordinates) != rank {
		return b, fmt.Errorf("%w: %d coordinates of a tensor map of %d dimensions", ErrArgument, len(coordinates), rank)
	}
	for d := range rank {
		b.at = append(b.at, int64(int32(coordinates[rank-1-d])))
	}
	if first := b.at[rank-1] * b.described.element; first%mapAlignment != 0 {
		return b, fmt.Errorf("%w: the rows of a box begin at byte %d of the array's, which must be a multiple of %d",
			ErrMisaligned, first, mapAlignment)
	}
	for _, offset := range slices.Backward(offsets) {
		b.offsets = append(b.offsets, int64(uint16(offset)))
	}
	if b.described.window != nil {
		return b, b.beginsInWindow()
	}
	return b, nil
}

// beginsInside returns an error for a box that begins before the array. Loads fill such a box with zeros, but on an
// H200 stores to one ended with an illegal instruction.
func (b *box) beginsInside() error {
	for d, at := range b.at {
		if at < 0 {
			return fmt.Errorf("%w: a bulk store to a box that begins at %d along dimension %d: it must not begin before "+
				"the array, and may end after it", ErrOutOfBounds, at, d)
		}
	}
	return nil
}

// rows calls f for each row of the box that is in the array, with its bytes in the array and its number in the box.
func (b *box) rows(f func(mem *allocation, at, bytes, row int64) error) error {
	m := b.described
	if m.window != nil {
		return b.pixels(f)
	}
	last := len(m.box) - 1
	first, end := max(0, b.at[last]), min(m.sizes[last], b.at[last]+m.box[last])
	for row := range m.rows() {
		address, rest, inside := m.base+uint64(first*m.element), row, first < end
		for d := last - 1; d >= 0; d-- {
			at := b.at[d] + rest%m.box[d]
			rest /= m.box[d]
			address += uint64(at * m.strides[d])
			inside = inside && 0 <= at && at < m.sizes[d]
		}
		if !inside {
			continue
		}
		bytes := (end - first) * m.element
		mem, at, err := b.warp.check(address, bytes, m.element)
		if err != nil {
			return fmt.Errorf("a bulk copy of row %d of its box: %w", row, err)
		}
		if err := f(mem, at, bytes, row); err != nil {
			return err
		}
	}
	return nil
}

// place returns the offset, in the shared memory of the box, of a byte of a row. The byte is counted from the first one
// that is in the array.
func (b *box) place(in span, row, i int64) int64 {
	m := b.described
	before := max(0, -b.at[len(b.at)-1]) * m.element
	return swizzled(in.memory.base+in.at+row*m.row()+before+i, m.swizzle) - in.memory.base
}
