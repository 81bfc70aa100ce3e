// RUN: tile-opt %s --pass-pipeline='builtin.module(gpu-accumulate-reductions{num-warps=1})' | filecheck %s

// A sum of sums. The loop carries a sum for each element. These are added up after the loop.

// CHECK-LABEL: tile.kernel @sum
// CHECK: %[[ZERO:.*]] = arith.constant dense<-0.000000e+00> : tensor<128xf32>
// CHECK: %[[SUMS:.*]] = scf.for {{.*}} iter_args(%[[ACC:.*]] = %[[ZERO]]) -> (tensor<128xf32>)
// CHECK: %[[V:.*]] = tile.load
// CHECK: %[[HALVES:.*]] = tile.reshape %[[V]] : tensor<256xf32> -> tensor<2x128xf32>
// CHECK: %[[PART:.*]] = tile.reduce %[[HALVES]] axis = 0
// CHECK: %[[NEXT:.*]] = arith.addf %[[ACC]], %[[PART]] : tensor<128xf32>
// CHECK: scf.yield %[[NEXT]]
// CHECK: %[[ALL:.*]] = tile.reduce %[[SUMS]] axis = 0
// CHECK: %[[TOTAL:.*]] = arith.addf %{{.*}}, %[[ALL]] : f32
// CHECK: tile.store %{{.*}}, %[[TOTAL]]
tile.kernel @sum(%x: !tile.ptr<f32>, %y: !tile.ptr<f32>, %start: f32, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c256 = arith.constant 256 : i32
  %i = tile.iota : tensor<256xi32>
  %p = tile.splat %x : !tile.ptr<f32> -> tensor<256x!tile.ptr<f32>>
  %r = scf.for %k = %c0 to %n step %c256 iter_args(%acc = %start) -> (f32) : i32 {
    %ks = tile.splat %k : i32 -> tensor<256xi32>
    %at = arith.addi %ks, %i : tensor<256xi32>
    %ps = tile.addptr %p, %at : tensor<256x!tile.ptr<f32>>, tensor<256xi32> -> tensor<256x!tile.ptr<f32>>
    %v = tile.load %ps : tensor<256x!tile.ptr<f32>>
    %s = tile.reduce %v axis = 0 {
    ^bb0(%a: f32, %b: f32):
      %t = arith.addf %a, %b : f32
      tile.yield %t : f32
    } : tensor<256xf32> -> f32
    %next = arith.addf %acc, %s : f32
    scf.yield %next : f32
  }
  tile.store %y, %r : !tile.ptr<f32>, f32
  tile.return
}
