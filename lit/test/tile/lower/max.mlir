// RUN: tile-opt %s --pass-pipeline='builtin.module(tile-promote,tile-broadcast,tile-to-arith)' | filecheck %s

// The maximum of unsigned integers is unsigned. The maximum of floats ignores NaN unless it is told otherwise.

module attributes {tile.semantics = #tile.semantics<triton>} {
// CHECK: module attributes {tile.semantics = #tile.semantics<triton>} {
// CHECK-LABEL:     tile.kernel @max_i32(
// CHECK-SAME:         %[[VAL_0:.*]]: !tile.ptr<i32>,
// CHECK-SAME:         %[[VAL_1:.*]]: i32,
// CHECK-SAME:         %[[VAL_2:.*]]: i32) {
// CHECK:       %[[VAL_3:.*]] = arith.maxsi %[[VAL_1]], %[[VAL_2]] : i32
// CHECK:       tile.store %[[VAL_0]], %[[VAL_3]] : !tile.ptr<i32>, i32
// CHECK:       tile.return
// CHECK:     }
tile.kernel @max_i32(%p: !tile.ptr<i32>, %a: i32, %b: i32) {
  %0 = tile.max %a, %b : i32, i32 -> i32
  tile.store %p, %0 : !tile.ptr<i32>, i32
  tile.return
}

// CHECK-LABEL:     tile.kernel @max_ui32(
// CHECK-SAME:         %[[VAL_0:.*]]: !tile.ptr<i32>,
// CHECK-SAME:         %[[VAL_1:.*]]: i32,
// CHECK-SAME:         %[[VAL_2:.*]]: i32) {
// CHECK:       %[[VAL_3:.*]] = arith.maxui %[[VAL_1]], %[[VAL_2]] : i32
// CHECK:       tile.store %[[VAL_0]], %[[VAL_3]] : !tile.ptr<i32>, i32
// CHECK:       tile.return
// CHECK:     }
tile.kernel @max_ui32(%p: !tile.ptr<ui32>, %a: ui32, %b: ui32) {
  %0 = tile.max %a, %b : ui32, ui32 -> ui32
  tile.store %p, %0 : !tile.ptr<ui32>, ui32
  tile.return
}

// CHECK-LABEL:     tile.kernel @max_f32(
// CHECK-SAME:         %[[VAL_0:.*]]: !tile.ptr<f32>,
// CHECK-SAME:         %[[VAL_1:.*]]: f32,
// CHECK-SAME:         %[[VAL_2:.*]]: f32) {
// CHECK:       %[[VAL_3:.*]] = arith.maxnumf %[[VAL_1]], %[[VAL_2]] : f32
// CHECK:       tile.store %[[VAL_0]], %[[VAL_3]] : !tile.ptr<f32>, f32
// CHECK:       tile.return
// CHECK:     }
tile.kernel @max_f32(%p: !tile.ptr<f32>, %a: f32, %b: f32) {
  %0 = tile.max %a, %b : f32, f32 -> f32
  tile.store %p, %0 : !tile.ptr<f32>, f32
  tile.return
}
}
