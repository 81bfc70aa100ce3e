// RUN: mlir-opt %s --canonicalize --split-input-file | FileCheck %s

// CHECK-LABEL: func @constant_comes_last(
// CHECK: arith.addi %{{.*}}, %c1
func.func @constant_comes_last(%a: i32) -> i32 {
  %one = arith.constant 1 : i32
  %sum = arith.addi %one, %a : i32
  return %sum : i32
}

// CHECK-LABEL: func @same(
// CHECK-NEXT: return %arg0
func.func @same(%a: i32) -> i32 {
  return %a : i32
}

// CHECK: this text is printed by no tool
func.func @expects_what_nobody_prints() {
  return
}

// -----

// CHECK: func @after_the_marker
func.func @after_the_marker() {
  return
}
