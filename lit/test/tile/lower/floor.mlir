// RUN: tile-opt %s --pass-pipeline='builtin.module(tile-promote,tile-broadcast,tile-to-arith)' | filecheck %s

// tile.floor on each kind of number.

module attributes {tile.semantics = #tile.semantics<triton>} {
// CHECK: module attributes {tile.semantics = #tile.semantics<triton>} {
// CHECK-LABEL:     tile.kernel @floor_f32(
// CHECK-SAME:         %[[VAL_0:.*]]: !tile.ptr<f32>,
// CHECK-SAME:         %[[VAL_1:.*]]: f32) {
// CHECK:       %[[VAL_2:.*]] = math.floor %[[VAL_1]] : f32
// CHECK:       tile.store %[[VAL_0]], %[[VAL_2]] : !tile.ptr<f32>, f32
// CHECK:       tile.return
// CHECK:     }
tile.kernel @floor_f32(%p: !tile.ptr<f32>, %a: f32) {
  %0 = tile.floor %a : f32 -> f32
  tile.store %p, %0 : !tile.ptr<f32>, f32
  tile.return
}
}
