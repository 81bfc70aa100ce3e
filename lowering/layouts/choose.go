package layouts

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/layout"
	"github.com/girih-ir/girih/lowering/axisinfo"
)

// maxAccessBits is the width of the widest access of a thread to memory.
const maxAccessBits = 128

// access is what the accesses to tensors of one shape ask for.
type access struct {
	shape     []int64
	order     []int
	perThread int64
}

// choose picks the preferred layout of every shape that occurs in the kernel.
func (a *assigner) choose(kernel tile.Kernel) error {
	info := axisinfo.Analyze(kernel)
	wanted := make(map[string]access)
	kernel.Walk(func(op *ir.Operation) bool {
		for _, v := range slices.Concat(op.OperandValues(), op.ResultValues()) {
			if t, ok := v.Type().(*ir.TensorType); ok {
				if _, known := wanted[shapeKey(t)]; !known {
					wanted[shapeKey(t)] = access{shape: t.Shape(), order: rowMajor(len(t.Shape())), perThread: 1}
				}
			}
		}
		return true
	})
	kernel.Walk(func(op *ir.Operation) bool {
		if t, ok := accessed(op); ok {
			best := a.accessOf(info, op, t)
			if best.perThread > wanted[shapeKey(t)].perThread {
				wanted[shapeKey(t)] = best
			}
		}
		return true
	})
	for _, key := range slices.Sorted(maps.Keys(wanted)) {
		w := wanted[key]
		spec, err := layout.DefaultBlocked(ints(w.shape), int(w.perThread), w.order, tilegpu.WarpSize, a.warps)
		if err != nil {
			return kernel.Errorf("no layout for tensors of shape %v: %w", w.shape, err)
		}
		a.preferred[key] = tilegpu.Blocked(a.ctx, spec)
	}
	a.spreadProducts(kernel)
	a.followBroadcasts(kernel)
	return nil
}

// followBroadcasts lets tensors with dimensions of size 1 prefer the layout of what they are broadcast to: then each
// thread has the elements that it needs.
func (a *assigner) followBroadcasts(kernel tile.Kernel) {
	var broadcasts []*ir.Operation
	kernel.Walk(func(op *ir.Operation) bool {
		if op.Is(&tile.Broadcast) {
			broadcasts = append(broadcasts, op)
		}
		return true
	})
	for _, op := range slices.Backward(broadcasts) { // results before what they are made of
		from, to := op.Operand(0).Type().(*ir.TensorType), op.Result(0).Type().(*ir.TensorType)
		if len(from.Shape()) == len(to.Shape()) {
			a.preferred[shapeKey(from)] = a.preferred[shapeKey(to)]
		}
	}
}

// accessed returns the type of the pointers that a load or store of a tensor goes through.
func accessed(op *ir.Operation) (*ir.TensorType, bool) {
	if !op.Is(&tile.Load) && !op.Is(&tile.Store) {
		return nil, false
	}
	t, ok := op.Operand(0).Type().(*ir.TensorType)
	return t, ok && len(t.Shape()) > 0
}

// accessOf returns the layout that suits one access: dimensions by the contiguity of the pointers, and as many elements
// to a thread as one instruction moves, unless threads would be left without any.
func (a *assigner) accessOf(info *axisinfo.Info, op *ir.Operation, t *ir.TensorType) access {
	dims := info.Of(op.Operand(0))
	order := rowMajor(len(dims))
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(dims[j].Contiguity, dims[i].Contiguity) })
	bits := int64(max(8, ir.BitWidth(t.ElementType().(*tile.PtrType).Pointee())))
	fast := dims[order[0]]
	total, _ := ir.NumElements(t)
	perThread := min(fast.Contiguity, max(1, fast.Divisor*8/bits), maxAccessBits/bits,
		max(1, total/int64(a.warps*tilegpu.WarpSize)))
	return access{t.Shape(), order, max(1, perThread)}
}

func rowMajor(rank int) []int {
	order := make([]int, rank)
	for i := range order {
		order[i] = rank - 1 - i
	}
	return order
}

func shapeKey(t *ir.TensorType) string { return fmt.Sprint(t.Shape()) }

func ints(shape []int64) []int {
	out := make([]int, len(shape))
	for i, n := range shape {
		out[i] = int(n)
	}
	return out
}
