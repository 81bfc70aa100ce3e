// RUN: mlir-opt %s --cse | FileCheck %s

// CHECK: func @passes
func.func @passes() {
  return
}

// CHECK: func @needs_a_dialect
func.func @needs_a_dialect(%a: i1) {
  emitc.verbatim "x"
  return
}

// CHECK: func @needs_an_operation_that_no_tool_has
func.func @needs_an_operation_that_no_tool_has() {
  arith.no_such_operation
  return
}
