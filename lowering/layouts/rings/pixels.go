package rings

import (
	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/internal/analysis/tensorcores"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/layouts/internal/tensormaps"
)

// Rows of a tile may be consecutive pixels of images, row by row and image by image, which no box has. One copy of mode
// im2col loads them:
//
//	%x = load_pixels image[%n, %h, %w, %c] offsets[%r, %s] : 64x64           %r = ring : 96x64
//	%y = load_pixels image[%n, %h, %w, %c] offsets[%r, %s] {after = 64} =>   ring_copy %r from map[%n, %h, %w, %c]
//	dot %a, %x, %s; dot %a, %y, %t                                               offsets[%r, %s]

// tileOfPixels returns the tile of a tile.load_pixels; nil if no copy can load it.
func (f *found) tileOfPixels(load *ir.Operation) *tileLoad {
	t, array := load.Result(0).Type().(*ir.TensorType), load.Operand(0)
	p, _ := tile.PixelsOf(load)
	one := &tileLoad{op: load, pieces: []*ir.Operation{load}, joined: load.Result(0), array: array, tile: t, pixels: &p}
	if tensorcores.CheckRingTile(t) != nil {
		return nil
	}
	channels := int64(tensorcores.RingFactor(t, false, 0).Box()[1])
	if one.box = []int64{t.Shape()[0], channels}; !f.canLoadPixels(load, one.box) {
		return nil
	}
	return one
}

// canLoadPixels reports whether a copy can load a number of pixels and channels from the window of a load.
func (f *found) canLoadPixels(load *ir.Operation, box []int64) bool {
	p, _ := tile.PixelsOf(load)
	array := load.Operand(0)
	return tensorcores.PossiblePixels(array.Type().(*tile.ArrayType), p, box[0], box[1]) &&
		tensormaps.Possible(f.kernel, array, load)
}

// pixelsBehind reports whether the pixels of next, which are columns of a factor, follow those of t.
func (t *tileLoad) pixelsBehind(next *tileLoad, at int) bool {
	_, first := tile.PixelsOf(t.op)
	_, second := tile.PixelsOf(next.op)
	if at != 0 || !t.pixels.Equal(*next.pixels) || second != first+t.tile.Shape()[0] ||
		t.tile.Shape()[1] != next.tile.Shape()[1] {
		return false
	}
	for i, v := range t.op.OperandValues() {
		if !tensormaps.Exceeds(next.op.Operand(i), v, 0) {
			return false
		}
	}
	return true
}

// pixelAt returns the coordinates of a tile's first pixel and channel, and the offsets of its copy.
func (r *rewriter) pixelAt(t *tileLoad, m *ir.Mapping) (coordinates, offsets []*ir.Value) {
	indices, given := tile.PixelIndices(t.op)
	for _, v := range indices {
		coordinates = append(coordinates, m.Lookup(v))
	}
	for _, v := range given {
		offsets = append(offsets, m.Lookup(v))
	}
	if _, after := tile.PixelsOf(t.op); after > 0 {
		r.move(t, coordinates, after)
	}
	for d, lower := range t.pixels.Lower {
		at := &coordinates[1+d]
		if step := t.pixels.Steps[d]; step != 1 {
			*at = r.binary(&arith.MulI, *at, r.number(step))
		}
		if lower != 0 {
			*at = r.binary(&arith.AddI, *at, r.number(lower))
		}
	}
	return coordinates, offsets
}

// move replaces the indices of a pixel by those of the pixel that is a number of pixels behind it.
func (r *rewriter) move(t *tileLoad, indices []*ir.Value, after int64) {
	carry := r.number(after)
	for d := len(t.pixels.Counts) - 1; d >= 0; d-- {
		n, sum := r.number(t.pixels.Counts[d]), r.binary(&arith.AddI, indices[1+d], carry)
		indices[1+d], carry = r.binary(&arith.RemUI, sum, n), r.binary(&arith.DivUI, sum, n)
	}
	indices[0] = r.binary(&arith.AddI, indices[0], carry)
}
