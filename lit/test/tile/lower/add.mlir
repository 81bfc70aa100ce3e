// RUN: tile-opt %s --pass-pipeline='builtin.module(tile-promote,tile-broadcast,tile-to-arith)' | filecheck %s

// tile.add on each kind of number.

module attributes {tile.semantics = #tile.semantics<triton>} {
// CHECK: module attributes {tile.semantics = #tile.semantics<triton>} {
// CHECK-LABEL:     tile.kernel @add_i32(
// CHECK-SAME:         %[[VAL_0:.*]]: !tile.ptr<i32>,
// CHECK-SAME:         %[[VAL_1:.*]]: i32,
// CHECK-SAME:         %[[VAL_2:.*]]: i32) {
// CHECK:       %[[VAL_3:.*]] = arith.addi %[[VAL_1]], %[[VAL_2]] : i32
// CHECK:       tile.store %[[VAL_0]], %[[VAL_3]] : !tile.ptr<i32>, i32
// CHECK:       tile.return
// CHECK:     }
tile.kernel @add_i32(%p: !tile.ptr<i32>, %a: i32, %b: i32) {
  %0 = tile.add %a, %b : i32, i32 -> i32
  tile.store %p, %0 : !tile.ptr<i32>, i32
  tile.return
}

// CHECK-LABEL:     tile.kernel @add_ui32(
// CHECK-SAME:         %[[VAL_0:.*]]: !tile.ptr<i32>,
// CHECK-SAME:         %[[VAL_1:.*]]: i32,
// CHECK-SAME:         %[[VAL_2:.*]]: i32) {
// CHECK:       %[[VAL_3:.*]] = arith.addi %[[VAL_1]], %[[VAL_2]] : i32
// CHECK:       tile.store %[[VAL_0]], %[[VAL_3]] : !tile.ptr<i32>, i32
// CHECK:       tile.return
// CHECK:     }
tile.kernel @add_ui32(%p: !tile.ptr<ui32>, %a: ui32, %b: ui32) {
  %0 = tile.add %a, %b : ui32, ui32 -> ui32
  tile.store %p, %0 : !tile.ptr<ui32>, ui32
  tile.return
}

// CHECK-LABEL:     tile.kernel @add_f32(
// CHECK-SAME:         %[[VAL_0:.*]]: !tile.ptr<f32>,
// CHECK-SAME:         %[[VAL_1:.*]]: f32,
// CHECK-SAME:         %[[VAL_2:.*]]: f32) {
// CHECK:       %[[VAL_3:.*]] = arith.addf %[[VAL_1]], %[[VAL_2]] : f32
// CHECK:       tile.store %[[VAL_0]], %[[VAL_3]] : !tile.ptr<f32>, f32
// CHECK:       tile.return
// CHECK:     }
tile.kernel @add_f32(%p: !tile.ptr<f32>, %a: f32, %b: f32) {
  %0 = tile.add %a, %b : f32, f32 -> f32
  tile.store %p, %0 : !tile.ptr<f32>, f32
  tile.return
}

// CHECK-LABEL:     tile.kernel @add_f16(
// CHECK-SAME:         %[[VAL_0:.*]]: !tile.ptr<f16>,
// CHECK-SAME:         %[[VAL_1:.*]]: f16,
// CHECK-SAME:         %[[VAL_2:.*]]: f16) {
// CHECK:       %[[VAL_3:.*]] = arith.addf %[[VAL_1]], %[[VAL_2]] : f16
// CHECK:       tile.store %[[VAL_0]], %[[VAL_3]] : !tile.ptr<f16>, f16
// CHECK:       tile.return
// CHECK:     }
tile.kernel @add_f16(%p: !tile.ptr<f16>, %a: f16, %b: f16) {
  %0 = tile.add %a, %b : f16, f16 -> f16
  tile.store %p, %0 : !tile.ptr<f16>, f16
  tile.return
}
}
