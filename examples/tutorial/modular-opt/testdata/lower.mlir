// RUN: modular-opt %s --convert-modular-to-arith | filecheck %s

// CHECK-LABEL: func.func @add(
// CHECK-SAME:    %[[X:.*]]: i32, %[[Y:.*]]: i32) -> i32
func.func @add(%x: !modular.int<7>, %y: !modular.int<7>) -> !modular.int<7> {
  // CHECK: %[[SUM:.*]] = arith.addi %[[X]], %[[Y]] : i32
  // CHECK: %[[SEVEN:.*]] = arith.constant 7 : i32
  // CHECK: %[[REST:.*]] = arith.remui %[[SUM]], %[[SEVEN]] : i32
  // CHECK: return %[[REST]] : i32
  %0 = modular.add %x, %y : !modular.int<7>
  return %0 : !modular.int<7>
}
