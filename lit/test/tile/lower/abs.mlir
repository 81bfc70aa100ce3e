// RUN: tile-opt %s --pass-pipeline='builtin.module(tile-promote,tile-broadcast,tile-to-arith)' | filecheck %s

// The magnitude of an unsigned integer is the integer itself.

module attributes {tile.semantics = #tile.semantics<triton>} {
// CHECK: module attributes {tile.semantics = #tile.semantics<triton>} {
// CHECK-LABEL:     tile.kernel @abs_i32(
// CHECK-SAME:         %[[VAL_0:.*]]: !tile.ptr<i32>,
// CHECK-SAME:         %[[VAL_1:.*]]: i32) {
// CHECK:       %[[VAL_2:.*]] = math.absi %[[VAL_1]] : i32
// CHECK:       tile.store %[[VAL_0]], %[[VAL_2]] : !tile.ptr<i32>, i32
// CHECK:       tile.return
// CHECK:     }
tile.kernel @abs_i32(%p: !tile.ptr<i32>, %a: i32) {
  %0 = tile.abs %a : i32 -> i32
  tile.store %p, %0 : !tile.ptr<i32>, i32
  tile.return
}

// CHECK-LABEL:     tile.kernel @abs_ui32(
// CHECK-SAME:         %[[VAL_0:.*]]: !tile.ptr<i32>,
// CHECK-SAME:         %[[VAL_1:.*]]: i32) {
// CHECK:       tile.store %[[VAL_0]], %[[VAL_1]] : !tile.ptr<i32>, i32
// CHECK:       tile.return
// CHECK:     }
tile.kernel @abs_ui32(%p: !tile.ptr<ui32>, %a: ui32) {
  %0 = tile.abs %a : ui32 -> ui32
  tile.store %p, %0 : !tile.ptr<ui32>, ui32
  tile.return
}

// CHECK-LABEL:     tile.kernel @abs_f32(
// CHECK-SAME:         %[[VAL_0:.*]]: !tile.ptr<f32>,
// CHECK-SAME:         %[[VAL_1:.*]]: f32) {
// CHECK:       %[[VAL_2:.*]] = math.absf %[[VAL_1]] : f32
// CHECK:       tile.store %[[VAL_0]], %[[VAL_2]] : !tile.ptr<f32>, f32
// CHECK:       tile.return
// CHECK:     }
tile.kernel @abs_f32(%p: !tile.ptr<f32>, %a: f32) {
  %0 = tile.abs %a : f32 -> f32
  tile.store %p, %0 : !tile.ptr<f32>, f32
  tile.return
}
}
