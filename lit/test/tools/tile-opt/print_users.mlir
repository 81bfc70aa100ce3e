// RUN: tile-opt %s --mlir-print-value-users | filecheck %s
// CHECK: arith.constant 1 : i32 // user: %[[#R:]]
// CHECK-NEXT: %[[#R]] = arith.addi
func.func @f() -> i32 {
  %0 = arith.constant 1 : i32
  %1 = arith.addi %0, %0 : i32
  return %1 : i32
}
