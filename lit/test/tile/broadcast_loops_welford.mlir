// RUN: tile-opt %s --tile-promote --tile-broadcast | filecheck %s
// RUN: tile-run %s --grid 1 --arg x=randn:43x16xf32:seed=1 --arg out=zeros:16xf32 --arg rows=43 --level=llvm --compare | filecheck %s --check-prefix=SAME
// RUN: tile-run %s --grid 1 --arg x=randn:43x16xf32:seed=1 --arg out=zeros:16xf32 --arg rows=43 --level=llvm --parts=4 --compare | filecheck %s --check-prefix=SAME
// RUN: tile-run %s --grid 1 --arg x=randn:43x16xf32:seed=1 --arg out=zeros:16xf32 --arg rows=0 --level=llvm --compare | filecheck %s --check-prefix=SAME

module attributes {tile.semantics = #tile.semantics<triton>} {
// Welford's method, with a mask of rows: the numbers of elements are the same in all columns. Blocks can share the loop.
// SAME: compare out: 16 elements {{equal|within tolerance}}
// CHECK-LABEL: @variance
// CHECK: scf.for {{.*}} -> (tensor<8x1xf32>, tensor<8x16xf32>, tensor<8x16xf32>)
// CHECK: tile.broadcast %{{.*}}#0 : tensor<8x1xf32> -> tensor<8x16xf32>
tile.kernel @variance(%x: !tile.ptr<f32>, %out: !tile.ptr<f32>, %rows: i32) {
  %c0 = arith.constant 0 : i32
  %c8 = arith.constant 8 : i32
  %zero = arith.constant dense<0.0> : tensor<8x16xf32>
  %some = arith.constant dense<1.0> : tensor<8x1xf32>
  %none = arith.constant dense<0.0> : tensor<8x1xf32>
  %least = arith.constant dense<1.0> : tensor<8x16xf32>
  %i = tile.iota : tensor<8xi32>
  %j = tile.iota : tensor<16xi32>
  %ns, %ms, %ss = scf.for %start = %c0 to %rows step %c8 iter_args(%n = %zero, %m = %zero, %s = %zero) -> (tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>) : i32 {
    %at = tile.add %i, %start : tensor<8xi32>, i32 -> tensor<8xi32>
    %row = tile.expand_dims %at axis = 1 : tensor<8xi32> -> tensor<8x1xi32>
    %there = tile.cmp lt, %row, %rows : tensor<8x1xi32>, i32 -> tensor<8x1xi1>
    %c16 = arith.constant 16 : i32
    %line = tile.mul %row, %c16 : tensor<8x1xi32>, i32 -> tensor<8x1xi32>
    %place = tile.add %line, %j : tensor<8x1xi32>, tensor<16xi32> -> tensor<8x16xi32>
    %p = tile.addptr %x, %place : !tile.ptr<f32>, tensor<8x16xi32> -> tensor<8x16x!tile.ptr<f32>>
    %mask = tile.broadcast %there : tensor<8x1xi1> -> tensor<8x16xi1>
    %v = tile.load %p, %mask, %zero : tensor<8x16x!tile.ptr<f32>>, tensor<8x16xi1>, tensor<8x16xf32>
    %one = arith.select %there, %some, %none : tensor<8x1xi1>, tensor<8x1xf32>
    %n1 = tile.add %n, %one : tensor<8x16xf32>, tensor<8x1xf32> -> tensor<8x16xf32>
    %d = tile.sub %v, %m : tensor<8x16xf32>, tensor<8x16xf32> -> tensor<8x16xf32>
    %n2 = arith.maximumf %n1, %least : tensor<8x16xf32>
    %q = tile.div %d, %n2 rounding full : tensor<8x16xf32>, tensor<8x16xf32> -> tensor<8x16xf32>
    %k = tile.mul %q, %one : tensor<8x16xf32>, tensor<8x1xf32> -> tensor<8x16xf32>
    %m1 = tile.add %m, %k : tensor<8x16xf32>, tensor<8x16xf32> -> tensor<8x16xf32>
    %e = tile.sub %v, %m1 : tensor<8x16xf32>, tensor<8x16xf32> -> tensor<8x16xf32>
    %f = tile.mul %d, %e : tensor<8x16xf32>, tensor<8x16xf32> -> tensor<8x16xf32>
    %g = tile.mul %f, %one : tensor<8x16xf32>, tensor<8x1xf32> -> tensor<8x16xf32>
    %s1 = tile.add %s, %g : tensor<8x16xf32>, tensor<8x16xf32> -> tensor<8x16xf32>
    scf.yield %n1, %m1, %s1 : tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>
  }
  %count, %mean, %square = tile.reduce %ns, %ms, %ss axis = 0 {
  ^bb0(%n: f32, %m: f32, %s: f32, %k: f32, %its_m: f32, %its_s: f32):
    %both = arith.addf %n, %k : f32
    %one = arith.constant 1.0 : f32
    %most = arith.maximumf %both, %one : f32
    %share = arith.divf %k, %most : f32
    %d = arith.subf %its_m, %m : f32
    %shift = arith.mulf %d, %share : f32
    %next_m = arith.addf %m, %shift : f32
    %apart = arith.mulf %d, %n : f32
    %more = arith.mulf %apart, %shift : f32
    %sum = arith.addf %s, %its_s : f32
    %next_s = arith.addf %sum, %more : f32
    tile.yield %both, %next_m, %next_s : f32, f32, f32
  } : tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32> -> tensor<16xf32>, tensor<16xf32>, tensor<16xf32>
  %q = tile.addptr %out, %j : !tile.ptr<f32>, tensor<16xi32> -> tensor<16x!tile.ptr<f32>>
  tile.store %q, %square : tensor<16x!tile.ptr<f32>>, tensor<16xf32>
  tile.return
}
}
