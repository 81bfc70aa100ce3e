// Package fusion is the pass tensor-fuse: it divides a function of primitives into regions, whose intermediate values
// are never stored in memory. A region computes elementwise, or row by row if it reduces the last dimensions, as a
// softmax does. Each region becomes a private function with the attribute prim.region, which executors run as one
// kernel. Products, movements of elements, scans and views are in no region and stay as they are.
//
// Before:
//
//	func.func @f(%x: tensor<4x8xf32>) -> tensor<4x4xf32> {
//	  %0 = prim.amax %x dims [1] : tensor<4x8xf32> -> tensor<4xf32>
//	  %1 = prim.broadcast_in_dim %0 dims [0] : tensor<4xf32> -> tensor<4x8xf32>
//	  %2 = prim.sub %x, %1 : tensor<4x8xf32>
//	  %3 = prim.dot "mk,nk->mn" %2, %x : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x4xf32>
//	  return %3 : tensor<4x4xf32>
//	}
//
// After tensor-fuse:
//
//	func.func @f(%arg0: tensor<4x8xf32>) -> tensor<4x4xf32> {
//	  %0 = call @f_0(%arg0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
//	  %1 = prim.dot "mk,nk->mn" %0, %arg0 : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x4xf32>
//	  return %1 : tensor<4x4xf32>
//	}
//	func.func private @f_0(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> attributes {prim.region = "rows"} {
//	  %0 = prim.amax %arg0 dims [1] : tensor<4x8xf32> -> tensor<4xf32>
//	  %1 = prim.broadcast_in_dim %0 dims [0] : tensor<4xf32> -> tensor<4x8xf32>
//	  %2 = prim.sub %arg0, %1 : tensor<4x8xf32>
//	  return %2 : tensor<4x8xf32>
//	}
//
// For a GPU, a region of a product includes the elementwise operations on its result, such as a bias, an activation or
// a residual, if that moves fewer bytes.
//
// Before:
//
//	func.func @f(%x: tensor<4x8xf32>, %w: tensor<2x8xf32>, %r: tensor<4x2xf32>) -> tensor<4x2xf32> {
//	  %0 = prim.dot "mk,nk->mn" %x, %w : (tensor<4x8xf32>, tensor<2x8xf32>) -> tensor<4x2xf32>
//	  %1 = prim.tanh %0 : tensor<4x2xf32>
//	  %2 = prim.add %1, %r : tensor<4x2xf32>
//	  return %2 : tensor<4x2xf32>
//	}
//
// After tensor-fuse{target=gpu}:
//
//	func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<2x8xf32>, %arg2: tensor<4x2xf32>) -> tensor<4x2xf32> {
//	  %0 = call @f_0(%arg0, %arg1, %arg2) : (tensor<4x8xf32>, tensor<2x8xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
//	  return %0 : tensor<4x2xf32>
//	}
//	func.func private @f_0(%arg0: tensor<4x8xf32>, %arg1: tensor<2x8xf32>, %arg2: tensor<4x2xf32>)
//	    -> tensor<4x2xf32> attributes {prim.region = "product"} {
//	  %0 = prim.dot "mk,nk->mn" %arg0, %arg1 : (tensor<4x8xf32>, tensor<2x8xf32>) -> tensor<4x2xf32>
//	  %1 = prim.tanh %0 : tensor<4x2xf32>
//	  %2 = prim.add %1, %arg2 : tensor<4x2xf32>
//	  return %2 : tensor<4x2xf32>
//	}
//
// Two products with a softmax between them, as in attention, are one region for a GPU, together with masks that are
// computed from indices. The weights, one for each pair of a row and a column, are never stored then.
//
// Before:
//
//	func.func @f(%q: tensor<16x32xf16>, %k: tensor<24x32xf16>, %v: tensor<24x32xf16>) -> tensor<16x32xf32> {
//	  %0 = prim.dot "mk,nk->mn" %q, %k in f32 : (tensor<16x32xf16>, tensor<24x32xf16>) -> tensor<16x24xf32>
//	  %1 = prim.amax %0 dims [1] : tensor<16x24xf32> -> tensor<16xf32>
//	  %2 = prim.broadcast_in_dim %1 dims [0] : tensor<16xf32> -> tensor<16x24xf32>
//	  %3 = prim.sub %0, %2 : tensor<16x24xf32>
//	  %4 = prim.exp %3 : tensor<16x24xf32>
//	  %5 = prim.convert_element_type %4 : tensor<16x24xf32> -> tensor<16x24xf16>
//	  %6 = prim.dot "mn,ne->me" %5, %v in f32 : (tensor<16x24xf16>, tensor<24x32xf16>) -> tensor<16x32xf32>
//	  return %6 : tensor<16x32xf32>
//	}
//
// After tensor-fuse{target=gpu}:
//
//	func.func @f(%arg0: tensor<16x32xf16>, %arg1: tensor<24x32xf16>, %arg2: tensor<24x32xf16>) -> tensor<16x32xf32> {
//	  %0 = call @f_0(%arg0, %arg1, %arg2) : (tensor<16x32xf16>, tensor<24x32xf16>, tensor<24x32xf16>)
//	      -> tensor<16x32xf32>
//	  return %0 : tensor<16x32xf32>
//	}
//	func.func private @f_0(%arg0: tensor<16x32xf16>, %arg1: tensor<24x32xf16>, %arg2: tensor<24x32xf16>)
//	    -> tensor<16x32xf32> attributes {prim.region = "attention"} {
//	  %0 = prim.dot "mk,nk->mn" %arg0, %arg1 in f32 : (tensor<16x32xf16>, tensor<24x32xf16>) -> tensor<16x24xf32>
//	  %1 = prim.amax %0 dims [1] : tensor<16x24xf32> -> tensor<16xf32>
//	  %2 = prim.broadcast_in_dim %1 dims [0] : tensor<16xf32> -> tensor<16x24xf32>
//	  %3 = prim.sub %0, %2 : tensor<16x24xf32>
//	  %4 = prim.exp %3 : tensor<16x24xf32>
//	  %5 = prim.convert_element_type %4 : tensor<16x24xf32> -> tensor<16x24xf16>
//	  %6 = prim.dot "mn,ne->me" %5, %arg2 in f32 : (tensor<16x24xf16>, tensor<24x32xf16>) -> tensor<16x32xf32>
//	  return %6 : tensor<16x32xf32>
//	}
//
// Functions with branches or loops stay as they are. Start at divide, which finds the regions. The other files:
// outline.go makes functions of them; recompute.go computes elementwise values in several regions for a GPU; product.go
// extends products; columns.go makes regions of sums along other dimensions than the last ones; cat.go and mover.go
// rewrite concatenations; selections.go moves selections before elementwise operations; reshape.go reduces rows in the
// shape in which the results are used; attention.go and gradient.go find attention and its gradients; remarks.go
// reports the regions and their costs.
package fusion

import (
	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/pass"
)

// Options of the pass.
type Options struct {
	// Remarks reports each region with the bytes that it moves, and for pairs of operations that are not in the same
	// region the reason.
	Remarks bool `opt:"remarks" help:"report regions, and why operations are not in one"`
	// Attention reports products that look like attention but are not one region, and why. Remarks includes it.
	Attention bool `opt:"attention" help:"report products before and after a softmax that are not one region, and why"`
	// Target is what executes the regions: cpu or gpu; "" stands for cpu. Regions for a GPU may contain more: see
	// [prim.Space].
	Target string `opt:"target" help:"what runs the regions" values:"cpu,gpu"`
	// UnknownSize is assumed for unknown sizes when bytes are counted; 0 stands for 1024.
	UnknownSize int64 `opt:"unknown-size" help:"size to assume for unknown dimensions when bytes are counted"`
}

// usualSize is the default of UnknownSize.
const usualSize = 1024

// Pass is tensor-fuse.
var Pass = &pass.Pass{
	Name:       "tensor-fuse",
	Summary:    "Outline primitives that are computed together as functions",
	Anchor:     "builtin.module",
	Dialects:   []*ir.Dialect{prim.Dialect, fn.Dialect},
	Options:    func() any { return &Options{UnknownSize: usualSize, Target: "cpu"} },
	Statistics: func() any { return new(statistics) },
	Run: func(ctx *pass.Context, module *ir.Operation) error {
		counts, o := ctx.Statistics.(*statistics), *ctx.Options.(*Options)
		if o.UnknownSize == 0 {
			o.UnknownSize = usualSize
		}
		var functions []fn.Func
		for op := range module.Region(0).Entry().Ops() {
			if f, ok := fn.AsFunc(op); ok && f.Attr(prim.RegionAttr) == nil && isStraight(f) {
				functions = append(functions, f)
			}
		}
		names := namer(module)
		for _, f := range functions {
			if err := ctx.Err(); err != nil {
				return err
			}
			wide := o.Target == "gpu"
			hoistSizes(f)
			if wide {
				dropConversions(f)
				convertLate(f)
				concatenateFirst(f)
				selectFirst(f)
				if err := sumSelected(f); err != nil {
					return err
				}
				reduceReshaped(f)
			}
			separateConstants(f, ir.NewBuilder(f.Context()), wide)
			if wide {
				foldTransposes(f)
				found := attentions(f, names)
				counts.Regions += int64(found.regions)
				counts.Primitives += int64(found.operations)
				if o.Remarks || o.Attention {
					found.report(ctx, o)
				}
			}
			d := divide(f.Entry(), wide, nil)
			if wide {
				d = d.computeFirst(f, o.UnknownSize)
				d.recompute(f, o.UnknownSize)
				d.products(o.UnknownSize)
				d.sums()
			}
			if o.Remarks {
				d.report(ctx, o.UnknownSize)
			}
			regions, operations := outline(f, d, names)
			counts.Regions += int64(regions)
			counts.Primitives += int64(operations)
		}
		return nil
	},
}

// isStraight reports whether a function has a body of one block, and no operation in it has regions.
func isStraight(f fn.Func) bool {
	if f.IsDeclaration() || f.Entry().Next() != nil {
		return false
	}
	for op := range f.Entry().Ops() {
		if op.NumRegions() > 0 {
			return false
		}
	}
	return true
}

type statistics struct {
	Regions    int64 `stat:"regions" help:"Regions that became functions"`
	Primitives int64 `stat:"primitives" help:"Primitives in them"`
}
