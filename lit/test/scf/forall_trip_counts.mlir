// RUN: tile-opt %s --canonicalize | FileCheck %s

// Steps, and distances between bounds, may be larger than a signed index can be.

func.func private @use(index)

// CHECK-LABEL: @once
// CHECK: %[[ZERO:.*]] = arith.constant 0 : index
// CHECK-NOT: scf.forall
// CHECK: call @use(%[[ZERO]])
func.func @once() {
  scf.forall (%i) = (0) to (10) step (9223372036854775807) {
    func.call @use(%i) : (index) -> ()
  }
  return
}

// CHECK-LABEL: @many
// CHECK: scf.forall
// CHECK: call @use
func.func @many() {
  scf.forall (%i) = (-9223372036854775807) to (9223372036854775807) step (2) {
    func.call @use(%i) : (index) -> ()
  }
  return
}
