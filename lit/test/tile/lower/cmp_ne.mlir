// RUN: tile-opt %s --pass-pipeline='builtin.module(tile-promote,tile-broadcast,tile-to-arith)' | filecheck %s

// Comparisons of unsigned integers have unsigned predicates. With NaN, comparisons of floats are false, but ne is true.

module attributes {tile.semantics = #tile.semantics<triton>} {
// CHECK: module attributes {tile.semantics = #tile.semantics<triton>} {
// CHECK-LABEL:     tile.kernel @ne_i32(
// CHECK-SAME:         %[[VAL_0:.*]]: !tile.ptr<i1>,
// CHECK-SAME:         %[[VAL_1:.*]]: i32,
// CHECK-SAME:         %[[VAL_2:.*]]: i32) {
// CHECK:       %[[VAL_3:.*]] = arith.cmpi ne, %[[VAL_1]], %[[VAL_2]] : i32
// CHECK:       tile.store %[[VAL_0]], %[[VAL_3]] : !tile.ptr<i1>, i1
// CHECK:       tile.return
// CHECK:     }
tile.kernel @ne_i32(%p: !tile.ptr<i1>, %a: i32, %b: i32) {
  %0 = tile.cmp ne, %a, %b : i32, i32 -> i1
  tile.store %p, %0 : !tile.ptr<i1>, i1
  tile.return
}

// CHECK-LABEL:     tile.kernel @ne_ui32(
// CHECK-SAME:         %[[VAL_0:.*]]: !tile.ptr<i1>,
// CHECK-SAME:         %[[VAL_1:.*]]: i32,
// CHECK-SAME:         %[[VAL_2:.*]]: i32) {
// CHECK:       %[[VAL_3:.*]] = arith.cmpi ne, %[[VAL_1]], %[[VAL_2]] : i32
// CHECK:       tile.store %[[VAL_0]], %[[VAL_3]] : !tile.ptr<i1>, i1
// CHECK:       tile.return
// CHECK:     }
tile.kernel @ne_ui32(%p: !tile.ptr<i1>, %a: ui32, %b: ui32) {
  %0 = tile.cmp ne, %a, %b : ui32, ui32 -> i1
  tile.store %p, %0 : !tile.ptr<i1>, i1
  tile.return
}

// CHECK-LABEL:     tile.kernel @ne_f32(
// CHECK-SAME:         %[[VAL_0:.*]]: !tile.ptr<i1>,
// CHECK-SAME:         %[[VAL_1:.*]]: f32,
// CHECK-SAME:         %[[VAL_2:.*]]: f32) {
// CHECK:       %[[VAL_3:.*]] = arith.cmpf une, %[[VAL_1]], %[[VAL_2]] : f32
// CHECK:       tile.store %[[VAL_0]], %[[VAL_3]] : !tile.ptr<i1>, i1
// CHECK:       tile.return
// CHECK:     }
tile.kernel @ne_f32(%p: !tile.ptr<i1>, %a: f32, %b: f32) {
  %0 = tile.cmp ne, %a, %b : f32, f32 -> i1
  tile.store %p, %0 : !tile.ptr<i1>, i1
  tile.return
}
}
