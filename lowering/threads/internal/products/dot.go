// Package products lowers products of matrices, tile.dot.
//
// Start at [Dot], which chooses how a product is computed. fma.go computes any product by fused multiplications and
// additions; swizzle.go finds where its operands lie in shared memory.
package products

import (
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/threads/internal/emit"
)

// Dot lowers tile.dot.
func Dot(c *emit.Code, op *ir.Operation) error { return fusedProduct(c, op) }
