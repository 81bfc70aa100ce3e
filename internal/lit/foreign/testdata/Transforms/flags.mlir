// RUN: mlir-opt %s --affine-loop-fusion | FileCheck %s

// CHECK: func @needs_a_pass
func.func @needs_a_pass() {
  return
}
