// Package tilearith is the pass tile-to-arith. It lowers the loosely typed arithmetic of dialect tile to operations of
// arith and math. The signedness of integers moves from their types into the operations: afterwards a kernel has only
// signless integers.
//
// It runs after tile-promote and tile-broadcast, which give all operands of an operation one type.
//
// convert.go has tile.cast and constants, arithmetic.go the elementwise operations, signless.go the change of types.
//
// Before:
//
//	module attributes {tile.semantics = #tile.semantics<triton>} {
//	  func.func @f(%x: tensor<8xui32>, %y: tensor<8xui32>) -> tensor<8xui32> {
//	    %s = tile.max %x, %y : tensor<8xui32>, tensor<8xui32> -> tensor<8xui32>
//	    return %s : tensor<8xui32>
//	  }
//	}
//
// After tile-to-arith:
//
//	module attributes {tile.semantics = #tile.semantics<triton>} {
//	  func.func @f(%arg0: tensor<8xi32>, %arg1: tensor<8xi32>) -> tensor<8xi32> {
//	    %0 = arith.maxui %arg0, %arg1 : tensor<8xi32>
//	    return %0 : tensor<8xi32>
//	  }
//	}
package tilearith
