// Package products lowers products of matrices, tile.dot.
//
// Start at [Dot], which chooses how a product is computed. fma.go computes any product by fused multiplications and
// additions; swizzle.go finds where its operands lie in shared memory. For products of warp groups, factors.go copies
// the operands to shared memory, and warpgroup.go emits the wgmma instructions. warp.go emits the products of single
// warps, whose operands are in registers.
package products

import (
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/threads/internal/emit"
)

// Dot lowers tile.dot. The layout of the accumulator determines the instructions.
func Dot(c *emit.Code, op *ir.Operation) error {
	if e, ok := tilegpu.EncodingOf(op.Result(0).Type()).(*tilegpu.MMAAttr); ok {
		if e.Spec.Version == 2 {
			return warpProduct(c, op, e)
		}
		return warpGroupProduct(c, op, e)
	}
	return fusedProduct(c, op)
}
