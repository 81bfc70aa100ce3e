// Package products lowers products of matrices, tile.dot.
//
// Start at [Dot], which chooses how a product is computed. fma.go computes any product by fused multiplications and
// additions; swizzle.go finds where its operands lie in shared memory. factors.go brings the operands to shared memory
// for products of warp groups, which warpgroup.go makes of instructions; warp.go does so for warps, whose operands are
// in registers.
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
