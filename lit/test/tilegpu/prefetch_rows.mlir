// RUN: tile-opt %s --pass-pipeline='builtin.module(gpu-prefetch-tiles{num-warps=4})' | filecheck %s

// Threads meet in every iteration. So the first tile is loaded before the loop, if there is an iteration, and each
// iteration loads the next tile before threads wait for each other.

// CHECK-LABEL: tile.kernel @most
// CHECK: %[[SOME:.*]] = arith.cmpi slt, %{{.*}}, %arg2 : i32
// CHECK: tile.load
// CHECK: scf.for
// CHECK: arith.cmpi ugt
// CHECK: tile.load
// CHECK: tile.reduce
// CHECK-NOT: tile.load
// CHECK: {tilegpu.loads_ahead}
tile.kernel @most(%x: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %out: !tile.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c512 = arith.constant 512 : i32
  %low = arith.constant 0xFF800000 : f32
  %i = tile.iota : tensor<512xi32>
  %xs = tile.splat %x : !tile.ptr<f32> -> tensor<512x!tile.ptr<f32>>
  %r = scf.for %k = %c0 to %n step %c512 iter_args(%most = %low) -> (f32) : i32 {
    %ks = tile.splat %k : i32 -> tensor<512xi32>
    %j = arith.addi %ks, %i : tensor<512xi32>
    %p = tile.addptr %xs, %j : tensor<512x!tile.ptr<f32>>, tensor<512xi32> -> tensor<512x!tile.ptr<f32>>
    %v = tile.load %p : tensor<512x!tile.ptr<f32>>
    %m = tile.reduce %v axis = 0 {
    ^bb0(%a: f32, %b: f32):
      %c = arith.maxnumf %a, %b : f32
      tile.yield %c : f32
    } : tensor<512xf32> -> f32
    %top = arith.maxnumf %most, %m : f32
    scf.yield %top : f32
  }
  tile.store %out, %r : !tile.ptr<f32>, f32
  tile.return
}
