// Package splitproducts is the pass tile-split-products. It replaces matrix products of f32 with precision tf32x3,
// bf16x3 or bf16x6 by sums of products of narrower parts, which tensor cores compute. Each factor is approximately the
// sum of its parts: the first part is the factor rounded to the narrow type, and each further part is the remaining
// difference, rounded again. Products of parts that are too small to matter are omitted. The others are added up, the
// smallest first.
//
//	tf32x3   2 parts of tf32, 3 products, about 21 bits of a factor
//	bf16x3   2 parts of bf16, 3 products, about 16 bits
//	bf16x6   3 parts of bf16, 6 products, about 24 bits
//
// If an element of a factor is infinite, results are NaN, since its second part is NaN. For targets whose tensor cores
// lack these types, the pass leaves the products of f32 unchanged. It expects the strict level. Start at [Split].
//
// Before:
//
//	tile.kernel @product(%p: !tile.ptr<f32>) {
//	  %s = tile.splat %p : !tile.ptr<f32> -> tensor<16x16x!tile.ptr<f32>>
//	  %x = tile.load %s : tensor<16x16x!tile.ptr<f32>>
//	  %zero = arith.constant dense<0.0> : tensor<16x16xf32>
//	  %d = tile.dot %x, %x, %zero precision bf16x3 : tensor<16x16xf32>, tensor<16x16xf32> -> tensor<16x16xf32>
//	  tile.store %s, %d : tensor<16x16x!tile.ptr<f32>>, tensor<16x16xf32>
//	  tile.return
//	}
//
// After tile-split-products,cse,canonicalize:
//
//	tile.kernel @product(%arg0: !tile.ptr<f32>) {
//	  %cst = arith.constant dense<0.000000e+00> : tensor<16x16xf32>
//	  %0 = tile.splat %arg0 : !tile.ptr<f32> -> tensor<16x16x!tile.ptr<f32>>
//	  %1 = tile.load %0 : tensor<16x16x!tile.ptr<f32>>
//	  %2 = arith.truncf %1 : tensor<16x16xf32> to tensor<16x16xbf16>
//	  %3 = arith.extf %2 : tensor<16x16xbf16> to tensor<16x16xf32>
//	  %4 = arith.subf %1, %3 : tensor<16x16xf32>
//	  %5 = arith.truncf %4 : tensor<16x16xf32> to tensor<16x16xbf16>
//	  %6 = tile.dot %5, %2, %cst : tensor<16x16xbf16>, tensor<16x16xbf16> -> tensor<16x16xf32>
//	  %7 = tile.dot %2, %5, %6 : tensor<16x16xbf16>, tensor<16x16xbf16> -> tensor<16x16xf32>
//	  %8 = tile.dot %2, %2, %7 : tensor<16x16xbf16>, tensor<16x16xbf16> -> tensor<16x16xf32>
//	  tile.store %0, %8 : tensor<16x16x!tile.ptr<f32>>, tensor<16x16xf32>
//	  tile.return
//	}
package splitproducts

import (
	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/pass"
)

// Options of the pass.
type Options struct {
	SM int `opt:"sm" help:"oldest target, such as 80 for sm_80; earlier ones have no products of tf32 or bf16"`
}

// leastSM is the first target with products of tf32 and bf16 (PTX ISA, "mma").
const leastSM = 80

// Pass is tile-split-products.
var Pass = &pass.Pass{
	Name:    "tile-split-products",
	Summary: "Split products of f32 into products of tf32 or bf16 with the precision that they ask for",
	Anchor:  "builtin.module",
	Options: func() any { return &Options{SM: leastSM} },
	Run: func(ctx *pass.Context, op *ir.Operation) error {
		return ctx.Finish(ctx.Options.(*Options).SM >= leastSM && Split(op))
	},
}

// plan says how a product is split.
type plan struct {
	parts    int
	products [][2]int // pairs of parts of the left and the right factor; the smallest product first
}

var (
	three = plan{2, [][2]int{{1, 0}, {0, 1}, {0, 0}}}
	six   = plan{3, [][2]int{{1, 1}, {2, 0}, {0, 2}, {1, 0}, {0, 1}, {0, 0}}}
	plans = map[tile.Precision]plan{tile.PrecisionTF32x3: three, tile.PrecisionBF16x3: three, tile.PrecisionBF16x6: six}
)

// Split replaces the products inside op, and reports whether there were any.
func Split(op *ir.Operation) bool {
	found := op.Collect(func(inner *ir.Operation) bool {
		_, ok := plans[tile.PrecisionOf(inner)]
		return ok && inner.Is(&tile.Dot)
	})
	for _, dot := range found {
		split(dot)
	}
	return len(found) > 0
}

func split(dot *ir.Operation) {
	precision := tile.PrecisionOf(dot)
	ctx, p := dot.Context(), plans[precision]
	b := ir.NewBuilder(ctx).Before(dot)
	b.SetLoc(dot.Loc())
	narrow, of := ir.Type(ctx.Float("bf16")), tile.PrecisionIEEE
	if precision == tile.PrecisionTF32x3 {
		narrow, of = ctx.Float("tf32"), tile.PrecisionTF32
	}
	var factors [2][]*ir.Value
	for i := range factors {
		factors[i] = parts(b, dot.Operand(i), narrow, p.parts)
	}
	sum := dot.Operand(2)
	for _, pair := range p.products {
		sum = tile.NewDot(b, factors[0][pair[0]], factors[1][pair[1]], sum, of)
	}
	dot.Result(0).ReplaceAllUsesWith(sum)
	dot.Erase()
}

// parts returns n parts of a factor of f32: tensors of bf16, or tensors of f32 whose elements are representable in
// tf32.
func parts(b *ir.Builder, x *ir.Value, narrow ir.Type, n int) (list []*ir.Value) {
	t := x.Type().(*ir.TensorType)
	for rest := x; ; {
		part := arith.Cast(b, &arith.TruncF, rest, b.Context().WithElement(t, narrow))
		wide := arith.Cast(b, &arith.ExtF, part, t)
		if narrow == ir.Type(b.Context().Float("tf32")) {
			part = wide
		}
		if list = append(list, part); len(list) == n {
			return list
		}
		rest = arith.Binary(b, &arith.SubF, rest, wide) // exact
	}
}
