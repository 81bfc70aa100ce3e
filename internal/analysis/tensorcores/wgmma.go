// Package tensorcores determines which matrix products of a tile program the tensor cores can compute, for which types
// and in which layout of the accumulator. If they cannot, it says why.
package tensorcores

import (
	"fmt"
	"strings"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/layout"
)

// WarpGroupTypes returns the types of a tile.dot as warp-group products name them. If there are none, the error says
// why, and wraps [layout.ErrInvalid].
func WarpGroupTypes(op *ir.Operation) (a, b, d string, err error) {
	element := func(v *ir.Value) ir.Type { return ir.ElementOrSelf(v.Type()) }
	x, y, sum := element(op.Operand(0)), element(op.Operand(1)), element(op.Result(0))
	if a, b = wgmmaType(op, x, tile.LHSUnsigned), wgmmaType(op, y, tile.RHSUnsigned); a == "" || b == "" {
		return a, b, d, fmt.Errorf("%w: tensor cores multiply f16, bf16, f32 with precision tf32 and integers of 8 "+
			"bits, but not %s by %s",
			layout.ErrInvalid, ir.Quote(x), ir.Quote(y))
	}
	floats := ir.IsFloat(x)
	switch {
	case floats && a != b, ir.IsFloat(sum) != floats, !floats && !ir.IsInt(sum, 32), floats && ir.BitWidth(sum) > 32:
		return a, b, d, fmt.Errorf("%w: tensor cores do not add up %s for %s by %s", layout.ErrInvalid, ir.Quote(sum),
			ir.Quote(x),
			ir.Quote(y))
	case floats:
		return a, b, nvvm.TypeF32, nil
	}
	return a, b, nvvm.TypeS32, nil
}

func wgmmaType(op *ir.Operation, t ir.Type, unsigned string) string {
	switch {
	case ir.IsInt(t, 8) && op.Inherent(unsigned) != nil:
		return nvvm.TypeU8
	case ir.IsInt(t, 8):
		return nvvm.TypeS8
	case t.String() == "f32" && tile.PrecisionOf(op) == tile.PrecisionTF32:
		return nvvm.TypeTF32
	case t.String() == nvvm.TypeF16, t.String() == nvvm.TypeBF16:
		return t.String()
	}
	return ""
}

// WarpGroupLayout returns the layout with which warp groups compute a tile.dot. The error says why they cannot, and
// wraps [layout.ErrInvalid].
func WarpGroupLayout(op *ir.Operation, warps int) (*tilegpu.MMAAttr, error) {
	typ, _, _, err := WarpGroupTypes(op)
	if err != nil {
		return nil, err
	}
	depth := op.Operand(1).Type().(*ir.TensorType).Shape()[0]
	if depth <= int64(nvvm.Wgmma{TypeA: typ}.K()) && IsZero(op.Operand(2)) && !isContinued(op.Result(0)) {
		return nil, fmt.Errorf("%w: each sum is one product of %d elements, so that warp groups have nothing to run ahead "+
			"with", layout.ErrInvalid, depth)
	}
	spec, err := warpGroups(op.Result(0).Type().(*ir.TensorType).Shape(), warps)
	if err != nil {
		return nil, err
	}
	for i, lines := range []int{nvvm.WgmmaRows, spec.N} {
		t := op.Operand(i).Type().(*ir.TensorType)
		s := [2]int{int(t.Shape()[0]), int(t.Shape()[1])}
		f := layout.WgmmaFactor{Spec: layout.NVMMAFor(s[:], ir.BitWidth(t.ElementType()), i == 1), Shape: s, K: 1 - i}
		if err := f.Check(lines); err != nil {
			return nil, err
		}
	}
	return tilegpu.MMA(op.Context(), spec), nil
}

// isContinued reports whether another product is added to a sum.
func isContinued(sum *ir.Value) bool {
	for u := range sum.Uses() {
		if u.Owner().Is(&tile.Dot) && u.Index() == 2 {
			return true
		}
	}
	return false
}

// IsZero reports whether a tensor is a constant of zeros. A product that is added to it starts a new sum.
func IsZero(v *ir.Value) bool {
	op := v.DefiningOp()
	if op == nil || !op.Is(&arith.ConstantOp) {
		return false
	}
	dense, ok := op.Inherent("value").(*ir.DenseElementsAttr)
	return ok && dense.IsSplat() && strings.Trim(dense.Raw(), "\x00") == ""
}

// maxColumns is the greatest number of columns of an instruction.
const maxColumns = 256

// StreamFactors returns the layouts in shared memory of the tiles of streams, as bulk copies write them from matrices
// whose rows are contiguous in global memory. Transposed factors are read as the transposes of their tiles.
func StreamFactors(tiles [2]*ir.TensorType, transposed [2]bool) (f [2]layout.WgmmaFactor, err error) {
	for i, t := range tiles {
		f[i] = RingFactor(t, transposed[i], i)
		if err := f[i].Check(8); f[i].KMajor() && err != nil {
			return f, err
		}
		if box := f[i].Box(); box[0] > maxBox || box[1] > maxBox {
			return f, fmt.Errorf("%w: a box of %d by %d elements: a bulk copy has at most %d along a dimension",
				layout.ErrInvalid, box[0],
				box[1], maxBox)
		}
	}
	return f, nil
}

// maxBox is the greatest number of elements of a bulk copy along a dimension (CUDA driver API, cuTensorMapEncodeTiled).
const maxBox = 256

// StreamLayout is [WarpGroupLayout] for a tilegpu.stream_dot.
func StreamLayout(s tilegpu.Stream, warps int) (*tilegpu.MMAAttr, error) {
	spec, err := warpGroups(s.Result(0).Type().(*ir.TensorType).Shape(), warps)
	if err != nil {
		return nil, err
	}
	return tilegpu.MMA(s.Context(), spec), nil
}

// warpGroups distributes a product over warp groups, along the rows first.
func warpGroups(shape []int64, warps int) (spec layout.MMASpec, err error) {
	if len(shape) != 2 || shape[0]%nvvm.WgmmaRows != 0 || warps%4 != 0 {
		return spec, fmt.Errorf("%w: warp groups of 4 warps compute 64 rows each, but %d warps have a product of shape %v",
			layout.ErrInvalid, warps, shape)
	}
	down := min(warps/4, int(shape[0])/nvvm.WgmmaRows)
	across := warps / 4 / down
	n := min(maxColumns, int(shape[1])/across)
	spec = layout.MMASpec{Version: 3, WarpsPerCTA: []int{4 * down, across}, N: n}
	if n < 8 {
		return spec, fmt.Errorf("%w: each of %d warp groups has %d columns of %d: they compute 8 at least",
			layout.ErrInvalid, warps/4, n, shape[1])
	}
	return spec, nil
}
