package tensormaps

import (
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/internal/analysis/axisinfo"
	"github.com/girih-ir/girih/internal/analysis/tensorcores"
	"github.com/girih-ir/girih/ir"
)

// boxBits is the alignment, in bits, of a box in a row of an array. A bulk copy of a box that is not aligned ends with
// an illegal instruction (seen on an H100).
const boxBits = 16 * 8

// BeginsAligned reports whether the tiles that a load or store accesses are known to begin at multiples of 16 bytes of
// a row of the array. Tiles of 40 bytes, one beside the other, do not.
func BeginsAligned(kernel tile.Kernel, access *ir.Operation) bool {
	operand, t := 0, access.Operand(0).Type()
	if access.Is(&tile.LoadPixels) {
		return channelsAligned(kernel, access)
	}
	if access.Is(&tile.LoadView) {
		t = access.Result(0).Type()
	} else {
		operand = 1
	}
	view := tile.ViewOf(kernel.Context(), access.Operand(operand).Type(), t.(*ir.TensorType))
	steps := view.Steps()
	if len(steps) == 0 {
		return true
	}
	dim := len(steps) - 1
	if tensorcores.IsTransposed(view.Array()) {
		dim = 0
	}
	step := steps[dim] % boxBits * int64(ir.BitWidth(view.Array().ElementType()))
	if step%boxBits == 0 {
		return true
	}
	index := axisinfo.Analyze(kernel).Of(access.Operand(operand + 1 + dim))[0]
	return step*(index.Divisor%boxBits)%boxBits == 0
}

// channelsAligned reports whether the first channel of the pixels that a tile.load_pixels loads is known to be at a
// multiple of 16 bytes.
func channelsAligned(kernel tile.Kernel, load *ir.Operation) bool {
	indices, _ := tile.PixelIndices(load)
	first := axisinfo.Analyze(kernel).Of(indices[len(indices)-1])[0]
	bits := int64(ir.BitWidth(ir.ElementOrSelf(load.Result(0).Type())))
	return first.Divisor%boxBits*bits%boxBits == 0
}
