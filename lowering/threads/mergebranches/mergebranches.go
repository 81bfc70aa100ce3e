// Package mergebranches is the pass llvm-merge-branches: in the program of one thread, it merges blocks that the same
// condition guards: a block that a branch enters if the condition holds and skips otherwise, and the next such block.
//
// A masked load is in a block of its own, which is entered if the mask is set. A thread that has many vectors of a tile
// often has one mask for all of them, such as one that says whether a column is in bounds. After the pass, one block
// has all the loads. LLVM and ptxas compile it in much less time than one block for each load.
//
// Operations between two such blocks move before both, so they must have no side effects and must not use what the
// first block loads. Only operations that extract parts of loaded words move after both. Stores with arithmetic between
// them stay in separate blocks, so that a thread stores while it computes; see package delay.
//
// Loads whose masks differ remain in blocks of their own. Start at [Merge].
//
// Before:
//
//	llvm.func @f(%c: i1, %zero: f32, %p: !llvm.ptr<1>, %q: !llvm.ptr<1>) -> f32 {
//	  llvm.cond_br %c, ^a, ^b(%zero : f32)
//	^a:
//	  %v = llvm.load %p : !llvm.ptr<1> -> f32
//	  llvm.br ^b(%v : f32)
//	^b(%x: f32):
//	  llvm.cond_br %c, ^c, ^d(%zero : f32)
//	^c:
//	  %w = llvm.load %q : !llvm.ptr<1> -> f32
//	  llvm.br ^d(%w : f32)
//	^d(%y: f32):
//	  %s = llvm.fadd %x, %y : f32
//	  llvm.return %s : f32
//	}
//
// After llvm-merge-branches:
//
//	llvm.func @f(%arg0: i1, %arg1: f32, %arg2: !llvm.ptr<1>, %arg3: !llvm.ptr<1>) -> f32 {
//	  llvm.cond_br %arg0, ^bb1, ^bb2(%arg1, %arg1 : f32, f32)
//	^bb1:  // pred: ^bb0
//	  %0 = llvm.load %arg2 : !llvm.ptr<1> -> f32
//	  %1 = llvm.load %arg3 : !llvm.ptr<1> -> f32
//	  llvm.br ^bb2(%0, %1 : f32, f32)
//	^bb2(%2: f32, %3: f32):  // 2 preds: ^bb0, ^bb1
//	  %4 = llvm.fadd %2, %3 : f32
//	  llvm.return %4 : f32
//	}
package mergebranches

import (
	"slices"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/pass"
)

// Pass is llvm-merge-branches.
var Pass = &pass.Pass{
	Name:    "llvm-merge-branches",
	Summary: "Merge blocks that the same condition guards",
	Run: func(ctx *pass.Context, op *ir.Operation) error {
		return ctx.Finish(Merge(op) > 0)
	},
}

// Merge merges such blocks in all functions inside root. It returns how many blocks it merged into others.
func Merge(root *ir.Operation) (merged int) {
	root.Walk(func(op *ir.Operation) bool {
		if !op.Is(&llvm.FuncOp) {
			return true
		}
		b := ir.NewBuilder(op.Context())
		for block := range op.Region(0).Blocks() {
			for first := detourAfter(block); first != nil; first = detourAfter(block) {
				second := detourAfter(first.next)
				if second == nil || !first.takes(second) {
					break
				}
				first.merge(b, second)
				merged++
			}
		}
		return false
	})
	return merged
}

// detour is a block that a branch enters under a condition, and the block that control reaches with it or without it.
type detour struct {
	branch     *ir.Operation // the llvm.cond_br
	entry      int           // which successor of the branch is the side
	side, next *ir.Block
}

// detourAfter returns the detour that begins at the end of block b, or nil.
func detourAfter(b *ir.Block) *detour {
	end := b.Terminator()
	if end == nil || !end.Is(&llvm.CondBr) {
		return nil
	}
	for entry := range 2 {
		side, next := end.Successor(entry), end.Successor(1-entry)
		back := side.Terminator()
		if side != next && next != b && side.NumPredecessors() == 1 && side.NumArgs() == 0 && back != nil &&
			back.Is(&llvm.Br) && back.Successor(0) == next && next.NumPredecessors() == 2 {
			return &detour{branch: end, entry: entry, side: side, next: next}
		}
	}
	return nil
}

// takes reports whether the side block of the following detour can be merged into the side block of d.
func (d *detour) takes(following *detour) bool {
	if following.branch.Operand(0) != d.branch.Operand(0) || following.entry != d.entry ||
		following.next == d.next || following.next == d.branch.Block() ||
		annotated(d.branch) || annotated(following.branch) {
		return false
	}
	late := d.late(following)
	for op := range d.next.Ops() {
		if op == following.branch {
			break
		}
		if !ir.IsPure(op) || op.NumRegions() > 0 || late[op] && !takesApart(op) {
			return false
		}
	}
	for op := range following.side.Ops() {
		if usesAny(op, late) {
			return false
		}
	}
	nothingBetween := d.next.First() == following.branch
	return !usesAny(following.branch, late) && (nothingBetween || onlyReads(d.side) && onlyReads(following.side))
}

// late returns the operations between two detours that depend on values from the first one.
func (d *detour) late(following *detour) map[*ir.Operation]bool {
	late := make(map[*ir.Operation]bool)
	for op := range d.next.Ops() {
		if op == following.branch {
			break
		}
		if d.uses(op) || usesAny(op, late) {
			late[op] = true
		}
	}
	return late
}

func usesAny(op *ir.Operation, of map[*ir.Operation]bool) bool {
	for _, v := range op.Operands() {
		if of[v.DefiningOp()] {
			return true
		}
	}
	return false
}

// takesApart reports whether op is of a kind that extracts elements from words.
func takesApart(op *ir.Operation) bool {
	for _, def := range []*ir.OpDef{&llvm.Trunc, &llvm.LShr, &llvm.Bitcast, &llvm.ExtractElement} {
		if op.Is(def) {
			return true
		}
	}
	return false
}

// annotated reports whether a branch has optional attributes, such as weights.
func annotated(branch *ir.Operation) bool {
	return branch.Attr("branch_weights") != nil || branch.Attr(llvm.LoopAnnotation) != nil
}

// uses reports whether op uses an argument of the block behind the detour.
func (d *detour) uses(op *ir.Operation) bool {
	for _, v := range op.Operands() {
		if v.ArgumentOf() == d.next {
			return true
		}
	}
	return false
}

func onlyReads(b *ir.Block) bool {
	for op := range b.Ops() {
		reads := true
		known := ir.VisitEffects(op, func(_ *ir.Operation, e ir.Effect) bool {
			reads = e.Kind == ir.Read
			return reads
		})
		if !known || !reads {
			return false
		}
	}
	return true
}

// merge moves the side block of the following detour into that of d, and the block behind it into the block behind d.
func (d *detour) merge(b *ir.Builder, following *detour) {
	past := append(d.past(), replaced(following.past(), d.next, d.past())...)
	through := d.through()
	for op := range following.side.Ops() {
		op.SetOperands(replaced(op.OperandValues(), d.next, through))
	}
	through = append(through, following.through()...)
	late := d.late(following)
	for op := d.next.First(); op != following.branch; {
		next := op.Next()
		if !late[op] {
			op.MoveBefore(d.branch)
		}
		op = next
	}
	back := d.side.Terminator()
	following.side.Terminator().Erase()
	for op := following.side.First(); op != nil; op = following.side.First() {
		op.MoveBefore(back)
	}
	back.SetOperands(through)
	branch := d.branchTo(b, past)
	branch.CopyLoc(d.branch)
	d.branch.Erase()
	following.branch.Erase()
	for i, arg := range following.next.Args() {
		arg.ReplaceAllUsesWith(d.next.AddArg(branch.Context(), arg.Type(), following.next.ArgLoc(branch.Context(), i)))
	}
	d.next.SpliceEnd(following.next)
	region := d.next.Region()
	region.Remove(following.side)
	region.Remove(following.next)
}

// past returns what the block behind a detour receives on the direct path.
func (d *detour) past() []*ir.Value {
	from, to := d.branch.Group(2 - d.entry)
	return d.branch.OperandRange(from, to)
}

// through returns what the block behind a detour receives on the path through the side block.
func (d *detour) through() []*ir.Value { return d.side.Terminator().OperandValues() }

// branchTo builds a branch like that of the detour, which passes other values on the direct path.
func (d *detour) branchTo(b *ir.Builder, past []*ir.Value) *ir.Operation {
	condition := d.branch.Operand(0)
	if d.entry == 0 {
		return llvm.NewCondBr(b.Before(d.branch), condition, d.side, nil, d.next, past)
	}
	return llvm.NewCondBr(b.Before(d.branch), condition, d.next, past, d.side, nil)
}

// replaced returns values, with the arguments of block replaced by others.
func replaced(values []*ir.Value, block *ir.Block, others []*ir.Value) []*ir.Value {
	out := slices.Clone(values)
	for i, v := range out {
		if v.ArgumentOf() == block {
			out[i] = others[v.Index()]
		}
	}
	return out
}
