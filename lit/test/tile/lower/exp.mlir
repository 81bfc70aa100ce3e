// RUN: tile-opt %s --pass-pipeline='builtin.module(tile-promote,tile-broadcast,tile-to-arith)' | filecheck %s

// tile.exp on each kind of number.

module attributes {tile.semantics = #tile.semantics<triton>} {
// CHECK: module attributes {tile.semantics = #tile.semantics<triton>} {
// CHECK-LABEL:     tile.kernel @exp_f32(
// CHECK-SAME:         %[[VAL_0:.*]]: !tile.ptr<f32>,
// CHECK-SAME:         %[[VAL_1:.*]]: f32) {
// CHECK:       %[[VAL_2:.*]] = math.exp %[[VAL_1]] : f32
// CHECK:       tile.store %[[VAL_0]], %[[VAL_2]] : !tile.ptr<f32>, f32
// CHECK:       tile.return
// CHECK:     }
tile.kernel @exp_f32(%p: !tile.ptr<f32>, %a: f32) {
  %0 = tile.exp %a : f32 -> f32
  tile.store %p, %0 : !tile.ptr<f32>, f32
  tile.return
}

// CHECK-LABEL:     tile.kernel @exp_f16(
// CHECK-SAME:         %[[VAL_0:.*]]: !tile.ptr<f16>,
// CHECK-SAME:         %[[VAL_1:.*]]: f16) {
// CHECK:       %[[VAL_2:.*]] = math.exp %[[VAL_1]] : f16
// CHECK:       tile.store %[[VAL_0]], %[[VAL_2]] : !tile.ptr<f16>, f16
// CHECK:       tile.return
// CHECK:     }
tile.kernel @exp_f16(%p: !tile.ptr<f16>, %a: f16) {
  %0 = tile.exp %a : f16 -> f16
  tile.store %p, %0 : !tile.ptr<f16>, f16
  tile.return
}
}
