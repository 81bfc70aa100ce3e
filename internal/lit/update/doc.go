// Package update writes the CHECK lines of tests from what their commands print now, as MLIR's generate-test-checks
// does: one CHECK-LABEL for each function, in front of the function in the test, with the names of values as variables.
//
//	// CHECK-LABEL:   func.func @f(
//	// CHECK-SAME:      %[[VAL_0:[^:]*]]: i32) -> i32 {
//	// CHECK:           %[[VAL_1:.*]] = arith.addi %[[VAL_0]], %[[VAL_0]] : i32
//	// CHECK:           return %[[VAL_1]] : i32
//	// CHECK:         }
//
// Such checks say what the output is, not what about it matters: they are a draft for their author, who deletes what
// the test is not about. Start with [Test]; [Checks] and [Rewrite] are its two halves.
package update
