// RUN: tile-opt %s --allow-unregistered-dialect --tile-promote | filecheck %s
// RUN: tile-opt %s --allow-unregistered-dialect --canonicalize | filecheck %s --check-prefix=FOLDED

// Operations between literals give literals. They fold, and have the same meaning as in Python.

module attributes {tile.semantics = #tile.semantics<cutile>} {
// CHECK-LABEL: @documented
// FOLDED-LABEL: @documented
tile.kernel @documented(%x: i8) {
  %five = tile.literal 5
  %seven = tile.literal 7
  %three = tile.literal 3.0
  // CHECK-DAG: %[[A:.*]] = tile.literal 12{{$}}
  // FOLDED-DAG: tile.literal 12{{$}}
  %a = tile.add %five, %seven : !tile.literal<int>, !tile.literal<int> -> !tile.literal<int>
  // CHECK-DAG: %[[B:.*]] = tile.literal 8.000000e+00
  // FOLDED-DAG: tile.literal 8.000000e+00
  %b = tile.add %five, %three : !tile.literal<int>, !tile.literal<float> -> !tile.literal<float>
  // CHECK-DAG: %[[T:.*]] = tile.literal true
  %t = tile.cmp lt, %a, %b : !tile.literal<int>, !tile.literal<float> -> !tile.literal<bool>
  %f = tile.cmp gt, %a, %b : !tile.literal<int>, !tile.literal<float> -> !tile.literal<bool>
  %c = tile.where %f, %a, %five : !tile.literal<bool>, !tile.literal<int>, !tile.literal<int> -> !tile.literal<int>
  // CHECK: "test.use"(%[[A]], %[[B]], %{{.*}}, %{{.*}}) : (!tile.literal<int>, !tile.literal<float>, !tile.literal<bool>, !tile.literal<int>) -> ()
  "test.use"(%a, %b, %f, %c) : (!tile.literal<int>, !tile.literal<float>, !tile.literal<bool>, !tile.literal<int>) -> ()
  // CHECK: %[[C:.*]] = tile.cast %[[A]] : !tile.literal<int> -> i8
  // CHECK: tile.add %arg0, %{{.*}} : i8, i8 -> i8
  %d = tile.add %x, %a : i8, !tile.literal<int> -> i8
  // CHECK: tile.add %{{.*}}, %{{.*}} : f32, f32 -> f32
  %e = tile.add %x, %b : i8, !tile.literal<float> -> f32
  "test.use"(%d, %e) : (i8, f32) -> ()
  tile.return
}
}

module attributes {tile.semantics = #tile.semantics<triton>} {
// CHECK-LABEL: @python
tile.kernel @python() {
  %a = tile.literal -7
  %b = tile.literal 2
  // CHECK-DAG: %[[Q:.*]] = tile.literal -4
  // CHECK-DAG: %[[R:.*]] = tile.literal 1{{$}}
  %q = tile.floordiv %a, %b : !tile.literal<int>, !tile.literal<int> -> !tile.literal<int>
  %r = tile.mod %a, %b : !tile.literal<int>, !tile.literal<int> -> !tile.literal<int>
  %big = tile.literal 100
  // CHECK-DAG: %[[H:.*]] = tile.literal 1267650600228229401496703205376 : i128
  %one = tile.literal 1
  %h = tile.shl %one, %big : !tile.literal<int>, !tile.literal<int> -> !tile.literal<int>
  // CHECK-DAG: %[[N:.*]] = tile.literal -5
  %five = tile.literal 5
  %n = tile.neg %five : !tile.literal<int> -> !tile.literal<int>
  // CHECK: "test.use"(%[[Q]], %[[R]], %[[H]], %[[N]])
  "test.use"(%q, %r, %h, %n) : (!tile.literal<int>, !tile.literal<int>, !tile.literal<int>, !tile.literal<int>) -> ()
  tile.return
}
}

module attributes {tile.semantics = #tile.semantics<torch>} {
// Two numbers give a scalar of the default type. f16 is computed in f32.
// CHECK-LABEL: @torch
tile.kernel @torch(%h: f16, %i: i32, %b: i1) {
  %five = tile.literal 5
  %seven = tile.literal 7
  // CHECK: tile.add %{{.*}}, %{{.*}} : i64, i64 -> i64
  %0 = tile.add %five, %seven : !tile.literal<int>, !tile.literal<int> -> i64
  // CHECK: %[[H:.*]] = tile.cast %arg0 : f16 -> f32
  // CHECK: %[[S:.*]] = tile.mul %[[H]], %{{.*}} : f32, f32 -> f32
  // CHECK: %[[N:.*]] = tile.cast %[[S]] : f32 -> f16
  %1 = tile.mul %h, %five : f16, !tile.literal<int> -> f16
  // CHECK: tile.cmp lt, %{{.*}}, %{{.*}} : f32, f32 -> i1
  %2 = tile.cmp lt, %h, %i : f16, i32 -> i1
  // CHECK: tile.exp %{{.*}} : f32 -> f32
  %3 = tile.exp %i : i32 -> f32
  // CHECK: tile.where %arg2, %[[N]], %{{.*}} : i1, f16, f16 -> f16
  %4 = tile.where %b, %1, %i : i1, f16, i32 -> f16
  // CHECK: tile.pow %{{.*}}, %{{.*}} : i64, i64 -> i64
  %5 = tile.pow %b, %b : i1, i1 -> i64
  // CHECK: tile.floor %arg1 : i32 -> i32
  %6 = tile.floor %i : i32 -> i32
  "test.use"(%0, %1, %2, %3, %4, %5, %6) : (i64, f16, i1, f32, f16, i64, i32) -> ()
  tile.return
}
}
