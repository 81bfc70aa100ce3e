// Package delay is the pass llvm-delay-past-stores: in the program of one thread, it moves operations past stores to
// global memory, if only later stores need their results.
//
// A thread that has several vectors of a tile first loads all of them, then computes all, and then stores all, as the
// tile program says. Machine code is faster if each vector is stored before the next one is computed: the first
// vector's arithmetic does not wait for the second vector's load, its store is under way during the second one's
// arithmetic, and fewer values are live at a time. Loads stay where they are, so all of them are still under way at
// once.
//
// The operands of special functions are computed one store earlier: the unit that makes exponentials and reciprocals is
// slow, and is busy all the time only if the operands for the next vector are ready when it has finished one. They are
// not computed more than one store earlier, as they take registers meanwhile. special.go says which operations these
// are.
//
// The pass is not part of the pipeline. Compilers that benefit from it run it on their input; see Staged of
// nvptx.Compiler. For other compilers it changes functions with products of warp groups alone.
//
// Package sink moves operations into branches. The assembler orders the instructions between two stores. Start at
// [PastStores].
//
// Before:
//
//	llvm.func @f(%x: f32, %y: f32, %p: !llvm.ptr<1>, %q: !llvm.ptr<1>) {
//	  %a = llvm.fmul %x, %x : f32
//	  %b = llvm.fmul %y, %y : f32
//	  llvm.store %a, %p : f32, !llvm.ptr<1>
//	  llvm.store %b, %q : f32, !llvm.ptr<1>
//	  llvm.return
//	}
//
// After llvm-delay-past-stores:
//
//	llvm.func @f(%arg0: f32, %arg1: f32, %arg2: !llvm.ptr<1>, %arg3: !llvm.ptr<1>) {
//	  %0 = llvm.fmul %arg0, %arg0 : f32
//	  llvm.store %0, %arg2 : f32, !llvm.ptr<1>
//	  %1 = llvm.fmul %arg1, %arg1 : f32
//	  llvm.store %1, %arg3 : f32, !llvm.ptr<1>
//	  llvm.return
//	}
package delay

import (
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/internal/pointermap"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/pass"
)

// Pass is llvm-delay-past-stores.
var Pass = &pass.Pass{
	Name:    "llvm-delay-past-stores",
	Summary: "Move computations past stores to global memory that do not need them",
	Run: func(ctx *pass.Context, op *ir.Operation) error {
		return ctx.Finish(PastStores(op) > 0)
	},
}

// PastStores moves operations inside root past stores to global memory. It moves operations without effects whose uses
// all come after the store, if control always goes from the operation past the store. Operations that nothing uses are
// removed. The result is how many operations it moved or removed.
func PastStores(root *ir.Operation) (moved int) {
	return pastStoresIn(root, func(*ir.Operation) bool { return true })
}

// PastStoresOfProducts is [PastStores] for functions with products of warp groups. Their sums take most registers, so
// that addresses of many stores have no room if all are computed first.
func PastStoresOfProducts(root *ir.Operation) (moved int) { return pastStoresIn(root, HasProducts) }

// HasProducts reports whether there are products of warp groups inside root.
func HasProducts(root *ir.Operation) (found bool) {
	root.Walk(func(op *ir.Operation) bool {
		found = found || tilegpu.IsWarpGroupProduct(op)
		return !found
	})
	return found
}

func pastStoresIn(root *ir.Operation, wanted func(f *ir.Operation) bool) (moved int) {
	root.Walk(func(op *ir.Operation) bool {
		if !op.Is(&llvm.FuncOp) {
			return true
		}
		if !wanted(op) {
			return false
		}
		inside := make(map[*ir.Block]bool)
		for b := range op.Region(0).Blocks() {
			if !inside[b] {
				moved += trunkFrom(b, inside).delay()
			}
		}
		return false
	})
	return moved
}

// trunk is a chain of blocks that control passes from the first to the last. Branches around a single block, as for
// stores under masks, may leave the chain and return to it.
//
// It is divided into stages. Each ends with a store to global memory, in the chain or in such a block beside it.
type trunk struct {
	blocks []*ir.Block
	sides  []*ir.Block // the block beside the way from a block of the chain to the next, or nil
	// first has, for each stage, the operation of the chain that begins it.
	first []*ir.Operation
	// stage has the stage of each operation of the chain and of the blocks beside it.
	stage pointermap.Map[ir.Operation, int]
	// late has the special functions and the operations that depend on them.
	late pointermap.Map[ir.Operation, bool]
}

// trunkFrom returns the longest chain from a block on, and marks the blocks that are in one.
func trunkFrom(b *ir.Block, inside map[*ir.Block]bool) *trunk {
	t := &trunk{}
	for b != nil {
		inside[b] = true
		t.blocks = append(t.blocks, b)
		next, side := following(b)
		if next == nil || inside[next] {
			break
		}
		t.sides = append(t.sides, side)
		b = next
	}
	return t
}

// following returns the block that always comes after b, if only b and the block side lead there. side is a block
// beside that path, or nil.
func following(b *ir.Block) (next, side *ir.Block) {
	end := b.Terminator()
	switch {
	case end == nil:
	case end.Is(&llvm.Br):
		if next := end.Successor(0); next.NumPredecessors() == 1 {
			return next, nil
		}
	case end.Is(&llvm.CondBr):
		for i := range 2 {
			side, next := end.Successor(i), end.Successor(1-i)
			if back := side.Terminator(); side != next && side.NumPredecessors() == 1 && back != nil && back.Is(&llvm.Br) &&
				back.Successor(0) == next && next.NumPredecessors() == 2 {
				return next, side
			}
		}
	}
	return nil, nil
}

// delay moves operations of the chain to the first stage that needs them. They keep their order.
func (t *trunk) delay() (moved int) {
	t.divide()
	if len(t.first) < 2 {
		return 0
	}
	for i := len(t.blocks) - 1; i >= 0; i-- {
		for op := t.blocks[i].Last(); op != nil; {
			previous := op.Prev()
			switch target := t.needed(op); {
			case ir.IsTriviallyDead(op): // otherwise it would keep its operands in an early stage
				t.leave(op)
				op.Erase()
				moved++
			case target > t.stage.Get(op) && movable(op):
				t.move(op, target)
				moved++
			}
			op = previous
		}
	}
	return moved
}

// divide computes stage and late for all operations, and first for all stages. Without stores there is one stage, and
// nothing is computed.
func (t *trunk) divide() {
	operations, stores := t.count()
	if stores == 0 {
		return
	}
	t.stage = pointermap.Of[ir.Operation, int](operations)
	stored := true // whether a store has been seen since the last stage began
	enter := func(b *ir.Block, chain bool) {
		for op := range b.Ops() {
			if stored && chain {
				t.first, stored = append(t.first, op), false
			}
			t.stage.Set(op, len(t.first)-1)
			if isSpecial(op) || t.dependsOnLate(op) {
				t.late.Set(op, true)
			}
			stored = stored || isGlobalStore(op)
		}
	}
	for i, b := range t.blocks {
		enter(b, true)
		if i < len(t.sides) && t.sides[i] != nil {
			enter(t.sides[i], false)
		}
	}
}

// count returns the number of operations in the chain and beside it, and how many of them are stores to global memory.
func (t *trunk) count() (operations, stores int) {
	for _, blocks := range [][]*ir.Block{t.blocks, t.sides} {
		for _, b := range blocks {
			if b == nil {
				continue
			}
			for op := b.First(); op != nil; op = op.Next() {
				if operations++; isGlobalStore(op) {
					stores++
				}
			}
		}
	}
	return operations, stores
}

func (t *trunk) dependsOnLate(op *ir.Operation) bool {
	for _, v := range op.OperandValues() {
		if t.late.Get(v.DefiningOp()) {
			return true
		}
	}
	return false
}

// needed returns the first stage that needs the results of an operation. Uses after the chain count for the last stage.
// An operation without uses is needed in its own stage. The arguments of special functions are needed one stage
// earlier, unless they depend on other special functions.
func (t *trunk) needed(op *ir.Operation) int {
	first := len(t.first)
	for _, result := range op.Results() {
		for use := range result.Uses() {
			stage, ok := t.stage.Lookup(use.Owner())
			switch {
			case !ok:
				stage = len(t.first) - 1
			case !t.late.Get(op) && isSpecialArgument(use):
				stage--
			}
			first = min(first, stage)
		}
	}
	if first == len(t.first) {
		return t.stage.Get(op)
	}
	return first
}

// move puts an operation at the beginning of a later stage.
func (t *trunk) move(op *ir.Operation, target int) {
	t.leave(op)
	op.MoveBefore(t.first[target])
	t.first[target] = op
	t.stage.Set(op, target)
}

// leave prepares to remove op from its stage: if op begins the stage, the next operation begins it.
func (t *trunk) leave(op *ir.Operation) {
	if stage := t.stage.Get(op); t.first[stage] == op {
		t.first[stage] = op.Next()
	}
}

// movable reports whether an operation can be moved to a later stage. Assembly without side effects may be moved too:
// it runs at the new place whenever it ran at the old one.
func movable(op *ir.Operation) bool {
	return !op.HasTrait(ir.Terminator) && op.NumRegions() == 0 &&
		(ir.IsPure(op) || op.Is(&llvm.InlineAsm) && ir.HasNoEffect(op))
}

func isGlobalStore(op *ir.Operation) bool {
	if !op.Is(&llvm.Store) {
		return false
	}
	pointer, ok := op.Operand(1).Type().(*llvm.PointerType)
	return ok && pointer.AddrSpace == llvm.GlobalSpace
}
