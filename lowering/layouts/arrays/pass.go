// Package arrays is the pass gpu-recover-arrays. It finds the arrays behind loads and stores through pointers. Kernels
// in Triton's style compute an address for each element: a base plus indices times strides. Their masks compare indices
// with sizes. From both, the pass reconstructs an array and the position of the tile in it, and replaces the access by
// tile.load_view or tile.store_view. It does so for tiles that matrix products take: a launcher can make tensor maps of
// arrays (package tensormaps), and bulk copies then load the tiles.
//
// A load may be inside the loop whose product takes it, or before that loop. An array may have three dimensions, if the
// kernel adds the start of one of several matrices to the base.
//
// Some conditions are known only at run time: strides must be positive, and offsets of 32 bits must not wrap around.
// The kernel checks them when it begins. It contains both versions of the accesses, and uses the pointers if a check
// fails. Start at [kernel.find]; access.go says which accesses are those of an array, and conditions.go what is
// checked.
//
// Before:
//
//	tile.kernel @product(%p: !tile.ptr<f16> {tile.divisibility = 16 : i32}, %n: i32, %out: !tile.ptr<f32>) {
//	  %c0 = arith.constant 0 : i32
//	  %c64 = arith.constant 64 : i32
//	  %ones = arith.constant dense<1.0> : tensor<64x64xf16>
//	  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
//	  %lines = arith.constant dense<64> : tensor<64x1xi32>
//	  %i = tile.iota : tensor<64xi32>
//	  %down = tile.expand_dims %i axis = 1 : tensor<64xi32> -> tensor<64x1xi32>
//	  %from = arith.muli %down, %lines : tensor<64x1xi32>
//	  %line = tile.broadcast %from : tensor<64x1xi32> -> tensor<64x64xi32>
//	  %column = tile.broadcast %i : tensor<64xi32> -> tensor<64x64xi32>
//	  %offset = arith.addi %line, %column : tensor<64x64xi32>
//	  %base = tile.splat %p : !tile.ptr<f16> -> tensor<64x64x!tile.ptr<f16>>
//	  %at = tile.addptr %base, %offset : tensor<64x64x!tile.ptr<f16>>, tensor<64x64xi32> -> tensor<64x64x!tile.ptr<f16>>
//	  %sum = scf.for %k = %c0 to %n step %c64 iter_args(%acc = %zero) -> (tensor<64x64xf32>) : i32 {
//	    %x = tile.load %at : tensor<64x64x!tile.ptr<f16>>
//	    %next = tile.dot %ones, %x, %acc : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
//	    scf.yield %next : tensor<64x64xf32>
//	  }
//	  %q = tile.splat %out : !tile.ptr<f32> -> tensor<64x64x!tile.ptr<f32>>
//	  tile.store %q, %sum : tensor<64x64x!tile.ptr<f32>>, tensor<64x64xf32>
//	  tile.return
//	}
//
// After gpu-recover-arrays:
//
//	tile.kernel @product(%arg0: !tile.ptr<f16> {tile.divisibility = 16 : i32}, %arg1: i32, %arg2: !tile.ptr<f32>) {
//	  %c0_i32 = arith.constant 0 : i32
//	  %c64_i32 = arith.constant 64 : i32
//	  %cst = arith.constant dense<1.000000e+00> : tensor<64x64xf16>
//	  %cst_0 = arith.constant dense<0.000000e+00> : tensor<64x64xf32>
//	  %0 = tile.make_array %arg0 shape[] strides[] {tilegpu.checks_map} : !tile.ptr<f16>
//	      -> !tile.array<64x64xf16, strides = [64, 1]>
//	  %1 = scf.for %arg3 = %c0_i32 to %arg1 step %c64_i32 iter_args(%arg4 = %cst_0) -> (tensor<64x64xf32>)  : i32 {
//	    %3 = tile.view %0 : !tile.view<tile = [64, 64], steps = [1, 1], padding = zero, !tile.array<64x64xf16,
//	        strides = [64, 1]>>
//	    %4 = tile.load_view %3[%c0_i32, %c0_i32] anywhere : !tile.view<tile = [64, 64], steps = [1, 1], padding = zero,
//	        !tile.array<64x64xf16, strides = [64, 1]>> -> tensor<64x64xf16>
//	    %5 = tile.dot %cst, %4, %arg4 : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
//	    scf.yield %5 : tensor<64x64xf32>
//	  }
//	  %2 = tile.splat %arg2 : !tile.ptr<f32> -> tensor<64x64x!tile.ptr<f32>>
//	  tile.store %2, %1 : tensor<64x64x!tile.ptr<f32>>, tensor<64x64xf32>
//	  tile.return
//	}
package arrays

import (
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/pass"
	"github.com/girih-ir/girih/rewrite"
)

// Options of the pass.
type Options struct {
	NumWarps int `opt:"num-warps" help:"number of warps in a block" values:"1,2,4,8,16,32"`
	// Remarks reports, with severity [ir.Remark], which loads of products are of tiles of arrays.
	Remarks bool `opt:"remarks" help:"report which loads through pointers become loads of tiles of arrays"`
}

// Pass is gpu-recover-arrays.
var Pass = &pass.Pass{
	Name:    "gpu-recover-arrays",
	Summary: "Turn loads through pointers into loads of tiles of arrays, where addresses and masks allow it",
	Anchor:  "builtin.module",
	Options: func() any { return &Options{NumWarps: 4} },
	Run: pass.Each(tile.Kernels, func(ctx *pass.Context, k tile.Kernel) (changed bool, err error) {
		opts := *ctx.Options.(*Options)
		one := &kernel{analysis: &analysis{numbers: make(numbers), kernel: k}, warps: opts.NumWarps,
			b: ir.NewBuilder(k.Context())}
		one.find()
		if opts.Remarks {
			one.remark(ctx)
		}
		if len(one.loads) == 0 {
			return false, nil
		}
		one.rewrite()
		if err := cleanUp(ctx, k); err != nil {
			return true, err
		}
		release(k) // the pointers that loops carry have no other uses now
		return true, cleanUp(ctx, k)
	}),
}

// cleanUp canonicalizes the kernel. That erases the computation of addresses and masks that are not used anymore.
func cleanUp(ctx *pass.Context, k tile.Kernel) error {
	_, err := rewrite.CanonicalizeGreedily(k.Operation, rewrite.Options{Context: ctx})
	return err
}
