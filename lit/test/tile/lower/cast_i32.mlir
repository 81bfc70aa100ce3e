// RUN: tile-opt %s --pass-pipeline='builtin.module(tile-promote,tile-broadcast,tile-to-arith)' | filecheck %s

// Conversions from i32 to every other type.

module attributes {tile.semantics = #tile.semantics<triton>} {
// CHECK: module attributes {tile.semantics = #tile.semantics<triton>} {
// CHECK-LABEL:     tile.kernel @i32_to_i1(
// CHECK-SAME:         %[[VAL_0:.*]]: !tile.ptr<i1>,
// CHECK-SAME:         %[[VAL_1:.*]]: i32) {
// CHECK:       %[[VAL_2:.*]] = arith.constant 0 : i32
// CHECK:       %[[VAL_3:.*]] = arith.cmpi ne, %[[VAL_1]], %[[VAL_2]] : i32
// CHECK:       tile.store %[[VAL_0]], %[[VAL_3]] : !tile.ptr<i1>, i1
// CHECK:       tile.return
// CHECK:     }
tile.kernel @i32_to_i1(%p: !tile.ptr<i1>, %a: i32) {
  %0 = tile.cast %a : i32 -> i1
  tile.store %p, %0 : !tile.ptr<i1>, i1
  tile.return
}

// CHECK-LABEL:     tile.kernel @i32_to_i8(
// CHECK-SAME:         %[[VAL_0:.*]]: !tile.ptr<i8>,
// CHECK-SAME:         %[[VAL_1:.*]]: i32) {
// CHECK:       %[[VAL_2:.*]] = arith.trunci %[[VAL_1]] : i32 to i8
// CHECK:       tile.store %[[VAL_0]], %[[VAL_2]] : !tile.ptr<i8>, i8
// CHECK:       tile.return
// CHECK:     }
tile.kernel @i32_to_i8(%p: !tile.ptr<i8>, %a: i32) {
  %0 = tile.cast %a : i32 -> i8
  tile.store %p, %0 : !tile.ptr<i8>, i8
  tile.return
}

// CHECK-LABEL:     tile.kernel @i32_to_ui8(
// CHECK-SAME:         %[[VAL_0:.*]]: !tile.ptr<i8>,
// CHECK-SAME:         %[[VAL_1:.*]]: i32) {
// CHECK:       %[[VAL_2:.*]] = arith.trunci %[[VAL_1]] : i32 to i8
// CHECK:       tile.store %[[VAL_0]], %[[VAL_2]] : !tile.ptr<i8>, i8
// CHECK:       tile.return
// CHECK:     }
tile.kernel @i32_to_ui8(%p: !tile.ptr<ui8>, %a: i32) {
  %0 = tile.cast %a : i32 -> ui8
  tile.store %p, %0 : !tile.ptr<ui8>, ui8
  tile.return
}

// CHECK-LABEL:     tile.kernel @i32_to_ui32(
// CHECK-SAME:         %[[VAL_0:.*]]: !tile.ptr<i32>,
// CHECK-SAME:         %[[VAL_1:.*]]: i32) {
// CHECK:       tile.store %[[VAL_0]], %[[VAL_1]] : !tile.ptr<i32>, i32
// CHECK:       tile.return
// CHECK:     }
tile.kernel @i32_to_ui32(%p: !tile.ptr<ui32>, %a: i32) {
  %0 = tile.cast %a : i32 -> ui32
  tile.store %p, %0 : !tile.ptr<ui32>, ui32
  tile.return
}

// CHECK-LABEL:     tile.kernel @i32_to_i64(
// CHECK-SAME:         %[[VAL_0:.*]]: !tile.ptr<i64>,
// CHECK-SAME:         %[[VAL_1:.*]]: i32) {
// CHECK:       %[[VAL_2:.*]] = arith.extsi %[[VAL_1]] : i32 to i64
// CHECK:       tile.store %[[VAL_0]], %[[VAL_2]] : !tile.ptr<i64>, i64
// CHECK:       tile.return
// CHECK:     }
tile.kernel @i32_to_i64(%p: !tile.ptr<i64>, %a: i32) {
  %0 = tile.cast %a : i32 -> i64
  tile.store %p, %0 : !tile.ptr<i64>, i64
  tile.return
}

// CHECK-LABEL:     tile.kernel @i32_to_ui64(
// CHECK-SAME:         %[[VAL_0:.*]]: !tile.ptr<i64>,
// CHECK-SAME:         %[[VAL_1:.*]]: i32) {
// CHECK:       %[[VAL_2:.*]] = arith.extsi %[[VAL_1]] : i32 to i64
// CHECK:       tile.store %[[VAL_0]], %[[VAL_2]] : !tile.ptr<i64>, i64
// CHECK:       tile.return
// CHECK:     }
tile.kernel @i32_to_ui64(%p: !tile.ptr<ui64>, %a: i32) {
  %0 = tile.cast %a : i32 -> ui64
  tile.store %p, %0 : !tile.ptr<ui64>, ui64
  tile.return
}

// CHECK-LABEL:     tile.kernel @i32_to_f16(
// CHECK-SAME:         %[[VAL_0:.*]]: !tile.ptr<f16>,
// CHECK-SAME:         %[[VAL_1:.*]]: i32) {
// CHECK:       %[[VAL_2:.*]] = arith.sitofp %[[VAL_1]] : i32 to f16
// CHECK:       tile.store %[[VAL_0]], %[[VAL_2]] : !tile.ptr<f16>, f16
// CHECK:       tile.return
// CHECK:     }
tile.kernel @i32_to_f16(%p: !tile.ptr<f16>, %a: i32) {
  %0 = tile.cast %a : i32 -> f16
  tile.store %p, %0 : !tile.ptr<f16>, f16
  tile.return
}

// CHECK-LABEL:     tile.kernel @i32_to_bf16(
// CHECK-SAME:         %[[VAL_0:.*]]: !tile.ptr<bf16>,
// CHECK-SAME:         %[[VAL_1:.*]]: i32) {
// CHECK:       %[[VAL_2:.*]] = arith.sitofp %[[VAL_1]] : i32 to bf16
// CHECK:       tile.store %[[VAL_0]], %[[VAL_2]] : !tile.ptr<bf16>, bf16
// CHECK:       tile.return
// CHECK:     }
tile.kernel @i32_to_bf16(%p: !tile.ptr<bf16>, %a: i32) {
  %0 = tile.cast %a : i32 -> bf16
  tile.store %p, %0 : !tile.ptr<bf16>, bf16
  tile.return
}

// CHECK-LABEL:     tile.kernel @i32_to_f32(
// CHECK-SAME:         %[[VAL_0:.*]]: !tile.ptr<f32>,
// CHECK-SAME:         %[[VAL_1:.*]]: i32) {
// CHECK:       %[[VAL_2:.*]] = arith.sitofp %[[VAL_1]] : i32 to f32
// CHECK:       tile.store %[[VAL_0]], %[[VAL_2]] : !tile.ptr<f32>, f32
// CHECK:       tile.return
// CHECK:     }
tile.kernel @i32_to_f32(%p: !tile.ptr<f32>, %a: i32) {
  %0 = tile.cast %a : i32 -> f32
  tile.store %p, %0 : !tile.ptr<f32>, f32
  tile.return
}

// CHECK-LABEL:     tile.kernel @i32_to_f64(
// CHECK-SAME:         %[[VAL_0:.*]]: !tile.ptr<f64>,
// CHECK-SAME:         %[[VAL_1:.*]]: i32) {
// CHECK:       %[[VAL_2:.*]] = arith.sitofp %[[VAL_1]] : i32 to f64
// CHECK:       tile.store %[[VAL_0]], %[[VAL_2]] : !tile.ptr<f64>, f64
// CHECK:       tile.return
// CHECK:     }
tile.kernel @i32_to_f64(%p: !tile.ptr<f64>, %a: i32) {
  %0 = tile.cast %a : i32 -> f64
  tile.store %p, %0 : !tile.ptr<f64>, f64
  tile.return
}
}
