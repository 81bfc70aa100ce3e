package tensorcores

import (
	"fmt"

	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/layout"
)

// Warp says how the warps of a target compute a tile.dot, each one a part.
type Warp struct {
	nvvm.Mma
	// KWidth is the number of consecutive elements along K that a lane has in one register.
	KWidth int
}

// Rows, columns, and registers along K of the smallest part that a warp computes: one instruction, or two or four
// smaller ones on targets that lack it.
const (
	warpRows    = 16
	warpColumns = 8
	lanesAlongK = 8
)

// PartK returns the number of contracted elements of that part.
func (w Warp) PartK() int { return lanesAlongK * w.KWidth }

// firstWarp has, by the type of the left factor, the first target with smaller instructions, and the first target with
// instructions of 16 rows and twice the depth (PTX ISA, "mma", "Target ISA Notes").
var firstWarp = map[string]struct{ small, large int }{
	nvvm.TypeF16: {75, 80}, nvvm.TypeS8: {75, 80}, nvvm.TypeU8: {75, 80}, nvvm.TypeBF16: {80, 80},
	nvvm.TypeTF32: {80, 80}, nvvm.TypeF64: {80, 90},
}

// WarpProduct returns how warps of a target compute a tile.dot with mma.sync. The error says why they cannot, and wraps
// [layout.ErrInvalid].
func WarpProduct(op *ir.Operation, sm int) (w Warp, err error) {
	x := ir.ElementOrSelf(op.Operand(0).Type())
	if x.String() == nvvm.TypeF64 && ir.ElementOrSelf(op.Operand(1).Type()) == x {
		w.TypeA, w.TypeB, w.TypeD = nvvm.TypeF64, nvvm.TypeF64, nvvm.TypeF64
	} else if w.TypeA, w.TypeB, w.TypeD, err = WarpGroupTypes(op); err != nil {
		return w, err
	}
	first, ok := firstWarp[w.TypeA]
	if !ok || sm < first.small {
		return w, fmt.Errorf("%w: sm_%d has no products of %s in warps", layout.ErrInvalid, sm, w.TypeA)
	}
	w.KWidth = max(1, 32/ir.BitWidth(x))
	w.M, w.N, w.K = warpRows, warpColumns, w.PartK()
	switch {
	case first.large > 0 && sm >= first.large:
	case w.TypeA == nvvm.TypeF16:
		w.K /= 2
	default:
		w.M, w.K = warpRows/2, w.K/2
	}
	shape := op.Result(0).Type().(*ir.TensorType).Shape()
	n := len(shape)
	lhs := op.Operand(0).Type().(*ir.TensorType).Shape()
	least := w.PartK()
	if w.M == warpRows && w.TypeA != nvvm.TypeF64 {
		least /= 2 // there are instructions of half the depth
		w.K = min(w.K, int(lhs[n-1]))
	}
	if shape[n-2] < warpRows || shape[n-1] < warpColumns || lhs[n-1] < int64(least) {
		return w, fmt.Errorf("%w: warps multiply %d by %d by %d elements at least, but this product has %d by %d by %d",
			layout.ErrInvalid, warpRows, warpColumns, least, shape[n-2], shape[n-1], lhs[n-1])
	}
	most := maxDepth * w.PartK()
	if n > 2 || w.TypeA == nvvm.TypeF64 {
		most /= 4 // all registers of their factors are live at once
	}
	if lhs[n-1] > int64(most) {
		return w, fmt.Errorf("%w: a product along %d elements at once: warps take %d at most", layout.ErrInvalid, lhs[n-1],
			most)
	}
	return w, nil
}

// maxDepth is the greatest number of parts of a product along K. It bounds the size of the code.
const maxDepth = 16

// WarpLayouts returns the layouts of the accumulator with which warps can compute a tile.dot: all ways to divide it
// among the given number of warps. The matrices of a batch are divided first. If the result of the product is the left
// factor of another one, only rows are divided: the sums are then already in the registers in which the other product
// needs its left factor.
func WarpLayouts(op *ir.Operation, sm, warps int) ([]tilegpu.Encoding, error) {
	if _, err := WarpProduct(op, sm); err != nil {
		return nil, err
	}
	shape := op.Result(0).Type().(*ir.TensorType).Shape()
	counts := make([]int, len(shape))
	for i := range counts {
		counts[i] = 1
	}
	for d := range len(shape) - 2 {
		for warps > 1 && int64(counts[d]) < shape[d] {
			counts[d], warps = counts[d]*2, warps/2
		}
	}
	rows, columns := len(shape)-2, len(shape)-1
	most := [2]int{max(1, int(shape[rows])/warpRows), max(1, int(shape[columns])/warpColumns)}
	var out []tilegpu.Encoding
	chained := feeds(op)
	for down := 1; down <= warps; down *= 2 {
		across := warps / down
		if chained && down < min(warps, most[0]) {
			continue
		}
		if down*across > most[0]*most[1] || down <= most[0] && across <= most[1] {
			counts[rows], counts[columns] = down, across
			out = append(out, tilegpu.MMA(op.Context(), layout.MMASpec{Version: 2, WarpsPerCTA: counts, N: warpColumns}))
		}
	}
	return out, nil
}

// feeds reports whether the left factor of a product is computed from another product's sums by elementwise operations,
// or whether another product's left factor is computed in this way from its own sums.
func feeds(op *ir.Operation) bool {
	return madeOfProduct(op.Operand(0), maxSteps) || makesFactor(op.Result(0), maxSteps)
}

// maxSteps bounds the number of operations between the products.
const maxSteps = 24

func madeOfProduct(v *ir.Value, steps int) bool {
	op := v.DefiningOp()
	if op == nil || steps == 0 {
		return false
	}
	if op.Is(&tile.Dot) {
		return true
	}
	if !op.HasTrait(ir.Elementwise) && !op.Is(&tile.Cast) {
		return false
	}
	for _, x := range op.Operands() {
		if madeOfProduct(x, steps/2) {
			return true
		}
	}
	return false
}

func makesFactor(v *ir.Value, steps int) bool {
	if steps == 0 {
		return false
	}
	for u := range v.Uses() {
		op := u.Owner()
		switch {
		case op.Is(&tile.Dot):
			if op.Operand(0) == v {
				return true
			}
		case op.HasTrait(ir.Elementwise) || op.Is(&tile.Cast):
			if op.NumResults() == 1 && makesFactor(op.Result(0), steps-1) {
				return true
			}
		}
	}
	return false
}

// FactorLayout returns the layout of operand i, 0 or 1, of a tile.dot, given that of its accumulator. It returns nil if
// the accumulator's layout is not that of a product computed by warps.
func FactorLayout(op *ir.Operation, i int, accumulator tilegpu.Encoding) tilegpu.Encoding {
	a, ok := accumulator.(*tilegpu.MMAAttr)
	if !ok || a.Spec.Version != 2 {
		return nil
	}
	width := max(1, 32/ir.BitWidth(ir.ElementOrSelf(op.Operand(i).Type())))
	return tilegpu.DotOperand(op.Context(), i, width, a)
}
