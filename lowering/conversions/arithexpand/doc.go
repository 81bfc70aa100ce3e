// Package arithexpand is the pass `arith-expand`. It expands operations of dialect arith that targets lack into several
// simpler ones. The result is the same as that of upstream's pass (mlir/lib/Dialect/Arith/Transforms/ExpandOps.cpp),
// with upstream's approximations: the maximum of zeros of both signs is the second operand, a truncation to f8E8M0FNU
// drops sign and fraction, and a truncation to f4E2M1FN rounds halves up.
//
// An expansion that needs constants fails for types of dynamic shape, which have no constants. Start with [Pass].
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
