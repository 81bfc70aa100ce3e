// Package overlapproducts is the pass gpu-overlap-products. It makes several products of rings in a block run at the
// same time, and while threads compute other things. A product of rings is a tilegpu.ring_dot: a wgmma whose factors
// are tiles in slots of shared memory, called rings (package rings). Without the pass, threads wait for each product at
// once.
//
// A product whose factors are ready early is moved up, to just after an earlier product (hoist.go). One whose result
// threads work on may begin before one that only adds to a sum (sooner.go). If threads work on the last product's
// result in a loop, the first product begins before that, for the next iteration (ahead.go). Each product begins
// asynchronously, and a tilegpu.ring_wait is placed before the first use of its result (wait.go). At most two products
// run at a time, so that their registers are free soon. The pass skips loops whose warp groups take turns, and loops
// that are rotated: package rings has overlapped their products already.
//
// The pass expects what gpu-ring-tiles leaves. Start at [Pass].
//
// Before:
//
//	!r = !tilegpu.shared<1xtensor<64x64xf16>>
//	tile.kernel @two(%p: !tile.ptr<f32>) {
//	  %n = arith.constant 0 : i32
//	  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
//	  %a = tilegpu.ring : !r
//	  %b = tilegpu.ring : !r
//	  %places = tile.splat %p : !tile.ptr<f32> -> tensor<64x64x!tile.ptr<f32>>
//	  %s = tilegpu.ring_dot %a[%n] by %b[%n], %zero : !r, !r -> tensor<64x64xf32>
//	  %x = math.exp2 %s : tensor<64x64xf32>
//	  %d = tilegpu.ring_dot %b[%n] by %a[%n], %zero : !r, !r -> tensor<64x64xf32>
//	  tilegpu.ring_release %b[%n] : !r
//	  %y = arith.mulf %x, %d : tensor<64x64xf32>
//	  tile.store %places, %y : tensor<64x64x!tile.ptr<f32>>, tensor<64x64xf32>
//	  tile.return
//	}
//
// After gpu-overlap-products:
//
//	tile.kernel @two(%arg0: !tile.ptr<f32>) {
//	  %c0_i32 = arith.constant 0 : i32
//	  %cst = arith.constant dense<0.000000e+00> : tensor<64x64xf32>
//	  %0 = tilegpu.ring : !tilegpu.shared<1xtensor<64x64xf16>>
//	  %1 = tilegpu.ring : !tilegpu.shared<1xtensor<64x64xf16>>
//	  %2 = tile.splat %arg0 : !tile.ptr<f32> -> tensor<64x64x!tile.ptr<f32>>
//	  %3 = tilegpu.ring_dot %0[%c0_i32] by %1[%c0_i32], %cst {async} : !tilegpu.shared<1xtensor<64x64xf16>>,
//	      !tilegpu.shared<1xtensor<64x64xf16>> -> tensor<64x64xf32>
//	  %4 = tilegpu.ring_dot %1[%c0_i32] by %0[%c0_i32], %cst {async} : !tilegpu.shared<1xtensor<64x64xf16>>,
//	      !tilegpu.shared<1xtensor<64x64xf16>> -> tensor<64x64xf32>
//	  %5 = tilegpu.ring_wait %3 {pending = 1 : i32} : tensor<64x64xf32>
//	  %6 = math.exp2 %5 : tensor<64x64xf32>
//	  %7 = tilegpu.ring_wait %4 {pending = 0 : i32} : tensor<64x64xf32>
//	  tilegpu.ring_release %1[%c0_i32] : !tilegpu.shared<1xtensor<64x64xf16>>
//	  %8 = arith.mulf %6, %7 : tensor<64x64xf32>
//	  tile.store %2, %8 : tensor<64x64x!tile.ptr<f32>>, tensor<64x64xf32>
//	  tile.return
//	}
package overlapproducts

import (
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/pass"
)

// Options of the pass.
type Options struct {
	NumWarps int `opt:"num-warps" help:"number of warps in a block" values:"1,2,4,8,16,32"`
}

// Pass is gpu-overlap-products.
var Pass = &pass.Pass{
	Name:    "gpu-overlap-products",
	Summary: "Compute products of rings beside each other, and beside what threads compute",
	Anchor:  "builtin.module",
	Options: func() any { return &Options{NumWarps: 4} },
	Run: pass.Each(tile.Kernels, func(ctx *pass.Context, kernel tile.Kernel) (changed bool, err error) {
		for _, b := range blocks(kernel.Operation) {
			changed = b.overlap(ctx.Options.(*Options).NumWarps) || changed
		}
		return changed, nil
	}),
}
