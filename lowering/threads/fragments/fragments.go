// Package fragments is the pass nvvm-prefetch-fragments: in the program of one thread, a loop reads the first factors
// of its next matrix products from shared memory before it computes the last products of an iteration.
//
// A thread's part of a factor is a fragment (PTX ISA, "Matrix Fragments for mma"). A loop whose threads copy tiles
// ahead waits for a tile, meets the other threads of its block at a barrier, reads fragments, and multiplies them. So
// the tensor cores wait for shared memory behind each barrier. After the pass, the wait and the barrier for the next
// tile are ahead of the last step of a tile, which is all products that do not need each other's sums. Between these
// products, threads read the fragments for the first step of the next tile. Fragments of other steps are read between
// the products of the step before.
//
// The same reads and copies stay between the same two barriers. There is one more wait and one more barrier, behind the
// last tile, and reads there of values that nothing uses. They are within shared memory: addresses of reads may only
// differ by the number of a slot, and slots are taken in turns.
//
// The pass takes loops of one block that have one such wait and one such barrier, and two steps at least. Fragments of
// two steps must fit in a thread's registers beside the sums. A loop of few tiles stays as it is. Package prefetch
// makes such loops.
//
// Products of warp groups read shared memory by themselves, but for left factors that threads read to registers, such
// as windows of a patch (package rings). The pass moves these reads between the products (between.go). Start at
// [Prefetch].
//
// Before:
//
//	llvm.func @sum(%x: !llvm.ptr<1>, %tiles: !llvm.ptr<3>, %zero: f64) -> f64 {
//	  %0 = llvm.mlir.constant(0 : i32) : i32
//	  %1 = llvm.mlir.constant(1 : i32) : i32
//	  %3 = llvm.mlir.constant(3 : i32) : i32
//	  %9 = llvm.mlir.constant(9 : i32) : i32
//	  llvm.br ^header(%0, %0, %zero, %zero : i32, i32, f64, f64)
//	^header(%i: i32, %slot: i32, %s0: f64, %s1: f64):
//	  %more = llvm.icmp "slt" %i, %9 : i32
//	  llvm.cond_br %more, ^body, ^exit
//	^body:
//	  nvvm.cp.async.wait.group 1
//	  nvvm.barrier0
//	  %p = llvm.getelementptr %tiles[%slot] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, vector<2xf64>
//	  %a = llvm.load %p : !llvm.ptr<3> -> f64
//	  %t = nvvm.mma.sync A[%a] B[%a] C[%s0, %s1] {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>,
//	      shape = #nvvm.shape<m = 8, n = 8, k = 4>} : (f64, f64, f64) -> !llvm.struct<(f64, f64)>
//	  %t0 = llvm.extractvalue %t[0] : !llvm.struct<(f64, f64)>
//	  %t1 = llvm.extractvalue %t[1] : !llvm.struct<(f64, f64)>
//	  %q = llvm.getelementptr %p[1] : (!llvm.ptr<3>) -> !llvm.ptr<3>, f64
//	  %b = llvm.load %q : !llvm.ptr<3> -> f64
//	  %u = nvvm.mma.sync A[%b] B[%b] C[%t0, %t1] {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>,
//	      shape = #nvvm.shape<m = 8, n = 8, k = 4>} : (f64, f64, f64) -> !llvm.struct<(f64, f64)>
//	  %u0 = llvm.extractvalue %u[0] : !llvm.struct<(f64, f64)>
//	  %u1 = llvm.extractvalue %u[1] : !llvm.struct<(f64, f64)>
//	  nvvm.cp.async.shared.global %tiles, %x, 16, cache = cg : !llvm.ptr<3>, !llvm.ptr<1>
//	  nvvm.cp.async.commit.group
//	  %j = llvm.add %i, %1 : i32
//	  %n = llvm.add %slot, %1 : i32
//	  %last = llvm.icmp "eq" %n, %3 : i32
//	  %next = llvm.select %last, %0, %n : i1, i32
//	  llvm.br ^header(%j, %next, %u0, %u1 : i32, i32, f64, f64)
//	^exit:
//	  llvm.return %s0 : f64
//	}
//
// After nvvm-prefetch-fragments:
//
//	llvm.func @sum(%arg0: !llvm.ptr<1>, %arg1: !llvm.ptr<3>, %arg2: f64) -> f64 {
//	  %0 = llvm.mlir.constant(0 : i32) : i32
//	  %1 = llvm.mlir.constant(1 : i32) : i32
//	  %2 = llvm.mlir.constant(3 : i32) : i32
//	  %3 = llvm.mlir.constant(9 : i32) : i32
//	  nvvm.cp.async.wait.group 1
//	  nvvm.barrier0
//	  %4 = llvm.getelementptr %arg1[%0] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, vector<2xf64>
//	  %5 = llvm.load %4 : !llvm.ptr<3> -> f64
//	  llvm.br ^bb1(%0, %0, %arg2, %arg2, %5 : i32, i32, f64, f64, f64)
//	^bb1(%6: i32, %7: i32, %8: f64, %9: f64, %10: f64):  // 2 preds: ^bb0, ^bb2
//	  %11 = llvm.icmp "slt" %6, %3 : i32
//	  llvm.cond_br %11, ^bb2, ^bb3
//	^bb2:  // pred: ^bb1
//	  %12 = llvm.getelementptr %arg1[%7] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, vector<2xf64>
//	  %13 = llvm.getelementptr %12[1] : (!llvm.ptr<3>) -> !llvm.ptr<3>, f64
//	  %14 = llvm.load %13 : !llvm.ptr<3> -> f64
//	  %15 = nvvm.mma.sync A[%10]  B[%10]  C[%8, %9]  {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>,
//	      nvvm.in_order, shape = #nvvm.shape<m = 8, n = 8, k = 4>} : (f64, f64, f64) -> !llvm.struct<(f64, f64)>
//	  nvvm.cp.async.shared.global %arg1, %arg0, 16, cache =  cg : !llvm.ptr<3>, !llvm.ptr<1>
//	  nvvm.cp.async.commit.group
//	  nvvm.cp.async.wait.group 1
//	  nvvm.barrier0
//	  %16 = llvm.add %7, %1 : i32
//	  %17 = llvm.icmp "eq" %16, %2 : i32
//	  %18 = llvm.select %17, %0, %16 : i1, i32
//	  %19 = llvm.getelementptr %arg1[%18] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, vector<2xf64>
//	  %20 = llvm.load %19 : !llvm.ptr<3> -> f64
//	  %21 = llvm.extractvalue %15[0] : !llvm.struct<(f64, f64)>
//	  %22 = llvm.extractvalue %15[1] : !llvm.struct<(f64, f64)>
//	  %23 = nvvm.mma.sync A[%14]  B[%14]  C[%21, %22]  {layoutA = #nvvm.mma_layout<row>,
//	      layoutB = #nvvm.mma_layout<col>, nvvm.in_order, shape = #nvvm.shape<m = 8, n = 8, k = 4>} : (f64, f64,
//	      f64) -> !llvm.struct<(f64, f64)>
//	  %24 = llvm.extractvalue %23[0] : !llvm.struct<(f64, f64)>
//	  %25 = llvm.extractvalue %23[1] : !llvm.struct<(f64, f64)>
//	  %26 = llvm.add %6, %1 : i32
//	  llvm.br ^bb1(%26, %18, %24, %25, %20 : i32, i32, f64, f64, f64)
//	^bb3:  // pred: ^bb1
//	  llvm.return %8 : f64
//	}
package fragments

import (
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/pass"
)

// Pass is nvvm-prefetch-fragments.
var Pass = &pass.Pass{
	Name:    "nvvm-prefetch-fragments",
	Summary: "Read the factors of the next matrix products between those of this iteration",
	Run: func(ctx *pass.Context, op *ir.Operation) error {
		return ctx.Finish(Prefetch(op) > 0)
	},
}

// Prefetch changes all such loops, and blocks with such products, in functions inside root. It returns how many it
// changed.
func Prefetch(root *ir.Operation) (changed int) {
	root.Walk(func(op *ir.Operation) bool {
		if !op.Is(&llvm.FuncOp) {
			return true
		}
		if op.Region(0).IsEmpty() {
			return false
		}
		b := ir.NewBuilder(op.Context())
		for block := range op.Region(0).Blocks() {
			if l := loopAt(block); l != nil && !l.isShort() && l.divide() && l.slice() && l.fits(op) {
				l.enter(b)
				l.rotate(b)
				changed++
			}
			if readBetween(block) {
				changed++
			}
		}
		return false
	})
	return changed
}

// fewTiles is the number of tiles of a loop that gains nothing: threads copy most of them ahead of it. A contraction of
// f64 with three tiles took 9 per cent longer on an H200.
const fewTiles = 3

func (l *loop) isShort() bool {
	n, known := l.tiles()
	return known && n <= fewTiles
}
