// RUN: tile-opt %s --pass-pipeline='builtin.module(tile-split-rows{parts=4})' | filecheck %s

// The reduction of means is guarded by a constant from outside of its region. Parts are combined by the same operations
// on tensors, with the constant for each element.

// CHECK: %{{.*}}:2 = tilegpu.split 4
// CHECK: tile.reduce
// CHECK: combine {
// CHECK: ^bb0(%[[N:.*]]: tensor<32xf32>, %[[M:.*]]: tensor<32xf32>, %[[N2:.*]]: tensor<32xf32>, %[[M2:.*]]: tensor<32xf32>):
// CHECK: %[[BOTH:.*]] = arith.addf %[[N]], %[[N2]] : tensor<32xf32>
// CHECK: %[[ZERO:.*]] = arith.constant dense<0.000000e+00> : tensor<32xf32>
// CHECK: arith.cmpf oeq, %[[BOTH]], %[[ZERO]] : tensor<32xf32>
// CHECK-NOT: tile.reduce
// CHECK: tile.return
tile.kernel @means(%x: !tile.ptr<f32>, %out: !tile.ptr<f32>, %rows: i32) {
  %c0 = arith.constant 0 : i32
  %c4 = arith.constant 4 : i32
  %zero = arith.constant 0.0 : f32
  %zeros = arith.constant dense<0.0> : tensor<4x32xf32>
  %one = arith.constant dense<1.0> : tensor<4x32xf32>
  %i = tile.iota : tensor<128xi32>
  %at = tile.reshape %i : tensor<128xi32> -> tensor<4x32xi32>
  %xs = tile.splat %x : !tile.ptr<f32> -> tensor<4x32x!tile.ptr<f32>>
  %r:2 = scf.for %k = %c0 to %rows step %c4 iter_args(%n = %zeros, %mean = %zeros) -> (tensor<4x32xf32>, tensor<4x32xf32>) : i32 {
    %ks = tile.splat %k : i32 -> tensor<4x32xi32>
    %j = arith.addi %ks, %at : tensor<4x32xi32>
    %p = tile.addptr %xs, %j : tensor<4x32x!tile.ptr<f32>>, tensor<4x32xi32> -> tensor<4x32x!tile.ptr<f32>>
    %v = tile.load %p : tensor<4x32x!tile.ptr<f32>>
    %next = arith.addf %n, %one : tensor<4x32xf32>
    %d = arith.subf %v, %mean : tensor<4x32xf32>
    %part = arith.divf %d, %next : tensor<4x32xf32>
    %m = arith.addf %mean, %part : tensor<4x32xf32>
    scf.yield %next, %m : tensor<4x32xf32>, tensor<4x32xf32>
  }
  %all:2 = tile.reduce %r#0, %r#1 axis = 0 {
  ^bb0(%n1: f32, %m1: f32, %n2: f32, %m2: f32):
    %both = arith.addf %n1, %n2 : f32
    %none = arith.cmpf oeq, %both, %zero : f32
    %quotient = arith.divf %n2, %both : f32
    %share = arith.select %none, %zero, %quotient : f32
    %d = arith.subf %m2, %m1 : f32
    %part = arith.mulf %d, %share : f32
    %m = arith.addf %m1, %part : f32
    tile.yield %both, %m : f32, f32
  } : tensor<4x32xf32>, tensor<4x32xf32> -> tensor<32xf32>, tensor<32xf32>
  %o = tile.splat %out : !tile.ptr<f32> -> tensor<32x!tile.ptr<f32>>
  %l = tile.iota : tensor<32xi32>
  %to = tile.addptr %o, %l : tensor<32x!tile.ptr<f32>>, tensor<32xi32> -> tensor<32x!tile.ptr<f32>>
  tile.store %to, %all#1 : tensor<32x!tile.ptr<f32>>, tensor<32xf32>
  tile.return
}
