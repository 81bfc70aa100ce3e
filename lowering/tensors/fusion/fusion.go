// Package fusion is the pass tensor-fuse: it divides a function of primitives into regions that are computed together,
// so that values between them never lie in memory. A region computes elementwise, or row by row where it reduces the
// last dimensions, as a softmax does. Each becomes a private function with the attribute prim.region, which executors
// run as one kernel. What is in no region stays as it is: products, moved elements, scans, and views.
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
// Two products with a softmax between them, as in attention, are one region for a GPU, with the masks that are computed
// from indices. The pairs of rows and columns are never in memory then.
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
// Functions with branches or loops stay as they are. Start at divide, which finds the regions; outline.go makes
// functions of them, recompute.go computes points in several regions for a GPU, product.go extends products,
// columns.go makes regions of sums along other dimensions than the last ones, cat.go and mover.go concatenate what is
// in memory, selections.go takes elements of what is, attention.go finds attention, and remarks.go says what all cost.
package fusion

import (
	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/pass"
)

// Options of the pass.
type Options struct {
	// Remarks reports each region with the bytes that it moves, and for pairs of operations that could have been in one
	// region the reason why a value goes through memory between them.
	Remarks bool `opt:"remarks" help:"report regions, and why operations are not in one"`
	// Attention reports what could have been attention, and why it is not one region. Remarks include it.
	Attention bool `opt:"attention" help:"report products behind a softmax that are not one region, and why"`
	// Target is what runs the regions: cpu or gpu; "" stands for cpu. Kernels of a GPU compute more in a region: see
	// [prim.Space].
	Target string `opt:"target" help:"what runs the regions" values:"cpu,gpu"`
	// UnknownSize stands for sizes that are not known, where bytes are counted; 0 stands for 1024.
	UnknownSize int64 `opt:"unknown-size" help:"size to assume for unknown dimensions when bytes are counted"`
}

// usualSize is what sizes are taken to be that nothing says more about.
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
			d := divide(f.Entry(), wide)
			if wide {
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

// isStraight reports whether a function has a body of one block, whose operations have no regions.
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
