// RUN: tile-opt %s --pass-pipeline='builtin.module(tile-promote,tile-broadcast,tile-to-arith)' | filecheck %s

// tile.neg on each kind of number.

module attributes {tile.semantics = #tile.semantics<triton>} {
// CHECK: module attributes {tile.semantics = #tile.semantics<triton>} {
// CHECK-LABEL:     tile.kernel @neg_i32(
// CHECK-SAME:         %[[VAL_0:.*]]: !tile.ptr<i32>,
// CHECK-SAME:         %[[VAL_1:.*]]: i32) {
// CHECK:       %[[VAL_2:.*]] = arith.constant 0 : i32
// CHECK:       %[[VAL_3:.*]] = arith.subi %[[VAL_2]], %[[VAL_1]] : i32
// CHECK:       tile.store %[[VAL_0]], %[[VAL_3]] : !tile.ptr<i32>, i32
// CHECK:       tile.return
// CHECK:     }
tile.kernel @neg_i32(%p: !tile.ptr<i32>, %a: i32) {
  %0 = tile.neg %a : i32 -> i32
  tile.store %p, %0 : !tile.ptr<i32>, i32
  tile.return
}

// CHECK-LABEL:     tile.kernel @neg_f32(
// CHECK-SAME:         %[[VAL_0:.*]]: !tile.ptr<f32>,
// CHECK-SAME:         %[[VAL_1:.*]]: f32) {
// CHECK:       %[[VAL_2:.*]] = arith.constant 0.000000e+00 : f32
// CHECK:       %[[VAL_3:.*]] = arith.subf %[[VAL_2]], %[[VAL_1]] : f32
// CHECK:       tile.store %[[VAL_0]], %[[VAL_3]] : !tile.ptr<f32>, f32
// CHECK:       tile.return
// CHECK:     }
tile.kernel @neg_f32(%p: !tile.ptr<f32>, %a: f32) {
  %0 = tile.neg %a : f32 -> f32
  tile.store %p, %0 : !tile.ptr<f32>, f32
  tile.return
}
}
