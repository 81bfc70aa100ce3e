// RUN: tile-opt %s --pass-pipeline='builtin.module(tile-promote,tile-broadcast,tile-to-arith)' | filecheck %s

// Division is an operation on floats: integers are converted first.

module attributes {tile.semantics = #tile.semantics<triton>} {
// CHECK: module attributes {tile.semantics = #tile.semantics<triton>} {
// CHECK-LABEL:     tile.kernel @div_i32(
// CHECK-SAME:         %[[VAL_0:.*]]: !tile.ptr<f32>,
// CHECK-SAME:         %[[VAL_1:.*]]: i32,
// CHECK-SAME:         %[[VAL_2:.*]]: i32) {
// CHECK:       %[[VAL_3:.*]] = arith.sitofp %[[VAL_1]] : i32 to f32
// CHECK:       %[[VAL_4:.*]] = arith.sitofp %[[VAL_2]] : i32 to f32
// CHECK:       %[[VAL_5:.*]] = arith.divf %[[VAL_3]], %[[VAL_4]] : f32
// CHECK:       tile.store %[[VAL_0]], %[[VAL_5]] : !tile.ptr<f32>, f32
// CHECK:       tile.return
// CHECK:     }
tile.kernel @div_i32(%p: !tile.ptr<f32>, %a: i32, %b: i32) {
  %0 = tile.div %a, %b : i32, i32 -> f32
  tile.store %p, %0 : !tile.ptr<f32>, f32
  tile.return
}

// CHECK-LABEL:     tile.kernel @div_ui32(
// CHECK-SAME:         %[[VAL_0:.*]]: !tile.ptr<f32>,
// CHECK-SAME:         %[[VAL_1:.*]]: i32,
// CHECK-SAME:         %[[VAL_2:.*]]: i32) {
// CHECK:       %[[VAL_3:.*]] = arith.uitofp %[[VAL_1]] : i32 to f32
// CHECK:       %[[VAL_4:.*]] = arith.uitofp %[[VAL_2]] : i32 to f32
// CHECK:       %[[VAL_5:.*]] = arith.divf %[[VAL_3]], %[[VAL_4]] : f32
// CHECK:       tile.store %[[VAL_0]], %[[VAL_5]] : !tile.ptr<f32>, f32
// CHECK:       tile.return
// CHECK:     }
tile.kernel @div_ui32(%p: !tile.ptr<f32>, %a: ui32, %b: ui32) {
  %0 = tile.div %a, %b : ui32, ui32 -> f32
  tile.store %p, %0 : !tile.ptr<f32>, f32
  tile.return
}

// CHECK-LABEL:     tile.kernel @div_f32(
// CHECK-SAME:         %[[VAL_0:.*]]: !tile.ptr<f32>,
// CHECK-SAME:         %[[VAL_1:.*]]: f32,
// CHECK-SAME:         %[[VAL_2:.*]]: f32) {
// CHECK:       %[[VAL_3:.*]] = arith.divf %[[VAL_1]], %[[VAL_2]] : f32
// CHECK:       tile.store %[[VAL_0]], %[[VAL_3]] : !tile.ptr<f32>, f32
// CHECK:       tile.return
// CHECK:     }
tile.kernel @div_f32(%p: !tile.ptr<f32>, %a: f32, %b: f32) {
  %0 = tile.div %a, %b : f32, f32 -> f32
  tile.store %p, %0 : !tile.ptr<f32>, f32
  tile.return
}
}
