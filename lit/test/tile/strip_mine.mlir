// RUN: tile-opt %s --pass-pipeline='builtin.module(tile-strip-mine{num-warps=1})' | filecheck %s

// 8192 elements for 32 threads are 256 per thread. In each of 8 strips of 1024 elements, a thread has 32. The sum adds
// up the strips element by element. It is reduced only after the last strip.

// CHECK-LABEL: tile.kernel @sum
// CHECK: %[[SUM:.*]] = scf.for %[[I:.*]] = %{{.*}} to %{{.*}} step %{{.*}} iter_args(%[[CARRIED:.*]] = %{{.*}}) -> (tensor<1024xf32>) : i32 {
// CHECK: %[[FIRST:.*]] = arith.muli %[[I]], %{{.*}} : i32
// CHECK: tile.iota : tensor<1024xi32>
// CHECK: %[[V:.*]] = tile.load %{{.*}} : tensor<1024x!tile.ptr<f32>>
// CHECK: %[[ADDED:.*]] = arith.addf %[[CARRIED]], %[[V]] : tensor<1024xf32>
// CHECK: %[[NEXT:.*]] = arith.select %{{.*}}, %[[V]], %[[ADDED]] : tensor<1024xf32>
// CHECK: tile.store %{{.*}} : tensor<1024x!tile.ptr<f32>>
// CHECK: scf.yield %[[NEXT]]
// CHECK: }
// CHECK: %[[TOTAL:.*]] = tile.reduce %[[SUM]] axis = 0
// CHECK: arith.negf %[[TOTAL]] : f32
tile.kernel @sum(%x: !tile.ptr<f32>, %y: !tile.ptr<f32>, %z: !tile.ptr<f32>) {
  %i = tile.iota : tensor<8192xi32>
  %p = tile.splat %x : !tile.ptr<f32> -> tensor<8192x!tile.ptr<f32>>
  %ps = tile.addptr %p, %i : tensor<8192x!tile.ptr<f32>>, tensor<8192xi32> -> tensor<8192x!tile.ptr<f32>>
  %v = tile.load %ps : tensor<8192x!tile.ptr<f32>>
  %s = tile.reduce %v axis = 0 {
  ^bb0(%l: f32, %r: f32):
    %t = arith.addf %l, %r : f32
    tile.yield %t : f32
  } : tensor<8192xf32> -> f32
  %n = arith.negf %s : f32
  %q = tile.splat %y : !tile.ptr<f32> -> tensor<8192x!tile.ptr<f32>>
  %qs = tile.addptr %q, %i : tensor<8192x!tile.ptr<f32>>, tensor<8192xi32> -> tensor<8192x!tile.ptr<f32>>
  tile.store %qs, %v : tensor<8192x!tile.ptr<f32>>, tensor<8192xf32>
  tile.store %z, %n : !tile.ptr<f32>, f32
  tile.return
}

// Operands of a product are not divided.

// CHECK-LABEL: tile.kernel @product
// CHECK-NOT: scf.for
tile.kernel @product(%x: f16, %z: f32) {
  %a = tile.splat %x : f16 -> tensor<128x128xf16>
  %b = arith.mulf %a, %a : tensor<128x128xf16>
  %c = tile.splat %z : f32 -> tensor<128x128xf32>
  %d = tile.dot %b, %b, %c : tensor<128x128xf16>, tensor<128x128xf16> -> tensor<128x128xf32>
  tile.return
}
