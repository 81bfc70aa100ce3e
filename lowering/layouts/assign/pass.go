// Package assign is the pass gpu-assign-layouts: it gives every tensor of a kernel a layout, which says which thread
// and register holds which element, and inserts tilegpu.convert_layout where an operation needs a tensor in another
// layout.
//
// Some operations ask for layouts: loads and stores for those in which neighboring threads access neighboring addresses
// (package axisinfo knows how regular pointers and masks are), products for square blocks. These layouts are candidates
// for every tensor that elementwise operations, reductions and rearrangements connect with the operation. Tensors that
// must have the same layout form a class; each class takes the candidate with the least cost of accesses, arithmetic
// and conversions in total. Tensors that are computed from scalars and indices alone, such as pointers and masks,
// belong to no class: they are computed again in each layout in which they are needed.
//
// The pass expects the strict level of dialect tile. Start at [Assign]; network.go finds the classes, rules.go says how
// the layouts of an operation's operands and results depend on each other, cost.go what a choice costs, solve.go
// chooses and realize.go changes the IR.
//
// Before:
//
//	tile.kernel @add(%p: !tile.ptr<f32> {tile.divisibility = 16 : i64}) {
//	  %i = tile.iota : tensor<1024xi32>
//	  %x = tile.splat %p : !tile.ptr<f32> -> tensor<1024x!tile.ptr<f32>>
//	  %at = tile.addptr %x, %i : tensor<1024x!tile.ptr<f32>>, tensor<1024xi32> -> tensor<1024x!tile.ptr<f32>>
//	  %v = tile.load %at : tensor<1024x!tile.ptr<f32>>
//	  %w = arith.addf %v, %v : tensor<1024xf32>
//	  tile.store %at, %w : tensor<1024x!tile.ptr<f32>>, tensor<1024xf32>
//	  tile.return
//	}
//
// After gpu-assign-layouts:
//
//	#blocked = #tilegpu.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
//	module {
//	  tile.kernel @add(%arg0: !tile.ptr<f32> {tile.divisibility = 16 : i64}) attributes {tilegpu.num_warps = 4 : i32} {
//	    %0 = tile.iota : tensor<1024xi32, #blocked>
//	    %1 = tile.splat %arg0 : !tile.ptr<f32> -> tensor<1024x!tile.ptr<f32>, #blocked>
//	    %2 = tile.addptr %1, %0 : tensor<1024x!tile.ptr<f32>, #blocked>, tensor<1024xi32, #blocked>
//	        -> tensor<1024x!tile.ptr<f32>, #blocked>
//	    %3 = tile.load %2 : tensor<1024x!tile.ptr<f32>, #blocked>
//	    %4 = arith.addf %3, %3 : tensor<1024xf32, #blocked>
//	    tile.store %2, %4 : tensor<1024x!tile.ptr<f32>, #blocked>, tensor<1024xf32, #blocked>
//	    tile.return
//	  }
//	}
package assign

import (
	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/internal/analysis/axisinfo"
	"github.com/girih-ir/girih/internal/analysis/tensorcores"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/pass"
)

// Options of the pass.
type Options struct {
	NumWarps int `opt:"num-warps" help:"number of warps in a block" values:"1,2,4,8,16,32"`
	// WarpGroups is true for sm_90a alone: later architectures do not have these instructions.
	WarpGroups bool `opt:"warp-groups" help:"whether the target has matrix products of warp groups, as sm_90a has"`
	// Remarks reports by which instructions each product is computed, and why not by faster ones.
	Remarks bool `opt:"remarks" help:"report by which instructions each product is computed, and why"`
	SM      int  `opt:"sm" help:"oldest target, such as 80 for sm_80, whose products of warps may be used; 0 for none"`
}

// Pass is gpu-assign-layouts.
var Pass = &pass.Pass{
	Name:    "gpu-assign-layouts",
	Summary: "Give every tensor of a kernel a layout over the threads of a block",
	Anchor:  "builtin.module",
	Options: func() any { return &Options{NumWarps: 4} },
	Run: func(ctx *pass.Context, op *ir.Operation) error {
		ctx.Preserve(axisinfo.Facts) // layouts do not change them, and values that the pass makes have those of others
		opts := *ctx.Options.(*Options)
		kernels := tile.Operations(op)
		for _, f := range append(kernels, fn.Called(op, kernels...)...) {
			if err := assign(tile.Kernel{Operation: f}, axisinfo.Facts.Of(ctx, f), opts); err != nil {
				return err
			}
		}
		if opts.Remarks {
			op.Walk(func(op *ir.Operation) bool {
				if route := tensorcores.Route(op, opts.NumWarps, opts.WarpGroups, opts.SM); route != "" {
					ctx.Remark(op.Errorf("%s", route))
				}
				return true
			})
		}
		return nil
	},
}
