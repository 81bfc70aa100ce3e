// Package update writes the CHECK lines of tests from the present output of their commands, as MLIR's
// generate-test-checks does: one CHECK-LABEL for each function, before the function in the test, with variables for the
// names of values.
//
//	// CHECK-LABEL:   func.func @f(
//	// CHECK-SAME:      %[[VAL_0:[^:]*]]: i32) -> i32 {
//	// CHECK:           %[[VAL_1:.*]] = arith.addi %[[VAL_0]], %[[VAL_0]] : i32
//	// CHECK:           return %[[VAL_1]] : i32
//	// CHECK:         }
//
// Such checks describe the whole output, and not only the part that matters. They are a draft: the author deletes the
// checks that the test is not about. Start with [Test]; [Checks] and [Rewrite] are its two steps.
package update
