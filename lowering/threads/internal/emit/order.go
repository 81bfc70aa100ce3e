package emit

import (
	"slices"
	"strings"

	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/layout"
	"github.com/girih-ir/girih/pass/analysis/alias"
)

// The operations of a tile program run one after the other, but its threads are not synchronized. Suppose that a thread
// may access global memory that another thread accessed in an earlier operation, and one of the two accesses writes.
// Then a barrier is inserted between the operations, unless each thread accesses only its own elements. Package alias
// decides which arrays do not overlap, and package overlap which tiles of one array do not.

// Access is an access to global memory since the last barrier.
type Access struct {
	ptr      *ir.Value // nil if it is not known
	writes   bool
	atomic   bool
	once     bool // another access with that writes other elements
	acquires bool // one thread acquires for all of them, so that later accesses must wait for it
	single   bool // an atomic update of one number, which the same thread makes each time
	// update is the kind of an atomic update whose results are unused; nil for others. Such updates of one kind may
	// happen in any order.
	update  ir.Attribute
	copied  bool // elements are accessed by more than one thread
	carried bool // made in another iteration or on another path, where the pointers may have been different
}

// touchOf returns the access that an operation makes to global memory; ok is false if it makes none.
func (c *Code) touchOf(op *ir.Operation) (t Access, ok bool) {
	switch {
	case op.Is(&tile.Load):
		t.atomic = op.Inherent(tile.VolatileName) != nil
	case op.Is(&tilegpu.SharedCopy):
	case op.Is(&tile.Store):
		t.writes, t.once = true, op.Attr(tile.WritesOnce) != nil
	case op.Is(&tile.AtomicRMW), op.Is(&tile.AtomicCAS):
		_, isTensor := op.Operand(0).Type().(*ir.TensorType)
		t.writes, t.atomic, t.acquires, t.single = true, true, singly(op, tile.Acquire), !isTensor
		if op.Is(&tile.AtomicRMW) && tile.AtomicKindOf(op) != tile.AtomicXchg && !op.Result(0).HasUses() {
			t.update = op.Inherent("kind")
		}
	case op.Is(&tile.InlineAsm) && addresses(op):
		return Access{writes: true}, true
	default:
		return t, false
	}
	t.ptr = op.Operand(0)
	if l, err := c.Layout(op, t.ptr.Type()); err == nil {
		_, lanes, warps := c.Copies(l)
		t.copied = lanes|warps != 0
	}
	return t, true
}

// addresses reports whether inline assembly accesses memory. In PTX, addresses are in brackets.
func addresses(asm *ir.Operation) bool {
	return !ir.HasNoEffect(asm) && strings.Contains(asm.Inherent(tile.AsmText).(*ir.StringAttr).Value, "[")
}

// order puts a barrier before an access if an earlier access requires it.
func (c *Code) order(op *ir.Operation, t Access) {
	if singly(op, tile.Release) && len(c.Accesses) > 0 ||
		slices.ContainsFunc(c.Accesses, func(before Access) bool { return c.conflict(before, t) }) {
		c.Barrier()
	}
}

// singly reports whether op is an atomic update of a single number with the wanted memory order, or with both orders.
// One thread updates the number, and the memory order holds for that thread only. So it waits for the other threads
// before a release, and the other threads wait for it after an acquire.
func singly(op *ir.Operation, wanted tile.MemoryOrder) bool {
	if !op.Is(&tile.AtomicRMW) && !op.Is(&tile.AtomicCAS) {
		return false
	}
	_, isTensor := op.Operand(0).Type().(*ir.TensorType)
	order, _ := tile.OrderAndScope(op)
	return !isTensor && (order == wanted || order == tile.AcqRel)
}

// Join returns the accesses made on either of two paths that meet.
func Join(x, y []Access) []Access {
	out := slices.Clone(x)
	for _, t := range y {
		if !slices.Contains(out, t) {
			out = append(out, t)
		}
	}
	return out
}

// conflict reports whether the accesses before and t must be ordered, and may be made by different threads.
func (c *Code) conflict(before, t Access) bool {
	switch {
	case before.acquires:
		return true
	case !before.writes && !t.writes, before.single && t.single, before.once && t.once,
		before.update != nil && before.update == t.update:
		return false
	case before.ptr == nil || t.ptr == nil:
		return true
	case c.aliases.Of(before.ptr, t.ptr) == alias.No:
		return false
	case before.carried:
		return true
	case c.ownElements(before, t):
		return false
	}
	return !c.addresses.Apart(before.ptr, t.ptr)
}

// ownElements reports whether each thread accesses only its own elements by both accesses. If elements of a tensor may
// have one address, other threads access a thread's elements. That makes no difference to a store before t: it stores
// equal numbers there.
func (c *Code) ownElements(before, t Access) bool {
	updates := before.atomic && before.writes && t.atomic && t.writes // by one of the threads that have copies
	if !updates && (before.copied || t.copied) || !samePlaces(before.ptr, t.ptr, maxDepth) {
		return false
	}
	stored := before.writes && !before.atomic && !(t.writes && t.atomic)
	return stored || c.addresses.Distinct(t.ptr)
}

// maxDepth bounds how far the expressions of two pointers are compared.
const maxDepth = 16

// samePlaces reports whether two values are computed in the same way, so that each thread holds the same elements of
// both.
func samePlaces(x, y *ir.Value, depth int) bool {
	if x == y {
		return true
	}
	a, b := x.DefiningOp(), y.DefiningOp()
	if a == nil || b == nil || depth == 0 || a.Def() != b.Def() || x.Type() != y.Type() || x.Index() != y.Index() ||
		a.NumRegions() > 0 || !a.HasTrait(ir.Pure) || a.NumOperands() != b.NumOperands() || a.Properties() != b.Properties() {
		return false
	}
	for i, v := range a.Operands() {
		if !samePlaces(v, b.Operand(i), depth-1) {
			return false
		}
	}
	return true
}

// CarryAccesses adds all accesses inside a loop to those since the last barrier: a previous iteration may have made
// them.
func (c *Code) CarryAccesses(op *ir.Operation) { c.Accesses = Join(c.Accesses, c.AccessesIn(op, true)) }

// AccessesIn returns the accesses made by an operation and the operations inside it. carried says whether they may be
// made in another iteration or on another path.
func (c *Code) AccessesIn(op *ir.Operation, carried bool) (inside []Access) {
	op.Walk(func(inner *ir.Operation) bool {
		if inner.Is(&fn.CallOp) {
			inside = Join(inside, UnknownAccesses(ir.ResolveSymbol(inner, inner.Inherent("callee").(*ir.SymbolRefAttr))))
		} else if t, ok := c.touchOf(inner); ok {
			t.carried = carried
			inside = append(inside, t)
		}
		return true
	})
	return inside
}

// AccessesBefore returns, for each block of a region, the accesses of the blocks from which it can be reached. In a
// loop of blocks, they are carried.
func (c *Code) AccessesBefore(r *ir.Region) map[*ir.Block][]Access {
	reached := make(map[*ir.Block]map[*ir.Block]bool)
	for from := range r.Blocks() {
		seen := make(map[*ir.Block]bool)
		todo := []*ir.Block{from}
		for len(todo) > 0 {
			end := todo[len(todo)-1].Last()
			todo = todo[:len(todo)-1]
			for i := range end.NumSuccessors() {
				if next := end.Successor(i); !seen[next] {
					seen[next] = true
					todo = append(todo, next)
				}
			}
		}
		reached[from] = seen
	}
	out := make(map[*ir.Block][]Access)
	for from := range r.Blocks() {
		for b := range r.Blocks() {
			if !reached[from][b] {
				continue
			}
			for op := range from.Ops() {
				out[b] = Join(out[b], c.AccessesIn(op, reached[b][b]))
			}
		}
	}
	return out
}

// Barrier makes all threads wait for each other.
func (c *Code) Barrier() {
	c.B.Build(&nvvm.Barrier0, nil)
	c.Accesses = nil
	c.barriers++
}

// BeforeBulkStore makes the thread that starts bulk stores wait before op until earlier ones are complete, or, with
// read, until they have read shared memory. It emits nothing if there are no earlier ones.
func (c *Code) BeforeBulkStore(op *ir.Operation, read bool) {
	if c.waitedFor != op && (c.bulkStores || c.Repeats(op)) {
		c.awaitBulkStores(read)
	}
	c.bulkStores = true
}

// BeforeBarrier is called before an operation emits a barrier, or exchanges a tensor through shared memory. If a bulk
// store of a whole tile follows the operation, it waits for earlier bulk stores here. Then that bulk store needs no
// barrier of its own before threads overwrite shared memory, and the exchange can have the memory that they have read.
func (c *Code) BeforeBarrier(op *ir.Operation) {
	for next := op.Next(); next != nil && (next.NumRegions() == 0 || next.Is(&tile.Map)); next = next.Next() {
		if !next.Is(&tilegpu.BulkStore) {
			continue
		}
		if c.waitedFor != next && tilegpu.StoreBuffer(next) == nil && !tilegpu.IsOrdered(next) &&
			(c.bulkStores || c.Repeats(next)) {
			c.awaitBulkStores(true)
			c.waitedFor = next
		}
		return
	}
}

func (c *Code) awaitBulkStores(read bool) {
	starts := c.Compare("eq", c.Thread, c.I32(0))
	if c.groupStores {
		starts = c.LeadsGroup()
	}
	c.When(starts, nil, func() []*ir.Value {
		nvvm.NewBulkWait(c.B, 0, read)
		return nil
	})
}

// BeforeGroupStore makes each warp group wait before op until the bulk stores that its first thread has started have
// read shared memory. It emits nothing if there are no earlier ones.
func (c *Code) BeforeGroupStore(op *ir.Operation) {
	waits := c.bulkStores || c.Repeats(op)
	c.bulkStores, c.groupStores = true, true
	if waits {
		c.awaitBulkStores(true)
		c.GroupBarrier()
	}
}

// LeadsGroup returns whether the thread is the first one of its warp group.
func (c *Code) LeadsGroup() *ir.Value {
	return c.Compare("eq", c.Binary(&llvm.And, c.Thread, c.I32(GroupThreads-1)), c.I32(0))
}

// GroupThreads is the number of threads of a warp group.
const GroupThreads = 4 * tilegpu.WarpSize

// GroupBarrier makes the threads of a warp group wait for each other, at a barrier of their own if there are others.
func (c *Code) GroupBarrier() {
	if c.Warps == 1<<layout.GroupBits {
		c.Barrier()
		return
	}
	group := c.Binary(&llvm.LShr, c.Warp, c.I32(layout.GroupBits))
	id := c.Binary(&llvm.Add, group, c.I32(firstGroupBarrier))
	c.groupBarriers[nvvm.NewBarrier(c.B, id, c.I32(GroupThreads))] = true
}

// GroupsApart is [tilegpu.GroupsApart] of the kernel.
func (c *Code) GroupsApart() bool {
	if c.apart == nil {
		apart := tilegpu.GroupsApart(c.kernel.Operation, c.Warps)
		c.apart = &apart
	}
	return *c.apart
}

// firstGroupBarrier is the barrier of the first of at most [tilegpu.MaxStoringGroups] warp groups. Those from 1 on are
// for turns, and the last one is for all threads but those of a copying warp.
const firstGroupBarrier = 15 - tilegpu.MaxStoringGroups

// Repeats reports whether an operation may be executed several times.
func (c *Code) Repeats(op *ir.Operation) bool {
	if c.callee {
		return true
	}
	for p := op; p != c.kernel.Operation; p = p.Parent() {
		if !p.ParentRegion().HasOneBlock() || len(ir.LoopRegions(p)) > 0 {
			return true
		}
	}
	return false
}

// Return ends the program. Before that, bulk stores must have read shared memory, which is freed at the end.
func (c *Code) Return() {
	if c.bulkStores {
		c.awaitBulkStores(true)
	}
	c.B.Build(&llvm.Return, nil)
}

// UnknownAccesses returns accesses to unknown memory if a function, or one that it calls, accesses memory.
func UnknownAccesses(f *ir.Operation) []Access {
	touches := false
	f.Walk(func(op *ir.Operation) bool {
		if op == f || op.HasTrait(ir.RecursiveMemoryEffects) {
			return true
		}
		known := ir.VisitEffects(op, func(_ *ir.Operation, e ir.Effect) bool {
			touches = touches || e.Resource == "" // other resources are not memory
			return !touches
		})
		touches = touches || !known && !op.HasTrait(ir.Terminator)
		return !touches
	})
	if !touches {
		return nil
	}
	return []Access{{writes: true, carried: true}}
}
