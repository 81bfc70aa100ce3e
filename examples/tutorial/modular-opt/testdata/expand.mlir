// RUN: modular-opt %s --pass-pipeline='builtin.module(func.func(modular-expand{max-factor=2}))' | filecheck %s

// CHECK-LABEL: func.func @double(
// CHECK-SAME:    %[[X:.*]]: !modular.int<7>)
func.func @double(%x: !modular.int<7>) -> (!modular.int<7>, !modular.int<7>) {
  // CHECK: %[[DOUBLE:.*]] = modular.add %[[X]], %[[X]] : !modular.int<7>
  // CHECK: %[[TRIPLE:.*]] = modular.mul %[[X]], %{{.*}} : !modular.int<7>
  // CHECK: return %[[DOUBLE]], %[[TRIPLE]]
  %2 = modular.constant 2 : !modular.int<7>
  %3 = modular.constant 3 : !modular.int<7>
  %0 = modular.mul %x, %2 : !modular.int<7>
  %1 = modular.mul %x, %3 : !modular.int<7>
  return %0, %1 : !modular.int<7>, !modular.int<7>
}
