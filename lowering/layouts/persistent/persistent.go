// Package persistent is the pass gpu-persist-programs. A program that multiplies tiles through rings (package rings)
// waits for the first tiles at its beginning, and stores a result at its end. Tensor cores are idle meanwhile, unless
// another block of the multiprocessor uses them. If a multiprocessor has room for one block only, the pass makes blocks
// persistent: each runs one program after the other, and copies tiles of the next one while the current one ends. A
// launch then has no more blocks than can be resident at the same time.
//
// Programs of a grid run in any order, so a block may run any of them. The kernel gets the size of the grid as
// arguments, which launchers pass ([tile.GridSize]).
//
// A branch at the end of the program, such as the one between arrays and pointers (package arrays), becomes two loops:
// the second one runs the programs that the first one left out. So each of them can use all shared memory.
//
// The pass expects strict kernels with arrays, for a target with products of warp groups, before gpu-ring-tiles. Start
// at [Pass].
//
// Before:
//
//	!m = !tile.array<?x64xf16, strides = [64, 1]>
//	tile.kernel @product(%a: !m {tile.divisibility = 16 : i32}, %b: !m {tile.divisibility = 16 : i32},
//	    %c: !tile.array<?x64xf32, strides = [64, 1]>, %n: i32) {
//	  %i = tile.program_id 0
//	  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
//	  %c0 = arith.constant 0 : i32
//	  %c1 = arith.constant 1 : i32
//	  %sum = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32>) : i32 {
//	    %x = tile.load_view %a[%i, %c0] padding zero : !m -> tensor<64x64xf16>
//	    %y = tile.load_view %b[%k, %c0] padding zero : !m -> tensor<64x64xf16>
//	    %next = tile.dot %x, %y, %acc : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
//	    scf.yield %next : tensor<64x64xf32>
//	  }
//	  tile.store_view %sum, %c[%i, %c0] : tensor<64x64xf32>, !tile.array<?x64xf32, strides = [64, 1]>
//	  tile.return
//	}
//
// After gpu-persist-programs{persistent=always}:
//
//	tile.kernel @product(%arg0: !tile.array<?x64xf16, strides = [64, 1]> {tile.divisibility = 16 : i32},
//	    %arg1: !tile.array<?x64xf16, strides = [64, 1]> {tile.divisibility = 16 : i32},
//	    %arg2: !tile.array<?x64xf32, strides = [64, 1]>, %arg3: i32,
//	    %arg4: i32 {tile.grid_size = 0 : i32}) attributes {tile.resident = 4 : i32} {
//	  %cst = arith.constant dense<0.000000e+00> : tensor<64x64xf32>
//	  %c0_i32 = arith.constant 0 : i32
//	  %c1_i32 = arith.constant 1 : i32
//	  %0 = tile.program_id 0
//	  %1 = tile.num_programs 0
//	  scf.for %arg5 = %0 to %arg4 step %1  : i32 {
//	    %2 = scf.for %arg6 = %c0_i32 to %arg3 step %c1_i32 iter_args(%arg7 = %cst) -> (tensor<64x64xf32>)  : i32 {
//	      %3 = tile.load_view %arg0[%arg5, %c0_i32] padding zero : !tile.array<?x64xf16, strides = [64, 1]>
//	          -> tensor<64x64xf16>
//	      %4 = tile.load_view %arg1[%arg6, %c0_i32] padding zero : !tile.array<?x64xf16, strides = [64, 1]>
//	          -> tensor<64x64xf16>
//	      %5 = tile.dot %3, %4, %arg7 : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
//	      scf.yield %5 : tensor<64x64xf32>
//	    }
//	    tile.store_view %2, %arg2[%arg5, %c0_i32] : tensor<64x64xf32>, !tile.array<?x64xf32, strides = [64, 1]>
//	  } {tile.in_any_order}
//	  tile.return
//	}
package persistent

import (
	"iter"
	"slices"

	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/pass"
)

// Options of the pass.
type Options struct {
	NumWarps int `opt:"num-warps" help:"number of warps in a block" values:"1,2,4,8,16,32"`
	// SharedMemory is the number of bytes that a block can have; 0 stands for those of sm_90.
	SharedMemory int `opt:"shared-memory" help:"bytes of shared memory that a block can have; 0 for those of sm_90"`
	// Persistent is auto to change the kernels of which a multiprocessor has room for one block only, and always to
	// change all kernels whose tiles can be copied ahead.
	Persistent string `opt:"persistent" help:"when blocks run one program after the other" values:"auto,always,never"`
	// Remarks reports, with severity [ir.Remark], which kernels have persistent blocks, and why others do not.
	Remarks bool `opt:"remarks" help:"report whether blocks run one program after the other, and why not"`
}

// Pass is gpu-persist-programs.
var Pass = &pass.Pass{
	Name:    "gpu-persist-programs",
	Summary: "Let blocks run one program after the other, where their tiles are copied asynchronously",
	Anchor:  "builtin.module",
	Options: func() any { return &Options{NumWarps: 4, Persistent: "auto"} },
	Run: pass.Each(kernels, func(ctx *pass.Context, k tile.Kernel) (bool, error) {
		opts := *ctx.Options.(*Options)
		if opts.Persistent == "never" {
			return false, nil
		}
		d, changed := persist(k, opts)
		if opts.Remarks && d != nil {
			ctx.Remark(d)
		}
		return changed, nil
	}),
}

// kernels yields the kernels that a module has now: the pass replaces them.
func kernels(module *ir.Operation) iter.Seq[tile.Kernel] {
	return slices.Values(slices.Collect(tile.Kernels(module)))
}
