// Package holdaddresses is the pass llvm-hold-addresses: in the program of one thread, loops with products of warp
// groups compute addresses in shared memory once, ahead of the loop.
//
// Such an address is often the same in all iterations, but takes twenty operations: where a thread stores its part of a
// tile depends on its number, through swizzles. libNVVM computes it in every iteration, as that saves registers.
// Between the products of a loop, a warp has little else to do meanwhile, so tensor cores wait. The pass lets the
// address pass through an instruction of assembly, of which the compiler does not know what it computes. What computed
// the address inside of the loop is left without uses, for the compiler to remove.
//
// Constants that are added to an address stay in the loop, since instructions add them for free, and several addresses
// share a register then. Addresses that only some iterations use stay, too. Of an address that changes, such as one in
// a slot, the terms that do not change are held.
//
// Loops over tiles, which contain the loops with products, hold the addresses of what they do with each tile.
//
// The pass is not part of the pipeline. Compilers that benefit from it run it on their input; see Recomputes of
// nvptx.Compiler. Start at [Hold].
//
// Before:
//
//	llvm.func @f(%p: !llvm.ptr<3>, %i: i32, %c: i1, %a: i64, %s: !llvm.struct<(f32, f32, f32, f32)>) {
//	  llvm.br ^bb1(%s : !llvm.struct<(f32, f32, f32, f32)>)
//	^bb1(%x: !llvm.struct<(f32, f32, f32, f32)>):
//	  %0 = llvm.mul %i, %i : i32
//	  %1 = llvm.xor %0, %i : i32
//	  %2 = llvm.and %1, %i : i32
//	  %3 = llvm.or %2, %1 : i32
//	  %4 = llvm.getelementptr %p[%3] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
//	  llvm.store %i, %4 : i32, !llvm.ptr<3>
//	  %y = nvvm.wgmma.mma_async %a, %a, %x, <m = 64, n = 8, k = 16>, D[<f32>, <one>],
//	      A[<f16>, <one>, <row>], B[<f16>, <one>, <col>] :
//	      !llvm.struct<(f32, f32, f32, f32)> -> !llvm.struct<(f32, f32, f32, f32)>
//	  llvm.cond_br %c, ^bb1(%y : !llvm.struct<(f32, f32, f32, f32)>), ^bb2
//	^bb2:
//	  llvm.return
//	}
//
// After llvm-hold-addresses:
//
//	llvm.func @f(%arg0: !llvm.ptr<3>, %arg1: i32, %arg2: i1, %arg3: i64, %arg4: !llvm.struct<(f32, f32, f32, f32)>) {
//	  %0 = llvm.mul %arg1, %arg1 : i32
//	  %1 = llvm.xor %0, %arg1 : i32
//	  %2 = llvm.and %1, %arg1 : i32
//	  %3 = llvm.or %2, %1 : i32
//	  %4 = llvm.getelementptr %arg0[%3] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
//	  %5 = llvm.ptrtoint %4 : !llvm.ptr<3> to i32
//	  %6 = llvm.inline_asm has_side_effects "mov.b32 $0, $1;", "=r,r" %5 : (i32) -> i32
//	  %7 = llvm.inttoptr %6 : i32 to !llvm.ptr<3>
//	  llvm.br ^bb1(%arg4 : !llvm.struct<(f32, f32, f32, f32)>)
//	^bb1(%8: !llvm.struct<(f32, f32, f32, f32)>):  // 2 preds: ^bb0, ^bb1
//	  %9 = llvm.mul %arg1, %arg1 : i32
//	  %10 = llvm.xor %9, %arg1 : i32
//	  %11 = llvm.and %10, %arg1 : i32
//	  %12 = llvm.or %11, %10 : i32
//	  %13 = llvm.getelementptr %arg0[%12] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
//	  llvm.store %arg1, %7 : i32, !llvm.ptr<3>
//	  %14 = nvvm.wgmma.mma_async %arg3, %arg3, %8, <m = 64, n = 8, k = 16>, D[<f32>, <one>], A[<f16>, <one>, <row>],
//	      B[<f16>, <one>, <col>] : !llvm.struct<(f32, f32, f32, f32)> -> !llvm.struct<(f32, f32, f32, f32)>
//	  llvm.cond_br %arg2, ^bb1(%14 : !llvm.struct<(f32, f32, f32, f32)>), ^bb2
//	^bb2:  // pred: ^bb1
//	  llvm.return
//	}
package holdaddresses

import (
	"maps"
	"slices"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/pass"
)

// Pass is llvm-hold-addresses.
var Pass = &pass.Pass{
	Name:    "llvm-hold-addresses",
	Summary: "Compute addresses in shared memory ahead of loops with products of warp groups",
	Run: func(ctx *pass.Context, op *ir.Operation) error {
		return ctx.Finish(Hold(op) > 0)
	},
}

// Least is the number of operations from which on an address is held.
const Least = 4

// Hold changes the loops inside root. It returns how many addresses it holds.
func Hold(root *ir.Operation) (held int) {
	dominance := ir.NewDominance()
	root.Walk(func(op *ir.Operation) bool {
		if !op.Is(&llvm.FuncOp) {
			return true
		}
		for _, l := range loopsOf(op, dominance) {
			held += l.hold()
		}
		return false
	})
	return held
}

// loop has the blocks from its header to the block that branches back to it.
type loop struct {
	before *ir.Operation // the branch that enters the loop
	blocks map[*ir.Block]bool
	always []*ir.Block // those that every iteration executes once, outside of inner loops
	b      *ir.Builder

	costs    map[*ir.Value]int
	depends  map[*ir.Value]bool // what is known of dependsOnAddress
	held     map[sum]*ir.Value
	searched map[*ir.Operation]bool  // for terms that are the same in all iterations
	copies   map[*ir.Value]*ir.Value // of what the held values need, ahead of the loop
}

// loopsOf returns the loops with products of warp groups that a single branch enters. Inner loops come first: what they
// hold, the loops around them do not hold again.
func loopsOf(f *ir.Operation, dominance *ir.Dominance) (loops []*loop) {
	for header := range f.Region(0).Blocks() {
		back, enter := branchesTo(header, dominance)
		if len(back) != 1 || len(enter) != 1 {
			continue
		}
		l := newLoop(f, header, enter[0])
		l.add(back[0].Block())
		if !l.hasProducts() {
			continue
		}
		inside := l.innerBlocks(f, header, dominance)
		for b := range f.Region(0).Blocks() {
			if l.blocks[b] && !inside[b] && dominance.BlockDominates(b, back[0].Block()) {
				l.always = append(l.always, b)
			}
		}
		loops = append(loops, l)
	}
	slices.SortStableFunc(loops, func(a, b *loop) int { return len(a.blocks) - len(b.blocks) })
	return loops
}

// branchesTo returns the branches to a block from the blocks that it dominates, and from others.
func branchesTo(header *ir.Block, dominance *ir.Dominance) (back, enter []*ir.Operation) {
	for branch := range header.Predecessors() {
		if dominance.BlockDominates(header, branch.Block()) {
			back = append(back, branch)
		} else {
			enter = append(enter, branch)
		}
	}
	return back, enter
}

func newLoop(f *ir.Operation, header *ir.Block, before *ir.Operation) *loop {
	return &loop{before: before, blocks: map[*ir.Block]bool{header: true}, b: ir.NewBuilder(f.Context()),
		costs: make(map[*ir.Value]int), depends: make(map[*ir.Value]bool), held: make(map[sum]*ir.Value),
		searched: make(map[*ir.Operation]bool), copies: make(map[*ir.Value]*ir.Value)}
}

// add adds a block that leads to the end of the loop, with those that lead to it.
func (l *loop) add(b *ir.Block) {
	if l.blocks[b] {
		return
	}
	l.blocks[b] = true
	for branch := range b.Predecessors() {
		l.add(branch.Block())
	}
}

func (l *loop) hasProducts() bool {
	for b := range l.blocks {
		for op := range b.Ops() {
			if tilegpu.IsWarpGroupProduct(op) {
				return true
			}
		}
	}
	return false
}

// innerBlocks returns the blocks of the loops inside of the one with a header.
func (l *loop) innerBlocks(f *ir.Operation, header *ir.Block, dominance *ir.Dominance) map[*ir.Block]bool {
	inside := make(map[*ir.Block]bool)
	for b := range l.blocks {
		if b == header {
			continue
		}
		back, _ := branchesTo(b, dominance)
		if len(back) == 0 {
			continue
		}
		inner := newLoop(f, b, nil)
		for _, branch := range back {
			inner.add(branch.Block())
		}
		maps.Copy(inside, inner.blocks)
	}
	return inside
}

// hold replaces addresses that each iteration uses by held ones.
func (l *loop) hold() int {
	l.b.Before(l.before)
	for _, block := range l.always {
		for op := range block.Ops() {
			if l.isFixed(op) || isHold(op) {
				continue
			}
			for i, v := range op.Operands() {
				if l.cost(v) >= Least {
					if s, offset := sumOf(v); l.costOf(s) >= Least {
						op.SetOperand(i, l.plus(op, l.heldValue(s, v.Type()), offset))
					}
				} else if isShared(v) {
					l.holdTerms(v)
				}
			}
		}
	}
	return len(l.held)
}
