// Package arithexpand expands operations of the dialect arith that targets lack into several simpler ones: the pass
// `arith-expand`. Its result is that of upstream's pass (mlir/lib/Dialect/Arith/Transforms/ExpandOps.cpp), with
// upstream's approximations: the maximum of zeros of both signs is the second one, a truncation to f8E8M0FNU drops sign
// and fraction, and one to f4E2M1FN rounds halves up.
//
// Types of dynamic shape, for which there are no constants, are refused where constants are needed. Start with [Pass].
//
// Before:
//
//	func.func @f(%x: i32, %y: i32) -> i32 {
//	  %q = arith.ceildivui %x, %y : i32
//	  return %q : i32
//	}
//
// After arith-expand:
//
//	func.func @f(%arg0: i32, %arg1: i32) -> i32 {
//	  %c0_i32 = arith.constant 0 : i32
//	  %0 = arith.cmpi eq, %arg0, %c0_i32 : i32
//	  %c1_i32 = arith.constant 1 : i32
//	  %1 = arith.subi %arg0, %c1_i32 : i32
//	  %2 = arith.divui %1, %arg1 : i32
//	  %3 = arith.addi %2, %c1_i32 : i32
//	  %4 = arith.select %0, %c0_i32, %3 : i32
//	  return %4 : i32
//	}
package arithexpand
