// RUN: tile-opt %s --pass-pipeline='builtin.module(tile-promote,tile-broadcast,tile-to-arith)' | filecheck %s

// tile.and on each kind of number.

module attributes {tile.semantics = #tile.semantics<triton>} {
// CHECK: module attributes {tile.semantics = #tile.semantics<triton>} {
// CHECK-LABEL:     tile.kernel @and_i32(
// CHECK-SAME:         %[[VAL_0:.*]]: !tile.ptr<i32>,
// CHECK-SAME:         %[[VAL_1:.*]]: i32,
// CHECK-SAME:         %[[VAL_2:.*]]: i32) {
// CHECK:       %[[VAL_3:.*]] = arith.andi %[[VAL_1]], %[[VAL_2]] : i32
// CHECK:       tile.store %[[VAL_0]], %[[VAL_3]] : !tile.ptr<i32>, i32
// CHECK:       tile.return
// CHECK:     }
tile.kernel @and_i32(%p: !tile.ptr<i32>, %a: i32, %b: i32) {
  %0 = tile.and %a, %b : i32, i32 -> i32
  tile.store %p, %0 : !tile.ptr<i32>, i32
  tile.return
}

// CHECK-LABEL:     tile.kernel @and_ui32(
// CHECK-SAME:         %[[VAL_0:.*]]: !tile.ptr<i32>,
// CHECK-SAME:         %[[VAL_1:.*]]: i32,
// CHECK-SAME:         %[[VAL_2:.*]]: i32) {
// CHECK:       %[[VAL_3:.*]] = arith.andi %[[VAL_1]], %[[VAL_2]] : i32
// CHECK:       tile.store %[[VAL_0]], %[[VAL_3]] : !tile.ptr<i32>, i32
// CHECK:       tile.return
// CHECK:     }
tile.kernel @and_ui32(%p: !tile.ptr<ui32>, %a: ui32, %b: ui32) {
  %0 = tile.and %a, %b : ui32, ui32 -> ui32
  tile.store %p, %0 : !tile.ptr<ui32>, ui32
  tile.return
}

// CHECK-LABEL:     tile.kernel @and_i1(
// CHECK-SAME:         %[[VAL_0:.*]]: !tile.ptr<i1>,
// CHECK-SAME:         %[[VAL_1:.*]]: i1,
// CHECK-SAME:         %[[VAL_2:.*]]: i1) {
// CHECK:       %[[VAL_3:.*]] = arith.andi %[[VAL_1]], %[[VAL_2]] : i1
// CHECK:       tile.store %[[VAL_0]], %[[VAL_3]] : !tile.ptr<i1>, i1
// CHECK:       tile.return
// CHECK:     }
tile.kernel @and_i1(%p: !tile.ptr<i1>, %a: i1, %b: i1) {
  %0 = tile.and %a, %b : i1, i1 -> i1
  tile.store %p, %0 : !tile.ptr<i1>, i1
  tile.return
}
}
