// Package rings is the pass gpu-ring-tiles. It rewrites loops whose matrix products take tiles from global memory. A
// ring is a number of slots in shared memory, each of which holds one tile. Tiles are numbered from 0 in the order of
// the iterations; with s slots, tile n goes to slot n mod s. Bulk copies fill the slots a few iterations ahead, and
// warp groups multiply the tiles in them (wgmma). The loop may do other work, too: in attention, the result of the
// first product becomes the left factor of the second. A tile that is loaded before the loop is copied once. Tiles that
// lie side by side are copied to one slot, so that an instruction may have 192 columns (neighbours.go). A tile may
// consist of pieces, which are copied one by one (pieces.go), or together with what is between them (patches.go).
//
// Loops that do nothing but add up products become streams instead (package streams). If such a loop is inside a loop
// over tiles of the result, it becomes a ring, so that copies go on from one tile to the next (nested.go).
//
// The kernel must promise the alignment of the arrays (package tensormaps). The pass expects strict kernels that still
// have arrays, for a target with products of warp groups. Start at [find], which says which products qualify;
// rewrite.go places the copies, and the operations that wait for a slot and release it.
//
// Before:
//
//	!b = !tile.array<?x64xf16, strides = [64, 1]>
//	tile.kernel @product(%b: !b {tile.divisibility = 16 : i32}, %n: i32) {
//	  %x = arith.constant dense<1.0> : tensor<64x64xf16>
//	  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
//	  %c0 = arith.constant 0 : i32
//	  %c1 = arith.constant 1 : i32
//	  %sum = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32>) : i32 {
//	    %y = tile.load_view %b[%k, %c0] padding zero : !b -> tensor<64x64xf16>
//	    %next = tile.dot %x, %y, %acc : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
//	    scf.yield %next : tensor<64x64xf32>
//	  }
//	  tile.return
//	}
//
// After gpu-ring-tiles{shared-memory=20000},canonicalize,cse:
//
//	tile.kernel @product(%arg0: !tile.array<?x64xf16, strides = [64, 1]> {tile.divisibility = 16 : i32}, %arg1: i32,
//	    %arg2: !tile.ptr<i8> {tilegpu.tensor_map = {base = 0 : i32, box = array<i64: 64, 64>, elem = f16,
//	    sizes = array<i64: 1, -65>, strides = array<i64: -65, -2>, swizzle = 128 : i32}}) {
//	  %c64_i32 = arith.constant 64 : i32
//	  %cst = arith.constant dense<1.000000e+00> : tensor<64x64xf16>
//	  %cst_0 = arith.constant dense<0.000000e+00> : tensor<64x64xf32>
//	  %c0_i32 = arith.constant 0 : i32
//	  %c1_i32 = arith.constant 1 : i32
//	  %0 = tilegpu.ring : !tilegpu.shared<2xtensor<64x64xf16>>
//	  %1 = arith.cmpi sgt, %arg1, %c0_i32 : i32
//	  tilegpu.ring_copy %0[%c0_i32] from %arg2[%c0_i32, %c0_i32] if %1 : !tilegpu.shared<2xtensor<64x64xf16>>,
//	      !tile.ptr<i8>
//	  %2 = arith.cmpi ugt, %arg1, %c1_i32 : i32
//	  %3 = arith.andi %1, %2 : i1
//	  tilegpu.ring_copy %0[%c1_i32] from %arg2[%c64_i32, %c0_i32] if %3 : !tilegpu.shared<2xtensor<64x64xf16>>,
//	      !tile.ptr<i8>
//	  %4 = scf.for %arg3 = %c0_i32 to %arg1 step %c1_i32 iter_args(%arg4 = %cst_0) -> (tensor<64x64xf32>)  : i32 {
//	    tilegpu.ring_await %0[%arg3] : !tilegpu.shared<2xtensor<64x64xf16>>
//	    %5 = tilegpu.ring_dot %cst by %0[%arg3], %arg4 : tensor<64x64xf16>, !tilegpu.shared<2xtensor<64x64xf16>>
//	        -> tensor<64x64xf32>
//	    tilegpu.ring_release %0[%arg3] : !tilegpu.shared<2xtensor<64x64xf16>>
//	    %6 = arith.cmpi ne, %arg3, %c0_i32 : i32
//	    %7 = arith.subi %arg1, %arg3 : i32
//	    %8 = arith.cmpi ugt, %7, %c1_i32 : i32
//	    %9 = arith.andi %6, %8 : i1
//	    %10 = arith.addi %arg3, %c1_i32 : i32
//	    %11 = arith.muli %10, %c64_i32 : i32
//	    tilegpu.ring_copy %0[%10] from %arg2[%11, %c0_i32] if %9 : !tilegpu.shared<2xtensor<64x64xf16>>, !tile.ptr<i8>
//	    scf.yield %5 : tensor<64x64xf32>
//	  }
//	  tilegpu.ring_end %0 : !tilegpu.shared<2xtensor<64x64xf16>>
//	  tile.return
//	}
package rings

import (
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/pass"
)

// Options of the pass.
type Options struct {
	NumWarps int `opt:"num-warps" help:"number of warps in a block" values:"1,2,4,8,16,32"`
	// SharedMemory is the number of bytes of shared memory that a block can have; 0 stands for that of sm_90.
	SharedMemory int `opt:"shared-memory" help:"bytes of shared memory that a block can have; 0 for those of sm_90"`
	// Rotate computes the last product of an iteration in the next iteration, while threads do other work (rotate.go).
	Rotate bool `opt:"rotate" help:"compute the last product of a loop while threads work on the next iteration"`
	// Nested restricts the pass to loops in loops (nested.go). They require an additional warp that makes the copies.
	//
	// Turns says when warp groups take turns (turns.go): with auto, if a multiprocessor has room for one block only.
	Nested bool   `opt:"nested" help:"only transform loops inside loops, so that copies go on from one inner loop to the next"`
	Turns  string `opt:"turns" help:"when warp groups take turns" values:"auto,always,never"`
	// Remarks reports loops that get another number of slots than they ask for, with severity [ir.Remark].
	Remarks bool `opt:"remarks" help:"report loops that get another number of slots than they ask for"`
}

// Pass is gpu-ring-tiles.
var Pass = &pass.Pass{
	Name:    "gpu-ring-tiles",
	Summary: "Copy tiles that loops multiply asynchronously, through rings of slots in shared memory",
	Anchor:  "builtin.module",
	Options: func() any { return &Options{NumWarps: 4, Turns: "auto"} },
	Run: pass.Each(tile.Kernels, func(ctx *pass.Context, kernel tile.Kernel) (changed bool, err error) {
		opts := *ctx.Options.(*Options)
		return choose(kernel, opts.NumWarps, opts.SharedMemory, opts.Nested).rewrite(ctx, opts), nil
	}),
}
