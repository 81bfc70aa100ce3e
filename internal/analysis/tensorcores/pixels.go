package tensorcores

import (
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
)

// Limits of tensor maps for copies of pixels (CUDA driver API, cuTensorMapEncodeIm2col): of the numbers of pixels and
// of channels of a copy, and of the distance of pixels. Offsets have 16 bits together, and corners as many, signed: on
// an H200, an offset beyond that wraps around.
const (
	mostPixels   = 1024
	mostChannels = 256
	mostStep     = 8
	offsetBits   = 16
)

// PossiblePixels reports whether copies of mode im2col can make a tile.load_pixels of an array, of the given numbers of
// pixels and channels. Offsets must be less than [MostOffset].
func PossiblePixels(t *tile.ArrayType, p tile.Pixels, pixels, channels int64) bool {
	if pixels > mostPixels || channels > mostChannels || IsTransposed(t) {
		return false
	}
	lower, upper := Corners(t, p)
	most := (MostOffset(t.Rank()) + 1) / 2
	for d, size := range t.Shape()[1 : t.Rank()-1] {
		if size == ir.Dynamic || p.Steps[d] > mostStep || min(lower[d], upper[d]) < -most ||
			max(lower[d], upper[d]) >= most {
			return false
		}
	}
	return true
}

// MostOffset returns the largest offset of a copy of pixels of an array with a number of dimensions.
func MostOffset(rank int) int64 { return int64(1)<<(offsetBits/(rank-2)) - 1 }

// Corners returns where a window begins, and where it ends relative to the last pixel of an image.
func Corners(t *tile.ArrayType, p tile.Pixels) (lower, upper []int64) {
	for d, size := range t.Shape()[1 : t.Rank()-1] {
		upper = append(upper, p.Lower[d]+(p.Counts[d]-1)*p.Steps[d]-(size-1))
	}
	return p.Lower, upper
}
