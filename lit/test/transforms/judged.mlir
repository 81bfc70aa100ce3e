// These programs were reduced from generated ones. mlir-opt 22 gives wrong results for them, or none.

// RUN: tile-opt %s --split-input-file --inline --canonicalize | filecheck %s

// mlir-opt makes an arith.extsi to index from this, which is not valid.
// CHECK-LABEL: func.func @upper_half(
// CHECK-SAME: %[[A:.*]]: index)
// CHECK: %{{.*}}, %[[HIGH:.*]] = arith.mulsi_extended %[[A]], %{{.*}} : index
// CHECK-NEXT: return %[[HIGH]]
func.func @upper_half(%a: index) -> index {
  %c1 = arith.constant 1 : index
  %low, %high = arith.mulsi_extended %a, %c1 : index
  return %high : index
}

// -----

// After inlining, a loop is unreachable. mlir-opt's --inline then runs forever.
// CHECK-LABEL: func.func @unreachable_loop(
// CHECK-NEXT: %[[C:.*]] = arith.constant 1 : i32
// CHECK-NEXT: return %[[C]]
func.func @unreachable_loop(%n: i32) -> i32 {
  %two = call @two() : () -> i32
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %0 = arith.cmpi eq, %c1, %two : i32
  cf.cond_br %0, ^head(%n : i32), ^end
^head(%i: i32):
  %1 = arith.cmpi sgt, %i, %c0 : i32
  cf.cond_br %1, ^body, ^end
^body:
  %2 = arith.subi %i, %c1 : i32
  cf.br ^head(%2 : i32)
^end:
  return %c1 : i32
}
func.func private @two() -> i32 {
  %0 = arith.constant 2 : i32
  return %0 : i32
}

// -----

// An index cannot hold 33 bits: its upper half is lost. mlir-opt drops both operations.
// CHECK-LABEL: func.func @narrowed(
// CHECK: arith.index_cast %{{.*}} : index to i33
// CHECK: arith.index_cast %{{.*}} : i33 to index
func.func @narrowed(%a: index) -> index {
  %0 = arith.index_cast %a : index to i33
  %1 = arith.index_cast %0 : i33 to index
  return %1 : index
}
