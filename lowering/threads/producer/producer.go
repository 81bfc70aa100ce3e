// Package producer is the pass nvvm-producer-warp. It is for kernels whose threads multiply tiles that bulk copies
// load. The pass adds a warp to the block that makes the copies. The other warps then never wait for room in shared
// memory, and have no branches for copies between their products.
//
// The added warp executes a copy of the program that contains only the copies, the barriers of the block, and what
// decides where they are and how often they run. It takes the same path through the program as the other warps, as far
// ahead of them as there are free slots. The others execute the program without the copies. If nothing else happens at
// the beginning, the copying warp makes the mbarriers, and copies without waiting for the others (opening.go). Where no
// barrier follows, a single lane copies, and the others end (alone.go).
//
// If one warp group multiplies, and a block computes one tile after the other and has a multiprocessor for itself, the
// pass adds another warp group, and the two compute tiles in turns (pingpong.go).
//
// A kernel qualifies under two conditions. Copies in a loop must wait until their slot is free (package
// lowering/layouts/rings). And control flow may depend only on the arguments, on special registers and on memory that
// the kernel only reads, apart from branches around stores. Start at [Specialize].
//
// Before:
//
//	llvm.func @k(%n: i32, %map: !llvm.ptr, %slot: !llvm.ptr<3>, %full: !llvm.ptr<3>, %empty: !llvm.ptr<3>) attributes {
//	    nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>} {
//	  %t = nvvm.read.ptx.sreg.tid.x range <i32, 0, 128> : i32
//	  %c0 = llvm.mlir.constant(0 : i32) : i32
//	  %c1 = llvm.mlir.constant(1 : i32) : i32
//	  %bytes = llvm.mlir.constant(4096 : i32) : i32
//	  %first = llvm.icmp "eq" %t, %c0 : i32
//	  llvm.br ^head(%c0 : i32)
//	^head(%i: i32):
//	  %more = llvm.icmp "slt" %i, %n : i32
//	  llvm.cond_br %more, ^body, ^end
//	^body:
//	  llvm.cond_br %first, ^copy, ^use
//	^copy:
//	  nvvm.mbarrier.try_wait.parity %empty, %c1, %bytes : !llvm.ptr<3>, i32, i32
//	  nvvm.mbarrier.arrive.expect_tx %full, %bytes : !llvm.ptr<3>, i32
//	  nvvm.cp.async.bulk.tensor.shared.cluster.global %slot, %map, %full, box[%c0, %i] {isCTAOnly = true} :
//	    !llvm.ptr<3>, !llvm.ptr
//	  llvm.br ^use
//	^use:
//	  nvvm.mbarrier.try_wait.parity %full, %c0, %bytes : !llvm.ptr<3>, i32, i32
//	  %next = llvm.add %i, %c1 : i32
//	  llvm.br ^head(%next : i32)
//	^end:
//	  nvvm.barrier0
//	  llvm.return
//	}
//
// After nvvm-producer-warp,trivial-dce:
//
//	llvm.func @k(%arg0: i32, %arg1: !llvm.ptr, %arg2: !llvm.ptr<3>, %arg3: !llvm.ptr<3>,
//	    %arg4: !llvm.ptr<3>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 160, 1, 1>} {
//	  %0 = nvvm.read.ptx.sreg.tid.x range <i32, 0, 160> : i32
//	  %1 = llvm.mlir.constant(128 : i32) : i32
//	  %2 = llvm.mlir.constant(5 : i32) : i32
//	  %3 = llvm.lshr %0, %2 : i32
//	  %4 = llvm.mlir.constant(4 : i32) : i32
//	  %5 = llvm.icmp "uge" %3, %4 : i32
//	  llvm.cond_br %5, ^bb7, ^bb1
//	^bb1:  // pred: ^bb0
//	  %6 = llvm.mlir.constant(0 : i32) : i32
//	  %7 = llvm.mlir.constant(1 : i32) : i32
//	  %8 = llvm.mlir.constant(4096 : i32) : i32
//	  %9 = llvm.icmp "eq" %0, %6 : i32
//	  llvm.br ^bb2(%6 : i32)
//	^bb2(%10: i32):  // 2 preds: ^bb1, ^bb5
//	  %11 = llvm.icmp "slt" %10, %arg0 : i32
//	  llvm.cond_br %11, ^bb3, ^bb6
//	^bb3:  // pred: ^bb2
//	  llvm.cond_br %9, ^bb4, ^bb5
//	^bb4:  // pred: ^bb3
//	  llvm.br ^bb5
//	^bb5:  // 2 preds: ^bb3, ^bb4
//	  nvvm.mbarrier.try_wait.parity %arg3, %6, %8 : !llvm.ptr<3>, i32, i32
//	  %12 = llvm.add %10, %7 : i32
//	  llvm.br ^bb2(%12 : i32)
//	^bb6:  // pred: ^bb2
//	  nvvm.barrier
//	  llvm.return
//	^bb7:  // pred: ^bb0
//	  %13 = llvm.sub %0, %1 : i32
//	  %14 = llvm.mlir.constant(0 : i32) : i32
//	  %15 = llvm.mlir.constant(1 : i32) : i32
//	  %16 = llvm.mlir.constant(4096 : i32) : i32
//	  %17 = llvm.icmp "eq" %13, %14 : i32
//	  llvm.br ^bb8(%14 : i32)
//	^bb8(%18: i32):  // 2 preds: ^bb7, ^bb11
//	  %19 = llvm.icmp "slt" %18, %arg0 : i32
//	  llvm.cond_br %19, ^bb9, ^bb12
//	^bb9:  // pred: ^bb8
//	  llvm.cond_br %17, ^bb10, ^bb11
//	^bb10:  // pred: ^bb9
//	  nvvm.mbarrier.try_wait.parity %arg4, %15, %16 : !llvm.ptr<3>, i32, i32
//	  nvvm.mbarrier.arrive.expect_tx %arg3, %16 : !llvm.ptr<3>, i32
//	  nvvm.cp.async.bulk.tensor.shared.cluster.global %arg2, %arg1, %arg3, box[%14,
//	      %18] {isCTAOnly = true} : !llvm.ptr<3>, !llvm.ptr
//	  llvm.br ^bb11
//	^bb11:  // 2 preds: ^bb9, ^bb10
//	  %20 = llvm.add %18, %15 : i32
//	  llvm.br ^bb8(%20 : i32)
//	^bb12:  // pred: ^bb8
//	  nvvm.barrier
//	  llvm.return
//	}
package producer

import (
	"errors"
	"maps"
	"slices"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/pass"
)

// Options of the pass.
type Options struct {
	// Remarks reports kernels with such copies that stay as they are, with severity [ir.Remark].
	Remarks bool `opt:"remarks" help:"report why the threads of a kernel copy tiles themselves"`
}

// Pass is nvvm-producer-warp.
var Pass = &pass.Pass{
	Name:    "nvvm-producer-warp",
	Summary: "Let an additional warp make the bulk copies of a kernel",
	Anchor:  "builtin.module",
	Options: func() any { return new(Options) },
	Run: func(ctx *pass.Context, op *ir.Operation) error {
		changed := false
		for f := range op.Region(0).Entry().Ops() {
			k, ok := llvm.AsFunc(f)
			if !ok || !nvvm.IsKernel(f) {
				continue
			}
			why := Specialize(k)
			k.SetAttr(tilegpu.Registers, nil)
			k.SetAttr(tilegpu.PingPong, nil)
			changed = changed || why == nil
			var d *ir.Diagnostic
			if ctx.Options.(*Options).Remarks && errors.As(why, &d) {
				ctx.Remark(d)
			}
		}
		return ctx.Finish(changed)
	},
}

// warp is the number of threads of a warp. A thread's index shifted right by warpBits is the index of its warp.
const (
	warp     = 1 << warpBits
	warpBits = 5
)

// groupBits is what warpBits is for warp groups.
const groupBits = warpBits + 2

// ErrNoCopies is what [Specialize] returns for a kernel without copies that wait for room.
var ErrNoCopies = errors.New("the kernel has no copy that waits for a free slot")

// Specialize adds a copying warp to a kernel. It leaves operations that are dead in the copying warp's program to
// trivial-dce. The error says why a kernel is not changed: [ErrNoCopies], or an *[ir.Diagnostic] at the operation that
// prevents it.
func Specialize(f llvm.Func) error {
	k := &kernel{Func: f, copies: make(map[*ir.Block]bool)}
	if err := k.find(); err != nil {
		return err
	}
	k.private = k.privateBlocks()
	k.opening = k.findOpening()
	if err := k.isReproducible(); err != nil {
		return err
	}
	k.divide()
	return nil
}

// divide makes the two programs. In the copying warp, the thread's index is its index in the warp.
func (k *kernel) divide() {
	ctx := k.Context()
	b := ir.NewBuilder(ctx)
	if k.opening != nil {
		k.opening.mark()
	}
	var m ir.Mapping
	other := llvm.Func{Operation: b.Clone(k.Operation, &m)}
	copying := make(map[*ir.Block]bool)
	for block := range k.copies {
		copying[m.LookupBlock(block)] = true
	}
	for _, block := range slices.Collect(maps.Keys(k.undecided)) {
		k.undecided[m.LookupBlock(block)] = true
	}
	for block := range k.private {
		dropBarriers(m.LookupBlock(block))
	}
	entry, thread := k.Region(0).Entry(), m.Lookup(k.thread.Result(0)).DefiningOp()
	start := other.Region(0).Entry()
	for i := start.NumArgs() - 1; i >= 0; i-- {
		start.Arg(i).ReplaceAllUsesWith(entry.Arg(i))
		start.EraseArg(i)
	}
	if k.thread != entry.First() {
		k.thread.MoveBefore(entry.First())
	}
	rest := entry.SplitBefore(k.thread.Next())
	k.Region(0).TakeBlocks(other.Region(0))
	other.Erase()
	k.strip(copying, start)
	if p := k.findPingPong(rest); p != nil {
		p.alternate()
		k.threads *= 2
		k.copying = k.copiers()
	}

	b.AtEnd(entry).SetLoc(k.thread.Loc())
	first := llvm.NewInt(b, ctx.I(32), int64(k.threads))
	predicate, _ := llvm.IntPredicate.Parse("uge")
	number := b.Build(&llvm.LShr, []*ir.Value{k.thread.Result(0), llvm.NewInt(b, ctx.I(32), warpBits)}).Result(0)
	copies := b.Build(&llvm.ICmp, []*ir.Value{number, llvm.NewInt(b, ctx.I(32), int64(k.threads/warp))},
		ir.NamedAttr{Name: "predicate", Value: llvm.IntPredicate.Attr(ctx, predicate)}).Result(0) // uniform in a warp
	llvm.NewCondBr(b, copies, start, nil, rest, nil)
	b.Before(thread)
	lane := b.Build(&llvm.Sub, []*ir.Value{k.thread.Result(0), first}).Result(0)
	thread.Result(0).ReplaceAllUsesWith(lane)
	thread.Erase()

	k.thread.SetAttr("range", llvm.ConstantRange(ctx, 32, 0, int64(k.threads+k.copying)))
	k.SetAttr(nvvm.ReqNTID, ctx.DenseI32(k.threads+k.copying, 1, 1))
	if k.copying == group {
		k.handOver(start, rest)
	}
	k.meet(start)
	k.goAlone(start, lane)
}

// strip removes from each program what belongs to the other one. start is the first block of the copying warp's
// program.
func (k *kernel) strip(copying map[*ir.Block]bool, start *ir.Block) {
	own := k.copies
	inCopy := false
	for b := start; b != nil; b = b.Next() {
		if to, join := k.aside(b.Last(), copying); to >= 0 {
			always(b.Last(), to)
		} else if join != nil {
			skip(b.Last(), join)
		}
	}
	for b := range k.Region(0).Blocks() {
		inCopy = inCopy || b == start
		behind := follows(b, own) // warps meet again behind copies before anything else happens
		for op := b.First(); op != nil; {
			next := op.Next()
			switch {
			case inCopy && copying[b], inCopy && k.isKept(op, b): // stays
			case inCopy:
				eraseEffect(op)
			case own[b] && k.isKept(op, b), k.opening != nil && isOfOpening(op), behind && op.Is(&nvvm.BarWarpSync):
				op.Erase()
				behind = false
			case !ir.HasNoEffect(op):
				behind = false
			}
			op = next
		}
	}
	for b := range k.Region(0).Blocks() {
		for op := b.First(); op != nil; {
			next := op.Next()
			if op.Is(&nvvm.Barrier0) && op.Attr(openingMark) == nil {
				builder := ir.NewBuilder(k.Context()).Before(op)
				builder.SetLoc(op.Loc())
				if k.private[b] {
					nvvm.NewBarrier(builder, llvm.NewInt(builder, k.Context().I(32), privateBarrier),
						llvm.NewInt(builder, k.Context().I(32), int64(k.threads)))
				} else { // a barrier of both programs
					nvvm.NewBarrierOfAll(builder)
				}
				op.Erase()
			}
			op = next
		}
	}
}

// always makes a branch go to one of its successors.
func always(branch *ir.Operation, to int) {
	branching, _ := ir.InterfaceOf[ir.Branch](branch)
	first, last := branching.SuccessorOperands(branch, to)
	llvm.NewBr(ir.NewBuilder(branch.Context()).Before(branch), branch.Successor(to), branch.OperandValues()[first:last]...)
	branch.Erase()
}

// follows reports whether one of the given blocks is a predecessor of b.
func follows(b *ir.Block, blocks map[*ir.Block]bool) bool {
	for end := range b.Predecessors() {
		if blocks[end.Block()] {
			return true
		}
	}
	return false
}

// eraseEffect erases an operation with side effects other than loads that trivial-dce may erase. Volatile loads are not
// among these: their addresses may be invalid here. Nothing that remains uses its results.
func eraseEffect(op *ir.Operation) {
	plain := op.Is(&llvm.Load) && op.Inherent("volatile_") == nil
	if ir.HasNoEffect(op) || plain || op == op.Block().Last() {
		return
	}
	b := ir.NewBuilder(op.Context()).Before(op)
	for _, v := range op.ResultValues() {
		v.ReplaceAllUsesWith(poison(b, v.Type()))
	}
	op.Erase()
}
