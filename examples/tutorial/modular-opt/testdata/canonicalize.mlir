// RUN: modular-opt %s --canonicalize | filecheck %s

// CHECK-LABEL: func.func @factor(
// CHECK-SAME:    %[[X:.*]]: !modular.int<7>, %[[Y:.*]]: !modular.int<7>, %[[Z:.*]]: !modular.int<7>)
func.func @factor(%x: !modular.int<7>, %y: !modular.int<7>, %z: !modular.int<7>) -> !modular.int<7> {
  // CHECK: %[[SUM:.*]] = modular.add %[[Y]], %[[Z]] : !modular.int<7>
  // CHECK: %[[ALL:.*]] = modular.mul %[[X]], %[[SUM]] : !modular.int<7>
  // CHECK: return %[[ALL]]
  %0 = modular.mul %x, %y : !modular.int<7>
  %1 = modular.mul %x, %z : !modular.int<7>
  %2 = modular.add %0, %1 : !modular.int<7>
  return %2 : !modular.int<7>
}

// CHECK-LABEL: func.func @constants(
func.func @constants(%x: !modular.int<7>) -> !modular.int<7> {
  // CHECK: %[[C:.*]] = modular.constant 2 : !modular.int<7>
  // CHECK: modular.add %{{.*}}, %[[C]] : !modular.int<7>
  // CHECK-NOT: modular.add
  %4 = modular.constant 4 : !modular.int<7>
  %5 = modular.constant 5 : !modular.int<7>
  %0 = modular.add %x, %4 : !modular.int<7>
  %1 = modular.add %5, %0 : !modular.int<7>
  return %1 : !modular.int<7>
}
