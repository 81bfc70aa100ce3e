// Package earlybranches is the pass gpu-early-branches. It is for loops that branch while matrix products run, such as
// a loop over tiles of keys that masks some of them. The assembler schedules each basic block by itself, so such a
// branch keeps it from using the time in which the products run. The pass lets the iteration branch before its products
// begin: each branch then has all the work of an iteration.
//
// A loop qualifies if the condition is computed from scalars that are known before the products begin, and if nothing
// is stored in an iteration but in branches. Copies at the end of an iteration stay behind the branch. Start at [Pass].
//
// Before:
//
//	!r = !tilegpu.shared<1xtensor<64x64xf16>>
//	tile.kernel @sums(%p: !tile.ptr<f32>, %n: i32) {
//	  %c0 = arith.constant 0 : i32
//	  %c1 = arith.constant 1 : i32
//	  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
//	  %a = tilegpu.ring : !r
//	  %places = tile.splat %p : !tile.ptr<f32> -> tensor<64x64x!tile.ptr<f32>>
//	  %sum = scf.for %k = %c0 to %n step %c1 iter_args(%x = %zero) -> (tensor<64x64xf32>) : i32 {
//	    %s = tilegpu.ring_dot %a[%c0] by %a[%c0], %zero {async} : !r, !r -> tensor<64x64xf32>
//	    %first = arith.cmpi eq, %k, %c0 : i32
//	    %y = scf.if %first -> (tensor<64x64xf32>) {
//	      %z = math.exp2 %x : tensor<64x64xf32>
//	      scf.yield %z : tensor<64x64xf32>
//	    } else {
//	      scf.yield %x : tensor<64x64xf32>
//	    }
//	    %t = tilegpu.ring_wait %s {pending = 0 : i32} : tensor<64x64xf32>
//	    %next = arith.addf %y, %t : tensor<64x64xf32>
//	    scf.yield %next : tensor<64x64xf32>
//	  }
//	  tile.store %places, %sum : tensor<64x64x!tile.ptr<f32>>, tensor<64x64xf32>
//	  tile.return
//	}
//
// After gpu-early-branches:
//
//	tile.kernel @sums(%arg0: !tile.ptr<f32>, %arg1: i32) {
//	  %c0_i32 = arith.constant 0 : i32
//	  %c1_i32 = arith.constant 1 : i32
//	  %cst = arith.constant dense<0.000000e+00> : tensor<64x64xf32>
//	  %0 = tilegpu.ring : !tilegpu.shared<1xtensor<64x64xf16>>
//	  %1 = tile.splat %arg0 : !tile.ptr<f32> -> tensor<64x64x!tile.ptr<f32>>
//	  %2 = scf.for %arg2 = %c0_i32 to %arg1 step %c1_i32 iter_args(%arg3 = %cst) -> (tensor<64x64xf32>)  : i32 {
//	    %3 = arith.cmpi eq, %arg2, %c0_i32 : i32
//	    %4 = scf.if %3 -> (tensor<64x64xf32>) {
//	      %5 = tilegpu.ring_dot %0[%c0_i32] by %0[%c0_i32], %cst {async} : !tilegpu.shared<1xtensor<64x64xf16>>,
//	          !tilegpu.shared<1xtensor<64x64xf16>> -> tensor<64x64xf32>
//	      %6 = math.exp2 %arg3 : tensor<64x64xf32>
//	      %7 = tilegpu.ring_wait %5 {pending = 0 : i32} : tensor<64x64xf32>
//	      %8 = arith.addf %6, %7 : tensor<64x64xf32>
//	      scf.yield %8 : tensor<64x64xf32>
//	    } else {
//	      %5 = tilegpu.ring_dot %0[%c0_i32] by %0[%c0_i32], %cst {async} : !tilegpu.shared<1xtensor<64x64xf16>>,
//	          !tilegpu.shared<1xtensor<64x64xf16>> -> tensor<64x64xf32>
//	      %6 = tilegpu.ring_wait %5 {pending = 0 : i32} : tensor<64x64xf32>
//	      %7 = arith.addf %arg3, %6 : tensor<64x64xf32>
//	      scf.yield %7 : tensor<64x64xf32>
//	    }
//	    scf.yield %4 : tensor<64x64xf32>
//	  }
//	  tile.store %1, %2 : tensor<64x64x!tile.ptr<f32>>, tensor<64x64xf32>
//	  tile.return
//	}
package earlybranches

import (
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/pass"
)

// Pass is gpu-early-branches.
var Pass = &pass.Pass{
	Name:    "gpu-early-branches",
	Summary: "Branch before matrix products of an iteration begin, not while they run",
	Anchor:  "builtin.module",
	Run: pass.Each(tile.Kernels, func(_ *pass.Context, kernel tile.Kernel) (changed bool, err error) {
		var branches []*branch
		kernel.Walk(func(op *ir.Operation) bool {
			b := branchWhileRunning(op)
			if b != nil {
				branches = append(branches, b)
			}
			return b == nil // loops in the branches are cloned, and stay as they are
		})
		for _, b := range branches {
			b.surround()
		}
		return len(branches) > 0, nil
	}),
}
