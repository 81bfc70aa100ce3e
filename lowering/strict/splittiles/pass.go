// Package splittiles is the pass tile-split-tiles. It replaces tensors with dimensions that are not powers of two, such
// as 192, by several tensors, called pieces, whose dimensions are, such as 128 and 64. Layouts require powers of two,
// but programs may use other sizes. The pass expects the strict level. Functions that are called must neither take nor
// return such tensors.
//
// A dimension is cut into powers of two, the largest first, in the same way for all tensors with a dimension of this
// size (cuts.go). Elementwise operations are done on each piece, products along the pieces of each dimension, and
// reductions combine the results of the pieces. Loops and branches carry the pieces. Operations that move elements
// along a cut dimension, such as scans and sorts, are not supported, and give an error. Start at [Split].
//
// Before:
//
//	tile.kernel @scale(%x: !tile.array<?xf32, strides = [1]>) {
//	  %i = tile.program_id 0
//	  %v = tile.load_view %x[%i] padding zero : !tile.array<?xf32, strides = [1]> -> tensor<192xf32>
//	  %w = arith.addf %v, %v : tensor<192xf32>
//	  tile.store_view %w, %x[%i] : tensor<192xf32>, !tile.array<?xf32, strides = [1]>
//	  tile.return
//	}
//
// After tile-split-tiles,cse:
//
//	tile.kernel @scale(%arg0: !tile.array<?xf32, strides = [1]>) {
//	  %0 = tile.program_id 0
//	  %c3_i32 = arith.constant 3 : i32
//	  %1 = arith.muli %0, %c3_i32 : i32
//	  %2 = tile.view %arg0 : !tile.view<tile = [128], steps = [64], padding = zero, !tile.array<?xf32, strides = [1]>>
//	  %3 = tile.load_view %2[%1] : !tile.view<tile = [128], steps = [64], padding = zero, !tile.array<?xf32,
//	      strides = [1]>> -> tensor<128xf32>
//	  %c2_i32 = arith.constant 2 : i32
//	  %4 = arith.addi %1, %c2_i32 : i32
//	  %5 = tile.view %arg0 : !tile.view<tile = [64], padding = zero, !tile.array<?xf32, strides = [1]>>
//	  %6 = tile.load_view %5[%4] anywhere : !tile.view<tile = [64], padding = zero, !tile.array<?xf32,
//	      strides = [1]>> -> tensor<64xf32>
//	  %7 = arith.addf %3, %3 : tensor<128xf32>
//	  %8 = arith.addf %6, %6 : tensor<64xf32>
//	  %9 = tile.view %arg0 : !tile.view<tile = [128], steps = [64], !tile.array<?xf32, strides = [1]>>
//	  tile.store_view %7, %9[%1] : tensor<128xf32>, !tile.view<tile = [128], steps = [64], !tile.array<?xf32,
//	      strides = [1]>>
//	  %10 = tile.view %arg0 : !tile.view<tile = [64], !tile.array<?xf32, strides = [1]>>
//	  tile.store_view %8, %10[%4] anywhere : tensor<64xf32>, !tile.view<tile = [64], !tile.array<?xf32, strides = [1]>>
//	  tile.return
//	}
package splittiles

import (
	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/pass"
)

// Pass is tile-split-tiles.
var Pass = &pass.Pass{
	Name:    "tile-split-tiles",
	Summary: "Split tensors into parts whose dimensions are powers of two",
	Anchor:  "builtin.module",
	Run: func(ctx *pass.Context, module *ir.Operation) error {
		changed := false
		kernels := tile.Operations(module)
		for _, op := range append(fn.Called(module, kernels...), kernels...) {
			one, err := Split(op)
			if err != nil {
				return err
			}
			changed = changed || one
		}
		if !changed {
			ctx.PreserveAll()
		}
		return nil
	},
}

// Split rewrites a kernel, or a function that kernels call, and reports whether there was anything to do. It checks all
// operations first, so that it does not change a kernel if it returns an error. The error is an *ir.Diagnostic at the
// operation that does not support such tensors.
func Split(root *ir.Operation) (bool, error) {
	found := false
	var refused error
	root.Walk(func(op *ir.Operation) bool {
		if refused == nil && uneven(op) {
			found = true
			refused = check(op)
		}
		return true
	})
	if !found || refused != nil {
		return false, refused
	}
	s := &splitter{ctx: root.Context(), pieces: map[*ir.Value][]*ir.Value{}}
	for b := range root.Region(0).Blocks() {
		s.block(b)
	}
	return true, nil
}

// uneven reports whether an operation has an operand or result with a dimension that is not a power of two.
func uneven(op *ir.Operation) bool {
	for _, v := range op.Operands() {
		if isCut(v.Type()) {
			return true
		}
	}
	for _, v := range op.Results() {
		if isCut(v.Type()) {
			return true
		}
	}
	return false
}
