// RUN: mlir-opt %s --no-such-pass | FileCheck %s

// CHECK: func @needs_a_pass_that_no_tool_has
func.func @needs_a_pass_that_no_tool_has() {
  return
}
