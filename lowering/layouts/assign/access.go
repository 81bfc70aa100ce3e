package assign

import (
	"slices"

	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/internal/analysis/accesses"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/layout"
)

// coalesced returns the blocked layouts that suit an access best: each thread has as many neighboring elements as one
// instruction moves, or fewer if threads would be left without any, and threads are adjacent along the contiguous
// dimension. Tensors of several dimensions have variants: warps along the other dimensions first, and only as many
// lanes along the contiguous one as cover a cache line, so that later reductions stay within a warp.
func (a *assigner) coalesced(op *ir.Operation, t *ir.TensorType) ([]tilegpu.Encoding, error) {
	p := accesses.PatternOf(a.info, op)
	order := p.Order()
	total, _ := ir.NumElements(t)
	wide := p.Vector(order[0])
	if served, moved := p.Reach(order[0]); moved > 1 {
		wide = served
	}
	perThread := min(wide, max(1, total/int64(a.warps*tilegpu.WarpSize)))
	full, err := layout.DefaultBlocked(ints(t.Shape()), int(perThread), order, tilegpu.WarpSize, a.warps)
	if err != nil {
		return nil, err
	}
	out := []tilegpu.Encoding{tilegpu.Blocked(a.ctx, full)}
	if len(order) < 2 {
		return out, nil
	}
	for _, lanes := range []int{tilegpu.WarpSize,
		int(max(1, min(tilegpu.WarpSize, accesses.LineBytes/(perThread*p.Bytes))))} {
		e := tilegpu.Blocked(a.ctx, rowwise(full, ints(t.Shape()), lanes, a.warps))
		if !slices.Contains(out, tilegpu.Encoding(e)) {
			out = append(out, e)
		}
	}
	return append(out, a.patches(op, t, order, int(perThread))...), nil
}

// maxPatches bounds the shapes of patches that are tried.
const maxPatches = 3

// patches returns layouts in which threads have patches of neighbors along two dimensions. They are for loads that
// overlap others along the slower one: the larger the patch of a thread, the less it has to read beyond its edges. They
// are also for scans along the slower one: threads combine what they have, and exchange only the results.
func (a *assigner) patches(op *ir.Operation, t *ir.TensorType, order []int, wide int) (out []tilegpu.Encoding) {
	shape := ints(t.Shape())
	at := slices.IndexFunc(order[1:], func(d int) bool { return a.overlaps.Along(op, d) || a.scans[axis(a.ctx, t, d)] })
	if at < 0 {
		return nil
	}
	fast, slow := order[0], order[1+at]
	total := 1
	for _, n := range shape {
		total *= n
	}
	for range maxPatches {
		high := min(shape[slow], total/(a.warps*tilegpu.WarpSize*wide))
		if high > 1 {
			spec := layout.BlockedSpec{SizePerThread: slices.Repeat([]int{1}, len(shape)), Order: order}
			spec.SizePerThread[fast], spec.SizePerThread[slow] = wide, high
			left := slices.Clone(shape)
			left[slow] /= high
			spec = rowwise(spec, left, tilegpu.WarpSize, a.warps)
			out = append(out, tilegpu.Blocked(a.ctx, spec))
		}
		if wide == 1 {
			break
		}
		wide /= 2
	}
	return out
}

// rowwise distributes lanes and warps over a shape. Lanes go to the fastest dimension first, at most most of them, and
// then to the other dimensions. Warps go to the other dimensions first.
func rowwise(spec layout.BlockedSpec, shape []int, most, warps int) layout.BlockedSpec {
	rank := len(shape)
	out := layout.BlockedSpec{SizePerThread: spec.SizePerThread, Order: spec.Order,
		ThreadsPerWarp: slices.Repeat([]int{1}, rank), WarpsPerCTA: slices.Repeat([]int{1}, rank)}
	left := slices.Clone(shape)
	fast := spec.Order[0]
	left[fast] = max(1, left[fast]/spec.SizePerThread[fast])
	deal := func(to []int, n, d, most int) int {
		k := min(n, left[d], most)
		to[d] *= k
		left[d] /= k
		return n / k
	}
	lanes := deal(out.ThreadsPerWarp, tilegpu.WarpSize, fast, most)
	for _, d := range spec.Order[1:] {
		lanes = deal(out.ThreadsPerWarp, lanes, d, lanes)
	}
	lanes = deal(out.ThreadsPerWarp, lanes, fast, lanes)
	for _, d := range append(slices.Clone(spec.Order[1:]), fast) {
		warps = deal(out.WarpsPerCTA, warps, d, warps)
	}
	slowest := spec.Order[rank-1] // gets the lanes and warps that exceed the shape; they hold copies
	out.ThreadsPerWarp[slowest] *= lanes
	out.WarpsPerCTA[slowest] *= warps
	return out
}

func ints(shape []int64) []int {
	out := make([]int, len(shape))
	for i, n := range shape {
		out[i] = int(n)
	}
	return out
}
