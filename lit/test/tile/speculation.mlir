// RUN: tile-opt %s --allow-unregistered-dialect --pass-pipeline='builtin.module(loop-invariant-code-motion)' | filecheck %s

// An operation that may fail stays where the program executes it, because a loop may have no iterations. A quotient by a
// positive literal, a quotient of floats, and a histogram, which ignores numbers without a bin, may move before the loop.

// CHECK-LABEL: tile.kernel @once
// CHECK-DAG: tile.histogram
// CHECK-DAG: tile.mod %arg1, %{{.*}} : i32, !tile.literal<int> -> i32
// CHECK-DAG: tile.mod %arg2, %arg2 : f32, f32 -> f32
// CHECK-DAG: tile.div %arg1, %arg3
// CHECK: scf.for
// CHECK-DAG: tile.floordiv %arg1, %arg3
// CHECK-DAG: tile.cdiv %arg1, %arg3
// CHECK-DAG: tile.truncdiv %arg1, %arg3
// CHECK-DAG: tile.mod %arg1, %arg3
// CHECK-DAG: tile.mod %arg1, %{{.*}} : i32, !tile.literal<int> -> i32
// CHECK: tile.return
module attributes {tile.semantics = #tile.semantics<triton>} {
tile.kernel @once(%p: !tile.ptr<i32>, %n: i32, %f: f32, %z: i32) {
  %x = tile.iota : tensor<8xi32>
  %seven = tile.literal 7
  %zero = tile.literal 0
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  scf.for %i = %c0 to %n step %c1 : i32 {
    %h = tile.histogram %x : tensor<8xi32> -> tensor<4xi32>
    %a = tile.floordiv %n, %z : i32, i32 -> i32
    %b = tile.cdiv %n, %z : i32, i32 -> i32
    %c = tile.truncdiv %n, %z : i32, i32 -> i32
    %d = tile.mod %n, %z : i32, i32 -> i32
    %e = tile.mod %n, %zero : i32, !tile.literal<int> -> i32
    %g = tile.mod %n, %seven : i32, !tile.literal<int> -> i32
    %k = tile.mod %f, %f : f32, f32 -> f32
    %l = tile.div %n, %z : i32, i32 -> f32
    "u.use"(%h, %a, %b, %c, %d, %e, %g, %k, %l) : (tensor<4xi32>, i32, i32, i32, i32, i32, i32, f32, f32) -> ()
  }
  tile.return
}
}
