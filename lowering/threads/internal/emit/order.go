package emit

import (
	"slices"

	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/pass/analysis/alias"
)

// A program does one thing after the other; its threads do not. Where a thread may access global memory that another
// thread of the program accessed before, and one of the two writes, a barrier comes between, unless it is sure that
// each thread keeps to elements of its own. Which arrays do not overlap is the business of package alias.

// Access is an access to global memory since the last barrier.
type Access struct {
	ptr      *ir.Value // nil if it is not known
	writes   bool
	atomic   bool
	acquires bool // one thread for all: what comes after must see what it has seen
	copied   bool // elements are accessed by more than one thread
	carried  bool // made in another iteration or on another way, where values may have been others
}

// touchOf returns the access of an operation.
func (c *Code) touchOf(op *ir.Operation) (t Access, ok bool) {
	switch {
	case op.Is(&tile.Load):
		t.atomic = op.Inherent(tile.VolatileName) != nil
	case op.Is(&tilegpu.SharedCopy):
	case op.Is(&tile.Store):
		t.writes = true
	case op.Is(&tile.AtomicRMW), op.Is(&tile.AtomicCAS):
		t.writes, t.atomic, t.acquires = true, true, singly(op, tile.Acquire)
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

// order puts a barrier before an access if something needs it.
func (c *Code) order(op *ir.Operation, t Access) {
	if singly(op, tile.Release) && len(c.Accesses) > 0 ||
		slices.ContainsFunc(c.Accesses, func(before Access) bool { return c.conflict(before, t) }) {
		c.Barrier()
	}
}

// singly reports whether an operation on a single number has a memory order, or both. It is one thread that updates it,
// whose order is its own: before a release it waits for the others, and these wait for it after it acquired what others
// released.
func singly(op *ir.Operation, wanted tile.MemoryOrder) bool {
	if !op.Is(&tile.AtomicRMW) && !op.Is(&tile.AtomicCAS) {
		return false
	}
	_, isTensor := op.Operand(0).Type().(*ir.TensorType)
	order, _ := tile.OrderAndScope(op)
	return !isTensor && (order == wanted || order == tile.AcqRel)
}

// Join returns the accesses of two ways that meet.
func Join(x, y []Access) []Access {
	out := slices.Clone(x)
	for _, t := range y {
		if !slices.Contains(out, t) {
			out = append(out, t)
		}
	}
	return out
}

// conflict reports whether another thread may have made an access that must come before t.
func (c *Code) conflict(before, t Access) bool {
	switch {
	case before.acquires:
		return true
	case !before.writes && !t.writes, before.atomic && t.atomic:
		return false
	case before.ptr == nil || t.ptr == nil:
		return true
	case c.aliases.Of(before.ptr, t.ptr) == alias.No:
		return false
	case before.carried || before.copied || t.copied:
		return true
	}
	return !samePlaces(before.ptr, t.ptr, maxDepth)
}

// maxDepth bounds how far expressions are compared.
const maxDepth = 16

// samePlaces reports whether two values are the same, element by element in the same layout, by how they are computed.
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

// CarryAccesses adds the accesses inside an operation, which may have been made when its blocks begin.
func (c *Code) CarryAccesses(op *ir.Operation) { c.Accesses = Join(c.Accesses, c.AccessesIn(op, true)) }

// AccessesIn returns the accesses of an operation and of those inside it; carried is whether they count as made
// elsewhere.
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

// AccessesBefore returns for each block of a region the accesses of the blocks from which it can be reached. Where it
// can be reached from itself they count as made elsewhere.
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

// BeforeBulkStore has the thread that began bulk stores before one, if there may be any, wait until they have read
// shared memory, or else until they have written.
func (c *Code) BeforeBulkStore(op *ir.Operation, read bool) {
	if c.waitedFor != op && (c.bulkStores || c.repeats(op)) {
		c.awaitBulkStores(read)
	}
	c.bulkStores = true
}

// BeforeBarrier has earlier bulk stores waited for before an operation's barrier, if another one comes behind it: then
// that needs no barrier of its own before threads write what it stores.
func (c *Code) BeforeBarrier(op *ir.Operation) {
	for next := op.Next(); next != nil && next.NumRegions() == 0; next = next.Next() {
		if next.Is(&tilegpu.BulkStore) {
			if !tilegpu.IsOrdered(next) && (c.bulkStores || c.repeats(next)) {
				c.awaitBulkStores(true)
				c.waitedFor = next
			}
			return
		}
	}
}

func (c *Code) awaitBulkStores(read bool) {
	c.When(c.Compare("eq", c.Thread, c.I32(0)), nil, func() []*ir.Value {
		nvvm.NewBulkWait(c.B, 0, read)
		return nil
	})
}

// repeats reports whether the program may come back to an operation.
func (c *Code) repeats(op *ir.Operation) bool {
	for p := op; p != c.kernel.Operation; p = p.Parent() {
		if !p.ParentRegion().HasOneBlock() || len(ir.LoopRegions(p)) > 0 {
			return true
		}
	}
	return false
}

// Return ends the program, when bulk stores have read shared memory, which ends with it.
func (c *Code) Return() {
	if c.bulkStores {
		c.awaitBulkStores(true)
	}
	c.B.Build(&llvm.Return, nil)
}

// UnknownAccesses returns what stands for the accesses to global memory of a function, and of what it calls.
func UnknownAccesses(f *ir.Operation) []Access {
	var touches bool
	f.Walk(func(op *ir.Operation) bool {
		touches = touches || op.Is(&tile.Load) || op.Is(&tile.Store) || op.Is(&tile.AtomicRMW) || op.Is(&tile.AtomicCAS) ||
			op.Is(&fn.CallOp) || op.Is(&llvm.Load) || op.Is(&llvm.Store) || op.Is(&llvm.AtomicRMW) || op.Is(&llvm.CmpXchg) ||
			op.Is(&llvm.CallOp)
		return !touches
	})
	if !touches {
		return nil
	}
	return []Access{{writes: true, carried: true}}
}
