package tensorcores

import (
	"fmt"

	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/internal/analysis/costs"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/layout"
)

// TileBytes returns the size of a tile in a ring's slot.
func TileBytes(t *ir.TensorType) int64 {
	n, _ := ir.NumElements(t)
	return int64(n) * int64(ir.BitWidth(t.ElementType())) / 8
}

// slotAlignment is the alignment of slots in bytes: the size of the pattern of the widest swizzle. Rows that are copied
// in bulk need rowAlignment.
const (
	slotAlignment = 1024
	rowAlignment  = 128
)

// SlotBytes returns the size of a ring's slot for a tile.
func SlotBytes(t *ir.TensorType) int64 {
	a := int64(slotAlignment)
	if tilegpu.IsRow(t) {
		a = rowAlignment
	}
	return (TileBytes(t) + a - 1) / a * a
}

// RingFactor returns the layout in shared memory of a ring's tile as factor i of a product, 0 or 1: rows in swizzled
// panels, as bulk copies write them.
func RingFactor(t *ir.TensorType, transposed bool, i int) layout.WgmmaFactor {
	s := [2]int{int(t.Shape()[0]), int(t.Shape()[1])}
	f := layout.WgmmaFactor{Spec: layout.NVMMAFor(s[:], ir.BitWidth(t.ElementType()), false), Shape: s, K: 1 - i}
	if n := int(tilegpu.PanelBytes(t)); n > 0 {
		if f.Spec.SwizzleBytes = n; n < minSwizzle {
			f.Spec.SwizzleBytes = 0
		}
	}
	if transposed {
		f.K = i
	}
	return f
}

// minSwizzle is the width of the narrowest panels that are swizzled.
const minSwizzle = 32

// ThroughRegisters reports whether threads load factor i of a product from its slot to registers before the product: a
// left factor of f32 whose elements are not consecutive along the contracted dimension.
func ThroughRegisters(f layout.WgmmaFactor, i int) bool {
	return i == 0 && !f.KMajor() && f.Spec.ElementBits == 32
}

// CheckRingFactor returns an error if factor i cannot be used by instructions with that many lines. It wraps
// [layout.ErrInvalid].
func CheckRingFactor(f layout.WgmmaFactor, i, lines int) error {
	if !ThroughRegisters(f, i) {
		return f.Check(lines)
	}
	if f.Shape[0]%(nvvm.WgmmaKBytes/4) != 0 || f.Shape[1]%lines != 0 {
		return fmt.Errorf("%w: a factor of %d by %d elements does not consist of whole instructions", layout.ErrInvalid,
			f.Shape[1], f.Shape[0])
	}
	return nil
}

// RingTypes returns the types of a product of rings as warp-group products name them. The error wraps
// [layout.ErrInvalid].
func RingTypes(p tilegpu.RingProduct) (a, b, d string, err error) {
	x, y, sum := p.Tile(0).ElementType(), p.Tile(1).ElementType(), p.Result(0).Type().(*ir.TensorType).ElementType()
	if d = nvvm.TypeF32; ir.IsInt(sum, 32) {
		d = nvvm.TypeS32
	}
	return ringTypes[x.String()], ringTypes[y.String()], d, CheckRingTypes(x, y, sum, tile.PrecisionTF32)
}

// ringTypes maps the element types of tiles to their names in warp-group products.
var ringTypes = map[string]string{"f16": nvvm.TypeF16, "bf16": nvvm.TypeBF16, "i8": nvvm.TypeS8,
	"f8E4M3FN": nvvm.TypeE4M3, "f8E5M2": nvvm.TypeE5M2, "f32": nvvm.TypeTF32}

// CheckRingTypes returns an error if rings' products of a precision cannot add products of elements of types x and y.
// It wraps [layout.ErrInvalid].
func CheckRingTypes(x, y, sum ir.Type, precision tile.Precision) error {
	fits := ringTypes[x.String()] != "" && (x == y || Promotes(x) && Promotes(y)) && sum.String() == nvvm.TypeF32
	switch {
	case ir.IsInt(x, 8):
		fits = x == y && ir.IsInt(sum, 32)
	case ir.BitWidth(x) == 32:
		fits = fits && precision == tile.PrecisionTF32
	}
	if !fits {
		return fmt.Errorf("%w: tiles of rings are multiplied in f16, bf16, f8E4M3FN, f8E5M2, or f32 with precision tf32, "+
			"and added up in f32, or in i8 and i32, but these are %s, %s and %s", layout.ErrInvalid, ir.Quote(x),
			ir.Quote(y), ir.Quote(sum))
	}
	return nil
}

// Promotes reports whether tensor cores add products of elements of a type with fewer bits than f32, about 14. Then the
// sum over the depth of one tile is added to the accumulator in f32.
func Promotes(t ir.Type) bool { return ir.IsFloat(t) && ir.BitWidth(t) == 8 }

// CheckRingTile returns an error if a tile cannot be copied to the slot of a ring. It wraps [layout.ErrInvalid].
func CheckRingTile(t *ir.TensorType) error {
	if t.Shape()[0]*int64(ir.BitWidth(t.ElementType())) == 0 || t.Shape()[0] < 8 {
		return fmt.Errorf("%w: a tile of %d rows: a pattern has 8", layout.ErrInvalid, t.Shape()[0])
	}
	if box := RingFactor(t, false, 0).Box(); box[0] > maxBox || box[1] > maxBox {
		return fmt.Errorf("%w: a box of %d by %d elements: a bulk copy has at most %d along a dimension",
			layout.ErrInvalid, box[0], box[1], maxBox)
	}
	return nil
}

// RingLayout returns the layout of the accumulator of a product of a number of rows and columns by warp groups.
func RingLayout(ctx *ir.Context, result *ir.TensorType, warps int) (*tilegpu.MMAAttr, error) {
	spec, err := warpGroups(result.Shape(), warps)
	if err != nil {
		return nil, err
	}
	return tilegpu.MMA(ctx, spec), nil
}

// ExchangeBytes returns the bytes of shared memory in which threads exchange a tensor of a size. Large ones are
// exchanged in parts.
func ExchangeBytes(tensor int64) int64 {
	for tensor > costs.SharedUnasked {
		tensor /= 2
	}
	return tensor
}
