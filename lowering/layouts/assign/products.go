package assign

import (
	"slices"

	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/internal/analysis/costs"
	"github.com/girih-ir/girih/internal/analysis/tensorcores"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/layout"
)

// squares returns the layout that suits the result of a matrix product: threads and warps have blocks that are as
// square as possible, because the number of elements of the factors that a thread reads is proportional to the sum of
// the sides of its block.
func (a *assigner) squares(t *ir.TensorType) (tilegpu.Encoding, error) {
	spec := productLayout(ints(t.Shape()), a.warps)
	if _, err := layout.Blocked(spec, ints(t.Shape())); err != nil {
		return nil, err
	}
	return tilegpu.Blocked(a.ctx, spec), nil
}

// tensorCores returns the layouts in which tensor cores can compute a product: layouts for instructions of warp groups
// (wgmma), or else of warps (mma). It returns none if the target or the product does not allow either.
func (a *assigner) tensorCores(op *ir.Operation) []tilegpu.Encoding {
	if s, ok := tilegpu.AsStream(op); ok {
		if e, err := tensorcores.StreamLayout(s, a.warps); err == nil {
			return []tilegpu.Encoding{e}
		}
		return nil
	}
	if op.Is(&tilegpu.RingDot) || op.Is(&tilegpu.RingWait) || op.Is(&tilegpu.WindowDot) {
		if e, err := tensorcores.RingLayout(a.ctx, op.Result(0).Type().(*ir.TensorType), a.warps); err == nil {
			return []tilegpu.Encoding{e}
		}
		return nil
	}
	if tilegpu.StoreBuffer(op) != nil {
		if e, err := tensorcores.RingLayout(a.ctx, op.Operand(0).Type().(*ir.TensorType), a.warps); err == nil {
			return []tilegpu.Encoding{e}
		}
		return nil
	}
	if !op.Is(&tile.Dot) {
		return nil
	}
	if a.warpGroups {
		if e, err := tensorcores.WarpGroupLayout(op, a.warps); err == nil {
			return []tilegpu.Encoding{e}
		}
	}
	list, err := tensorcores.WarpLayouts(op, a.sm, a.warps)
	if err != nil {
		return nil
	}
	return list
}

// isProduct reports whether an operation is a matrix product, or a store that must have the layout of one.
func isProduct(op *ir.Operation) bool {
	return op.Is(&tile.Dot) || op.Is(&tile.DotScaled) || op.Is(&tilegpu.StreamDot) || op.Is(&tilegpu.WindowDot) ||
		op.Is(&tilegpu.RingDot) || op.Is(&tilegpu.RingWait) || tilegpu.StoreBuffer(op) != nil
}

// productCost returns what a matrix product costs a warp: a multiplication for each register and position along the
// contracted dimension, for which a thread reads a part of a column and one of a row.
func productCost(op *ir.Operation, e tilegpu.Encoding, l layout.Layout) float64 {
	if !op.Is(&tile.Dot) && !op.Is(&tile.DotScaled) {
		return 0
	}
	lhs := op.Operand(0).Type().(*ir.TensorType).Shape()
	if e, ok := e.(*tilegpu.MMAAttr); ok {
		if e.Spec.Version == 2 {
			return float64(lhs[len(lhs)-1])*registers(l)*costs.WarpProduct + factorCost(op, e)
		}
		return float64(lhs[len(lhs)-1]) * registers(l) * costs.WarpGroupProduct
	}
	sides := 0.0
	for _, d := range l.Outs()[max(0, len(l.Outs())-2):] {
		side, neighbors := 1.0, 1.0
		for _, b := range l.Bases(layout.Register) {
			if at := b[slices.Index(l.Outs(), d)]; at != 0 {
				side *= 2
				if float64(at) == neighbors && neighbors < maxBlockSide {
					neighbors *= 2
				}
			}
		}
		// One instruction asks for the words of all neighbors, but shared memory delivers one word to each lane at a
		// time.
		sides += (side + side/neighbors) / 2
	}
	return float64(lhs[len(lhs)-1]) * (registers(l) + costs.Shared*sides)
}

// factorCost returns what it costs a warp to read both operands of a product from shared memory. Each access loads four
// words of each lane, but one element of f64.
func factorCost(op *ir.Operation, e *tilegpu.MMAAttr) (total float64) {
	for i := range accumulator {
		t := op.Operand(i).Type().(*ir.TensorType)
		if l, err := tensorcores.FactorLayout(op, i, e).Linear(t.Shape()); err == nil {
			each := 4.
			if ir.BitWidth(t.ElementType()) > ir.BitWidth(op.Context().F32()) {
				each = 1
			}
			total += registers(l) * wordsOf(t) * costs.Shared / each
		}
	}
	return total
}

// maxBlockSide is the most rows, and columns, of a thread's block of neighboring elements of a product: as many
// elements of f32 as one access to shared memory moves.
const maxBlockSide = 4

// productLayout returns a layout for a product in which each thread has a square of neighboring elements, each warp a
// square of threads, and the block a square of warps. In a batch of products, warps are distributed over the matrices
// first.
func productLayout(shape []int, warps int) layout.BlockedSpec {
	rank := len(shape)
	spec := layout.BlockedSpec{SizePerThread: ones(rank), ThreadsPerWarp: ones(rank), WarpsPerCTA: ones(rank),
		Order: rowMajor(rank)}
	rest := append([]int(nil), shape...)
	take := func(dim int, counts []int) {
		counts[dim] *= 2
		rest[dim] = max(1, rest[dim]/2)
	}
	if rank == 3 {
		for spec.WarpsPerCTA[0] < warps && rest[0] > 1 {
			take(0, spec.WarpsPerCTA)
		}
		warps /= spec.WarpsPerCTA[0]
	}
	threads := warps * tilegpu.WarpSize
	for spec.SizePerThread[rank-1] < maxBlockSide && rest[rank-2]*rest[rank-1] > threads {
		for _, dim := range []int{rank - 1, rank - 2} {
			if rest[dim] > 1 && rest[rank-2]*rest[rank-1] > threads {
				take(dim, spec.SizePerThread)
			}
		}
	}
	deal(spec.ThreadsPerWarp, tilegpu.WarpSize, rest, take)
	deal(spec.WarpsPerCTA, warps, rest, take)
	return spec
}

// deal distributes n threads or warps over the last two dimensions. Each factor of two goes to the dimension that has
// more elements left.
func deal(counts []int, n int, rest []int, take func(dim int, counts []int)) {
	rows, columns := len(rest)-2, len(rest)-1
	for ; n > 1; n /= 2 {
		if rest[columns] >= rest[rows] {
			take(columns, counts)
		} else {
			take(rows, counts)
		}
	}
}

func ones(n int) []int { return slices.Repeat([]int{1}, n) }

// rowMajor lists dimensions from the last to the first.
func rowMajor(rank int) []int {
	order := make([]int, rank)
	for i := range order {
		order[i] = rank - 1 - i
	}
	return order
}
