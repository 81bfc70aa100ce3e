package producer

import (
	"slices"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/ir"
)

// Where a kernel does nothing but make its mbarriers before the first copy, the copying warp makes them, and does not
// wait for the others:
//
//	copying:      make mbarriers; fence; arrive; copy ...
//	multiplying:  wait; multiply ...
//
// So the first tiles are there sooner, which counts where a kernel takes some microseconds.

// opening is how such a kernel begins.
type opening struct {
	barrier *ir.Operation   // behind which threads may use the mbarriers
	fence   *ir.Operation   // ahead of the barrier: copies, which are of the async proxy, then see the mbarriers
	others  []*ir.Operation // barriers and fences before these: nothing is there yet that copies could overwrite
}

// openingBarrier is the number of the barrier at which the copying warp arrives. Warp groups that take turns use those
// below.
const openingBarrier = 5

// openingMark is an attribute that the barrier and the fence have while the kernel is divided.
const openingMark = "producer.opening"

// findOpening returns nil for a kernel that begins in another way.
func (k *kernel) findOpening() *opening {
	o := new(opening)
	made, ready := 0, 0     // mbarriers on the way, and those that are made before the barrier
	var fence *ir.Operation // the last one, if no barrier is behind it
way:
	for _, b := range make(dead).wayFrom(k.Region(0).Entry()) {
		for op := range b.Ops() {
			switch {
			case op.Is(&nvvm.MbarrierInit) && k.isOfFirst(b):
				made++
			case op.Is(&nvvm.FenceProxy):
				fence = op
			case op.Is(&nvvm.Barrier0) && fence != nil:
				if o.barrier != nil {
					o.others = append(o.others, o.fence, o.barrier)
				}
				o.barrier, o.fence, ready, fence = op, fence, made, nil
			case !ir.HasNoEffect(op) && !op.Is(&nvvm.FenceMbarrierInit) && op != b.Last():
				break way
			}
		}
	}
	if o.barrier == nil || ready != k.mbarriers() || k.readsSlots() {
		return nil
	}
	return o
}

// readsSlots reports whether threads read factors of products from slots to registers, as in shift convolutions. These
// take 2 per cent longer on an H200 if tiles are there sooner. Why is not known; perhaps warp groups then wait at the
// same time.
func (k *kernel) readsSlots() (found bool) {
	k.Walk(func(op *ir.Operation) bool {
		found = found || op.Is(&nvvm.LdMatrix) && k.private[op.Block()]
		return !found
	})
	return found
}

// mbarriers returns how many operations make mbarriers, or -1 if one ends their use.
func (k *kernel) mbarriers() (n int) {
	k.Walk(func(op *ir.Operation) bool {
		switch {
		case op.Is(&nvvm.MbarrierInval):
			n = -1
		case op.Is(&nvvm.MbarrierInit):
			n++
		}
		return n >= 0
	})
	return n
}

// isOfFirst reports whether only the thread with index 0 executes a block.
func (k *kernel) isOfFirst(b *ir.Block) bool {
	for end := range b.Predecessors() {
		if !end.Is(&llvm.CondBr) || end.Successor(0) != b || !isFirst(end.Operand(0), k.thread.Result(0)) {
			return false
		}
	}
	return b.NumPredecessors() > 0
}

// isOfOpening reports whether an operation makes mbarriers, or has copies see them.
func isOfOpening(op *ir.Operation) bool {
	return op.Is(&nvvm.MbarrierInit) || op.Is(&nvvm.FenceMbarrierInit) ||
		op.Is(&nvvm.FenceProxy) && op.Attr(openingMark) != nil
}

// mark removes what the opening makes superfluous, and marks its barrier and fence for the copy of the program.
func (o *opening) mark() {
	for _, op := range o.others {
		op.Erase()
	}
	for _, op := range []*ir.Operation{o.fence, o.barrier} {
		op.SetAttr(openingMark, op.Context().Unit())
	}
}

// meet has the copying warp, whose program begins with start, arrive at the marked barrier, and the others wait there.
func (k *kernel) meet(start *ir.Block) {
	copying := from(start)
	b := ir.NewBuilder(k.Context())
	for block := range k.Region(0).Blocks() {
		for op := block.First(); op != nil; {
			next := op.Next()
			switch {
			case op.Attr(openingMark) == nil:
			case op.Is(&nvvm.FenceProxy):
				op.SetAttr(openingMark, nil)
			default:
				b.Before(op).SetLoc(op.Loc())
				id := llvm.NewInt(b, k.Context().I(32), openingBarrier)
				threads := llvm.NewInt(b, k.Context().I(32), int64(k.threads+k.copying))
				if copying[block] {
					nvvm.NewBarrierArrive(b, id, threads)
				} else {
					nvvm.NewBarrier(b, id, threads)
				}
				op.Erase()
			}
			op = next
		}
	}
}

// wayFrom lists the blocks from one on to the first that repeats or after which threads go different ways. Blocks that
// some threads execute on the way are in the list, but not those in which threads meet: not every way leads there.
func (d dead) wayFrom(start *ir.Block) (way []*ir.Block) {
	all := reached(start, nil, successors)
	for b := start; b != nil; {
		for end := range b.Predecessors() {
			if all[end.Block()] && end.Block() != start && !slices.Contains(way, end.Block()) {
				return way
			}
		}
		way = append(way, b)
		if b.Last().Is(&llvm.Br) {
			b = b.Last().Successor(0)
			continue
		}
		if !b.Last().Is(&llvm.CondBr) {
			return way
		}
		yes, next := b.Last().Successor(0), b.Last().Successor(1)
		if yes.NumPredecessors() != 1 || !yes.Last().Is(&llvm.Br) || yes.Last().Successor(0) != next ||
			slices.ContainsFunc(slices.Collect(yes.Ops()), d.meets) {
			return way
		}
		way, b = append(way, yes), next
	}
	return way
}
