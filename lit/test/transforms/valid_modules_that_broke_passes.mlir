// RUN: tile-opt %s --split-input-file --pass-pipeline='builtin.module(canonicalize,convert-scf-to-cf)' | filecheck %s

// Case values with more than 64 bits are not analyzed.

// CHECK-LABEL: func @wide
// CHECK: cf.switch %arg0 : i128, [
// CHECK-NEXT: default:
// CHECK-NEXT: 1: ^
func.func @wide(%x: i128) -> i32 {
  %a = arith.constant 1 : i32
  %b = arith.constant 2 : i32
  cf.switch %x : i128, [
    default: ^d(%a : i32),
    1: ^p
  ]
^p:
  cf.br ^d(%b : i32)
^d(%r: i32):
  return %r : i32
}

// -----

// Without dimensions, there is one iteration.

// CHECK-LABEL: func @once
// CHECK-NEXT: memref.store
// CHECK-NEXT: return
func.func @once(%m: memref<i32>, %x: i32) {
  scf.forall () in () {
    memref.store %x, %m[] : memref<i32>
  }
  return
}
