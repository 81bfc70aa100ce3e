// RUN: tile-opt %s --pass-pipeline='builtin.module(tile-promote,tile-broadcast,tile-to-arith)' | filecheck %s

// Conversions from bf16 to every other type.

module attributes {tile.semantics = #tile.semantics<triton>} {
// CHECK: module attributes {tile.semantics = #tile.semantics<triton>} {
// CHECK-LABEL:     tile.kernel @bf16_to_i1(
// CHECK-SAME:         %[[VAL_0:.*]]: !tile.ptr<i1>,
// CHECK-SAME:         %[[VAL_1:.*]]: bf16) {
// CHECK:       %[[VAL_2:.*]] = arith.constant 0.000000e+00 : bf16
// CHECK:       %[[VAL_3:.*]] = arith.cmpf une, %[[VAL_1]], %[[VAL_2]] : bf16
// CHECK:       tile.store %[[VAL_0]], %[[VAL_3]] : !tile.ptr<i1>, i1
// CHECK:       tile.return
// CHECK:     }
tile.kernel @bf16_to_i1(%p: !tile.ptr<i1>, %a: bf16) {
  %0 = tile.cast %a : bf16 -> i1
  tile.store %p, %0 : !tile.ptr<i1>, i1
  tile.return
}

// CHECK-LABEL:     tile.kernel @bf16_to_i8(
// CHECK-SAME:         %[[VAL_0:.*]]: !tile.ptr<i8>,
// CHECK-SAME:         %[[VAL_1:.*]]: bf16) {
// CHECK:       %[[VAL_2:.*]] = arith.fptosi %[[VAL_1]] : bf16 to i8
// CHECK:       tile.store %[[VAL_0]], %[[VAL_2]] : !tile.ptr<i8>, i8
// CHECK:       tile.return
// CHECK:     }
tile.kernel @bf16_to_i8(%p: !tile.ptr<i8>, %a: bf16) {
  %0 = tile.cast %a : bf16 -> i8
  tile.store %p, %0 : !tile.ptr<i8>, i8
  tile.return
}

// CHECK-LABEL:     tile.kernel @bf16_to_ui8(
// CHECK-SAME:         %[[VAL_0:.*]]: !tile.ptr<i8>,
// CHECK-SAME:         %[[VAL_1:.*]]: bf16) {
// CHECK:       %[[VAL_2:.*]] = arith.fptoui %[[VAL_1]] : bf16 to i8
// CHECK:       tile.store %[[VAL_0]], %[[VAL_2]] : !tile.ptr<i8>, i8
// CHECK:       tile.return
// CHECK:     }
tile.kernel @bf16_to_ui8(%p: !tile.ptr<ui8>, %a: bf16) {
  %0 = tile.cast %a : bf16 -> ui8
  tile.store %p, %0 : !tile.ptr<ui8>, ui8
  tile.return
}

// CHECK-LABEL:     tile.kernel @bf16_to_i32(
// CHECK-SAME:         %[[VAL_0:.*]]: !tile.ptr<i32>,
// CHECK-SAME:         %[[VAL_1:.*]]: bf16) {
// CHECK:       %[[VAL_2:.*]] = arith.fptosi %[[VAL_1]] : bf16 to i32
// CHECK:       tile.store %[[VAL_0]], %[[VAL_2]] : !tile.ptr<i32>, i32
// CHECK:       tile.return
// CHECK:     }
tile.kernel @bf16_to_i32(%p: !tile.ptr<i32>, %a: bf16) {
  %0 = tile.cast %a : bf16 -> i32
  tile.store %p, %0 : !tile.ptr<i32>, i32
  tile.return
}

// CHECK-LABEL:     tile.kernel @bf16_to_ui32(
// CHECK-SAME:         %[[VAL_0:.*]]: !tile.ptr<i32>,
// CHECK-SAME:         %[[VAL_1:.*]]: bf16) {
// CHECK:       %[[VAL_2:.*]] = arith.fptoui %[[VAL_1]] : bf16 to i32
// CHECK:       tile.store %[[VAL_0]], %[[VAL_2]] : !tile.ptr<i32>, i32
// CHECK:       tile.return
// CHECK:     }
tile.kernel @bf16_to_ui32(%p: !tile.ptr<ui32>, %a: bf16) {
  %0 = tile.cast %a : bf16 -> ui32
  tile.store %p, %0 : !tile.ptr<ui32>, ui32
  tile.return
}

// CHECK-LABEL:     tile.kernel @bf16_to_i64(
// CHECK-SAME:         %[[VAL_0:.*]]: !tile.ptr<i64>,
// CHECK-SAME:         %[[VAL_1:.*]]: bf16) {
// CHECK:       %[[VAL_2:.*]] = arith.fptosi %[[VAL_1]] : bf16 to i64
// CHECK:       tile.store %[[VAL_0]], %[[VAL_2]] : !tile.ptr<i64>, i64
// CHECK:       tile.return
// CHECK:     }
tile.kernel @bf16_to_i64(%p: !tile.ptr<i64>, %a: bf16) {
  %0 = tile.cast %a : bf16 -> i64
  tile.store %p, %0 : !tile.ptr<i64>, i64
  tile.return
}

// CHECK-LABEL:     tile.kernel @bf16_to_ui64(
// CHECK-SAME:         %[[VAL_0:.*]]: !tile.ptr<i64>,
// CHECK-SAME:         %[[VAL_1:.*]]: bf16) {
// CHECK:       %[[VAL_2:.*]] = arith.fptoui %[[VAL_1]] : bf16 to i64
// CHECK:       tile.store %[[VAL_0]], %[[VAL_2]] : !tile.ptr<i64>, i64
// CHECK:       tile.return
// CHECK:     }
tile.kernel @bf16_to_ui64(%p: !tile.ptr<ui64>, %a: bf16) {
  %0 = tile.cast %a : bf16 -> ui64
  tile.store %p, %0 : !tile.ptr<ui64>, ui64
  tile.return
}

// CHECK-LABEL:     tile.kernel @bf16_to_f16(
// CHECK-SAME:         %[[VAL_0:.*]]: !tile.ptr<f16>,
// CHECK-SAME:         %[[VAL_1:.*]]: bf16) {
// CHECK:       %[[VAL_2:.*]] = arith.extf %[[VAL_1]] : bf16 to f32
// CHECK:       %[[VAL_3:.*]] = arith.truncf %[[VAL_2]] : f32 to f16
// CHECK:       tile.store %[[VAL_0]], %[[VAL_3]] : !tile.ptr<f16>, f16
// CHECK:       tile.return
// CHECK:     }
tile.kernel @bf16_to_f16(%p: !tile.ptr<f16>, %a: bf16) {
  %0 = tile.cast %a : bf16 -> f16
  tile.store %p, %0 : !tile.ptr<f16>, f16
  tile.return
}

// CHECK-LABEL:     tile.kernel @bf16_to_f32(
// CHECK-SAME:         %[[VAL_0:.*]]: !tile.ptr<f32>,
// CHECK-SAME:         %[[VAL_1:.*]]: bf16) {
// CHECK:       %[[VAL_2:.*]] = arith.extf %[[VAL_1]] : bf16 to f32
// CHECK:       tile.store %[[VAL_0]], %[[VAL_2]] : !tile.ptr<f32>, f32
// CHECK:       tile.return
// CHECK:     }
tile.kernel @bf16_to_f32(%p: !tile.ptr<f32>, %a: bf16) {
  %0 = tile.cast %a : bf16 -> f32
  tile.store %p, %0 : !tile.ptr<f32>, f32
  tile.return
}

// CHECK-LABEL:     tile.kernel @bf16_to_f64(
// CHECK-SAME:         %[[VAL_0:.*]]: !tile.ptr<f64>,
// CHECK-SAME:         %[[VAL_1:.*]]: bf16) {
// CHECK:       %[[VAL_2:.*]] = arith.extf %[[VAL_1]] : bf16 to f64
// CHECK:       tile.store %[[VAL_0]], %[[VAL_2]] : !tile.ptr<f64>, f64
// CHECK:       tile.return
// CHECK:     }
tile.kernel @bf16_to_f64(%p: !tile.ptr<f64>, %a: bf16) {
  %0 = tile.cast %a : bf16 -> f64
  tile.store %p, %0 : !tile.ptr<f64>, f64
  tile.return
}
}
