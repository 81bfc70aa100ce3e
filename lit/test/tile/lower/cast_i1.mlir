// RUN: tile-opt %s --pass-pipeline='builtin.module(tile-promote,tile-broadcast,tile-to-arith)' | filecheck %s

// Conversions from i1 to every other type.

module attributes {tile.semantics = #tile.semantics<triton>} {
// CHECK: module attributes {tile.semantics = #tile.semantics<triton>} {
// CHECK-LABEL:     tile.kernel @i1_to_i8(
// CHECK-SAME:         %[[VAL_0:.*]]: !tile.ptr<i8>,
// CHECK-SAME:         %[[VAL_1:.*]]: i1) {
// CHECK:       %[[VAL_2:.*]] = arith.extui %[[VAL_1]] : i1 to i8
// CHECK:       tile.store %[[VAL_0]], %[[VAL_2]] : !tile.ptr<i8>, i8
// CHECK:       tile.return
// CHECK:     }
tile.kernel @i1_to_i8(%p: !tile.ptr<i8>, %a: i1) {
  %0 = tile.cast %a : i1 -> i8
  tile.store %p, %0 : !tile.ptr<i8>, i8
  tile.return
}

// CHECK-LABEL:     tile.kernel @i1_to_ui8(
// CHECK-SAME:         %[[VAL_0:.*]]: !tile.ptr<i8>,
// CHECK-SAME:         %[[VAL_1:.*]]: i1) {
// CHECK:       %[[VAL_2:.*]] = arith.extui %[[VAL_1]] : i1 to i8
// CHECK:       tile.store %[[VAL_0]], %[[VAL_2]] : !tile.ptr<i8>, i8
// CHECK:       tile.return
// CHECK:     }
tile.kernel @i1_to_ui8(%p: !tile.ptr<ui8>, %a: i1) {
  %0 = tile.cast %a : i1 -> ui8
  tile.store %p, %0 : !tile.ptr<ui8>, ui8
  tile.return
}

// CHECK-LABEL:     tile.kernel @i1_to_i32(
// CHECK-SAME:         %[[VAL_0:.*]]: !tile.ptr<i32>,
// CHECK-SAME:         %[[VAL_1:.*]]: i1) {
// CHECK:       %[[VAL_2:.*]] = arith.extui %[[VAL_1]] : i1 to i32
// CHECK:       tile.store %[[VAL_0]], %[[VAL_2]] : !tile.ptr<i32>, i32
// CHECK:       tile.return
// CHECK:     }
tile.kernel @i1_to_i32(%p: !tile.ptr<i32>, %a: i1) {
  %0 = tile.cast %a : i1 -> i32
  tile.store %p, %0 : !tile.ptr<i32>, i32
  tile.return
}

// CHECK-LABEL:     tile.kernel @i1_to_ui32(
// CHECK-SAME:         %[[VAL_0:.*]]: !tile.ptr<i32>,
// CHECK-SAME:         %[[VAL_1:.*]]: i1) {
// CHECK:       %[[VAL_2:.*]] = arith.extui %[[VAL_1]] : i1 to i32
// CHECK:       tile.store %[[VAL_0]], %[[VAL_2]] : !tile.ptr<i32>, i32
// CHECK:       tile.return
// CHECK:     }
tile.kernel @i1_to_ui32(%p: !tile.ptr<ui32>, %a: i1) {
  %0 = tile.cast %a : i1 -> ui32
  tile.store %p, %0 : !tile.ptr<ui32>, ui32
  tile.return
}

// CHECK-LABEL:     tile.kernel @i1_to_i64(
// CHECK-SAME:         %[[VAL_0:.*]]: !tile.ptr<i64>,
// CHECK-SAME:         %[[VAL_1:.*]]: i1) {
// CHECK:       %[[VAL_2:.*]] = arith.extui %[[VAL_1]] : i1 to i64
// CHECK:       tile.store %[[VAL_0]], %[[VAL_2]] : !tile.ptr<i64>, i64
// CHECK:       tile.return
// CHECK:     }
tile.kernel @i1_to_i64(%p: !tile.ptr<i64>, %a: i1) {
  %0 = tile.cast %a : i1 -> i64
  tile.store %p, %0 : !tile.ptr<i64>, i64
  tile.return
}

// CHECK-LABEL:     tile.kernel @i1_to_ui64(
// CHECK-SAME:         %[[VAL_0:.*]]: !tile.ptr<i64>,
// CHECK-SAME:         %[[VAL_1:.*]]: i1) {
// CHECK:       %[[VAL_2:.*]] = arith.extui %[[VAL_1]] : i1 to i64
// CHECK:       tile.store %[[VAL_0]], %[[VAL_2]] : !tile.ptr<i64>, i64
// CHECK:       tile.return
// CHECK:     }
tile.kernel @i1_to_ui64(%p: !tile.ptr<ui64>, %a: i1) {
  %0 = tile.cast %a : i1 -> ui64
  tile.store %p, %0 : !tile.ptr<ui64>, ui64
  tile.return
}

// CHECK-LABEL:     tile.kernel @i1_to_f16(
// CHECK-SAME:         %[[VAL_0:.*]]: !tile.ptr<f16>,
// CHECK-SAME:         %[[VAL_1:.*]]: i1) {
// CHECK:       %[[VAL_2:.*]] = arith.uitofp %[[VAL_1]] : i1 to f16
// CHECK:       tile.store %[[VAL_0]], %[[VAL_2]] : !tile.ptr<f16>, f16
// CHECK:       tile.return
// CHECK:     }
tile.kernel @i1_to_f16(%p: !tile.ptr<f16>, %a: i1) {
  %0 = tile.cast %a : i1 -> f16
  tile.store %p, %0 : !tile.ptr<f16>, f16
  tile.return
}

// CHECK-LABEL:     tile.kernel @i1_to_bf16(
// CHECK-SAME:         %[[VAL_0:.*]]: !tile.ptr<bf16>,
// CHECK-SAME:         %[[VAL_1:.*]]: i1) {
// CHECK:       %[[VAL_2:.*]] = arith.uitofp %[[VAL_1]] : i1 to bf16
// CHECK:       tile.store %[[VAL_0]], %[[VAL_2]] : !tile.ptr<bf16>, bf16
// CHECK:       tile.return
// CHECK:     }
tile.kernel @i1_to_bf16(%p: !tile.ptr<bf16>, %a: i1) {
  %0 = tile.cast %a : i1 -> bf16
  tile.store %p, %0 : !tile.ptr<bf16>, bf16
  tile.return
}

// CHECK-LABEL:     tile.kernel @i1_to_f32(
// CHECK-SAME:         %[[VAL_0:.*]]: !tile.ptr<f32>,
// CHECK-SAME:         %[[VAL_1:.*]]: i1) {
// CHECK:       %[[VAL_2:.*]] = arith.uitofp %[[VAL_1]] : i1 to f32
// CHECK:       tile.store %[[VAL_0]], %[[VAL_2]] : !tile.ptr<f32>, f32
// CHECK:       tile.return
// CHECK:     }
tile.kernel @i1_to_f32(%p: !tile.ptr<f32>, %a: i1) {
  %0 = tile.cast %a : i1 -> f32
  tile.store %p, %0 : !tile.ptr<f32>, f32
  tile.return
}

// CHECK-LABEL:     tile.kernel @i1_to_f64(
// CHECK-SAME:         %[[VAL_0:.*]]: !tile.ptr<f64>,
// CHECK-SAME:         %[[VAL_1:.*]]: i1) {
// CHECK:       %[[VAL_2:.*]] = arith.uitofp %[[VAL_1]] : i1 to f64
// CHECK:       tile.store %[[VAL_0]], %[[VAL_2]] : !tile.ptr<f64>, f64
// CHECK:       tile.return
// CHECK:     }
tile.kernel @i1_to_f64(%p: !tile.ptr<f64>, %a: i1) {
  %0 = tile.cast %a : i1 -> f64
  tile.store %p, %0 : !tile.ptr<f64>, f64
  tile.return
}
}
